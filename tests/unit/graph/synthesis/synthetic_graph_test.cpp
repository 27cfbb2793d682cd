// SPDX-License-Identifier: MIT
#include "edgeldp/graph/synthesis/synthetic_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "synthesis/pair_set.hpp"
#include "synthesis/wiring.hpp"

namespace edgeldp {
namespace {

std::vector<std::uint64_t> degrees_of_graph(const csr_graph& g) {
  std::vector<std::uint64_t> degrees;
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u) degrees.push_back(g.degree(static_cast<vertex_id>(u)));
  return degrees;
}

csr_graph as_graph(const synthetic_graph& made) {
  return {made.users, made.edges};
}

/// By pairs of neighbours: shares nothing with what is tested.
std::vector<std::uint64_t> triangles_by_pairs(const csr_graph& g) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u) {
    std::uint64_t here = 0;
    const auto list = g.neighbors(static_cast<vertex_id>(u));
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t j = i + 1; j < list.size(); ++j)
        here += std::ranges::binary_search(g.neighbors(list[i]), list[j]) ? 1U : 0U;
    all.push_back(here);
  }
  return all;
}

/// Triangles by class of degree, as classes from these degrees on.
std::vector<double> triangles_by_class(const csr_graph& g, const std::vector<std::uint64_t>& from) {
  const std::vector<std::uint64_t> here = triangles_by_pairs(g);
  std::vector<double> sums(from.size());
  for (std::size_t u = 0; u < here.size(); ++u) {
    const auto above = std::ranges::upper_bound(from, g.degree(static_cast<vertex_id>(u)));
    if (above != from.begin())
      sums[static_cast<std::size_t>(above - from.begin()) - 1] += static_cast<double>(here[u]);
  }
  return sums;
}

/// Sum over the users of each class and their contacts of the contact's degree; last of all users,
/// each times the user's own.
std::vector<double> contact_degrees_by_class(const csr_graph& g, const std::vector<std::uint64_t>& from) {
  std::vector<double> sums(from.size() + 1);
  for (std::uint64_t i = 0; i < g.vertex_count(); ++i) {
    const auto u = static_cast<vertex_id>(i);
    double here = 0.0;
    for (const vertex_id v : g.neighbors(u)) here += static_cast<double>(g.degree(v));
    const auto above = std::ranges::upper_bound(from, g.degree(u));
    if (above != from.begin()) sums[static_cast<std::size_t>(above - from.begin()) - 1] += here;
    sums.back() += static_cast<double>(g.degree(u)) * here;
  }
  return sums;
}

const std::vector<std::uint64_t> class_bounds = {2, 4, 7, 10, 14, 20, 40};

/// What a graph is like, told exactly; its groups are users by number.
wanted_graph statistics_of(const csr_graph& g, std::size_t groups) {
  wanted_graph wanted;
  wanted.degrees = degrees_of_graph(g);
  wanted.group_count = groups;
  if (groups > 1) {
    const std::uint64_t users = g.vertex_count();
    for (std::uint64_t u = 0; u < users; ++u)
      wanted.group_of.push_back(static_cast<std::uint32_t>(u * groups / users));
    wanted.ends.resize(groups * groups);
    wanted.ends_errors.resize(groups * groups);
    for (std::uint64_t u = 0; u < users; ++u)
      for (const vertex_id v : g.neighbors(static_cast<vertex_id>(u)))
        ++wanted.ends[wanted.group_of[u] * groups + wanted.group_of[v]];
  }
  wanted.triangles = 3.0 * static_cast<double>(exact::count_triangles(g));
  const std::vector<double> sums = triangles_by_class(g, class_bounds);
  for (std::size_t i = 0; i < sums.size(); ++i) wanted.classes.push_back({class_bounds[i], sums[i]});
  return wanted;
}

void expect_degrees(const wanted_graph& wanted, const synthetic_graph& made) {
  std::vector<std::uint64_t> asked = wanted.degrees, got = degrees_of_graph(as_graph(made));
  std::ranges::sort(asked);
  std::ranges::sort(got);
  EXPECT_EQ(got, asked);
  EXPECT_EQ(made.ends, made.wanted_ends);
  EXPECT_EQ(as_graph(made).edge_count(), made.edges.size());  // no loop, no edge twice
  EXPECT_TRUE(std::ranges::is_sorted(made.edges));
}

csr_graph some_graph() {
  return generate_affiliation(600, 4000, 5);
}

