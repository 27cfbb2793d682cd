// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/degrees/degrees.hpp"

#include <algorithm>
#include <cmath>

#include "edgeldp/graph/questions/degrees/degree_changes.hpp"
#include "edgeldp/graph/questions/degrees/exact.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "study/questions/rows.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::study {

namespace {

std::string star_name(unsigned k) {
  return k == 2 ? "wedges" : std::to_string(k) + "-stars";
}

answer play_later_date(session& s, const later_date& asked) {
  const degree_changes_result r = release_degree_changes(s, asked.budgets, asked.date, asked.people);
  const auto since_before = std::ranges::count_if(r.degrees.users, &degrees_on_date::user::is_since_before);
  answer found{
      .numbers = {{"edges", estimate_edges(r.degrees, asked.assumed), influence_on_edges(r.degrees)},
                  {"mean degree", estimate_mean_degree(r.degrees, asked.assumed)},
                  {"change of edges", estimate_change_of_edges(r.degrees, asked.assumed)},
                  {"change of mean degree", estimate_change_of_mean_degree(r.degrees, asked.assumed)}},
      .run = r.run,
      .sent = r.communication,
      .losses = losses_after(r.run, 0),
      .lies = lies_of(r.lies)};
  for (number& n : found.numbers) {
    n.is_count = n.statistic == "edges";
    n.is_known = std::isfinite(n.value.standard_error);
  }
  found.facts["answered_date_before"] = since_before;
  return found;
}

answer play_degrees(session& s, const settings& asked) {
  if (asked.later.date > 1) return play_later_date(s, asked.later);
  const degree_result r = release_all_degrees(s, asked.total);
  const degree_influence most = influence_of(r.degrees);
  answer found{.numbers = {{"edges", estimate_edges(r.degrees), most.edges}},
               .run = r.run,
               .sent = r.communication,
               .losses = losses_after(r.run, 0),
               .lies = lies_of(r.lies)};
  for (const unsigned k : asked.stars)
    found.numbers.push_back(
        {star_name(k), estimate_stars(r.degrees, k), k == 2 ? std::optional(most.wedges) : std::nullopt});
  found.numbers.push_back({"max degree", estimate_max_degree(r.degrees), most.max_degree});
  found.numbers.back().is_count = false;
  found.lists.emplace_back("sorted_degrees", estimate_sorted_degrees(r.degrees));
  return found;
}

std::vector<exact_number> exact_degrees(const input& data, const settings& asked) {
  const csr_graph& g = *data.graph;
  std::vector<exact_number> known = {{"edges", g.edge_count()}};
  for (const unsigned k : asked.stars)
    known.push_back({star_name(k), static_cast<double>(exact::count_stars(g, k))});
  known.push_back({"max degree", exact::max_degree(g)});
  return known;
}

constexpr question_simulation degrees_in_process{.exact = exact_degrees};

}  // namespace

constinit const question degrees{
    .name = "degrees",
    .play = play_degrees,
    .simulation = &degrees_in_process,
    .of_arcs = &arc_degrees,
};

}  // namespace edgeldp::study
