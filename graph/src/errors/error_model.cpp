// SPDX-License-Identifier: MIT
#include "edgeldp/graph/errors/error_model.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "limits/refused_pairs.hpp"

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
  // Beyond 21 scales nothing is left; there and below, strides keep the work bounded and a stride's
  // decay below 1%.
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

double error_parts::standard_error() const noexcept {
  return std::sqrt(response_variance + laplace_variance + clip_variance);
}

double error_parts::rmse() const noexcept {
  return std::sqrt(response_variance + laplace_variance + clip_variance + bias * bias);
}

namespace {

double response_variance(const error_terms& terms, const bit_law& law, double closure) {
  const double triangles = closure * terms.pairs, open = std::fmax(0.0, 1.0 - closure);
  // What the configuration model has beyond one user a pair lies at pairs of hubs, which tend to be
  // edges.
  const double hubs = std::fmax(0.0, terms.squared_sharing - terms.pairs), open_hubs = open * std::sqrt(open);
  const double alone = (1.0 + pair_overlap) * terms.pairs;
  const double on_edges = closure * alone + (1.0 - open_hubs) * hubs +
                          closure_concentration * triangles * triangles / std::fmax(terms.edges, 1.0);
  const double elsewhere = open * alone + open_hubs * hubs;
  return on_edges * law.edge_variance() + elsewhere * law.non_edge_variance();
}

}  // namespace

error_parts predict_triangle_error(const error_terms& terms, const bit_law& law, epsilon count,
                                   double closure) {
  const double spread = law.p1 - law.p0;
  error_parts error;
  error.response_variance = response_variance(terms, law, closure);
  error.laplace_variance = 2.0 * terms.squared_caps / (count.nats() * count.nats() * spread * spread);
  error.clip_variance = closure * closure * terms.squared_lost_pairs;
  error.bias = -closure * terms.lost_pairs;
  return error;
}

namespace {

/// The noisy degrees, by bit, of a member of a list among the others: normal, cut at the number of
/// others.
class noisy_degrees {
 public:
  noisy_degrees(double size, const bit_law& law, double closure)
      : m_members(size), m_others(std::max(0.0, size - 1.0)) {
    const double spread = law.p1 - law.p0;
    const double ones = m_others * (law.p0 + closure * spread);
    const double of_bits = closure * law.p1 * (1.0 - law.p1) + (1.0 - closure) * law.p0 * (1.0 - law.p0);
    const double of_closure = closure * (1.0 - closure) / (closure_weight + 1.0);
    m_deviation = std::sqrt(m_others * of_bits + m_others * m_others * spread * spread * of_closure);
    m_scale = m_deviation > 0.0 ? 1.0 / m_deviation : 0.0;
    m_mean = {m_others - ones, ones};
    for (const std::size_t bit : {0U, 1U}) m_cut[bit] = m_tables->above(room(bit) * m_scale).mean;
  }

  rejected_pairs rejected(const std::array<double, 2>& limits) const {
    return {refused(0, limits[0]), refused(1, limits[1])};
  }

 private:
  double room(std::size_t bit) const { return m_others - m_mean[bit]; }

  double refused(std::size_t bit, double limit) const {
    if (limit >= m_others) return 0.0;  // nobody has more
    const double x = (limit - m_mean[bit]) * m_scale;
    if (x > normal_excess::reach) return 0.0;
    const auto [tail, excess] = m_tables->above(x);
    return m_members * m_deviation * std::max(0.0, excess - m_cut[bit]) * (1.0 - 0.5 * tail);
  }

  const normal_excess* m_tables = &normal_excess::tables();
  double m_members, m_others, m_deviation, m_scale;
  std::array<double, 2> m_mean, m_cut;
};

}  // namespace

rejected_pairs predict_rejected_pairs(double size, const std::array<double, 2>& limits, const bit_law& law,
                                      double closure) {
  return noisy_degrees(size, law, closure).rejected(limits);
}

double predict_closed_bias(std::span<const size_class> beliefs, const bound_rule& rule, const bit_law& law) {
  const double kappa = rule.kappa_percent / 100.0, of_one = (1.0 - law.p0) / (law.p1 - law.p0);
  double lost = 0.0;
  for (const size_class& user : beliefs) {
    const double others = std::max(0.0, user.anchor + static_cast<double>(rule.margin) - 1.0);
    const double excess = law.p1 * (user.size - 1.0) - std::ceil(others * kappa);
    if (excess > 0.0) lost += user.weight * 0.5 * user.size * excess;  // a refused pair relieves two
  }
  return -of_one * lost;
}

error_parts predict_acceptance_error(const error_terms& terms, std::span<const size_class> beliefs,
                                     const bound_rule& rule, const bit_law& law, epsilon count,
                                     double closure) {
  const double spread = law.p1 - law.p0, odds = (1.0 - law.p0) / law.p0;
  const double kappa = rule.kappa_percent / 100.0, of_one = (1.0 - law.p0) / spread,
               of_zero = law.p0 / spread;
  error_parts error;
  error.response_variance = response_variance(terms, law, closure);
  double squared_ones = 0.0;
  for (std::size_t i = 0; i < beliefs.size();) {  // of one true size: there anchors differ by chance
    const double size = beliefs[i].size;
    const noisy_degrees noisy(size, law, closure);
    double users = 0.0, lost = 0.0, squared_lost = 0.0;
    for (; i < beliefs.size() && beliefs[i].size == size; ++i) {
      const size_class& user = beliefs[i];
      const double others = std::max(0.0, user.anchor + static_cast<double>(rule.margin) - 1.0);
      const double ones = std::ceil(others * kappa);
      squared_ones += user.weight * ones * ones;
      const rejected_pairs rejected = noisy.rejected({ones * odds, ones});
      const double loss = of_one * rejected.ones - of_zero * rejected.zeros;
      users += user.weight;
      lost += user.weight * loss;
      squared_lost += user.weight * loss * loss;
    }
    if (users > 0.0) error.clip_variance += std::max(0.0, squared_lost - lost * lost / users);
    error.bias -= lost;
  }
  const double sensitivity = of_one / count.nats();
  error.laplace_variance = 2.0 * squared_ones * sensitivity * sensitivity;
  return error;
}

}  // namespace edgeldp