TEST(SyntheticGraph, MeetsWhatItIsTold) {
  const csr_graph g = generate_affiliation(1000, 6000, 3);
  const wanted_graph wanted = statistics_of(g, 1);
  const synthetic_graph made = synthesize_graph(wanted, release_key{1});
  expect_degrees(wanted, made);
  // What it says of itself is so.
  const csr_graph h = as_graph(made);
  EXPECT_EQ(made.triangles.reached, 3.0 * static_cast<double>(exact::count_triangles(h)));
  EXPECT_EQ(made.triangles.wanted, wanted.triangles);
  const std::vector<double> sums = triangles_by_class(h, class_bounds);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    EXPECT_EQ(made.classes[i].reached, sums[i]);
    EXPECT_NEAR(sums[i], wanted.classes[i].triangles, 0.15 * wanted.classes[i].triangles + 20.0) << i;
  }
  EXPECT_NEAR(made.triangles.reached, wanted.triangles, 0.02 * wanted.triangles);
  EXPECT_LT(made.energy, 0.1 * made.energy_before);
}

/// What a graph is like, with its degrees of contacts.
wanted_graph statistics_with_contacts(const csr_graph& g, std::size_t groups) {
  wanted_graph wanted = statistics_of(g, groups);
  const std::vector<double> sums = contact_degrees_by_class(g, class_bounds);
  for (std::size_t i = 0; i < class_bounds.size(); ++i) {
    wanted.classes[i].contact_degrees = sums[i];
    wanted.classes[i].contact_degrees_error = 0.0;
  }
  wanted.walks = sums.back();
  wanted.walks_error = 0.0;
  return wanted;
}

/// Degrees go together in the one graph, and hubs know those of few contacts in the other. A graph
/// that is told nothing of it is far from both.
TEST(SyntheticGraph, MeetsDegreesOfContacts) {
  for (const csr_graph& g : {generate_affiliation(1000, 6000, 3), generate_holme_kim(1000, 5, 0.6, 3)}) {
    for (const std::size_t groups : {1U, 3U}) {
      const wanted_graph wanted = statistics_with_contacts(g, groups);
      const synthetic_graph made = synthesize_graph(wanted, release_key{1});
      expect_degrees(wanted, made);
      const std::vector<double> sums = contact_degrees_by_class(as_graph(made), class_bounds);
      EXPECT_EQ(made.walks.reached, sums.back());
      EXPECT_NEAR(sums.back(), wanted.walks, 0.01 * wanted.walks);
      for (std::size_t i = 0; i < class_bounds.size(); ++i) {
        EXPECT_EQ(made.contact_degrees[i].reached, sums[i]);
        EXPECT_NEAR(sums[i], wanted.classes[i].contact_degrees, 0.08 * wanted.classes[i].contact_degrees)
            << i;
      }
      EXPECT_NEAR(made.triangles.reached, wanted.triangles, 0.03 * wanted.triangles);
    }
    const synthetic_graph plain = synthesize_graph(statistics_of(g, 1), release_key{1});
    const double walks = contact_degrees_by_class(g, class_bounds).back();
    EXPECT_GT(std::abs(plain.walks.reached - walks), 0.02 * walks);
  }
}

TEST(SyntheticGraph, IsFarFromThatWithoutSwapsAndDenseRuns) {
  const csr_graph g = generate_affiliation(1000, 6000, 3);
  const wanted_graph wanted = statistics_of(g, 1);
  public_coins coins(release_key{1}, stream_tag::communities, 7);
  const std::uint64_t ends = 2 * g.edge_count();
  const synthesis::edge_list edges = synthesis::wire_ends(wanted, std::span(&ends, 1), 0.0, coins);
  EXPECT_EQ(edges.size(), g.edge_count());
  const csr_graph plain(g.vertex_count(), edges);
  EXPECT_LT(3.0 * static_cast<double>(exact::count_triangles(plain)), 0.6 * wanted.triangles);
}

TEST(SyntheticGraph, KeepsEdgesBetweenGroups) {
  const csr_graph g = some_graph();
  const wanted_graph wanted = statistics_of(g, 3);
  const synthetic_graph made = synthesize_graph(wanted, release_key{2});
  expect_degrees(wanted, made);
  for (std::size_t i = 0; i < made.blocks.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(made.wanted_blocks[i]), wanted.ends[i], 2.0 + 0.01 * wanted.ends[i]) << i;
    EXPECT_NEAR(static_cast<double>(made.blocks[i]), wanted.ends[i], 8.0 + 0.01 * wanted.ends[i]) << i;
  }
  EXPECT_NEAR(made.triangles.reached, wanted.triangles, 0.03 * wanted.triangles);
}

