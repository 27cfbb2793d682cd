// SPDX-License-Identifier: MIT
#include "collect/client/personal_account.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <tuple>
#include <utility>

#include "collect/task/messages.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::string_view first_word = "edgeldp account 1";
/// Of `told`, which programs before it do not know.
constexpr std::string_view word_of_told = "edgeldp account 2";

void write(canonical_writer& to, const series_telling& t) {
  to.budget(t.budgets.first)
      .budget(t.budgets.changes)
      .number(t.budgets.most_changes)
      .text(t.directory)
      .text(t.cohort)
      .number(t.person)
      .number(t.date)
      .text(t.announcement)
      .number(static_cast<int128>(t.contacts.known().size()));
  for (const told_contact& c : t.contacts.known())
    to.number(c.person).number(c.changes).number(c.is_there ? 1 : 0);
  const byte_string numbers = write_told(t.numbers);
  to.text(text_of(numbers));
}

series_telling read_telling(canonical_reader& from) {
  series_telling t;
  t.budgets.first = from.budget();
  t.budgets.changes = from.budget();
  t.budgets.most_changes = static_cast<std::uint32_t>(from.count(history_budgets::largest_limit));
  t.directory = from.text();
  t.cohort = from.text();
  t.person = static_cast<std::uint32_t>(from.count(UINT32_MAX));
  t.date = static_cast<std::uint32_t>(from.count(largest_date));
  t.announcement = from.text();
  std::vector<told_contact> contacts;
  for (std::uint64_t left = from.count(UINT32_MAX); left > 0; --left) {
    told_contact c{static_cast<vertex_id>(from.count(UINT32_MAX)),
                   static_cast<std::uint32_t>(from.count(history_budgets::largest_limit)),
                   from.count(1) == 1};
    if (!contacts.empty() && contacts.back().person >= c.person)
      throw format_error(0, "contacts that were told are not in order");
    contacts.push_back(c);
  }
  t.contacts = told_contacts(std::move(contacts));
  t.numbers = read_told(bytes_of(from.text()), t.date);
  return t;
}

account_record read_record(canonical_reader& from) {
  const std::string word = from.text();
  if (word != first_word && word != word_of_told)
    throw format_error(0, "no record of a personal account, or of another version");
  using enum account_record::kind;
  account_record r;
  r.what = static_cast<account_record::kind>(from.count(static_cast<std::uint64_t>(told)));
  if ((r.what == told) != (word == word_of_told))
    throw format_error(0, "a record of a personal account under another version");
  r.task = from.text();
  r.key = from.text();
  r.title = from.text();
  r.cost = from.budget();
  r.relationship = from.budget();
  r.at = from.number();
  r.answered.index = static_cast<std::uint32_t>(from.count(UINT32_MAX));
  r.answered.announcement = from.text();
  r.answered.round = from.text();
  r.answered.price = from.budget();
  r.limits.lifetime = from.budget();
  r.limits.yearly = from.budget();
  if (r.what == told) r.telling = read_telling(from);
  return r;
}

std::string in_words(epsilon e) {
  std::ostringstream out;
  out << e;
  return out.str();
}

/// Sums of many collections may be larger than any budget.
template <class F>
epsilon sum_over(std::span<const account_line> lines, F&& cost) {
  std::uint64_t units = 0;
  for (const account_line& line : lines) units = std::min(units + cost(line).units(), epsilon::largest_units);
  return epsilon::from_units(units);
}

void enter(account_line& line, const account_record& r) {
  using enum account_record::kind;
  line.latest = std::max(line.latest, r.at);
  line.relationship = std::max(line.relationship, r.relationship);
  line.joined = std::min(line.joined, r.at);
  if (r.what == joined) {
    line.reserved = std::max(line.reserved, r.cost);
  } else {
    line.spent = std::max(line.spent, r.cost);
    // A later date is another collection, whose announcements are numbered anew.
    if (r.what == spent || (r.what == told && r.telling.date == 1)) line.answered.push_back(r.answered);
    if (r.what == told && line.told_on(r.telling.date) == nullptr) {
      line.tellings.push_back(r.telling);
      ranges::sort(line.tellings, std::less(), &series_telling::date);
    }
    if (r.what == ended) line.is_open = false;
  }
}

}  // namespace

const series_telling* account_line::told_before(std::uint32_t date) const noexcept {
  const series_telling* last = nullptr;
  for (const series_telling& t : tellings)
    if (t.date < date) last = &t;
  return last;
}

const series_telling* account_line::told_on(std::uint32_t date) const noexcept {
  for (const series_telling& t : tellings)
    if (t.date == date) return &t;
  return nullptr;
}

