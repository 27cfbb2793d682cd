// SPDX-License-Identifier: MIT
#include "synthesis/blocks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace edgeldp::synthesis {

namespace {

/// Rounds of proportional fitting; a tenth of them are enough but where groups barely touch.
constexpr int fitting_rounds = 200;

std::vector<double> row_sums(const std::vector<double>& matrix, std::size_t rows) {
  std::vector<double> sums(rows);
  for (std::size_t a = 0; a < rows; ++a)
    for (std::size_t b = 0; b < rows; ++b) sums[a] += matrix[a * rows + b];
  return sums;
}

/// What is seen of the difference from chance, shrunk by its noise (James and Stein's rule, entry
/// by entry).
std::vector<double> shrunk(const wanted_graph& wanted) {
  const std::size_t k = wanted.group_count;
  std::vector<double> sums = row_sums(wanted.ends, k);
  double all = 0.0;
  for (double& sum : sums) all += sum = std::max(1.0, sum);
  std::vector<double> ends(k * k);
  for (std::size_t a = 0; a < k; ++a)
    for (std::size_t b = 0; b < k; ++b) {
      const std::size_t i = a * k + b;
      const double chance = sums[a] * sums[b] / all, seen = wanted.ends[i] - chance;
      const double noise = std::pow(wanted.ends_errors[i], 2);
      const double kept = seen * seen > noise ? 1.0 - noise / (seen * seen) : 0.0;
      ends[i] = std::max(1e-6, chance + kept * seen);
    }
  return ends;
}

/// Scales rows and columns alike until rows have these sums (Deming and Stephan 1940; for symmetric
/// matrices with roots, Knight, Ruiz and Ucar, SIAM J. Matrix Anal. 35, 2014).
void fit_rows(std::vector<double>& ends, const std::vector<double>& sums) {
  const std::size_t k = sums.size();
  for (int round = 0; round < fitting_rounds; ++round) {
    std::vector<double> factors = row_sums(ends, k);
    for (std::size_t a = 0; a < k; ++a) factors[a] = factors[a] > 0.0 ? std::sqrt(sums[a] / factors[a]) : 0.0;
    for (std::size_t a = 0; a < k; ++a)
      for (std::size_t b = 0; b < k; ++b) ends[a * k + b] *= factors[a] * factors[b];
  }
}

}  // namespace

std::vector<std::uint64_t> agreed_blocks(const wanted_graph& wanted, private_randomness& coins) {
  const std::size_t k = wanted.group_count;
  std::vector<std::uint64_t> sums(k);
  for (std::size_t u = 0; u < wanted.degrees.size(); ++u)
    sums[k == 1 ? 0 : wanted.group_of[u]] += wanted.degrees[u];
  if (k == 1) return sums;
  std::vector<double> ends = shrunk(wanted);
  fit_rows(ends, {sums.begin(), sums.end()});
  const auto rounded = [&](double x) {
    const double whole = std::floor(x);
    return static_cast<std::uint64_t>(whole) + (uniform_open(coins) < x - whole ? 1U : 0U);
  };
  std::vector<std::uint64_t> blocks(k * k);
  for (std::size_t a = 0; a < k; ++a) {
    blocks[a * k + a] = 2 * rounded(0.5 * ends[a * k + a]);
    for (std::size_t b = a + 1; b < k; ++b) blocks[a * k + b] = blocks[b * k + a] = rounded(ends[a * k + b]);
  }
  return blocks;
}

}  // namespace edgeldp::synthesis
