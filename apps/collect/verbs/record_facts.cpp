// SPDX-License-Identifier: MIT
#include "collect/verbs/record_facts.hpp"

#include <algorithm>
#include <string_view>

#include "collect/task/published.hpp"
#include "collect/verbs/time_span.hpp"
#include "io/claims.hpp"
#include "study/answer_parts.hpp"

namespace edgeldp::cli {

namespace {

constexpr std::size_t longest_title = 400;

/// What is left of the task's time behind the round that is open, or that was announced last.
std::int64_t seconds_behind(const collect::task& t, std::string_view round) {
  std::int64_t seconds = 0;
  bool is_behind = false;
  for (const collect::task_round& r : t.rounds) {
    if (is_behind) seconds += static_cast<std::int64_t>(r.seconds);
    is_behind |= r.name == round;
  }
  return seconds;
}

}  // namespace

std::string record_facts::name() const {
  const std::string title = collect::harmless_text(task.title, longest_title);
  if (title.find_first_not_of(" ?") != title.npos) return title;
  const std::string counted = sentence(std::string(collect::offer_for(task.method).estimates));
  return counted.substr(0, counted.size() - 1);
}

double record_facts::most_of_relationship() const {
  return budget(task.has_items() ? task.total : task.most_of_relationship());
}

std::string day_text(std::int64_t unix_seconds) {
  return date_text(unix_seconds).substr(0, std::string_view("2026-01-01").size());
}

publication publication_of(const record_facts& f) {
  const auto& rounds = f.status.rounds;
  const std::int64_t last = rounds.empty()             ? f.joining_closes
                            : rounds.back().closed > 0 ? rounds.back().closed
                                                       : rounds.back().closes;
  if (f.is_over()) return {day_text(last), false};
  if (f.has_failed()) return {day_text(rounds.empty() ? f.status.created : last), false};
  const std::string_view round = rounds.empty() ? collect::join_round : std::string_view(rounds.back().round);
  return {day_text(last + seconds_behind(f.task, round)), true};
}

std::vector<recorded_round> rounds_of(const record_facts& f) {
  std::vector<recorded_round> all;
  for (const study::offered_round& offered : collect::offer_for(f.task.method).rounds_at(f.task.variant())) {
    recorded_round r{std::string(offered.name), &law_of(offered.asks)};
    if (const collect::task_round* asked = f.task.round(offered.name)) r.most = budget(asked->most);
    for (const collect::round_status& announced : f.status.rounds)
      if (announced.round == r.name) {
        r.asked += static_cast<double>(announced.asked);
        r.answered += static_cast<double>(announced.answered);
      }
    all.push_back(std::move(r));
  }
  return all;
}

}  // namespace edgeldp::cli
