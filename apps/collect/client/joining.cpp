// SPDX-License-Identifier: MIT
#include "collect/client/client.hpp"

#include <algorithm>
#include <utility>

#include "collect/client/fetched.hpp"
#include "collect/client/series.hpp"
#include "collect/task/published.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp::collect {

namespace {

std::vector<std::uint32_t> values_of(const task& t, const std::vector<std::string>& said) {
  if (said.size() != t.attributes.size())
    throw invalid_parameter(std::to_string(said.size()) + " values: the task has " +
                            std::to_string(t.attributes.size()) + " attributes");
  std::vector<std::uint32_t> values;
  for (std::size_t a = 0; a < said.size(); ++a) {
    const auto& known = t.attributes[a].values;
    const auto at = ranges::find(known, said[a]);
    if (at == known.end())
      throw invalid_parameter("'" + said[a] + "' is no value of '" +
                              harmless_text(t.attributes[a].name, 200) + "'");
    values.push_back(static_cast<std::uint32_t>(at - known.begin()));
  }
  return values;
}

/// Their numbers, in increasing order as their names are.
std::vector<std::uint32_t> numbers_of(const names_in_directory& found) {
  std::vector<std::uint32_t> numbers;
  for (const auto& [name, number] : found.known) numbers.push_back(number);
  return numbers;
}

/// The items of a list, whose directory is a public object.
std::vector<std::uint32_t> items_of(bulletin& published, const task& t,
                                    const std::vector<std::string>& names) {
  const public_bytes directory = verified(published.object(t.item_directory, longest_item_directory(t)),
                                          t.item_directory, "the directory of items");
  const names_in_directory found = find_names(directory, names);
  if (found.people != t.items) throw format_error(0, "the directory of items has another number of lines");
  return numbers_of(found);
}

void require_allowed(const task& t, const joining_person& who) {
  if (const std::string fixed = why_no_part(t); who.part != chosen_part::whole && !fixed.empty())
    throw invalid_parameter("nobody can spend a " + std::string(name_of(who.part)) + " here: " + fixed);
  const std::string why = personal_account({}).refusal(part_of(t.total, who.part), {who.ceiling, {}}, 0);
  if (!why.empty()) throw invalid_parameter(why);
  if (t.is_simulated != who.simulation_key.has_value())
    throw invalid_parameter(t.is_simulated ? "the task is simulated: it takes clients with a seed alone"
                                           : "the task is real: it takes no client with a seed");
}

/// Those who joined the first date: later ones tell of no others.
/// Errors: format_error.
std::vector<std::uint32_t> those_in(const public_bytes& cohort, const task& t,
                                    std::span<const std::uint32_t> contacts) {
  std::vector<std::uint32_t> known;
  const auto with_person = [&](std::uint32_t person) {
    if (ranges::binary_search(contacts, person)) known.push_back(person);
  };
  if (read_joined(
          cohort, t.people, t.version, with_person, [](const key_mark&) {}, [](chosen_part) {}) !=
      t.series.cohort_people)
    throw format_error(0, "the list of who joined the first date has another number of people");
  return known;
}

/// Errors: invalid_parameter.
void require_series(const task& t, account_keeper* account, std::uint32_t person) {
  if (!t.tells_changes()) return;
  if (account == nullptr) throw invalid_parameter(why_series_needs_account);
  std::string why;
  with_account(*account, [&](const personal_account& all) {
    why = why_no_part(t, all, person);
    return byte_string();
  });
  if (!why.empty()) throw invalid_parameter(why);
}

client_state fresh_state(bulletin& published, const joining_person& who, account_keeper* account) {
  client_state s;
  s.task = published.task();
  const task t = task::read(s.task);
  s.version = t.version;
  if (t.version > first_version) {
    s.coins_secret.resize(std::tuple_size_v<coin_secret::bytes>);
    fill_secret(s.coins_secret);
  }
  require_allowed(t, who);
  published.expect_people(t.people);
  const public_bytes directory =
      verified(published.directory(), t.directory_digest, "the directory of people");
  public_bytes cohort;
  if (t.asks_changes())
    cohort = verified(published.object(t.series.cohort, longest_cohort(t)), t.series.cohort,
                      "the list of who joined the first date");
  const names_in_directory own = find_names(directory, std::span(&who.name, 1));
  if (own.known.empty())
    throw invalid_parameter("'" + who.name + "' is not in the task's directory of people");
  s.person = own.known.begin()->second;
  if (t.has_labels()) require_names(fetched_labels(published, t), directory);
  require_series(t, account, s.person);  // before the list is looked at
  const signing_key key = signing_key::make();
  s.name = who.name;
  s.token = who.token;
  s.secret_key.assign(key.secret().begin(), key.secret().end());
  s.simulation_key = who.simulation_key;
  s.ceiling = who.ceiling;
  s.account = who.account;
  s.part = who.part;
  if (!s.account.empty()) s.limits = {who.ceiling, who.ceiling_by_year};
  if (t.has_items()) {
    s.contacts = items_of(published, t, who.contacts);
  } else {
    names_in_directory contacts = find_names(directory, who.contacts);
    contacts.known.erase(who.name);
    s.contacts = numbers_of(contacts);
  }
  if (t.asks_changes()) s.contacts = those_in(cohort, t, s.contacts);
  s.values = values_of(t, who.values);
  return s;
}

/// The end of a line of which nothing was said.
byte_string given_back(const personal_account& all, const std::pair<std::string, std::string>& line) {
  const account_line* const open = all.find(line.first, line.second);
  if (open == nullptr || !open->is_open) return {};
  return account_record{account_record::kind::ended, open->task,  open->key, open->title, open->spent,
                        open->relationship,          open->latest}
      .write();
}

}  // namespace

client client::join(state_keeper& kept, bulletin& published, const joining_person& who,
                    account_keeper* account) {
  client me(kept, fresh_state(published, who, account), account);
  const byte_string state = me.state().write();
  if (account == nullptr) {
    kept.save(state);
    return me;
  }
  with_account(*account, [&](const personal_account& all) {
    personal_account rest = all;
    byte_string record;
    if (who.replaces) {
      rest.forget(who.replaces->first, who.replaces->second);
      record = given_back(all, *who.replaces);
    }
    const byte_string mine = me.reservation(rest);
    record.insert(record.end(), mine.begin(), mine.end());
    kept.save(state);  // where it goes no further, the next look sets aside what this could not
    return record;
  });
  return me;
}

}  // namespace edgeldp::collect
