// SPDX-License-Identifier: MIT
#include "questions/cores/core_bounds.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <numeric>
#include <utility>

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

/// Users who chose one part.
struct users_of_law {
  double users = 0.0;
  double a = 0.0;  ///< exp(-what they spend)
};

/// The h-index of k numbers that are each v + noise of their own, whichever of these users say
/// them: those whose noise hides most.
class noisy_h_index {
 public:
  noisy_h_index(std::uint64_t k, epsilon budget, const part_counts& users) : m_k(static_cast<double>(k)) {
    for (const chosen_part part : all_parts)
      if (const std::uint64_t alike = users[static_cast<std::size_t>(part)]; alike > 0)
        m_laws.push_back({static_cast<double>(alike), std::exp(-part_of(budget, part).nats())});
  }

  /// Pr[h-index >= h] at least, falling in h. Of independent chances no more than their mean a
  /// number of successes is reached more surely than if all were the mean (Hoeffding 1956); beyond,
  /// all are taken for the least of them.
  double survival(std::uint64_t v, std::uint64_t h) const {
    const auto wanted = static_cast<double>(h);
    const chances p = least_chances(wanted - static_cast<double>(v));
    return binomial_survival(wanted, m_k, wanted <= m_k * p.mean ? p.mean : p.least);
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
  struct chances {
    double mean = 0.0, least = 0.0;
  };
  /// That noise is at least x, of k users of whom it is least likely.
  chances least_chances(double x) const {
    if (m_laws.size() == 1) {
      const double p = noise_from(x, m_laws.front().a);
      return {p, p};
    }
    std::vector<std::pair<double, double>> of_users;  // chance, users
    for (const users_of_law& law : m_laws) of_users.emplace_back(noise_from(x, law.a), law.users);
    ranges::sort(of_users);
    double left = m_k, sum = 0.0;
    for (const auto& [chance, users] : of_users) {
      const double here = std::min(left, users);
      sum += here * chance;
      left -= here;
    }
    return {(sum + left * of_users.back().first) / m_k, of_users.front().first};
  }

  double m_k;
  std::vector<users_of_law> m_laws;
};

/// Of what is rarer nothing is kept.
constexpr double rare = 1e-7;

/// The law of the h-index of k numbers that are each a common value + noise of their own.
value_law next_law(const value_law& common, std::uint64_t k, epsilon budget, const part_counts& users) {
  const noisy_h_index next(k, budget, users);
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
/// Beyond, bounds of parts hardly fall.
constexpr unsigned most_steps = 8;

}  // namespace

std::uint64_t least_h_index_in_core(std::uint64_t k, std::span<const epsilon> budgets, double risk,
                                    const part_counts& users) {
  value_law law{k, {1.0}};  // degrees
  for (const epsilon budget : budgets) law = next_law(law, k, budget, users);
  double below = 0.0;
  for (std::size_t i = 0; i < law.mass.size(); ++i)
    if ((below += law.mass[i]) > risk) return law.first + i;
  return law.first;
}

core_bounds::core_bounds(numbers_by_part last, std::span<const epsilon> budgets)
    : m_budgets(budgets.begin(), budgets.end()), m_sorted(std::move(last)) {
  for (std::size_t part = 0; part < m_sorted.size(); ++part) {
    ranges::sort(m_sorted[part]);
    m_users[part] = m_sorted[part].size();
    m_all += m_users[part];
    m_parts += m_users[part] > 0 ? 1U : 0U;
  }
}

double core_bounds::most_in_core(std::uint64_t k) const {
  part_counts members = m_users;
  for (unsigned step = 0;; ++step) {
    const part_counts fewer = most_of_parts(k, members);
    const std::uint64_t all = std::accumulate(fewer.begin(), fewer.end(), std::uint64_t{0});
    if (fewer == members || all <= k || m_parts == 1 || step == most_steps) return static_cast<double>(all);
    members = fewer;
  }
}

part_counts core_bounds::most_of_parts(std::uint64_t k, const part_counts& members) const {
  const auto least = static_cast<double>(
      least_h_index_in_core(k, std::span(m_budgets).first(m_budgets.size() - 1), risk_of_contacts, members));
  part_counts most_members{};
  for (const chosen_part part : all_parts) {
    const std::vector<std::int64_t>& sorted = m_sorted[static_cast<std::size_t>(part)];
    const double a = std::exp(-part_of(m_budgets.back(), part).nats());
    auto most = static_cast<double>(members[static_cast<std::size_t>(part)]);
    auto from = sorted.begin();
    for (std::size_t x = 1; x <= k && most > 0.0; ++x) {
      from = std::lower_bound(from, sorted.end(), static_cast<std::int64_t>(x));
      const double p = noise_from(static_cast<double>(x) - least, a);
      if (p > 0.0)
        most = std::min(most, largest_count(static_cast<double>(sorted.end() - from), p,
                                            risk_of_noise / static_cast<double>(m_parts)));
    }
    most_members[static_cast<std::size_t>(part)] = static_cast<std::uint64_t>(most);
  }
  return most_members;
}

std::uint64_t core_bounds::most_degeneracy() const {
  const auto is_possible = [&](std::uint64_t k) { return most_in_core(k) > static_cast<double>(k); };
  std::uint64_t low = 0, high = 1;
  while (high < m_all && is_possible(high)) low = high, high *= 2;
  high = std::min(high, m_all);  // as many would need one more user
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (is_possible(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace edgeldp
