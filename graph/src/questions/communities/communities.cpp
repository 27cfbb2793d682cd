// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/communities/communities.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/random/public_coins.hpp"
#include "edgeldp/graph/belief/degree_posterior.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "questions/communities/communities_in_session.hpp"
#include "questions/communities/group_search.hpp"
#include "questions/communities/tuning.hpp"
#include "questions/mixing/group_counts.hpp"
#include "questions/mixing/mixing_rounds.hpp"

namespace edgeldp {

namespace {

communities_plan plan_behind(epsilon degree, const communities_options& options) {
  using namespace community_tuning;
  if (options.most < 2 || options.most > most_mixing_outputs)
    throw invalid_parameter("groups = " + std::to_string(options.most) + ": must lie in [2, 64]");
  const bool is_large = options.total.nats() >= large_budget;
  communities_plan plan{degree,
                        share_of(options.total, is_large ? large_sketch_share : small_sketch_share),
                        {},
                        share_of(options.total, community_measure_share),
                        is_large ? large_refinements : small_refinements};
  const epsilon rest =
      difference(difference(difference(options.total, plan.degree), plan.sketch), plan.measure);
  plan.refinement = share_of(rest, 1.0 / plan.refinements);
  return plan;
}

}  // namespace

communities_plan plan_communities(const communities_options& options) {
  return plan_behind(share_of(options.total, community_degree_share), options);
}

communities_plan plan_communities_by_known_degrees(const communities_options& options) {
  return plan_behind(epsilon(), options);
}

double least_excess(const communities_plan& plan, std::uint64_t users) {
  const double entries = static_cast<double>(users) * community_tuning::sketch_groups;
  return std::sqrt(discrete_laplace(1, plan.sketch).variance()) * std::sqrt(std::sqrt(entries));
}

bool found_communities::are_found() const {
  return modularity.low() > std::max(0.0, by_chance);
}

namespace {

/// Of who released one: the mean of what may be behind it; -1 of the others.
std::vector<double> expected_degrees(const released_degrees& released) {
  const auto values = std::span(released.values.data(), released.values.size());
  std::vector<bool> is_absent(values.size());
  for (const vertex_id u : released.absent) is_absent[u] = true;
  std::vector<std::int64_t> present;
  for (std::size_t u = 0; u < values.size(); ++u)
    if (!is_absent[u]) present.push_back(values[u]);
  const degree_posterior behind(present, released.budget, values.size() - 1);
  std::vector<double> expected(values.size(), -1.0);
  for (std::size_t u = 0; u < values.size(); ++u)
    if (!is_absent[u]) expected[u] = behind.of(values[u]).mean;
  return expected;
}

std::vector<std::string> numbered_names(std::span<const std::int64_t> of) {
  std::int64_t groups = 0;
  for (const std::int64_t group : of) groups = std::max(groups, group + 1);
  std::vector<std::string> names;
  for (std::int64_t a = 1; a <= groups; ++a) names.push_back(std::to_string(a));
  return names;
}

}  // namespace

found_communities search_communities(session& s, mixing_rounds& played, const released_degrees& degrees,
                                     const communities_plan& plan, std::size_t most) {
  const std::vector<double> expected = expected_degrees(degrees);
  public_coins coins(s.key(), stream_tag::communities, 0);
  const user_groups of = search_groups(
      expected, plan, most,
      [&](std::span<const std::int64_t> groups, std::size_t many, epsilon budget) {
        return played.groups(groups, many, budget);
      },
      coins);
  std::vector<std::string> names = numbered_names(of);
  const group_answers said = played.groups(of, names.size(), plan.measure);
  group_matrix matrix = matrix_of(said, names);
  group_mixing edges(std::move(matrix.estimate), matrix.members.largest_step());
  const estimate modularity = edges.modularity();
  return {plan,
          {std::move(names), named(of)},
          std::move(edges),
          modularity,
          modularity_by_chance(expected, plan, most, s.key())};
}

communities_result find_communities(session& s, const communities_options& options) {
  const communities_plan plan = plan_communities(options);
  if (s.everybody().size() == 0) throw bad_graph_input("the graph has no vertices");
  mixing_rounds played(s);
  released_degrees degrees = played.degrees(plan.degree);
  found_communities found = search_communities(s, played, degrees, plan, options.most);
  return {{std::move(found)}, std::move(degrees), sent_in(s), s.close(), played.lies()};
}

}  // namespace edgeldp
