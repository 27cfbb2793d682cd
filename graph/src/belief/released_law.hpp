// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include "edgeldp/graph/belief/degree_posterior.hpp"

namespace edgeldp {

/// What may be behind released degrees or sizes, for limits and for what is lost to them.
///
/// The posterior serves where many users are alike. Of hubs there are too few: it puts them on a
/// few points, and limits taken from it cut whole hubs (vertex-centric counts on wiki-Vote,
/// e_degree 0.03: bias -1.8e4). Numbers that stand clear of the noise are taken as that number +
/// noise, any true one equally likely.
class released_law {
 public:
  /// A law cut into pieces, each represented by the quantile at its middle: fine at the upper end,
  /// since what is lost to limits grows like the square.
  static constexpr std::array<double, 12> ends = {0.0,  0.2,   0.4,  0.6,   0.8,   0.9,
                                                  0.95, 0.975, 0.99, 0.996, 0.999, 1.0};
  static constexpr std::size_t pieces = ends.size() - 1;
  static constexpr double weight(std::size_t i) { return ends[i + 1] - ends[i]; }

  /// Users that released the same number.
  struct users_alike {
    double users = 0.0;
    std::array<double, pieces> behind{};
  };

  released_law(std::span<const std::int64_t> released, epsilon budget)
      : m_budget(budget), m_posterior(released, budget) {
    for (const std::int64_t r : released) ++m_histogram[r];
    for (const auto& [r, users] : m_histogram) {
      users_alike& c = m_classes[r];
      c.users = static_cast<double>(users);
      for (std::size_t i = 0; i < pieces; ++i) c.behind[i] = quantile(r, 0.5 * (ends[i] + ends[i + 1]));
    }
  }

  epsilon budget() const noexcept { return m_budget; }
  const degree_posterior& posterior() const noexcept { return m_posterior; }
  const std::map<std::int64_t, std::uint64_t>& histogram() const noexcept { return m_histogram; }
  const std::map<std::int64_t, users_alike>& classes() const noexcept { return m_classes; }

  /// The number at this quantile, in (0, 1), of those that may be behind a released one.
  double quantile(std::int64_t released, double level) const {
    const double budget = m_budget.nats(), r = static_cast<double>(released);
    if (r * budget < clear_of_noise) return m_posterior.quantile(released, level);
    return r + (level < 0.5 ? std::log(2.0 * level) : -std::log(2.0 - 2.0 * level)) / budget;
  }

 private:
  static constexpr double clear_of_noise = 3.0;  // in scales of the noise

  epsilon m_budget;
  degree_posterior m_posterior;
  std::map<std::int64_t, std::uint64_t> m_histogram;
  std::map<std::int64_t, users_alike> m_classes;
};

}  // namespace edgeldp
