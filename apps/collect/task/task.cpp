// SPDX-License-Identifier: MIT
#include "collect/task/task.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "collect/task/labels.hpp"
#include "collect/task/messages.hpp"
#include "collect/task/published.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"

namespace edgeldp::collect {

namespace {

using json = nlohmann::json;  // keys sorted

constexpr std::size_t longest_task = std::size_t{1} << 20;

/// Errors: format_error, here and below.
[[noreturn]] void fail(const std::string& key, const std::string& why) {
  constexpr std::size_t longest = 400;  // some of it is what the task says
  throw format_error(0, harmless_text("task: '" + key + "' " + why, longest));
}

const json& at(const json& object, const std::string& key) {
  const auto found = object.find(key);
  if (found == object.end()) fail(key, "is missing");
  return *found;
}

std::uint64_t number(const json& object, const std::string& key, std::uint64_t most) {
  const json& value = at(object, key);
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most)
    fail(key, "must be an integer from 0 to " + std::to_string(most));
  return value.get<std::uint64_t>();
}

std::string text(const json& object, const std::string& key, std::size_t longest = 1000) {
  const json& value = at(object, key);
  if (!value.is_string()) fail(key, "must be a text");
  auto content = value.get<std::string>();
  if (content.size() > longest) fail(key, "is longer than " + std::to_string(longest) + " bytes");
  return content;
}

const json& list(const json& object, const std::string& key, std::size_t longest) {
  const json& value = at(object, key);
  if (!value.is_array() || value.size() > longest)
    fail(key, "must be a list of at most " + std::to_string(longest));
  return value;
}

std::string digits_of(std::uint64_t word) {
  std::array<std::byte, 8> bytes{};
  for (std::byte& b : bytes) {
    b = static_cast<std::byte>(word >> 56);
    word <<= 8;
  }
  return to_hex(bytes);
}

release_key key_of(const std::string& digits) {
  const auto bytes = from_hex(digits);
  if (!bytes || bytes->size() != 8) fail("release_key", "must be 16 digits 0 to 9, a to f");
  std::uint64_t word = 0;
  for (const std::byte b : *bytes) word = word << 8 | std::to_integer<std::uint64_t>(b);
  return {word};
}

json written(const task_round& r, std::uint32_t version) {
  json out = {{"name", r.name},
              {"edge_ends", static_cast<std::uint64_t>(r.edges)},
              {"most_epsilon_units", r.most.units()},
              {"seconds", r.seconds}};
  if (version > first_version) out["answer_seconds"] = r.answer_seconds;
  // Not said where halves are not paid apart, so that older programs read such a task as ever.
  if (r.answers != endpoint::unknown)
    out["answering_end"] = r.answers == endpoint::later ? "later" : "earlier";
  return out;
}

task_round read_round(const json& from, std::uint32_t version) {
  if (!from.is_object()) fail("rounds", "must hold objects");
  task_round r{text(from, "name"), static_cast<edge_use>(number(from, "edge_ends", 2)),
               epsilon::from_units(number(from, "most_epsilon_units", epsilon::largest_units)),
               number(from, "seconds", longest_round)};
  if (r.seconds == 0) fail("seconds", "must be at least 1");
  if (version > first_version) r.answer_seconds = number(from, "answer_seconds", r.seconds - 1);
  if (from.contains("answering_end"))
    r.answers = text(from, "answering_end") == "later" ? endpoint::later : endpoint::earlier;
  return r;
}

task_attribute read_attribute(const json& from) {
  if (!from.is_object()) fail("attributes", "must hold objects");
  task_attribute a{text(from, "name"), {}};
  for (const json& value : list(from, "values", 10000)) {
    if (!value.is_string()) fail("values", "must be texts");
    a.values.push_back(value.get<std::string>());
  }
  if (std::set<std::string>(a.values.begin(), a.values.end()).size() != a.values.size() ||
      a.values.size() < 2)
    fail("values", "must be two or more, each once");
  return a;
}

json written(const task_labels& labels) {
  return {{"file", labels.file}, {"names", labels.names}, {"people", labels.people}};
}

task_labels read_labels_of(const json& from) {
  if (!from.is_object()) fail("public_labels", "must be an object");
  task_labels labels;
  for (const json& name : list(from, "names", task_labels::most)) {
    if (!name.is_string() || !is_label(name.get<std::string>()))
      fail("names", "must be labels of 1 to 200 bytes without control characters");
    labels.names.push_back(name.get<std::string>());
  }
  labels.people = number(from, "people", std::numeric_limits<vertex_id>::max() - 1);
  labels.file = text(from, "file");
  return labels;
}

json written(const task_series& s) {
  json out = {{"date", s.date}};
  if (s.date > 1) {
    out["first"] = s.first;
    out["before_epsilon_units"] = s.before.units();
  }
  if (!s.budgets.is_used()) return out;
  out["most_changes"] = s.budgets.most_changes;
  out["first_epsilon_units"] = s.budgets.first.units();
  out["changes_epsilon_units"] = s.budgets.changes.units();
  out["turnover_permille"] = s.turnover_permille;
  if (s.date > 1) {
    out["cohort"] = s.cohort;
    out["cohort_people"] = s.cohort_people;
  }
  return out;
}

task_series read_series(const json& from) {
  if (!from.is_object()) fail("series", "must be an object");
  const auto digest = [&](const char* key) {
    std::string digits = text(from, key);
    if (!is_digest(digits)) fail(key, "must be 64 digits 0 to 9, a to f");
    return digits;
  };
  task_series s;
  s.date = static_cast<std::uint32_t>(number(from, "date", task_series::largest_date));
  if (s.date > 1) {
    s.first = digest("first");
    s.before = epsilon::from_units(number(from, "before_epsilon_units", epsilon::largest_units));
  }
  if (!from.contains("most_changes")) return s;
  constexpr std::uint64_t most_units = 64 * epsilon::units_per_nat;
  s.budgets.most_changes =
      static_cast<std::uint32_t>(number(from, "most_changes", history_budgets::largest_limit));
  s.budgets.first = epsilon::from_units(number(from, "first_epsilon_units", most_units));
  s.budgets.changes = epsilon::from_units(number(from, "changes_epsilon_units", most_units));
  s.turnover_permille = static_cast<std::uint32_t>(number(from, "turnover_permille", 1000));
  if (s.date > 1) {
    s.cohort = digest("cohort");
    s.cohort_people = number(from, "cohort_people", std::numeric_limits<vertex_id>::max() - 1);
  }
  return s;
}

/// Null for a method that is not offered.
const study::offer* find_offer(std::string_view method) {
  const study::offer* found = study::offer_of(method);
  return found != nullptr && found->is_open() ? found : nullptr;
}

/// Errors: format_error.
void check_series(const task& t, const study::offer& method) {
  const task_series& s = t.series;
  if (s == task_series()) return;
  if (t.version == first_version) fail("series", "is not of version 1");
  if (s.date < 1 || (s.date == 1 && !t.tells_changes()))
    fail("date", "must be 2 at least, or 1 where changes are told");
  if (!t.tells_changes()) return;
  if (method.rounds_for_changes.empty()) fail("most_changes", "is not for " + t.method);
  if (t.is_simulated) fail("most_changes", "is not for simulated tasks");
  if (s.budgets.first.is_zero() || s.budgets.changes.is_zero() || s.budgets.total() != t.total)
    fail("changes_epsilon_units", "and 'first_epsilon_units' must be the parts of 'epsilon_units'");
  if (t.is_later_date() && (s.cohort_people < 2 || s.cohort_people > t.people))
    fail("cohort_people", "must be from 2 to 'people'");
}

/// Errors: format_error.
void check_labels(const task& t, const study::offer& method) {
  if (method.has_labels != t.has_labels())
    fail("public_labels", method.has_labels ? "are needed" : "are not for this method");
  if (!t.has_labels()) return;
  const std::vector<std::string>& names = t.labels.names;
  if (names.size() < 2 ||
      std::adjacent_find(names.begin(), names.end(), std::greater_equal<>()) != names.end())
    fail("names", "must be two labels or more, each once, in increasing order");
  if (t.labels.people < names.size() || t.labels.people >= t.people)
    fail("public_labels", "must be of some people, at least one for each label, and not of all");
  if (!is_digest(t.labels.file)) fail("file", "must be 64 digits 0 to 9, a to f");
}

/// What the numbers mean together.
void check(const task& t) {
  const study::offer* method = find_offer(t.method);
  if (method == nullptr) fail("method", "is none that this version knows: '" + t.method + "'");
  if (method->has_attributes == t.attributes.empty())
    fail("attributes", method->has_attributes ? "are needed" : "are not for this method");
  if (method->most_people > 0 && t.people > method->most_people)
    fail("people", "must be at most " + std::to_string(method->most_people) + " for " + t.method);
  if (t.people < 2) fail("people", "must be at least 2");
  if (method->has_items() != t.has_items())
    fail("items", method->has_items() ? "are needed" : "are not for this method");
  if (t.items > method->most_items)
    fail("items", "must be at most " + std::to_string(method->most_items) + " for " + t.method);
  if (t.has_items() && !is_digest(t.item_directory))
    fail("item_directory", "must be 64 digits 0 to 9, a to f");
  if (t.total.is_zero()) fail("epsilon_units", "must be at least 1");
  if (t.close_permille < 1) fail("close_permille", "must be at least 1");
  if (t.has_halves() && method->rounds_for_relationship.empty())
    fail("relationship_permille", "is not for " + t.method);
  if (t.has_halves() && t.version == first_version) fail("relationship_permille", "is not of version 1");
  if (t.has_roles() && method->rounds_at(t.variant()).empty())
    fail("max_download_bytes",
         t.has_halves() ? "is not beside 'relationship_permille'" : "is not for " + t.method);
  if (t.has_roles() && t.version == first_version) fail("max_download_bytes", "is not of version 1");
  check_series(t, *method);
  check_labels(t, *method);
  if (t.lets_choose() && (!method->lets_choose() || t.tells_changes()))
    fail("edgeldp_task", "is version 3, in which people choose what they spend: not for " +
                             (t.tells_changes() ? std::string("changes") : t.method));
  const auto expected = rounds_of(t.method, t.total_of_rounds(), t.variant());
  const auto same = [](const task_round& a, const task_round& b) {
    return a.name == b.name && a.edges == b.edges && a.most == b.most && a.answers == b.answers;
  };
  if (!ranges::equal(t.rounds, expected, same)) fail("rounds", "are not those of " + t.method);
}

json parse(std::span<const std::byte> bytes) {
  if (bytes.size() > longest_task) throw format_error(longest_task, "a task file of more than a megabyte");
  const std::string_view content = text_of(bytes);
  json parsed = json::parse(content, nullptr, false);
  if (!parsed.is_object()) throw format_error(0, "no task file");
  return parsed;
}

}  // namespace

