// SPDX-License-Identifier: MIT
#include "edgeldp/questions.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "support/arcs.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

const coin_source repeated = coin_source::simulated(11);
const release_key its_key{~std::uint64_t{11}};
const epsilon one_and_a_half = epsilon::from_nats(1.5);

template <class Options>
Options with_total() {
  Options options;
  options.total = one_and_a_half;
  return options;
}

/// Announcements, decisions and publications say what was asked of whom, with which settings.
void expect_same(const run_record& one, const run_record& other) {
  EXPECT_EQ(one.told, other.told);
  EXPECT_EQ(one.upload_bytes, other.upload_bytes);
  EXPECT_EQ(one.spent.ceiling(), other.spent.ceiling());
}

TEST(QuestionsTest, OneLineAsksWhatStandsBehindIt) {
  const csr_graph g = test::small_social_graph();
  expect_same(triangles(g, 1.5, repeated).run,
              estimate_centred_triangles(g, with_total<centred_options>(), its_key, repeated).run);
  expect_same(triangles_at_users(g, 1.5, repeated).run,
              estimate_triangle_sequence(g, with_total<triangle_sequence_options>(), its_key, repeated).run);
  auto of_clustering = with_total<centred_options>();
  of_clustering.degree_share = clustering_degree_share;
  expect_same(clustering(g, 1.5, repeated).run.run,
              estimate_clustering(g, of_clustering, its_key, repeated).run.run);
  expect_same(cycles(g, 4, 1.5, repeated).run,
              estimate_cycles(g, 4, with_total<two_step>(), its_key, repeated).run);
  const released_degrees released = release_all_degrees(g, one_and_a_half, repeated).degrees;
  EXPECT_EQ(degrees(g, 1.5, repeated).degrees.values, released.values);
  EXPECT_EQ(stars(g, 3, 1.5, repeated).value, estimate_stars(released, 3).value);
  const std::vector<user_pair> pairs{{0, 1}, {2, 3}};
  expect_same(common_neighbors(g, pairs, 1.5, repeated).run,
              estimate_common_neighbors(g, pairs, with_total<common_options>(), its_key, repeated).run);
}

TEST(QuestionsTest, LayersAndAttributesToo) {
  std::vector<std::pair<vertex_id, vertex_id>> likes;
  for (vertex_id u = 0; u < 40; ++u)
    for (vertex_id item = 0; item < 30; ++item)
      if ((u * 7 + item * 5) % 4 == 0) likes.emplace_back(u, item);
  const bipartite_graph two(40, 30, likes);
  expect_same(butterflies(two, layer::left, 1.5, repeated).run,
              estimate_butterflies(two, layer::left, with_total<butterfly_options>(), its_key, repeated).run);
  const csr_graph g = test::small_social_graph();
  user_attribute group{"group", {"a", "b"}, {}};
  for (vertex_id u = 0; u < g.vertex_count(); ++u) group.of.push_back(u % 2);
  const std::vector<user_attribute> attributes{std::move(group)};
  expect_same(homophily(g, attributes, 1.5, repeated).run,
              estimate_homophily(g, attributes, with_total<homophily_options>(), its_key, repeated).run);
}

TEST(QuestionsTest, ArcsToo) {
  const arc_graph arcs = test::some_arcs(test::small_social_graph());
  expect_same(mixing(arcs, 1.5, repeated).run,
              estimate_arc_mixing(arcs, with_total<mixing_options>(), its_key, repeated).run);
  mixing_options declared = with_total<mixing_options>();
  declared.groups = public_groups{{"a", "b"}, {}};
  for (vertex_id u = 0; u < arcs.vertex_count(); ++u) declared.groups->of.push_back(u % 2);
  expect_same(mixing(arcs, *declared.groups, 1.5, repeated).run,
              estimate_arc_mixing(arcs, declared, its_key, repeated).run);
  expect_same(reciprocity(arcs, 1.5, repeated).run,
              estimate_reciprocity(arcs, with_total<reciprocity_options>(), its_key, repeated).run);
}

TEST(QuestionsTest, ListsOfOnesOwnDoAndEveryRunHasAKeyOfItsOwn) {
  const std::vector<std::vector<vertex_id>> lists{{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  const auto key_of_a_run = [&] {
    return triangles({4, [&](vertex_id v) -> const auto& { return lists[v]; }}, 1.5).run.told;
  };
  EXPECT_NE(key_of_a_run(), key_of_a_run()) << "the chance is 2^-64";
}

TEST(QuestionsTest, RefusesWhatNobodyCanSpend) {
  const csr_graph g = test::small_social_graph();
  EXPECT_THROW(triangles(g, 0.0), invalid_parameter);
  EXPECT_THROW(triangles(g, -1.0), invalid_parameter);
  EXPECT_THROW(cycles(g, 6, 1.0), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
