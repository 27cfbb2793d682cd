// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/clustering/clustering.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "edgeldp/graph/questions/degrees/degrees.hpp"

namespace edgeldp {

estimate ratio_of(const estimate& triangles, const estimate& wedges) {
  if (!(wedges.value > 0.0)) return {0.0, std::numeric_limits<double>::infinity(), 0.0};
  const double ratio = 3.0 * triangles.value / wedges.value;
  const double of_triangles = 3.0 * triangles.standard_error / wedges.value;
  const double relative = wedges.standard_error / wedges.value;
  const double of_wedges = ratio * relative, curvature = ratio * relative * relative;
  const double error = std::hypot(of_triangles, of_wedges);
  const double inflated = std::hypot(triangles.inflation * of_triangles, wedges.inflation * of_wedges);
  return {ratio,
          error,
          curvature + 3.0 * triangles.bias / wedges.value,
          std::abs(curvature) + 3.0 * triangles.bias_bound / wedges.value,
          error > 0.0 && std::isfinite(error) ? inflated / error : 1.0,
          triangles.rests_on_few};
}

namespace {

template <class Result>
clustering_of<Result> with_wedges(Result run) {
  const edgeldp::estimate wedges = estimate_stars(degrees_of(*run.published), 2);
  return {ratio_of(run.triangles, wedges), wedges, std::move(run)};
}

}  // namespace

centred_clustering_result estimate_clustering(session& s, const centred_options& options) {
  return with_wedges(estimate_centred_triangles(s, options));
}

clustering_result estimate_clustering(session& s, const two_step& options) {
  return with_wedges(estimate_triangles(s, options));
}

}  // namespace edgeldp
