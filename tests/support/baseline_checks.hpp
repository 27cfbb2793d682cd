// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/rivals/triangles/method_simulation.hpp"
#include "support/statistics.hpp"

/// What every baseline owes, whatever its method.
namespace edgeldp::test {

template <TriangleBaseline Method>
void expect_same_for_every_thread_count(const csr_graph& g, const Method& method) {
  std::vector<baseline_result> results;
  for (const unsigned threads : {1U, 2U, 5U, 8U}) {
    const thread_limit limit(threads);
    results.push_back(estimate_triangles(g, method, {42}, coin_source::simulated(7)));
  }
  for (const baseline_result& r : results) {
    EXPECT_EQ(r.triangles.value, results[0].triangles.value);
    EXPECT_EQ(r.triangles.standard_error, results[0].triangles.standard_error);
    EXPECT_EQ(r.communication.upload_bytes, results[0].communication.upload_bytes);
    EXPECT_EQ(r.communication.download_bytes, results[0].communication.download_bytes);
    EXPECT_EQ(r.communication.measured_users, results[0].communication.measured_users);
  }
}

template <TriangleBaseline Method>
void expect_tiny_and_empty_graphs_work(const Method& method) {
  for (const std::uint64_t n : {1U, 2U, 3U})
    EXPECT_TRUE(
        std::isfinite(estimate_triangles(csr_graph(n, {}), method, {1}, coin_source()).triangles.value))
        << n;
  EXPECT_THROW(estimate_triangles(csr_graph(), method, {1}, coin_source()), bad_graph_input);
}

/// Errors of repeated runs and what was predicted of them, means over runs.
struct repeated_runs {
  moments error, predicted_error, predicted_bias;
};

template <TriangleBaseline Method>
repeated_runs repeat(const csr_graph& g, const Method& method, std::uint64_t runs = 100) {
  const auto truth = static_cast<double>(exact::count_triangles(g));
  repeated_runs all;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const baseline_result r =
        estimate_triangles(g, method, {run * 31 + 7}, coin_source::simulated(run + 500));
    all.error.add(r.triangles.value - truth);
    all.predicted_error.add(r.triangles.standard_error);
    all.predicted_bias.add(r.triangles.bias);
  }
  return all;
}

/// Over 100 runs: the mean error is the predicted bias to 3 standard errors of the mean and half
/// the bias (false alarm 0.3% if the bias is as predicted; the seeds are fixed), and the spread is
/// the predicted one to `tolerance`.
inline void expect_as_predicted(const repeated_runs& all, double tolerance) {
  const double deviation = std::sqrt(all.error.variance());
  EXPECT_NEAR(all.error.mean, all.predicted_bias.mean,
              0.3 * deviation + 0.5 * std::abs(all.predicted_bias.mean));
  EXPECT_NEAR(deviation, all.predicted_error.mean, tolerance * all.predicted_error.mean);
}

}  // namespace edgeldp::test
