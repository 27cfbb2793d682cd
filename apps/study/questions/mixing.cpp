// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/graph/comparison/graph_profile.hpp"
#include "edgeldp/graph/questions/homophily/exact.hpp"
#include "edgeldp/graph/questions/mixing/exact.hpp"
#include "edgeldp/graph/questions/mixing/mixing_simulation.hpp"
#include "study/questions/groups.hpp"
#include "study/questions/rows.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::study {

namespace {

std::string contact_name(std::size_t a) {
  return fmt::format("degree of contacts, class {}", a + 1);
}

/// Whatever a run's classes are.
std::vector<exact_number> exact_mixing(const input& data, const settings&) {
  const csr_graph& g = *data.graph;
  std::vector<exact_number> known = {{"walks", static_cast<double>(exact::count_walks(g))}};
  if (const auto r = exact::degree_assortativity(g)) known.push_back({"degree assortativity", *r});
  return known;
}

/// Of the groups of a run, in which everybody is.
std::vector<exact_number> exact_of_groups(const csr_graph& g, const public_groups& groups, bool are_classes,
                                          bool with_matrix) {
  std::vector<exact_number> known;
  const user_attribute attribute{"group", groups.names, groups.of};
  const exact::mixing m = exact::measure_mixing(g, attribute);
  known.push_back({"edges within groups", m.within});
  known.push_back({"edges between groups", m.edges - m.within});
  if (m.fraction_within) known.push_back({"fraction within groups", *m.fraction_within});
  if (m.assortativity) known.push_back({"assortativity of groups", *m.assortativity});
  if (are_classes) {
    const auto means = exact::contact_degrees(g, groups.of, groups.names.size());
    for (std::size_t a = 0; a < means.size(); ++a)
      if (means[a]) known.push_back({contact_name(a), *means[a]});
  }
  if (with_matrix) add_exact_matrix(known, g, groups, are_classes);
  return known;
}

void add_numbers(answer& to, const mixing_result& r, bool with_matrix) {
  const bool are_classes = r.by_degree.has_value();
  if (are_classes) {
    add(to, "walks", r.by_degree->walks);
    add(to, "paths", r.by_degree->paths);
    add(to, "degree assortativity", r.by_degree->assortativity, false);
  }
  add(to, "edges within groups", r.edges.within());
  add(to, "edges between groups", r.edges.between());
  add(to, "fraction within groups", r.edges.fraction_within(), false);
  add(to, "assortativity of groups", r.edges.assortativity(), false);
  if (are_classes)
    for (std::size_t a = 0; a < r.by_degree->contact_degrees.size(); ++a)
      add(to, contact_name(a), r.by_degree->contact_degrees[a], false);
  if (with_matrix) add_matrix(to, r.groups, r.edges, are_classes);
}

results::record facts_of(const mixing_result& r) {
  results::record facts = facts_of_groups(r.groups, r.by_degree ? "released degree" : "");
  if (r.by_degree) facts["triangles_at_most"] = r.by_degree->triangles_at_most;
  return facts;
}

answer play_mixing(session& s, const settings& asked) {
  mixing_options options{asked.total};
  if (asked.groups != nullptr) options.groups = *asked.groups;
  mixing_result r = estimate_mixing(s, options);
  answer found{.run = r.run,
               .sent = r.communication,
               .losses = losses_after(r.run, 0),
               .lies = lies_of(r.lies),
               .facts = facts_of(r)};
  add_numbers(found, r, asked.with_matrix);
  found.exact = [groups = std::move(r.groups), are_classes = r.by_degree.has_value(),
                 with_matrix = asked.with_matrix](const input& data) {
    std::vector<exact_number> known;
    if (are_classes) {
      known = exact_mixing(data, {});
      known.push_back({"paths", static_cast<double>(exact::count_paths(*data.graph))});
    }
    std::ranges::move(exact_of_groups(*data.graph, groups, are_classes, with_matrix),
                      std::back_inserter(known));
    return known;
  };
  return found;
}

constexpr question_simulation mixing_in_process{.exact = exact_mixing, .tasks = simulated_mixing_tasks};

}  // namespace

constinit const question mixing{
    .name = "mixing",
    .takes_groups = true,
    .has_matrix = true,
    .play = play_mixing,
    .simulation = &mixing_in_process,
    .of_arcs = &arc_mixing,
};

}  // namespace edgeldp::study
