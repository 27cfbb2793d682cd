// SPDX-License-Identifier: MIT
#include "edgeldp/channel/mechanisms/laplace_channels.hpp"

#include <cmath>
#include <cstdlib>
#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

void check(const channel::labels& answers) {
  if (answers.size() < 2)
    throw invalid_parameter("Laplace noise on categories takes at least 2 answers, not " +
                            std::to_string(answers.size()));
}

/// Of the first category's row, the worst one: its likeliest truth is itself, its unlikeliest the
/// last one.
double loss_at(std::size_t answers, double inverse_scale) noexcept {
  return (static_cast<double>(answers) - 1.5) * inverse_scale + std::log1p(-std::expm1(-0.5 * inverse_scale));
}

}  // namespace

double calibrated_inverse_scale(std::size_t answers, double nats) noexcept {
  const auto t = static_cast<double>(answers);
  // Between the paper's scale and the one at which the first term of the loss alone is `nats`.
  double low = nats / (t - 1.0), high = nats / (t - 1.5);
  for (double middle = 0.5 * (low + high); low < middle && middle < high; middle = 0.5 * (low + high))
    (loss_at(answers, middle) <= nats ? low : high) = middle;
  return low;
}

double laplace_loss(std::size_t answers, double nats) noexcept {
  return loss_at(answers, nats / static_cast<double>(answers - 1));
}

Eigen::MatrixXd laplace_probabilities(std::size_t answers, double inverse_scale) {
  const auto t = static_cast<Eigen::Index>(answers);
  Eigen::MatrixXd p(t, t);
  for (Eigen::Index v = 0; v < t; ++v) {
    for (Eigen::Index u = 0; u < t; ++u) {
      const auto distance = static_cast<double>(std::abs(u - v));
      const bool is_end = u == 0 || u == t - 1;
      if (is_end) {
        // All the noise beyond one threshold; the truth itself has the rest.
        const double beyond = 0.5 * std::exp(-(distance == 0.0 ? 0.5 : distance - 0.5) * inverse_scale);
        p(u, v) = distance == 0.0 ? 1.0 - beyond : beyond;
      } else if (distance == 0.0) {
        p(u, v) = -std::expm1(-0.5 * inverse_scale);
      } else {
        p(u, v) = -0.5 * std::exp(-(distance - 0.5) * inverse_scale) * std::expm1(-inverse_scale);
      }
    }
  }
  return p;
}

channel laplace_channel(epsilon budget, channel::labels answers) {
  check(answers);
  const std::size_t t = answers.size();
  return channel_within(budget, answers, answers, [t](double nats) {
    return laplace_probabilities(t, nats / static_cast<double>(t - 1));
  });
}

channel calibrated_laplace_channel(epsilon budget, channel::labels answers) {
  check(answers);
  const std::size_t t = answers.size();
  return channel_within(budget, answers, answers, [t](double nats) {
    return laplace_probabilities(t, calibrated_inverse_scale(t, nats));
  });
}

}  // namespace edgeldp
