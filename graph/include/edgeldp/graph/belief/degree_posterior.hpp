// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "edgeldp/core/base/number_counts.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"

namespace edgeldp {

/// What released degrees say about true ones: mean and mean square of the degree behind a released
/// number.
///
/// A released degree is an unbiased look at one user's degree, but the users at the top of an order
/// by released degrees are there partly by luck; sums over part of the order need E[d | released],
/// which needs the distribution of degrees. That is estimated from all released numbers:
/// nonparametric maximum likelihood over a grid (steps of 1, then of 15% or of the noise's scale),
/// by expectation maximisation.
///
/// Source: Kiefer and Wolfowitz 1956 (the estimator); Laird, JASA 73, 1978 (its EM iteration).
/// Shapes: released: one number a user, or how many users released which; true degrees lie in [0, n
///     - 1], n the number of users, or [0, largest].
/// Cost: 100 passes over distinct numbers and grid points.
class degree_posterior {
 public:
  /// `largest`: the largest degree possible, where it is not n - 1.
  degree_posterior(std::span<const std::int64_t> released, epsilon budget,
                   std::optional<std::uint64_t> largest = std::nullopt);
  degree_posterior(const number_counts& released, epsilon budget, std::optional<std::uint64_t> largest);

  struct moments {
    double mean = 0.0, square = 0.0;
  };
  /// For a number that was among those released.
  /// Cost: O(log numbers), as all that asks for one.
  moments of(std::int64_t released) const { return behind(released).mean; }

  /// The degree at this quantile, in [0, 1), of those that may be behind a number that was among
  /// those released.
  double quantile(std::int64_t released, double q) const;

  /// Calls f(degree, probability) for what may be behind a number that was among those released;
  /// what is less likely than 1e-6 is left out.
  template <class F>
  void for_each_degree(std::int64_t released, F&& f) const {
    const auto& [mean, first, cumulative] = behind(released);
    for (std::size_t i = 0; i < cumulative.size(); ++i) {
      const double probability = cumulative[i] - (i > 0 ? cumulative[i - 1] : 0.0);
      if (probability >= 1e-6) f(m_grid[first + i], probability);
    }
  }

 private:
  struct distribution {
    moments mean;
    std::size_t first = 0;           ///< the first grid point near enough to matter
    std::vector<double> cumulative;  ///< from there on
  };
  distribution behind(std::int64_t released, std::span<const double> weight, epsilon budget) const;
  /// Errors: internal_error for a number that was not released.
  const distribution& behind(std::int64_t released) const;

  std::vector<double> m_grid;
  std::vector<std::int64_t> m_released;  // in increasing order, each once
  std::vector<distribution> m_behind;    // each of them
};

}  // namespace edgeldp
