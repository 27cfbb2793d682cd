// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"
#include "edgeldp/graph/questions/mixing/arc_mixing.hpp"
#include "edgeldp/graph/questions/mixing/exact.hpp"
#include "edgeldp/graph/questions/mixing/mixing_simulation.hpp"
#include "study/questions/groups.hpp"
#include "study/questions/rows.hpp"
#include "study/questions/simulated_question.hpp"

/// Questions of directed graphs that users answer by their lists of outgoing neighbours alone.
namespace edgeldp::study {

namespace {

// ---- out-degrees ----

std::vector<double> true_out_degrees(const input& data) {
  std::vector<double> degrees(data.arcs->vertex_count());
  for (std::size_t v = 0; v < degrees.size(); ++v)
    degrees[v] = static_cast<double>(data.arcs->out_degree(static_cast<vertex_id>(v)));
  return degrees;
}

answer play_arc_degrees(session& s, const settings& asked) {
  degree_result r = release_all_degrees(s, asked.total);
  answer found{.run = r.run, .sent = r.communication, .lies = lies_of(r.lies)};
  add(found, "arcs", scaled(estimate_edges(r.degrees), 2.0));
  add(found, "out-stars of 2", estimate_stars(r.degrees, 2));
  add(found, "max out-degree", estimate_max_degree(r.degrees), false);
  sequence_estimate of_users = estimate_degree_sequence(r.degrees);
  const double error = of_users.standard_errors.front();
  found.of_users.push_back({"out-degree", std::move(of_users.values), error, true_out_degrees});
  return found;
}

std::vector<exact_number> exact_arc_degrees(const input& data, const settings&) {
  double pairs = 0.0, most = 0.0;
  for (const double d : true_out_degrees(data)) {
    pairs += 0.5 * d * (d - 1.0);
    most = std::max(most, d);
  }
  return {{"arcs", data.arcs->arc_count()}, {"out-stars of 2", pairs}, {"max out-degree", most}};
}

std::vector<simulated_task> no_further_tasks() {
  return {};
}

// ---- mixing ----

std::string in_degree_name(const public_groups& groups, std::size_t a, bool are_classes) {
  return fmt::format("in-degree, {}", group_name(groups, a, are_classes));
}

/// Calls f(a, b, name) for each group and each that its users may name.
template <class F>
void for_each_ordered_pair(const public_groups& groups, bool are_classes, F&& f) {
  for (std::size_t a = 0; a < groups.names.size(); ++a)
    for (std::size_t b = 0; b < groups.names.size(); ++b)
      f(a, b,
        fmt::format("arcs from {} to {}", group_name(groups, a, are_classes),
                    group_name(groups, b, are_classes)));
}

std::vector<exact_number> exact_arc_mixing(const input& data, const settings&) {
  return {{"walks of 2 arcs", static_cast<double>(exact::count_arc_walks(*data.arcs))}};
}

/// Of the groups of a run.
struct mixed_run {
  public_groups groups;
  bool are_classes, with_matrix;

  std::vector<exact_number> exact(const input& data) const {
    const std::size_t size = groups.names.size();
    const exact::arc_mixing m = exact::measure_arc_mixing(*data.arcs, groups.of, size);
    std::vector<exact_number> known;
    if (are_classes) known = exact_arc_mixing(data, {});
    known.push_back({"arcs", m.arcs});
    known.push_back({"arcs within groups", m.within});
    known.push_back({"arcs between groups", m.arcs - m.within});
    if (m.fraction_within) known.push_back({"fraction within groups", *m.fraction_within});
    if (m.assortativity) known.push_back({"assortativity of groups", *m.assortativity});
    for (std::size_t a = 0; a < size; ++a)
      if (const auto users = std::ranges::count(groups.of, a); users > 0)
        known.push_back({in_degree_name(groups, a, are_classes),
                         static_cast<double>(m.entering[a]) / static_cast<double>(users)});
    if (with_matrix)
      for_each_ordered_pair(groups, are_classes, [&](std::size_t a, std::size_t b, std::string name) {
        known.push_back({std::move(name), m.between[a * size + b]});
      });
    return known;
  }
};

answer play_arc_mixing(session& s, const settings& asked) {
  mixing_options options{asked.total};
  if (asked.groups != nullptr) options.groups = *asked.groups;
  arc_mixing_result r = estimate_arc_mixing(s, options);
  const bool are_classes = r.walks.has_value();
  answer found{.run = r.run,
               .sent = r.communication,
               .lies = lies_of(r.lies),
               .facts = facts_of_groups(r.groups, are_classes ? "released out-degree" : "")};
  if (r.walks) add(found, "walks of 2 arcs", *r.walks);
  add(found, "arcs", r.arcs);
  add(found, "arcs within groups", r.matrix.within());
  add(found, "arcs between groups", r.matrix.between());
  add(found, "fraction within groups", r.matrix.fraction_within(), false);
  add(found, "assortativity of groups", r.matrix.assortativity(), false);
  for (std::size_t a = 0; a < r.groups.names.size(); ++a)
    add(found, in_degree_name(r.groups, a, are_classes), r.matrix.in_degree(a), false);
  if (asked.with_matrix)
    for_each_ordered_pair(r.groups, are_classes, [&](std::size_t a, std::size_t b, std::string name) {
      add(found, std::move(name), r.matrix.arcs_between(a, b));
    });
  found.exact = [run = mixed_run{std::move(r.groups), are_classes, asked.with_matrix}](const input& data) {
    return run.exact(data);
  };
  return found;
}

constexpr question_simulation arc_degrees_in_process{.exact = exact_arc_degrees, .tasks = no_further_tasks};
constexpr question_simulation arc_mixing_in_process{.exact = exact_arc_mixing,
                                                    .tasks = simulated_mixing_tasks};

}  // namespace

constinit const question arc_degrees{
    .name = "directed-degrees",
    .kind = input_kind::arcs,
    .play = play_arc_degrees,
    .of_users = "out-degree",
    .audit = "degrees",
    .simulation = &arc_degrees_in_process,
};

constinit const question arc_mixing{
    .name = "directed-mixing",
    .kind = input_kind::arcs,
    .takes_groups = true,
    .has_matrix = true,
    .play = play_arc_mixing,
    .audit = "mixing",
    .simulation = &arc_mixing_in_process,
};

}  // namespace edgeldp::study
