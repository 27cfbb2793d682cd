// SPDX-License-Identifier: MIT
#include "questions/mixing/degree_correlation.hpp"

#include <cmath>
#include <limits>

#include "edgeldp/graph/errors/inflation.hpp"

namespace edgeldp {

estimate correlate_degrees(const Eigen::Vector4d& x, const joint_errors& errors, double share) {
  const Eigen::Matrix4d& covariance = errors.covariance;
  const double walks = x[0] / share, ends = x[1], squares = x[2], cubes = x[3];
  const double numerator = ends * walks - squares * squares, denominator = ends * cubes - squares * squares;
  const Eigen::Vector4d of_numerator(ends / share, walks, -2.0 * squares, 0.0),
      of_denominator(0.0, cubes, -2.0 * squares, ends);
  if (!(denominator > 2.0 * errors.deviation(of_denominator)))
    return {0.0, std::numeric_limits<double>::infinity()};
  const double value = numerator / denominator;
  const Eigen::Vector4d gradient = of_numerator - value * of_denominator;
  const double bias_of_parts =
      covariance(0, 1) / share - covariance(2, 2) - value * (covariance(1, 3) - covariance(2, 2));
  const double together = of_denominator.dot(covariance * gradient);
  const double bias = bias_of_parts / denominator - together / (denominator * denominator);
  const double lost = 1.0 - share;  // whom users know who are in no class is not known
  return {value, errors.deviation(gradient) / denominator, bias, std::abs(bias) + lost,
          inflation::degree_assortativity};
}

}  // namespace edgeldp