TEST(SyntheticGraph, NoisyBlocksFallBackToDegrees) {
  const csr_graph g = some_graph();
  wanted_graph wanted = statistics_of(g, 2);
  wanted.ends = {100.0, -900.0, -900.0, 100.0};  // nothing but noise
  wanted.ends_errors.assign(4, 1e6);
  const synthetic_graph made = synthesize_graph(wanted, release_key{2});
  expect_degrees(wanted, made);
  double first = 0.0, all = 0.0;
  for (std::size_t u = 0; u < wanted.degrees.size(); ++u) {
    all += static_cast<double>(wanted.degrees[u]);
    if (wanted.group_of[u] == 0) first += static_cast<double>(wanted.degrees[u]);
  }
  EXPECT_NEAR(static_cast<double>(made.blocks[0]), first * first / all, 0.03 * all);
}

TEST(SyntheticGraph, IsTheSameForEveryThreadCountAndAnotherForEveryNumber) {
  const wanted_graph wanted = statistics_of(some_graph(), 2);
  const synthetic_graph made = synthesize_graph(wanted, release_key{9});
  for (const unsigned threads : {1U, 3U}) {
    const thread_limit limit(threads);
    EXPECT_EQ(synthesize_graph(wanted, release_key{9}).edges, made.edges);
  }
  EXPECT_NE(synthesize_graph(wanted, release_key{9}, 1).edges, made.edges);
  EXPECT_NE(synthesize_graph(wanted, release_key{8}).edges, made.edges);
}

/// Numbers are dealt anew: the user of the largest degree is anywhere.
TEST(SyntheticGraph, NumbersTellNothing) {
  wanted_graph star;
  star.degrees.assign(8, 1);
  star.degrees[0] = 7;
  std::set<vertex_id> hubs;
  for (std::uint32_t i = 0; i < 100; ++i) {
    const csr_graph g = as_graph(synthesize_graph(star, release_key{3}, i));
    for (vertex_id u = 0; u < 8; ++u)
      if (g.degree(u) == 7) hubs.insert(u);
  }
  EXPECT_EQ(hubs.size(), 8U);
}

TEST(SyntheticGraph, TinyGraphs) {
  EXPECT_TRUE(synthesize_graph({}, release_key{1}).edges.empty());
  wanted_graph nobody;
  nobody.degrees.assign(5, 0);
  EXPECT_TRUE(synthesize_graph(nobody, release_key{1}).edges.empty());
  for (const std::uint64_t users : {2U, 3U, 4U, 5U, 9U, 30U})
    for (std::uint64_t key = 0; key < 20; ++key) {
      wanted_graph all;  // who all know each other: no swap is possible
      all.degrees.assign(users, users - 1);
      all.triangles = 1e6;
      const synthetic_graph made = synthesize_graph(all, release_key{key});
      EXPECT_EQ(made.edges.size(), users * (users - 1) / 2) << users;
      wanted_graph star;
      star.degrees.assign(users, 1);
      star.degrees[0] = users - 1;
      expect_degrees(star, synthesize_graph(star, release_key{key}));
    }
}

TEST(SyntheticGraph, TellsEndsThatNoGraphHas) {
  wanted_graph impossible;  // two users who know everybody make all others know two
  impossible.degrees = {4, 4, 1, 1, 0};
  const synthetic_graph made = synthesize_graph(impossible, release_key{1});
  EXPECT_EQ(made.wanted_ends, 10U);
  EXPECT_LT(made.ends, 10U);
  EXPECT_EQ(made.ends, 2 * made.edges.size());
  EXPECT_EQ(as_graph(made).edge_count(), made.edges.size());
}

/// Of a graph without triangles none are made, though a random one has some: the number is sure.
TEST(SyntheticGraph, SureNumbersOfTrianglesStandNoisyOnesAreCut) {
  wanted_graph wanted = statistics_of(generate_erdos_renyi(300, 3000, 1), 1);
  wanted.classes.clear();
  const double by_chance = wanted.triangles;
  wanted.triangles = 0.2 * by_chance;
  const synthetic_graph sure = synthesize_graph(wanted, release_key{4});
  EXPECT_EQ(sure.triangles.wanted, wanted.triangles);
  EXPECT_LT(sure.triangles.reached, 0.3 * by_chance);
  wanted.triangles = -0.5 * by_chance;
  wanted.triangles_error = by_chance;
  const synthetic_graph noisy = synthesize_graph(wanted, release_key{4});
  EXPECT_GT(noisy.triangles.wanted, 0.8 * by_chance);
  EXPECT_LT(noisy.triangles.wanted, 2.0 * by_chance);
}

