// SPDX-License-Identifier: MIT
#include "collect/client/client.hpp"

#include <algorithm>
#include <utility>

#include "collect/client/fetched.hpp"
#include "collect/client/series.hpp"
#include "collect/task/published.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"
#include "edgeldp/core/base/plain_words.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/questions/degrees/degree_changes_user.hpp"
#include "edgeldp/graph/questions/homophily/attribute_rounds_user.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"

namespace edgeldp::collect {

namespace {

/// For the answer to an announcement: whoever answers it from this state, whenever, has the same.
coin_source coins_of(const client_state& s, std::string_view announcement) {
  if (s.simulation_key) return coin_source::simulated(*s.simulation_key);
  if (s.version == first_version) return {};
  return coin_source::derived(coins_for(s.coins_secret, announcement, s.frozen()));
}

/// What an announcement that I answered says of half of a list: of how many precede or follow me,
/// budgets and the name of an order; of rows, the name of their layout.
void note_half(const heard_round& h, said_numbers& said) {
  signed_part part;
  const announcement a = announcement::read(h.asked, part);
  canonical_reader from(a.said);
  if (h.round == rounds::edges) {
    said.rows = from.text();
  } else if (h.round == rounds::size || h.round == rounds::length) {
    const epsilon most = from.budgets().largest();
    if (h.round == rounds::length) said.longest_length = most;
    if (said.order.empty()) said.order = from.text();
  }
}

/// The answer that tells these numbers of a series last: on the first date it is a degree.
byte_string body_of(std::span<const told_number> numbers) {
  if (numbers.size() > 1 || numbers.front().date > 1) return write_told(numbers);
  byte_string body;
  append_integer(body, numbers.front().value);
  return body;
}

/// The number in an answer of this client.
std::int64_t number_in(const byte_string& answer) {
  signed_part part;
  const byte_string body = report::read(answer, part).body;
  std::size_t position = 0;
  return static_cast<std::int64_t>(read_integer(body, position, int128{1} << 62));
}

}  // namespace

client::client(state_keeper& kept, account_keeper* account)
    : client(kept, client_state::read(kept.load()), account) {}

client::client(state_keeper& kept, client_state state, account_keeper* account)
    : m_kept(kept),
      m_account(account),
      m_state(std::move(state)),
      m_task(task::read(m_state.task)),
      m_id(m_task.id()),
      m_key(signing_key::from(m_state.secret_key)) {
  if (m_state.account.empty() != (account == nullptr))
    throw invalid_parameter(account == nullptr
                                ? "this state is paid for by a personal account, which is not given"
                                : "this state is paid for by no personal account");
  if (m_task.tells_changes() && account == nullptr) throw invalid_parameter(why_series_needs_account);
}

/// A round that asks this client, held to the task.
struct client::question {
  announcement asked;
  byte_string bytes;  ///< of it
  std::string name;
  std::uint64_t number = 0;  ///< of this client, among those who are asked
  epsilon price;
  std::chrono::milliseconds ready;
};

client::~client() = default;
client::client(client&&) noexcept = default;

struct client::paid_round {
  std::string_view round;
  epsilon price;
};

std::vector<client::paid_round> client::paid_rounds(const account_line* mine, std::uint32_t but) const {
  std::vector<paid_round> paid;
  const std::vector<heard_round>& heard = m_state.heard;
  for (std::size_t i = 0; i < heard.size(); ++i)
    if (i != but && !heard[i].price.is_zero()) paid.push_back({heard[i].round, heard[i].price});
  if (mine == nullptr) return paid;
  for (const answered_round& a : mine->answered)
    if (a.index != but && (a.index >= heard.size() || heard[a.index].price.is_zero()))
      paid.push_back({a.round, a.price});
  return paid;
}

namespace {

/// All rounds of a task are of one order (require_planned).
void add_to(paid_sum& sum, const task& t, std::string_view round, epsilon price) {
  const task_round* const planned = t.round(round);
  const endpoint answers = planned == nullptr ? endpoint::unknown : planned->answers;
  sum.add(price.units(), answers, answers == endpoint::unknown ? 0 : 1);
}

}  // namespace

epsilon client::spent_with(const question& q, std::span<const paid_round> before) const {
  const std::string& round = q.asked.round;
  std::uint64_t for_round = 0;
  paid_sum with;
  for (const paid_round& p : before) {
    add_to(with, m_task, p.round, p.price);
    if (p.round == round) for_round += p.price.units();
  }
  add_to(with, m_task, round, q.price);
  if (m_task.has_halves() && for_round > 0)
    throw format_error(0, "it was answered before, and a relationship pays for it once");
  if (for_round + q.price.units() > part_of(m_task.round(round)->most, m_state.part).units())
    throw format_error(0, "it costs more than the task says");
  if (with.most() > std::min(m_state.ceiling, total()).units())
    throw format_error(0, "all rounds together cost more than the task says");
  return epsilon::from_units(with.most());
}

epsilon client::spent() const {
  paid_sum sum;
  for (const heard_round& h : m_state.heard) add_to(sum, m_task, h.round, h.price);
  return epsilon::from_units(sum.most());
}

said_numbers client::said_so_far() const {
  said_numbers said;
  for (const heard_round& h : m_state.heard) {
    if (h.answer.empty()) {
      if (h.round != rounds::pilot && h.round != rounds::count) said.was_left_out = true;
      continue;
    }
    if (h.round == rounds::degree) said.degree = {number_in(h.answer), h.price};
    if (h.round == rounds::size) said.size = {number_in(h.answer), h.price};
    if (h.round == rounds::length) said.length = {number_in(h.answer), h.price};
    if (h.round == rounds::pilot) said.pilot = h.price;
    if (m_task.has_halves()) note_half(h, said);
  }
  return said;
}

std::string client::key_name() const {
  return to_hex(m_key.its_public().bytes);
}

const account_line* client::line_of(const personal_account& all) const {
  return m_task.asks_changes() ? all.find_series(m_task.series.first, m_state.person)
                               : all.find(m_id, key_name());
}

account_record client::record_of(account_record::kind what, epsilon cost, const personal_account& all) const {
  const account_line* const mine = line_of(all);
  if (mine != nullptr)
    return {what,
            mine->task,
            mine->key,
            mine->title,
            cost,
            mine->relationship,
            all.next_moment(m_account->now())};
  return {what,
          m_id,
          key_name(),
          harmless_text(m_task.title, 1000),
          cost,
          most_of_relationship(),
          all.next_moment(m_account->now())};
}

byte_string client::reservation(const personal_account& all) const {
  if (const account_line* mine = line_of(all)) {
    if (!mine->is_open)
      throw invalid_parameter(
          m_task.asks_changes()
              ? why_series_is_left
              : "the personal account has ended this collection, from another copy of this state");
    return {};
  }
  if (m_task.asks_changes()) throw invalid_parameter(why_no_part_in_series);
  const std::string why = all.refusal(total(), m_state.limits, m_account->now());
  if (!why.empty()) throw invalid_parameter(why);
  account_record joined = record_of(account_record::kind::joined, total(), all);
  joined.limits = m_state.limits;
  return joined.write();
}

/// What the account says against it; empty where what `decide` returned is in it.
std::string client::refused_by_account(
    const std::function<byte_string(const personal_account&)>& decide) const {
  std::string why;
  if (m_account != nullptr)
    with_account(*m_account, [&](const personal_account& all) {
      try {
        return decide(all);
      } catch (const format_error& e) {
        why = plain_words(e.what());
      } catch (const invalid_parameter& e) {
        why = plain_words(e.what());
      }
      return byte_string();
    });
  return why;
}

byte_string client::payment(const question& q, const personal_account& all) const {
  byte_string records = reservation(all);
  account_record answer = record_of(account_record::kind::spent, {}, all);
  const account_line* const mine = all.find(m_id, answer.key);
  for (const answered_round& a : mine == nullptr ? std::vector<answered_round>() : mine->answered)
    if (a.index == q.asked.index && a.announcement != q.name)
      throw format_error(0, "a copy of this state answered another announcement of this number");
  answer.cost = spent_with(q, paid_rounds(mine, q.asked.index));
  answer.answered = {q.asked.index, q.name, q.asked.round, q.price};
  const byte_string paid = answer.write();
  records.insert(records.end(), paid.begin(), paid.end());
  return records;
}

void client::settle(end_of what) {
  if (m_account == nullptr || m_is_settled) return;
  bool goes_on = false;
  with_account(*m_account, [&](const personal_account& all) {
    const account_line* const mine = line_of(all);
    if (mine != nullptr && !mine->is_open) return byte_string();
    goes_on = what == end_of::collection && mine != nullptr && !mine->tellings.empty();
    if (goes_on || (mine == nullptr && m_task.asks_changes())) return byte_string();
    return record_of(account_record::kind::ended, m_task.tells_changes() && mine ? mine->spent : spent(), all)
        .write();
  });
  m_is_settled = !goes_on;
}

std::optional<std::pair<byte_string, byte_string>> client::evidence() const {
  if (m_state.contradiction.empty()) return std::nullopt;
  signed_part part;
  const std::uint32_t index = announcement::read(m_state.contradiction, part).index;
  return std::pair(m_state.heard.at(index).asked, m_state.contradiction);
}

std::chrono::milliseconds client::pause(double coin) const {
  using std::chrono::milliseconds;
  constexpr milliseconds shortest{250}, longest{60000};
  constexpr int looks = 4, looks_of_first_version = 400;  // while an answer may take
  const task_round& round =
      m_state.heard.empty() ? m_task.rounds.back() : *m_task.round(m_state.heard.back().round);
  const milliseconds span = m_task.version == first_version
                                ? milliseconds(1000 * round.seconds) / looks_of_first_version
                                : milliseconds(1000 * round.answer_seconds) / looks;
  return std::chrono::duration_cast<milliseconds>((0.5 + coin) * std::clamp(span, shortest, longest));
}

void client::save(client_state state) {
  m_kept.save(state.write());
  m_state = std::move(state);
}

next_step client::end(const std::string& why, byte_string contradicting) {
  constexpr std::size_t longest = 1000;
  client_state s = m_state;
  s.ended = harmless_text(why, longest);  // some of it may be the collector's
  s.contradiction = std::move(contradicting);
  s.coins_secret.clear();
  save(std::move(s));
  settle();
  return {next_step::kind::ended, {}, {}, m_state.ended};
}

next_step client::done() {
  settle();
  if (m_state.is_over) return {next_step::kind::over};
  return {next_step::kind::ended, {}, {}, m_state.ended};
}

next_step client::leave() {
  if (m_task.tells_changes()) settle(end_of::series);
  if (is_done()) return done();
  return end("this person has left");
}

next_step client::next(bulletin& published) {
  next_step step = look(published);
  return step.what == next_step::kind::prepare ? prepare() : step;
}

next_step client::look(bulletin& published) {
  using enum next_step::kind;
  m_question.reset();
  if (is_done()) return done();
  published.expect_people(m_task.people);
  try {
    require_same(published);
    if (is_over(published)) {
      settle();
      return {over};
    }
    auto index = static_cast<std::uint32_t>(m_state.heard.size());
    std::optional<byte_string> bytes = announced(published, index);
    while (bytes) {
      announcement a = check(*bytes, index);
      std::optional<byte_string> later = announced(published, ++index);
      if (later && !is_signed(*later)) later.reset();
      hear(published, *std::move(bytes), std::move(a), !later);
      bytes = std::move(later);
    }
  } catch (const contradiction& e) {
    return end(e.what(), e.bytes());
  }
  if (m_company && !m_company->me) {
    settle();
    return {over};
  }
  if (!m_question) return ready();
  const task_round& planned = *m_task.round(m_question->asked.round);
  return {prepare,
          {},
          planned.name,
          {},
          m_question->ready,
          std::chrono::seconds(planned.answer_seconds),
          m_question->asked.closes};
}

/// The message that was made last.
next_step client::ready() {
  using enum next_step::kind;
  if (m_state.heard.empty()) {
    const std::string why = refused_by_account([&](const personal_account& all) { return reservation(all); });
    if (!why.empty()) return end(why);
    if (m_state.version > first_version && !m_state.has_spoken) {
      client_state s = m_state;
      s.has_spoken = true;
      save(std::move(s));
    }
    const byte_string proof = m_state.version == first_version
                                  ? m_state.token
                                  : proof_of(m_state.token, m_id, m_state.name, m_key.its_public());
    const registration r{m_id,
                         m_state.name,
                         proof,
                         m_key.its_public(),
                         m_state.simulation_key.has_value(),
                         m_state.version,
                         m_state.part};
    return {send, r.write(m_key), std::string(join_round)};
  }
  const heard_round& last = m_state.heard.back();
  if (last.answer.empty()) return {wait};
  return {send, last.answer, last.round};
}

/// By what the collector signed; in version 1 by whatever lies in the place of the result.
bool client::is_over(bulletin& published) {
  try {
    if (m_state.version == first_version) return published.result().has_value();
    const auto bytes = published.seal();
    if (!bytes) return false;
    signed_part part;
    const result_seal seal = result_seal::read(*bytes, part);
    if (seal.task != m_id || !part.is_by(m_task.collector)) return false;
    require_heard_last(seal);
  } catch (const format_error&) {
    return false;
  }
  client_state s = m_state;
  s.is_over = true;
  s.coins_secret.clear();
  save(std::move(s));
  return true;
}

/// A seal behind an earlier round says that the later ones, which this client heard, never were.
void client::require_heard_last(const result_seal& seal) const {
  const std::vector<heard_round>& heard = m_state.heard;
  if (heard.empty() || seal.last == heard.back().announcement) return;
  if (seal.last == m_id || ranges::find(heard, seal.last, &heard_round::announcement) != heard.end())
    throw contradiction(
        "the collector ended the collection without a round that it had announced to this client");
}

/// What was heard last is still what is published: a collector that says two things under one
/// number tells different people different things.
void client::require_same(bulletin& published) const {
  if (m_state.heard.empty()) return;
  const auto index = static_cast<std::uint32_t>(m_state.heard.size() - 1);
  const auto bytes = announced(published, index);
  if (!bytes) throw unreadable("announcement " + std::to_string(index));
  if (name_of(*bytes) == m_state.heard.back().announcement) return;
  check(*bytes, index);
  throw contradiction("the collector announced round " + std::to_string(index) + " twice, differently",
                      m_state.version == first_version ? byte_string() : *bytes);
}

/// What nobody signed, as the page of a proxy, says nothing: not even that a round is over.
bool client::is_signed(std::span<const std::byte> bytes) const {
  signed_part part;
  try {
    announcement::read(bytes, part);
  } catch (const format_error&) {
    return false;
  }
  return part.is_by(m_task.collector);
}

namespace {

/// Under other roles another end of an edge would have it in its input, and both would pay for it.
void require_same_roles(const announcement& a, std::span<const heard_round> earlier,
                        const std::string& what) {
  const auto roles_of = [&](const announcement& said) {
    try {
      return roles_in(said);
    } catch (const format_error& e) {
      throw contradiction(what + " gives roles that cannot be read: " + plain_words(e.what()));
    }
  };
  const std::optional<sample_roles> now = roles_of(a);
  if (!now) return;
  for (const heard_round& h : earlier) {
    signed_part part;
    const std::optional<sample_roles> before = roles_of(announcement::read(h.asked, part));
    if (before && *before != *now)
      throw contradiction(what +
                          " gives people other roles than an earlier round, so that a contact would "
                          "be told by both its ends");
  }
}

}  // namespace

announcement client::check(std::span<const std::byte> bytes, std::uint32_t index) const {
  const std::string what = "announcement " + std::to_string(index);
  signed_part part;
  announcement a;
  try {
    a = announcement::read(bytes, part);
  } catch (const format_error&) {
    throw unreadable(what);
  }
  if (!part.is_by(m_task.collector)) throw unreadable(what);
  if (a.task != m_id || a.version != m_task.version) throw contradiction(what + " is of another task");
  const std::string& before = index == 0 ? m_id : m_state.heard[index - 1U].announcement;
  if (a.index != index || a.before != before)
    throw contradiction(what + " does not follow what was announced before");
  if (!m_state.joined.empty() && a.joined.name != m_state.joined)
    throw contradiction(what + " is about other people than joined");
  const task_round* planned = m_task.round(a.round);
  if (planned == nullptr || a.round == join_round || planned->edges != a.edges)
    throw contradiction(what + " asks for round '" + a.round + "', which the task does not have");
  // An edge is in one answer of each kind, by whomever it is given, so that what it loses is known.
  const std::span<const heard_round> earlier = std::span(m_state.heard).first(index);
  if (m_task.has_halves() && a.round != rounds::count &&
      ranges::find(earlier, a.round, &heard_round::round) != earlier.end())
    throw contradiction(what + " asks for round '" + a.round + "' a second time");
  if (m_task.has_roles()) require_same_roles(a, earlier, what);
  // The moment of an answer is drawn from what is left of the round.
  if (a.closes < a.opened + static_cast<std::int64_t>(planned->seconds))
    throw contradiction(what + " closes round '" + a.round + "' before the time that the task gives for it");
  return a;
}

client::company client::company_in(const public_bytes& joined) const {
  company c;
  vertex_id user = 0, marked = 0, chosen = 0;
  bool is_my_key = true, is_my_part = true;
  auto labelled = m_labels.begin();
  const auto with_person = [&](std::uint32_t person) {
    if (person == m_state.person) c.me = user;
    if (!m_task.has_items() && ranges::binary_search(m_state.contacts, person)) {
      c.neighbors.push_back(user);
      c.people.push_back(person);
    }
    if (m_task.has_labels()) {
      while (labelled != m_labels.end() && labelled->person < person) ++labelled;
      const bool has_label = labelled != m_labels.end() && labelled->person == person;
      c.labels.push_back(has_label ? labelled->label
                                   : static_cast<std::uint32_t>(m_task.labels.names.size()));
    }
    ++user;
  };
  const auto with_mark = [&](const key_mark& mark) {
    if (c.me == marked++) is_my_key = mark == mark_of(m_key.its_public());
  };
  const auto with_choice = [&](chosen_part part) {
    if (c.me == chosen++) is_my_part = part == m_state.part;
  };
  c.users = read_joined(joined, m_task.people, m_task.version, with_person, with_mark, with_choice);
  if (!is_my_key)
    throw contradiction("somebody joined as '" + m_state.name +
                        "' with another key, perhaps this very person before its state was lost: this "
                        "program must not answer for the same list again");
  if (!is_my_part)
    throw contradiction("the list of who joined says that '" + m_state.name +
                        "' spends another part of the budget than it chose");
  return c;
}

void client::learn(bulletin& published, const announcement& a) {
  if (m_task.has_labels() && m_labels.empty()) m_labels = fetched_labels(published, m_task);
  if (!m_company) {
    company c = company_in(fetched(published, a.joined, "the list of who joined"));
    std::vector<vertex_id> known;
    if (m_task.has_items())
      c.neighbors = m_state.contacts;
    else
      known = c.neighbors;
    if (c.me) known.push_back(*c.me);
    m_published = std::make_unique<public_objects>(std::move(known), c.users);
    m_company = std::move(c);
  }
  for (const public_entry& e : a.published)
    if (!m_published->has(e.name)) m_published->receive(e.name, fetched(published, e, "a published object"));
}

std::optional<std::uint64_t> client::number_of_mine(const announcement& a) const {
  if (a.who.users() != m_company->users) throw format_error(0, "a round for other people than joined");
  const std::optional<vertex_id> me = m_company->me;
  if (!me || a.who.is_everybody()) return me;
  for (std::uint64_t number = 0; number < a.who.size(); ++number)
    if (a.who.user(number) == *me) return number;
  return std::nullopt;
}

void client::hear(bulletin& published, byte_string bytes, announcement a, bool is_latest) {
  question q{std::move(a), std::move(bytes), {}, 0, epsilon(), {}};
  q.name = name_of(q.bytes);
  const std::string round = q.asked.round;
  if (is_latest) {
    try {
      learn(published, q.asked);
      if (const auto number = number_of_mine(q.asked)) {
        q.number = *number;
        return ask(std::move(q));
      }
    } catch (const format_error& e) {
      throw contradiction("round '" + round + "' cannot be answered: " + plain_words(e.what()));
    } catch (const invalid_parameter& e) {
      throw contradiction("round '" + round + "' cannot be answered: " + plain_words(e.what()));
    }
  }
  keep(q, {});
}

void client::keep(const question& q, byte_string answer) {
  client_state s = m_state;
  s.joined = q.asked.joined.name;
  heard_round& h = s.heard.emplace_back(heard_round{q.name, q.asked.round, q.price, std::move(answer)});
  if (s.version > first_version) h.asked = q.bytes;
  save(std::move(s));
}

namespace {

user_call call_of(const announcement& a, std::uint64_t number, const public_objects& published) {
  user_call asked{a.asks, a.said, published, number};
  if (!a.said_to.empty()) asked.said_to_me = a.said_to[size_of(number)];
  return asked;
}

}  // namespace

/// Calls f(task, me) for the user-side task of a round, and this client as one who has these
/// neighbours, or items.
template <class F>
decltype(auto) client::with_task(const announcement& a, std::span<const vertex_id> neighbors, F&& f) const {
  if (a.asks == degree_change_round::asks)
    return f(task_for(degree_change_tasks(), a.asks), own_changes{*m_company->me});
  const own_list list{*m_company->me, m_company->users, neighbors, m_state.part};
  const study::user_side users = offer_for(m_task.method).users;
  if (users == study::user_side::items) {
    std::vector<row_entry> entries;
    for (const vertex_id item : neighbors) entries.push_back({item});
    return f(task_for(private_vector_tasks(), a.asks), own_vector{list.user, {m_task.items}, entries});
  }
  if (users == study::user_side::objects) return f(task_for(private_tasks(), a.asks), list);
  if (users == study::user_side::excerpts) return f(task_for(private_tasks_on_excerpts(), a.asks), list);
  std::vector<std::uint32_t> kinds;
  for (const task_attribute& attribute : m_task.attributes)
    kinds.push_back(static_cast<std::uint32_t>(attribute.values.size()));
  return f(task_for(private_profile_tasks(), a.asks), own_profile{list, m_state.values, kinds});
}

void client::ask(question q) {
  const user_call asked = call_of(q.asked, q.number, *m_published);
  q.ready = require_planned(m_task, q.asked, asked, *m_company->me, said_so_far());
  if (m_task.has_labels()) require_labels(m_task, q.asked, asked, m_company->labels);
  // What a round costs follows from public numbers, so nobody's neighbours are needed for it.
  q.price = with_task(q.asked, {}, [&](const auto& mine, const auto& me) {
    if (mine.price == nullptr) throw format_error(0, "a question without a price");
    return mine.price(asked, me);
  });
  if (q.price.is_zero()) throw format_error(0, "it has no budget");
  spent_with(q, paid_rounds(nullptr, q.asked.index));
  if (2 * q.ready > std::chrono::seconds(m_task.round(q.asked.round)->seconds))
    throw format_error(0, "it may take longer than half the time that the task gives for the round");
  m_question = std::make_unique<question>(std::move(q));
}

struct client::series_answer {
  byte_string body, records;
};

client::series_answer client::tell(const question& q, const user_call& asked,
                                   const personal_account& all) const {
  series_answer said{{}, reservation(all)};
  const std::uint32_t date = m_task.series.date;
  const account_line* const mine = line_of(all);
  if (const series_telling* known = mine == nullptr ? nullptr : mine->told_on(date)) {
    if (known->announcement != q.name)
      throw format_error(0, "another announcement of this date of the series was answered");
    said.body = body_of(known->numbers);
    return said;
  }
  if (mine != nullptr && !mine->tellings.empty() && mine->tellings.back().date > date)
    throw format_error(0, "a later date of the series was answered before");
  account_record told = record_of(account_record::kind::told, {}, all);
  told.telling = date == 1 ? first_telling(q, asked) : next_telling(q, asked, *mine->told_before(date));
  said.body = body_of(told.telling.numbers);
  spent_with(q, paid_rounds(nullptr, q.asked.index));
  told.cost = m_task.series.budgets.loss_after(told.telling.numbers.size() - 1);
  told.answered = {q.asked.index, q.name, q.asked.round, q.price};
  const byte_string record = told.write();
  said.records.insert(said.records.end(), record.begin(), record.end());
  return said;
}

series_telling client::first_telling(const question& q, const user_call& asked) const {
  const coin_source coins = coins_of(m_state, q.name);
  const byte_string body = with_task(q.asked, m_company->neighbors, [&](const auto& mine, const auto& me) {
    return mine.answer(asked, me, user_coins(coins, *m_company->me));
  });
  std::size_t position = 0;
  const auto number = static_cast<std::int64_t>(read_integer(body, position, int128{1} << 62));
  return {m_task.series.budgets,
          m_task.directory_digest,
          q.asked.joined.name,
          m_state.person,
          1,
          q.name,
          told_contacts(std::span<const vertex_id>(m_company->people)),
          {{1, number}}};
}

/// The coins follow from all that the answer does: the change and what was told before it, beside
/// the frozen list and the announcement.
series_telling client::next_telling(const question& q, const user_call& asked,
                                    const series_telling& before) const {
  const std::string why = why_other_series(before, m_task);
  if (!why.empty()) throw format_error(0, why);
  series_telling now = before;
  now.date = m_task.series.date;
  now.announcement = q.name;
  now.contacts = before.contacts.next(m_state.contacts, now.budgets.most_changes);
  const own_changes me{*m_company->me, now.contacts.degree() - before.contacts.degree(), before.numbers};
  byte_string said;
  canonical_writer(said).text(m_state.frozen()).number(me.change).text(text_of(write_told(before.numbers)));
  const coin_source coins = coin_source::derived(coins_for(m_state.coins_secret, q.name, name_of(said)));
  now.numbers = read_told(
      task_for(degree_change_tasks(), q.asked.asks).answer(asked, me, user_coins(coins, me.user)), now.date);
  return now;
}

next_step client::prepare() {
  const std::unique_ptr<question> q = std::move(m_question);
  const user_call asked = call_of(q->asked, q->number, *m_published);
  const coin_source coins = coins_of(m_state, q->name);
  const vertex_id me_alone = *m_company->me;
  const std::string unanswered = "round '" + q->asked.round + "' cannot be answered: ";
  byte_string body;
  const std::string why = refused_by_account([&](const personal_account& all) {
    if (!m_task.tells_changes()) return payment(*q, all);
    series_answer said = tell(*q, asked, all);
    body = std::move(said.body);
    return std::move(said.records);
  });
  if (!why.empty()) return end(unanswered + why);
  try {
    if (!m_task.tells_changes())
      body = with_task(q->asked, m_company->neighbors, [&](const auto& mine, const auto& me) {
        return mine.answer(asked, me, user_coins(coins, me_alone));
      });
    const report r{m_id, q->asked.index, q->name, me_alone, std::move(body), m_state.version};
    keep(*q, r.write(m_key));
  } catch (const format_error& e) {
    return end(unanswered + plain_words(e.what()));
  } catch (const invalid_parameter& e) {
    return end(unanswered + plain_words(e.what()));
  }
  return ready();
}

}  // namespace edgeldp::collect
