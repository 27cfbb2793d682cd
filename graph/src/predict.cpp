// SPDX-License-Identifier: MIT
#include "edgeldp/graph/protocol/predict.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace edgeldp {

clip_model::clip_model(epsilon budget)
    : m_decay(std::exp(-budget.nats())),
      m_filter(m_decay / (std::expm1(-budget.nats()) * std::expm1(-budget.nats()))) {}

// Pr[excess >= x] = a^(gap + x) / (1 + a), and losing the x-th neighbour loses s - x pairs.
double clip_model::expected_lost_pairs(double size, double gap) const noexcept {
  const double n = size - 1.0;
  if (n <= 0.0) return 0.0;
  const double ratio = m_decay / (1.0 - m_decay);
  return std::pow(m_decay, gap) / (1.0 + m_decay) * ratio * (n - ratio * (1.0 - std::pow(m_decay, n)));
}

double clip_model::expected_squared_lost_pairs(double size, double gap) const noexcept {
  // Beyond 21 scales nothing is left; there and below, strides keep the work bounded and a stride's decay
  // below 1%.
  const double scale = -1.0 / std::log(m_decay);
  const double end = std::fmin(size, 21.0 * scale + 2.0);
  const double stride = std::fmax(1.0, std::floor(end / 2048.0));
  const double step = std::pow(m_decay, stride);
  double weight = std::pow(m_decay, gap + 0.5 * (stride + 1.0)) / (1.0 + m_decay);  // at the stride's middle
  double sum = 0.0, previous = 0.0;
  for (double x = 1.0; x < end; x += stride, weight *= step) {
    const double last = x + stride - 1.0;
    const double lost = 0.5 * last * (2.0 * size - last - 1.0);
    sum += weight * (lost * lost - previous * previous);
    previous = lost;
  }
  return sum;
}

double clip_model::expected_squared_cap(double centre) const noexcept {
  const double y = centre - 1.0;
  return y >= 0.0 ? y * y + variance() - m_filter * std::pow(m_decay, y) : m_filter * std::pow(m_decay, -y);
}

double triangle_error::standard_error() const noexcept {
  return std::sqrt(response_variance + laplace_variance + clip_variance);
}

double triangle_error::rmse() const noexcept {
  return std::sqrt(response_variance + laplace_variance + clip_variance + bias * bias);
}

triangle_error predict_triangle_error(const triangle_terms& terms, const bit_law& law, epsilon count,
                                      double closure) {
  const double spread = law.p1 - law.p0;
  triangle_error error;
  const double triangles = closure * terms.pairs;
  const double sharing =
      terms.squared_sharing + closure_concentration * triangles * triangles / std::fmax(terms.edges, 1.0);
  error.response_variance =
      sharing * (closure * law.edge_variance() + (1.0 - closure) * law.non_edge_variance());
  error.laplace_variance = 2.0 * terms.squared_caps / (count.nats() * count.nats() * spread * spread);
  error.clip_variance = closure * closure * terms.squared_lost_pairs;
  error.bias = -closure * terms.lost_pairs;
  return error;
}

double predict_squared_sharing(std::span<const place_moments> places) {
  const std::size_t n = places.size();
  std::vector<double> weight(n);  // s_i (s_i - 1) / S_i^2
  double before = 0.0, pairs = 0.0, after = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    pairs += 0.5 * places[i].two_stars;
    weight[i] = before > 0.0 ? places[i].two_stars / (before * before) : 0.0;
    after += weight[i];
    before += places[i].degree;
  }
  double squares_before = 0.0, sharing = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    after -= weight[k];
    sharing += places[k].squared_degree * squares_before * after * after;
    squares_before += places[k].squared_degree;
  }
  return std::max(0.0, pairs) + sharing;
}

}  // namespace edgeldp
