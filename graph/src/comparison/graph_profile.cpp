// SPDX-License-Identifier: MIT
#include "edgeldp/graph/comparison/graph_profile.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/graph/questions/degrees/exact.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"

namespace edgeldp::exact {

namespace {

constexpr std::uint64_t grain = 64;  // of vertices, for loops over lists
constexpr double converged = 1e-8;   // PGB's own stops at 1e-6
constexpr unsigned most_steps = 2000;

/// Sums over users of powers of their degrees.
struct degree_sums {
  uint128 first = 0, second = 0, third = 0;

  explicit degree_sums(const std::vector<std::uint64_t>& degrees) {
    for (const std::uint64_t d : degrees) {
      first += d;
      second += uint128{d} * d;
      third += uint128{d} * d * d;
    }
  }
};

uint128 checked_product(uint128 a, uint128 b) {
  uint128 product = 0;
  if (__builtin_mul_overflow(a, b, &product))
    throw bad_graph_input("sums of degrees for the assortativity do not fit 128 bits");
  return product;
}

/// Over both directions of edges: the product of the degrees at their ends.
uint128 sum_products(const graph_view& g, const std::vector<std::uint64_t>& degrees) {
  std::mutex mutex;
  uint128 sum = 0;
  parallel_for(0, g.vertex_count(), grain, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<vertex_id> scratch;
    uint128 part = 0;
    for (std::uint64_t v = first; v < last; ++v) {
      uint128 near = 0;
      for (const vertex_id u : g.neighbors(static_cast<vertex_id>(v), scratch)) near += degrees[u];
      part += near * degrees[v];
    }
    const std::lock_guard lock(mutex);
    sum += part;
  });
  return sum;
}

std::optional<double> sample_variance(const std::vector<std::uint64_t>& degrees) {
  if (degrees.size() < 2) return std::nullopt;
  const degree_sums sums(degrees);
  const auto n = static_cast<double>(degrees.size());
  // n times the sum of squares, less the squared sum, is whole: nothing cancels.
  const uint128 spread =
      checked_product(degrees.size(), sums.second) - checked_product(sums.first, sums.first);
  return static_cast<double>(spread) / (n * (n - 1.0));
}

std::vector<double> shares_by_degree(const std::vector<std::uint64_t>& degrees) {
  std::vector<std::uint64_t> users;
  for (const std::uint64_t d : degrees) {
    if (users.size() <= d) users.resize(d + 1);
    ++users[d];
  }
  std::vector<double> shares;
  for (const std::uint64_t u : users)
    shares.push_back(static_cast<double>(u) / static_cast<double>(degrees.size()));
  return shares;
}

weighted_graph with_unit_weights(const graph_view& g) {
  std::vector<weighted_edge> edges;
  std::vector<vertex_id> scratch;
  for (std::uint64_t i = 0; i < g.vertex_count(); ++i) {
    const auto v = static_cast<vertex_id>(i);
    for (const vertex_id u : g.neighbors(v, scratch))
      if (u > v) edges.push_back({v, u, 1.0});
  }
  return {g.vertex_count(), edges};
}

/// (A + I) x.
std::vector<double> next_power(const graph_view& g, const std::vector<double>& x) {
  std::vector<double> y(x.size());
  parallel_for(0, x.size(), grain, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<vertex_id> scratch;
    for (std::uint64_t v = first; v < last; ++v) {
      double sum = x[v];
      for (const vertex_id u : g.neighbors(static_cast<vertex_id>(v), scratch)) sum += x[u];
      y[v] = sum;
    }
  });
  return y;
}

void make_length_one(std::vector<double>& x) {
  double squares = 0.0;
  for (const double one : x) squares += one * one;
  const double length = std::sqrt(squares);
  for (double& one : x) one /= length;
}

}  // namespace

std::optional<double> degree_assortativity(const graph_view& g) {
  const std::vector<std::uint64_t> degrees = degree_sequence(g);
  const degree_sums sums(degrees);
  const uint128 squared = checked_product(sums.second, sums.second);
  const uint128 variance = checked_product(sums.first, sums.third) - squared;
  if (variance == 0) return std::nullopt;
  const uint128 products = checked_product(sums.first, sum_products(g, degrees));
  const auto covariance = products >= squared ? static_cast<double>(products - squared)
                                              : -static_cast<double>(squared - products);
  return covariance / static_cast<double>(variance);
}

centrality eigenvector_centrality(const graph_view& g) {
  const std::uint64_t n = g.vertex_count();
  centrality found{std::vector<double>(n, 1.0), 0.0, 0};
  if (n == 0) return found;
  make_length_one(found.of);
  do {
    std::vector<double> next = next_power(g, found.of);
    make_length_one(next);
    double change = 0.0;
    for (std::uint64_t v = 0; v < n; ++v) change += std::abs(next[v] - found.of[v]);
    found.of = std::move(next);
    found.mean_change = change / static_cast<double>(n);
  } while (++found.steps < most_steps && found.mean_change >= converged);
  return found;
}

graph_profile profile_of(const graph_view& g, std::uint64_t sources, std::uint64_t seed) {
  const std::vector<std::uint64_t> degrees = degree_sequence(g);
  const degree_sums sums(degrees);
  graph_profile p;
  p.nodes = g.vertex_count();
  p.edges = static_cast<std::uint64_t>(sums.first) / 2;
  p.average_degree = p.nodes == 0 ? 0.0 : static_cast<double>(sums.first) / static_cast<double>(p.nodes);
  p.degree_variance = sample_variance(degrees);
  p.degree_shares = shares_by_degree(degrees);
  tell_stage("triangles");
  p.triangles = count_triangles(g);
  p.global_clustering = global_clustering(g);
  p.average_clustering = average_local_clustering(g);
  p.assortativity = degree_assortativity(g);
  p.distances = count_distances(g, sources, seed);
  tell_stage("communities");
  p.groups = louvain_partition(with_unit_weights(g));
  tell_stage("centrality");
  centrality central = eigenvector_centrality(g);
  std::sort(central.of.begin(), central.of.end(), std::greater<>());
  p.centralities = std::move(central.of);
  p.centrality_change = central.mean_change;
  return p;
}

}  // namespace edgeldp::exact
