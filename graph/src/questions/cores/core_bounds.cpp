// SPDX-License-Identifier: MIT
#include "questions/cores/core_bounds.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

/// Pr[X >= h] of a binomial law of n trials at p.
double binomial_survival(double h, double n, double p) {
  using namespace boost::math::policies;
  if (h <= 0.0 || p >= 1.0) return 1.0;
  return p <= 0.0 ? 0.0 : boost::math::ibeta(h, n - h + 1.0, p, policy<promote_double<false>>());
}

/// Pr[noise >= x]; noise: discrete Laplace of sensitivity 1, a = exp(-budget).
double noise_from(double x, double a) {
  return x > 0.0 ? std::pow(a, x) / (1.0 + a) : 1.0 - std::pow(a, 1.0 - x) / (1.0 + a);
}

/// Probabilities of values from `first` on.
struct value_law {
  std::uint64_t first = 0;
  std::vector<double> mass;
};

/// The h-index of k numbers that are each v + noise of their own.
class noisy_h_index {
 public:
  noisy_h_index(std::uint64_t k, epsilon budget)
      : m_k(static_cast<double>(k)), m_a(std::exp(-budget.nats())) {}

  /// Pr[h-index >= h], falling in h.
  double survival(std::uint64_t v, std::uint64_t h) const {
    const auto wanted = static_cast<double>(h);
    return binomial_survival(wanted, m_k, noise_from(wanted - static_cast<double>(v), m_a));
  }
  /// The last h whose survival is above p, of 0 to k.
  std::uint64_t last_above(std::uint64_t v, double p) const {
    std::uint64_t low = 0, high = static_cast<std::uint64_t>(m_k) + 1;
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      (survival(v, middle) > p ? low : high) = middle;
    }
    return low;
  }

 private:
  double m_k, m_a;
};

/// Of what is rarer nothing is kept.
constexpr double rare = 1e-7;

/// The law of the h-index of k numbers that are each a common value + noise of their own.
value_law next_law(const value_law& common, std::uint64_t k, epsilon budget) {
  const noisy_h_index next(k, budget);
  value_law law{next.last_above(common.first, 1.0 - rare), {}};
  law.mass.assign(next.last_above(common.first + common.mass.size() - 1, rare) + 1 - law.first, 0.0);
  for (std::size_t i = 0; i < common.mass.size(); ++i) {
    double from = 1.0;
    for (std::size_t j = 0; j < law.mass.size(); ++j) {
      const double beyond =
          j + 1 < law.mass.size() ? next.survival(common.first + i, law.first + j + 1) : 0.0;
      law.mass[j] += common.mass[i] * (from - beyond);
      from = beyond;
    }
  }
  return law;
}

/// A count of which a share p is seen, but for chance: the largest that is plausible where `seen`
/// were. By Massart's constant of the inequality of Dvoretzky, Kiefer and Wolfowitz, for all
/// thresholds at once: of M users no fewer than M p - sqrt(M ln(1 / risk) / 2) are seen.
double largest_count(double seen, double p, double risk) {
  const double half_log = -0.5 * std::log(risk);
  const double root = (std::sqrt(half_log) + std::sqrt(half_log + 4.0 * p * seen)) / (2.0 * p);
  return root * root;
}

/// 2.5% in all.
constexpr double risk_of_contacts = 0.0125, risk_of_noise = 0.0125;

}  // namespace

std::uint64_t least_h_index_in_core(std::uint64_t k, std::span<const epsilon> budgets, double risk) {
  value_law law{k, {1.0}};  // degrees
  for (const epsilon budget : budgets) law = next_law(law, k, budget);
  double below = 0.0;
  for (std::size_t i = 0; i < law.mass.size(); ++i)
    if ((below += law.mass[i]) > risk) return law.first + i;
  return law.first;
}

core_bounds::core_bounds(std::span<const std::int64_t> last, std::span<const epsilon> budgets)
    : m_budgets(budgets.begin(), budgets.end()), m_sorted(last.begin(), last.end()) {
  ranges::sort(m_sorted);
}

double core_bounds::most_in_core(std::uint64_t k) const {
  const auto least = static_cast<double>(
      least_h_index_in_core(k, std::span(m_budgets).first(m_budgets.size() - 1), risk_of_contacts));
  const double a = std::exp(-m_budgets.back().nats());
  auto most = static_cast<double>(m_sorted.size());
  auto from = m_sorted.begin();
  for (std::size_t x = 1; x <= k; ++x) {
    from = std::lower_bound(from, m_sorted.end(), static_cast<std::int64_t>(x));
    const double p = noise_from(static_cast<double>(x) - least, a);
    if (p > 0.0)
      most = std::min(most, largest_count(static_cast<double>(m_sorted.end() - from), p, risk_of_noise));
  }
  return std::floor(most);
}

std::uint64_t core_bounds::most_degeneracy() const {
  const auto is_possible = [&](std::uint64_t k) { return most_in_core(k) > static_cast<double>(k); };
  std::uint64_t low = 0, high = 1;
  while (high < m_sorted.size() && is_possible(high)) low = high, high *= 2;
  high = std::min<std::uint64_t>(high, m_sorted.size());  // as many would need one more user
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (is_possible(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace edgeldp