const study::offer& offer_for(std::string_view method) {
  if (const study::offer* found = find_offer(method)) return *found;
  const study::offer* why = study::offer_of(method);
  std::string names;
  for (const study::offer& o : study::offers())
    if (o.is_open()) names += (names.empty() ? "" : ", ") + std::string(o.question);
  throw invalid_parameter("method '" + std::string(method) + "' is not offered" +
                          (why == nullptr ? "" : ", since " + std::string(why->why_not)) +
                          "; those that are: " + names);
}

std::vector<task_round> rounds_of(std::string_view method, epsilon total, const study::task_variant& variant,
                                  const round_times& seconds) {
  const auto most = [&](const study::round_budget& of) {
    const epsilon share = of.share < 1.0 ? share_of(total, of.share) : total;
    return of.is_left ? difference(total, share) : share;
  };
  std::vector<task_round> rounds{{std::string(join_round), edge_use::none, epsilon(), seconds.join}};
  const auto offered = offer_for(method).rounds_at(variant);
  if (offered.empty())
    throw invalid_parameter("method '" + std::string(method) + "' has no rounds " +
                            (variant.is_of_changes ? "in which changes are told"
                             : variant.download_bytes > 0
                                 ? "in which a sample of rows is read"
                                 : "in which a relationship may lose more than usual"));
  for (const study::offered_round& r : offered)
    if (rounds.back().name != r.name)  // else it is one that asks something else, too
      rounds.push_back(
          {std::string(r.name), r.edges, most(r.most), seconds.round, seconds.answer, r.answers});
  return rounds;
}

