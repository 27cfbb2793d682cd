// SPDX-License-Identifier: MIT
#include "edgeldp/graph/protocol/predict.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "refused_pairs.hpp"

namespace edgeldp {

clip_model::clip_model(epsilon budget) : m_decay(std::exp(-budget.nats())), m_filter(budget) {}

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
  return y >= 0.0 ? y * y + variance() - m_filter.b() * std::pow(m_decay, y)
                  : m_filter.b() * std::pow(m_decay, -y);
}

double triangle_error::standard_error() const noexcept {
  return std::sqrt(response_variance + laplace_variance + clip_variance);
}

double triangle_error::rmse() const noexcept {
  return std::sqrt(response_variance + laplace_variance + clip_variance + bias * bias);
}

namespace {

double response_variance(const triangle_terms& terms, const bit_law& law, double closure) {
  const double triangles = closure * terms.pairs, open = std::fmax(0.0, 1.0 - closure);
  // What the configuration model has beyond one user a pair lies at pairs of hubs, which tend to be edges.
  const double hubs = std::fmax(0.0, terms.squared_sharing - terms.pairs), open_hubs = open * std::sqrt(open);
  const double alone = (1.0 + pair_overlap) * terms.pairs;
  const double on_edges = closure * alone + (1.0 - open_hubs) * hubs +
                          closure_concentration * triangles * triangles / std::fmax(terms.edges, 1.0);
  const double elsewhere = open * alone + open_hubs * hubs;
  return on_edges * law.edge_variance() + elsewhere * law.non_edge_variance();
}

}  // namespace

triangle_error predict_triangle_error(const triangle_terms& terms, const bit_law& law, epsilon count,
                                      double closure) {
  const double spread = law.p1 - law.p0;
  triangle_error error;
  error.response_variance = response_variance(terms, law, closure);
  error.laplace_variance = 2.0 * terms.squared_caps / (count.nats() * count.nats() * spread * spread);
  error.clip_variance = closure * closure * terms.squared_lost_pairs;
  error.bias = -closure * terms.lost_pairs;
  return error;
}

rejected_pairs predict_rejected_pairs(double size, const std::array<double, 2>& limits, const bit_law& law,
                                      double closure) {
  const double others = size - 1.0;
  if (others <= 0.0) return {};
  const double spread = law.p1 - law.p0;
  const double ones = others * (law.p0 + closure * spread);
  const double of_bits = closure * law.p1 * (1.0 - law.p1) + (1.0 - closure) * law.p0 * (1.0 - law.p0);
  const double of_closure = closure * (1.0 - closure) / (closure_weight + 1.0);
  const double deviation = std::sqrt(others * of_bits + others * others * spread * spread * of_closure);
  // Nobody has more noisy edges than others, whatever the tail of a normal law says.
  const auto refused = [&](double mean, double limit) {
    if (limit >= others) return 0.0;
    return std::fmax(
        0.0, refused_pairs(size, mean, deviation, limit) - refused_pairs(size, mean, deviation, others));
  };
  return {refused(others - ones, limits[0]), refused(ones, limits[1])};
}

triangle_error predict_acceptance_error(const triangle_terms& terms, std::span<const size_belief> beliefs,
                                        const cap_rule& rule, const bit_law& law, epsilon count,
                                        double closure) {
  const double spread = law.p1 - law.p0, odds = (1.0 - law.p0) / law.p0;
  triangle_error error;
  error.response_variance = response_variance(terms, law, closure);
  double squared_sensitivity = 0.0;
  double users = 0.0, lost = 0.0, squared_lost = 0.0;  // of one true size: there anchors differ by chance
  const auto close_group = [&] {
    if (users > 0.0) error.clip_variance += std::fmax(0.0, squared_lost - lost * lost / users);
    error.bias -= lost;
    users = lost = squared_lost = 0.0;
  };
  double size = 0.0;
  for (const size_belief& user : beliefs) {
    if (user.size != size) close_group();
    size = user.size;
    const double others = std::fmax(0.0, user.anchor + static_cast<double>(rule.margin) - 1.0);
    const double ones = std::ceil(others * rule.kappa_percent / 100.0);
    const double sensitivity = ones * (1.0 - law.p0);
    squared_sensitivity += user.weight * sensitivity * sensitivity;
    const rejected_pairs rejected = predict_rejected_pairs(size, {ones * odds, ones}, law, closure);
    const double loss = ((1.0 - law.p0) * rejected.ones - law.p0 * rejected.zeros) / spread;
    users += user.weight;
    lost += user.weight * loss;
    squared_lost += user.weight * loss * loss;
  }
  close_group();
  error.laplace_variance = 2.0 * squared_sensitivity / (count.nats() * count.nats() * spread * spread);
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
