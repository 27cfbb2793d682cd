// SPDX-License-Identifier: MIT
#include "collect/verbs/admin_answers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "admin_page_text.hpp"
#include "collect/server/operator_request.hpp"
#include "collect/verbs/collector_answers.hpp"

namespace edgeldp::cli {

namespace {

using collect::store;

constexpr std::int64_t seconds_a_minute = 60;
constexpr std::size_t most_points = 120, most_people = 10000;

record predicted_record(const std::optional<collect::collection_prediction>& p) {
  if (!p) return nullptr;
  record r = {{"people", p->people}};
  add_predicted(r, *p);
  return r;
}

/// One round's messages so far at the end of some of its minutes: as many points as a figure can
/// show.
record points_of(std::span<const store::counted_minute> minutes) {
  record points = record::array();
  const std::size_t step = (minutes.size() + most_points - 1) / most_points;
  std::uint64_t so_far = 0;
  for (std::size_t i = 0; i < minutes.size(); ++i) {
    so_far += minutes[i].count;
    if ((i + 1) % step == 0 || i + 1 == minutes.size())
      points.push_back({(minutes[i].minute + 1) * seconds_a_minute, so_far});
  }
  return points;
}

record history_record(const std::vector<store::counted_minute>& minutes) {
  record all = record::array();
  for (auto first = minutes.begin(); first != minutes.end();) {
    const auto last = std::find_if(first, minutes.end(),
                                   [&](const store::counted_minute& m) { return m.round != first->round; });
    all.push_back({{"index", first->round ? record(*first->round) : record(nullptr)},
                   {"points", points_of({first, last})}});
    first = last;
  }
  return all;
}

}  // namespace

record admin_state(collect::collection& c, const record& status, const record& result, expected_width& width,
                   std::int64_t now) {
  const collect::collection_status s = c.status();
  const bool is_open = c.due().has_value() && !s.round.empty();
  return {{"now", now},
          {"status", status},
          {"open", is_open ? record(open_round_name(s)) : record(nullptr)},
          {"joining_closes", c.joining_closes()},
          {"before", predicted_record(width.before())},
          {"after", predicted_record(width.of(s.chosen))},
          {"history", history_record(c.minutes())},
          {"result", result}};
}

record admin_people(collect::collection& c) {
  const std::vector<collect::person_status> people = c.people();
  const std::size_t shown = std::min(people.size(), most_people);
  record rows = record::array();
  for (std::size_t i = 0; i < shown; ++i) {
    const collect::person_status& p = people[i];
    rows.push_back({p.name, p.has_joined, p.asked, p.answered, p.is_waited_for});
  }
  return {{"all", people.size()}, {"people", std::move(rows)}};
}

const char *const admin_page = admin_page_text, *const admin_script = admin_script_text,
                  *const admin_style = admin_style_text;

}  // namespace edgeldp::cli