std::uint64_t usual_answer_seconds(std::uint64_t round_seconds) {
  return round_seconds / 10;
}

epsilon task::most_of_relationship() const {
  if (tells_changes()) return epsilon::from_units(std::min(2 * total.units(), epsilon::largest_units));
  if (has_halves())
    return epsilon::from_units(
        static_cast<std::uint64_t>(uint128{total.units()} * relationship_permille / 1000));
  std::uint64_t both = 0, one = 0;
  for (const task_round& r : rounds) {
    if (r.edges == edge_use::both_endpoints) both += r.most.units();
    if (r.edges == edge_use::one_endpoint) one += r.most.units();
  }
  both = std::min(both, total.units());
  return epsilon::from_units(both + std::min(both + one, total.units()));
}

epsilon task::lost_by_addition() const {
  const epsilon own = asks_changes() ? series.budgets.price_of_date() : total_of_rounds();
  return epsilon::from_units(std::min(series.before.units() + own.units(), epsilon::largest_units));
}

epsilon task::lost_by_unit() const {
  return series.budgets.loss_after(series.date - 1);
}

epsilon task::most_of_relationship(chosen_part own) const {
  const std::uint64_t not_spent = total.units() - part_of(total, own).units();
  return epsilon::from_units(most_of_relationship().units() - not_spent);
}