byte_string account_record::write() const {
  byte_string out;
  canonical_writer to(out);
  to.text(what == kind::told ? word_of_told : first_word)
      .number(static_cast<int>(what))
      .text(task)
      .text(key)
      .text(title)
      .budget(cost)
      .budget(relationship)
      .number(at)
      .number(answered.index)
      .text(answered.announcement)
      .text(answered.round)
      .budget(answered.price)
      .budget(limits.lifetime)
      .budget(limits.yearly);
  if (what == kind::told) collect::write(to, telling);
  return out;
}

personal_account::personal_account(std::span<const std::byte> records) {
  canonical_reader from(records);
  std::int64_t latest = INT64_MIN;
  while (!from.is_at_end()) {
    const account_record r = read_record(from);
    auto line =
        ranges::find_if(m_lines, [&](const account_line& l) { return l.task == r.task && l.key == r.key; });
    if (line == m_lines.end()) {
      m_lines.push_back({r.task, r.key, r.title, {}, {}, {}, r.at, r.at});
      line = m_lines.end() - 1;
    }
    enter(*line, r);
    if (r.what == account_record::kind::joined && r.at >= latest) {
      latest = r.at;
      m_latest_limits = r.limits;
    }
  }
  ranges::sort(m_lines, [](const account_line& a, const account_line& b) {
    return std::tie(a.joined, a.task, a.key) < std::tie(b.joined, b.task, b.key);
  });
}

void personal_account::forget(std::string_view task, std::string_view key) {
  std::erase_if(m_lines, [&](const account_line& l) { return l.task == task && l.key == key; });
}

const account_line* personal_account::find(std::string_view task, std::string_view key) const noexcept {
  for (const account_line& line : m_lines)
    if (line.task == task && line.key == key) return &line;
  return nullptr;
}

const account_line* personal_account::find_series(std::string_view first_task,
                                                  std::uint32_t person) const noexcept {
  const account_line* found = nullptr;
  for (const account_line& line : m_lines)
    if (line.task == first_task && !line.tellings.empty() && line.tellings.front().person == person &&
        (found == nullptr || line.is_open))
      found = &line;
  return found;
}

epsilon personal_account::lifetime() const {
  return sum_over(m_lines, [](const account_line& line) { return line.cost(); });
}

epsilon personal_account::in_year_before(std::int64_t now) const {
  return sum_over(m_lines, [&](const account_line& line) {
    return line.is_open || line.latest > now - year ? line.cost() : epsilon();
  });
}

epsilon personal_account::relationship() const {
  // The other end goes on where this one has ended, and pays for no more than the task says, once:
  // as much as this one at least, and what this one chose not to spend as well.
  struct ends {
    std::uint64_t own = 0, other = 0, both = 0;
  };
  std::map<std::string_view, ends> by_task;
  for (const account_line& line : m_lines) {
    ends& e = by_task[line.task];
    e.own += line.cost().units();
    e.other = std::max({e.other, line.reserved.units(),
                        line.relationship.units() - std::min(line.reserved, line.relationship).units()});
    e.both += line.relationship.units();
  }
  std::uint64_t units = 0;
  for (const auto& [task, e] : by_task)
    units = std::min(units + std::min(e.both, e.own + e.other), epsilon::largest_units);
  return epsilon::from_units(units);
}

std::int64_t personal_account::not_before(std::int64_t now) const noexcept {
  for (const account_line& line : m_lines) now = std::max(now, line.latest);
  return now;
}

std::int64_t personal_account::next_moment(std::int64_t now) const noexcept {
  for (const account_line& line : m_lines) now = std::max(now, line.latest + 1);
  return now;
}

std::string personal_account::refusal(epsilon wanted, const spending_limits& limits, std::int64_t now) const {
  const auto beyond = [&](epsilon so_far, epsilon limit, const std::string& of, const char* name) {
    if (limit.is_zero() || so_far.units() + wanted.units() <= limit.units()) return std::string();
    const std::string spends = "the task spends epsilon " + in_words(wanted);
    if (wanted > limit) return spends + ", your " + name + " is " + in_words(limit);
    return spends + ", and other collections of your list " + of + in_words(so_far) +
           ": together more than your " + name + " of " + in_words(limit);
  };
  std::string why = beyond(lifetime(), limits.lifetime, "have spent or set aside ", "ceiling");
  if (why.empty())
    why = beyond(in_year_before(not_before(now)), limits.yearly,
                 "have spent or set aside in the last 365 days ", "ceiling by the year");
  return why;
}

void with_account(account_keeper& keeper, const std::function<byte_string(const personal_account&)>& decide) {
  const byte_string records = keeper.begin();
  byte_string added;
  try {
    added = decide(personal_account(records));
  } catch (...) {
    keeper.end({});
    throw;
  }
  keeper.end(added);
}

}  // namespace edgeldp::collect