TEST(SyntheticGraph, StopsWhereNothingIsGained) {
  wanted_graph wanted = statistics_of(generate_erdos_renyi(500, 2000, 1), 1);
  for (wanted_class& c : wanted.classes) c.triangles = 1e5;  // more than there are wedges
  wanted.triangles = 7e5;
  const synthetic_graph made = synthesize_graph(wanted, release_key{5});
  EXPECT_LT(made.proposals, 60 * made.edges.size() + 300'000);
  EXPECT_GT(made.energy, static_cast<double>(made.classes.size() + 1));
}

TEST(SyntheticGraph, RefusesWhatIsNoGraph) {
  const auto refuses = [](const wanted_graph& wanted, const std::string& why) {
    try {
      synthesize_graph(wanted, release_key{1});
      ADD_FAILURE() << "accepted: " << why;
    } catch (const invalid_parameter& e) {
      EXPECT_NE(std::string(e.what()).find(why), std::string::npos) << e.what();
    }
  };
  wanted_graph wanted;
  wanted.degrees = {1, 1, 1};
  refuses(wanted, "odd number 3");
  wanted.degrees = {3, 2, 1};
  refuses(wanted, "degree 3 among 3 users");
  wanted = statistics_of(some_graph(), 2);
  wanted.group_of[5] = 2;
  refuses(wanted, "group 2 of a user is none of 2");
  wanted.group_of.pop_back();
  refuses(wanted, "group_of has 599 entries for 600 users");
  wanted = statistics_of(some_graph(), 2);
  wanted.ends[1] += 1.0;
  refuses(wanted, "not symmetric");
  wanted.ends.pop_back();
  refuses(wanted, "an entry for each two of 2 groups");
  // A number whose square is 0 in 64 bits, as a file may have it.
  wanted.ends.clear();
  wanted.ends_errors.clear();
  wanted.group_count = std::size_t{1} << 32;
  refuses(wanted, "an entry for each two of 4294967296 groups");
  wanted = statistics_of(some_graph(), 1);
  wanted.triangles = std::numeric_limits<double>::quiet_NaN();
  refuses(wanted, "triangles");
  wanted = statistics_with_contacts(some_graph(), 1);
  wanted.walks_error = -1.0;
  refuses(wanted, "walks");
  wanted = statistics_with_contacts(some_graph(), 1);
  wanted.classes[2].contact_degrees = std::numeric_limits<double>::infinity();
  refuses(wanted, "degrees of contacts");
  wanted = statistics_of(some_graph(), 1);
  std::swap(wanted.classes[0], wanted.classes[1]);
  refuses(wanted, "do not increase");
  wanted = statistics_of(some_graph(), 1);
  wanted.group_count = 0;
  refuses(wanted, "no group");
}

/// Noise may have made a sum of degrees negative, and of such a size that its tolerance would be 0.
TEST(SyntheticGraph, NegativeDegreesOfContactsAreAimsLikeOthers) {
  wanted_graph wanted = statistics_with_contacts(some_graph(), 1);
  wanted.classes[2].contact_degrees = -60.0;
  wanted.classes[2].contact_degrees_error = 0.0;
  EXPECT_TRUE(std::isfinite(synthesize_graph(wanted, release_key{1}).energy));
}

TEST(SyntheticGraph, OfNobodyHasNobody) {
  EXPECT_TRUE(synthesize_graph({}, release_key{1}).edges.empty());
  wanted_graph wanted;
  wanted.group_count = 2;
  wanted.ends = wanted.ends_errors = {0.0, 0.0, 0.0, 0.0};
  EXPECT_EQ(synthesize_graph(wanted, release_key{1}).users, 0U);
}

TEST(SynthesisPairSet, IsASetInBothForms) {
  for (const std::uint64_t users : {100U, 30'000U}) {  // bits, and a table
    synthesis::pair_set pairs(users, 300);
    std::set<std::pair<vertex_id, vertex_id>> known;
    public_coins coins(release_key{1}, stream_tag::communities, 1);
    for (int i = 0; i < 20'000; ++i) {
      auto u = static_cast<vertex_id>(coins() % 30), v = static_cast<vertex_id>(coins() % 30);
      if (u == v) continue;
      const std::pair<vertex_id, vertex_id> key = std::minmax(u, v);
      ASSERT_EQ(pairs.contains(u, v), known.contains(key));
      if (known.erase(key) > 0) {
        pairs.erase(v, u);
      } else if (known.size() < 300) {
        known.insert(key);
        pairs.insert(u, v);
      }
    }
    for (vertex_id u = 0; u < 30; ++u)
      for (vertex_id v = u + 1; v < 30; ++v) ASSERT_EQ(pairs.contains(u, v), known.contains({u, v}));
  }
}

TEST(SynthesisWiring, CountsTrianglesAtUsers) {
  const csr_graph g = generate_holme_kim(300, 4, 0.7, 2);
  synthesis::edge_list edges;
  for (vertex_id u = 0; u < g.vertex_count(); ++u)
    for (const vertex_id v : g.neighbors(u))
      if (v < u) edges.emplace_back(u, v);
  EXPECT_EQ(synthesis::triangles_at_users(300, edges), triangles_by_pairs(g));
}

}  // namespace
}  // namespace edgeldp
