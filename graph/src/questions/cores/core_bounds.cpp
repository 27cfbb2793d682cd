// SPDX-License-Identifier: MIT
#include "questions/cores/core_bounds.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

namespace edgeldp {

namespace {

/// Pr[X >= h] of a binomial law of n trials at p.
double binomial_survival(double h, double n, double p) {
  using namespace boost::math::policies;
  if (h <= 0.0 || p >= 1.0) return 1.0;
  return p <= 0.0 ? 0.0 : boost::math::ibeta(h, n - h + 1.0, p, policy<promote_double<false>>());
}

/// Pr[X + noise >= x] for x from 0 to k, of Pr[X >= x]; noise: discrete Laplace of sensitivity 1.
///
/// For a value v: 1 - a^(1 + v - x) / (1 + a) where v >= x, else a^(x - v) / (1 + a). The sums over
/// values on either side of x follow from those of the x before.
std::vector<double> with_noise(std::span<const double> survival, epsilon budget) {
  const double a = std::exp(-budget.nats());
  const std::size_t k = survival.size() - 1;
  const auto mass = [&](std::size_t v) { return survival[v] - (v < k ? survival[v + 1] : 0.0); };
  std::vector<double> all(survival.begin(), survival.end());
  double below = 0.0;  // sum over v < x of mass(v) a^(x - v)
  for (std::size_t x = 0; x <= k; ++x) {
    if (x > 0) below = a * (below + mass(x - 1));
    all[x] += below / (1.0 + a);
  }
  double above = 0.0;  // sum over v >= x of mass(v) a^(1 + v - x)
  for (std::size_t x = k + 1; x-- > 0;) {
    above = a * (above + mass(x));
    all[x] -= above / (1.0 + a);
  }
  return all;
}

/// A count of which a share p is seen, but for chance: the largest that is plausible where `seen`
/// were. By Massart's constant of the inequality of Dvoretzky, Kiefer and Wolfowitz for all
/// thresholds at once: of M users no fewer than M p - sqrt(M ln(1 / 0.025) / 2) are seen.
double largest_count(double seen, double p) {
  constexpr double half_log = 1.8444397270569681;  // ln(40) / 2
  const double root = (std::sqrt(half_log) + std::sqrt(half_log + 4.0 * p * seen)) / (2.0 * p);
  return root * root;
}

}  // namespace

std::vector<double> least_numbers_in_core(std::uint64_t k, std::span<const epsilon> budgets) {
  std::vector<double> survival(k + 1, 1.0);  // degrees: at least k
  for (std::size_t round = 0;; ++round) {
    std::vector<double> said = with_noise(survival, budgets[round]);
    if (round + 1 == budgets.size()) return said;
    const auto members = static_cast<double>(k);
    for (std::uint64_t h = 1; h <= k; ++h)
      survival[h] = binomial_survival(static_cast<double>(h), members, std::clamp(said[h], 0.0, 1.0));
  }
}

core_bounds::core_bounds(std::span<const std::int64_t> last, std::span<const epsilon> budgets)
    : m_budgets(budgets.begin(), budgets.end()), m_sorted(last.begin(), last.end()) {
  std::ranges::sort(m_sorted);
}

double core_bounds::most_in_core(std::uint64_t k) const {
  const std::vector<double> least = least_numbers_in_core(k, m_budgets);
  auto most = static_cast<double>(m_sorted.size());
  auto from = m_sorted.begin();
  for (std::size_t x = 1; x <= k; ++x) {
    from = std::lower_bound(from, m_sorted.end(), static_cast<std::int64_t>(x));
    if (least[x] > 0.0)
      most = std::min(most, largest_count(static_cast<double>(m_sorted.end() - from), least[x]));
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
