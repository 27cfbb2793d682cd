// SPDX-License-Identifier: MIT
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/graph/questions/communities/communities_simulation.hpp"
#include "edgeldp/graph/questions/communities/exact.hpp"
#include "edgeldp/graph/questions/homophily/exact.hpp"
#include "study/questions/groups.hpp"
#include "study/questions/rows.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::study {

namespace {

constexpr const char *of_modularity = "modularity", *of_within = "edges within groups",
                     *of_between = "edges between groups", *of_fraction = "fraction within groups";

/// Which groups there are depends on what each run released.
std::vector<exact_number> exact_communities(const input&, const settings&) {
  return {};
}

/// Of the groups of a run, everybody of whom is in one.
std::vector<exact_number> exact_of(const csr_graph& g, const public_groups& groups, bool with_matrix) {
  const exact::mixing m = exact::measure_mixing(g, {"group", groups.names, groups.of});
  std::vector<exact_number> known = {{of_modularity, exact::modularity(g, groups.of)},
                                     {of_within, m.within},
                                     {of_between, m.edges - m.within}};
  if (m.fraction_within) known.push_back({of_fraction, *m.fraction_within});
  if (with_matrix) add_exact_matrix(known, g, groups, false);
  return known;
}

/// A split that chance may have made is nobody's group.
public_groups nobody_in(public_groups groups) {
  groups.of.assign(groups.of.size(), no_group);
  return groups;
}

answer play_communities(session& s, const settings& asked) {
  communities_result r = find_communities(s, {asked.total});
  answer found{.run = r.run,
               .sent = r.communication,
               .losses = losses_after(r.run, 0),
               .lies = lies_of(r.lies),
               .facts = facts_of_groups(r.groups, "counts of contacts")};
  found.facts["groups_found"] = r.are_found();
  found.facts["least_excess"] = least_excess(r.plan, r.groups.of.size());
  found.means = {{"/modularity_by_chance", r.by_chance}, {"/groups_found_share", r.are_found() ? 1.0 : 0.0}};
  add(found, of_modularity, r.modularity, false);
  add(found, of_within, r.edges.within());
  add(found, of_between, r.edges.between());
  add(found, of_fraction, r.edges.fraction_within(), false);
  if (asked.with_matrix) add_matrix(found, r.groups, r.edges, false);
  found.of_users.push_back(groups_of_users(r.are_found() ? r.groups : nobody_in(r.groups)));
  found.exact = [groups = std::make_shared<const public_groups>(std::move(r.groups)),
                 with_matrix = asked.with_matrix](const input& data) {
    return exact_of(*data.graph, *groups, with_matrix);
  };
  return found;
}

constexpr question_simulation communities_in_process{.exact = exact_communities,
                                                     .tasks = simulated_community_tasks};

}  // namespace

constinit const question communities{
    .name = "communities",
    .has_matrix = true,
    .play = play_communities,
    .of_users = "group",
    .audit = "neighbor-groups",
    .simulation = &communities_in_process,
};

}  // namespace edgeldp::study
