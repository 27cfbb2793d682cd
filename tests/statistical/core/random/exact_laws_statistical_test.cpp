// SPDX-License-Identifier: MIT
// The law of exact Poisson numbers, survivals and exponentials against their own.
//
// Every p-value is compared with test::significance = 1e-8 (z-scores with 5.73), fewer than 30 a
// case, so each case has a false-alarm rate below 1e-6; seeds are fixed.
#include <gtest/gtest.h>

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/core/random/exact_laws.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "support/exact_draws.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

using test::significance;
using test::significant_z;

/// A Poisson number whose mean is this double, exactly.
std::uint64_t poisson_number(uniform_digits& digits, double mean) {
  digits.restart();
  int exponent = 0;
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(mean, &exponent), 53));
  return test::drawn(digits, [&](const auto& a) {
    return draw_poisson(a, digits, scaled(a.integer(mantissa), exponent - 53));
  });
}

/// 300 cells of equal width centred on the mean, and two for the rest.
struct poisson_cells {
  explicit poisson_cells(double m) : mean(m), width(std::fmax(1.0, std::floor(std::sqrt(m) / 25.0))) {
    first = std::fmax(0.0, std::floor(m) - 150.0 * width);
  }
  std::size_t cell(double k) const {
    if (k < first) return 300;
    const double place = std::floor((k - first) / width);
    return place < 300.0 ? static_cast<std::size_t>(place) : 301;
  }
  std::vector<double> law() const {
    std::vector<double> p(302);
    const auto below = [&](double k) { return k <= 0.0 ? 0.0 : boost::math::gamma_q(k, mean); };  // Pr[X < k]
    for (std::size_t i = 0; i < 300; ++i) {
      const double a = first + static_cast<double>(i) * width;
      p[i] = below(a + width) - below(a);
    }
    p[300] = below(first);
    p[301] = std::fmax(0.0, 1.0 - below(first + 300.0 * width));
    return p;
  }
  double mean, width, first = 0.0;
};

std::vector<std::uint64_t> poisson_counts(const poisson_cells& cells, double mean, std::uint64_t draws) {
  simulation_randomness coins(2026, 12, static_cast<vertex_id>(std::log2(mean) * 100.0 + 1000.0));
  uniform_digits digits(coins);
  std::vector<std::uint64_t> counts(302);
  for (std::uint64_t i = 0; i < draws; ++i)
    ++counts[cells.cell(static_cast<double>(poisson_number(digits, mean)))];
  return counts;
}

// 200 000 draws; both branches of the sampler, the border between them, and grids of centres of
// step 1 and more. A mean off by 3% of a standard deviation is thirteen standard errors away.
TEST(PoissonLawTest, MatchesExactProbabilities) {
  for (const double mean : {0.5, 2.5, 3.99, 4.0, 5.0, 7.99, 30.0, 1e4, 3e5}) {
    const poisson_cells cells(mean);
    EXPECT_GT(test::chi_square_p(poisson_counts(cells, mean, 200'000), cells.law()), significance) << mean;
    const double shifted = mean + 0.03 * std::sqrt(mean);
    EXPECT_LT(test::chi_square_p(poisson_counts(cells, shifted, 200'000), cells.law()), significance) << mean;
  }
}

// n draws: mean to n^(-1/2) standard deviations, variance to (2 / n)^(1/2). Beyond 2^53 doubles
// skip odd integers, the sampler must not. With 1000 draws a sampler of even numbers is 31 standard
// errors off.
TEST(PoissonLawTest, MatchesMomentsAndParityOfLargeMeans) {
  const std::pair<double, int> cases[] = {{1e9, 50'000},     {0x1.0p44, 50'000}, {0x1.0p46, 20'000},
                                          {0x1.0p50, 4'000}, {0x1.0p54, 1'000},  {0x1.0p57, 1'000}};
  for (const auto& [mean, draws] : cases) {
    simulation_randomness coins(2026, 13, static_cast<vertex_id>(std::log2(mean)));
    uniform_digits digits(coins);
    test::moments deviation;
    std::uint64_t odd = 0;
    for (int i = 0; i < draws; ++i) {
      const std::uint64_t k = poisson_number(digits, mean);
      odd += k & 1;
      deviation.add(static_cast<double>(static_cast<std::int64_t>(k - static_cast<std::uint64_t>(mean))));
    }
    EXPECT_NEAR(deviation.mean / std::sqrt(mean), 0.0, significant_z / std::sqrt(draws)) << mean;
    EXPECT_NEAR(deviation.variance() / mean, 1.0, significant_z * std::sqrt(2.0 / draws)) << mean;
    EXPECT_LT(std::fabs(test::binomial_z(odd, static_cast<std::uint64_t>(draws), 0.5)), significant_z)
        << mean;
  }
}

}  // namespace
}  // namespace edgeldp