std::uint32_t version_for(std::string_view method, bool tells_changes) {
  return offer_for(method).lets_choose() && !tells_changes ? choosing_version : usual_version;
}

std::string why_no_part(const task& t) {
  if (t.lets_choose()) return {};
  const study::offer& method = offer_for(t.method);
  if (t.tells_changes()) return "all people of a series that tells changes spend the same";
  return "all people of this collection spend the same, since " +
         (method.lets_choose() ? "it was made by an earlier version of the program"
                               : std::string(method.why_all_spend_alike));
}

chosen_part part_named(std::string_view name) {
  const auto found = ranges::find(part_names, name);
  if (found == part_names.end())
    throw invalid_parameter("'" + harmless_text(name, 100) +
                            "' is no part of a budget that can be chosen: whole, half or quarter");
  return all_parts[static_cast<std::size_t>(found - part_names.begin())];
}

byte_string task::write() const {
  json out = {{"edgeldp_task", version},
              {"title", title},
              {"method", method},
              {"epsilon_units", total.units()},
              {"people", people},
              {"directory", directory_digest},
              {"release_key", digits_of(key.value)},
              {"collector_key", to_hex(collector.bytes)},
              {"simulated", is_simulated},
              {"close_permille", close_permille},
              {"order", "noisy_degree"},
              {"attributes", json::array()},
              {"rounds", json::array()}};
  if (has_halves()) out["relationship_permille"] = relationship_permille;
  if (has_roles()) out["max_download_bytes"] = max_download_bytes;
  if (series != task_series()) out["series"] = written(series);
  if (has_items()) {
    out["items"] = items;
    out["item_directory"] = item_directory;
  }
  if (has_labels()) out["public_labels"] = written(labels);
  for (const task_attribute& a : attributes)
    out["attributes"].push_back({{"name", a.name}, {"values", a.values}});
  for (const task_round& r : rounds) out["rounds"].push_back(written(r, version));
  return bytes_of(out.dump(-1, ' ', false, json::error_handler_t::replace));
}

task task::read(std::span<const std::byte> bytes) {
  const json from = parse(bytes);
  task t;
  const std::uint64_t version = number(from, "edgeldp_task", UINT64_MAX);
  if (version < first_version || version > latest_version)
    fail("edgeldp_task", "is version " + std::to_string(version) + "; this program knows 1 to 3");
  t.version = static_cast<std::uint32_t>(version);
  t.title = text(from, "title");
  t.method = text(from, "method");
  t.total = epsilon::from_units(number(from, "epsilon_units", 64 * epsilon::units_per_nat));
  if (from.contains("relationship_permille"))
    t.relationship_permille =
        static_cast<std::uint32_t>(number(from, "relationship_permille", study::most_relationship));
  if (from.contains("max_download_bytes"))
    t.max_download_bytes = number(from, "max_download_bytes", study::most_download_bytes);
  if (from.contains("series")) t.series = read_series(from["series"]);
  t.people = number(from, "people", std::numeric_limits<vertex_id>::max() - 1);
  t.directory_digest = text(from, "directory");
  if (from.contains("items")) {
    t.items = number(from, "items", std::numeric_limits<vertex_id>::max() - 1);
    t.item_directory = text(from, "item_directory");
  }
  if (from.contains("public_labels")) t.labels = read_labels_of(from["public_labels"]);
  t.key = key_of(text(from, "release_key"));
  t.collector = key_from_hex(text(from, "collector_key"));
  if (!at(from, "simulated").is_boolean()) fail("simulated", "must be true or false");
  t.is_simulated = from["simulated"].get<bool>();
  t.close_permille = static_cast<std::uint32_t>(number(from, "close_permille", 1000));
  for (const json& a : list(from, "attributes", 100)) t.attributes.push_back(read_attribute(a));
  for (const json& r : list(from, "rounds", 100)) t.rounds.push_back(read_round(r, t.version));
  check(t);
  if (!ranges::equal(t.write(), bytes))
    throw format_error(0, "task: not in its canonical form, or with keys that this version does not know");
  return t;
}

const task_round* task::round(std::string_view name) const noexcept {
  const auto found = ranges::find(rounds, name, &task_round::name);
  return found == rounds.end() ? nullptr : &*found;
}

}  // namespace edgeldp::collect
