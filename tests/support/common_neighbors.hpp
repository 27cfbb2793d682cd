// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/bipartite_graph.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_neighbors_simulation.hpp"
#include "edgeldp/graph/questions/common_neighbors/exact.hpp"

/// Repeated runs of the common-neighbour protocols against their predictions.
namespace edgeldp::test {

/// A graph cut in two: users are the first `users` vertices, items the others; edges among them are
/// taken.
inline bipartite_graph cut_in_two(const csr_graph& g, vertex_id users) {
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (vertex_id u = 0; u < users; ++u)
    for (const vertex_id v : g.neighbors(u))
      if (v >= users) edges.emplace_back(u, v - users);
  return {users, g.vertex_count() - users, edges};
}

/// Pairs (0, 1), (2, 3), ...: all of them disjoint.
inline std::vector<user_pair> neighboring_pairs(vertex_id pairs) {
  std::vector<user_pair> list;
  for (vertex_id i = 0; i < pairs; ++i) list.push_back({2 * i, 2 * i + 1});
  return list;
}

/// What came out over runs and pairs: errors, and variances across the runs of each pair.
struct common_figures {
  double estimates = 0, error = 0, bias = 0, variance = 0, predicted = 0;
  double mean_z() const { return (error - bias) / std::sqrt(predicted / estimates); }
};

/// `estimate(run)` is a common_result, truth[i] the exact number of pair i.
template <class Estimate>
common_figures repeat(std::uint64_t runs, const std::vector<double>& truth, Estimate&& estimate) {
  struct sums {
    double error = 0, squares = 0;
  };
  std::vector<sums> of(truth.size());
  common_figures f;
  f.estimates = static_cast<double>(runs * truth.size());
  for (std::uint64_t run = 0; run < runs; ++run) {
    const common_result r = estimate(run);
    for (std::size_t i = 0; i < truth.size(); ++i) {
      const edgeldp::estimate& e = r.pairs[i].value;
      of[i].error += e.value - truth[i];
      of[i].squares += (e.value - truth[i]) * (e.value - truth[i]);
      f.bias += e.bias / f.estimates;
      f.predicted += e.standard_error * e.standard_error / f.estimates;
    }
  }
  const auto n = static_cast<double>(runs);
  for (const sums& s : of) {
    f.error += s.error / f.estimates;
    f.variance += (s.squares - s.error * s.error / n) / (n - 1.0) / static_cast<double>(truth.size());
  }
  return f;
}

/// Unbiased within 3 standard errors, variance as predicted up to `tolerance`. The naive estimate
/// is biased: its predicted bias, which rests on noisy degrees and a noisy mean, is held to 10%.
inline void expect_as_predicted(const common_figures& f, common_method method, double tolerance) {
  if (method == common_method::naive) {
    EXPECT_NEAR(f.error, f.bias, 0.1 * f.error);
  } else {
    EXPECT_LT(std::abs(f.mean_z()), 3.0);
  }
  EXPECT_NEAR(f.variance, f.predicted, tolerance * f.predicted);
}

struct common_setting {
  common_method method;
  codec_kind codec;
  common_variant variant = common_variant::optimized;
  double total = 2.0;

  common_options options() const {
    common_options o;
    o.total = epsilon::from_nats(total);
    o.method = method;
    o.codec = codec_spec::parse(name_of(codec),
                                {.level = 3});  // short rows: the law is the same, the encoder faster
    o.variant = variant;
    return o;
  }
};

inline common_figures repeat_in_graph(const csr_graph& g, const std::vector<user_pair>& pairs,
                                      const common_options& o, std::uint64_t runs) {
  std::vector<double> truth;
  for (const auto& [u, w] : pairs)
    truth.push_back(
        static_cast<double>(exact::count_common_neighbors(g.neighbors(u), g.neighbors(w)).common));
  return repeat(runs, truth, [&](std::uint64_t run) {
    return estimate_common_neighbors(g, pairs, o, {run * 0x9e3779b97f4a7c15U + 1},
                                     coin_source::simulated(run));
  });
}

inline common_figures repeat_in_layer(const bipartite_graph& g, const std::vector<user_pair>& pairs,
                                      const common_options& o, std::uint64_t runs) {
  std::vector<double> truth;
  for (const auto& [u, w] : pairs)
    truth.push_back(static_cast<double>(
        exact::count_common_neighbors(g.neighbors(layer::left, u), g.neighbors(layer::left, w)).common));
  return repeat(runs, truth, [&](std::uint64_t run) {
    return estimate_common_neighbors(g, layer::left, pairs, o, {run * 0x9e3779b97f4a7c15U + 1},
                                     coin_source::simulated(run));
  });
}

}  // namespace edgeldp::test
