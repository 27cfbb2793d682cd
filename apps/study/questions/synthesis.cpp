// SPDX-License-Identifier: MIT
#include <utility>
#include <vector>

#include "edgeldp/graph/comparison/graph_profile.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"
#include "edgeldp/graph/questions/degrees/exact.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/synthesis/released_statistics_simulation.hpp"
#include "results/wanted.hpp"
#include "study/questions/groups.hpp"
#include "study/questions/rows.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::study {

namespace {

/// Nobody is in one where none were asked for, or where chance may have made them.
public_groups groups_in(const released_statistics& released) {
  if (released.groups && released.groups->are_found()) return released.groups->groups;
  return {{}, std::vector(released.degrees.values.size(), no_group)};
}

answer play_synthesis(session& s, const settings& asked) {
  const synthesis_release r = release_for_synthesis(s, asked.total);
  const released_statistics& released = r.statistics;
  const degree_influence most = influence_of(released.degrees);
  answer found{.numbers = {{"triangles", released.triangles.triangles, r.lies.influence()},
                           {"edges", estimate_edges(released.degrees), most.edges},
                           {"wedges", estimate_stars(released.degrees, 2), most.wedges},
                           {"max degree", estimate_max_degree(released.degrees), most.max_degree, false}},
               .run = r.run,
               .sent = r.communication,
               .losses = losses_after(r.run, 0),
               .lies = lies_of(r.lies)};
  add(found, "degree assortativity", estimate_degree_assortativity(released.degrees, released.contacts),
      false);
  found.facts["split"] = {{"degrees", r.degrees.nats()},
                          {"contacts", r.contacts.nats()},
                          {"groups", r.groups.nats()},
                          {"triangles", r.triangles.nats()}};
  found.facts["synthesis"] = results::written({wanted_of(released, r.key), r.key});
  found.of_users.push_back(groups_of_users(groups_in(released)));
  return found;
}

std::vector<exact_number> exact_statistics(const input& data, const settings&) {
  const csr_graph& g = *data.graph;
  std::vector<exact_number> known = {{"triangles", exact::count_triangles(g)},
                                     {"edges", g.edge_count()},
                                     {"wedges", static_cast<double>(exact::count_stars(g, 2))},
                                     {"max degree", exact::max_degree(g)}};
  if (const auto r = exact::degree_assortativity(g)) known.push_back({"degree assortativity", *r});
  return known;
}

constexpr question_simulation synthesis_in_process{.exact = exact_statistics,
                                                   .tasks = simulated_synthesis_tasks};

}  // namespace

constinit const question synthesis{
    .name = "synthesis",
    .play = play_synthesis,
    .of_users = "group",
    .audit = "triangles",
    .simulation = &synthesis_in_process,
};

}  // namespace edgeldp::study
