// SPDX-License-Identifier: MIT
#include "questions/butterflies/believed_lists.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/random/public_draws.hpp"
#include "edgeldp/graph/belief/degree_posterior.hpp"

namespace edgeldp {

namespace {

/// 0, 1, 2, ... and then steps of 15%, up to `most`.
std::vector<double> popularity_grid(double most) {
  std::vector<double> grid{0.0};
  for (double x = 1.0; x < most; x = std::fmax(x + 1.0, std::floor(1.15 * x))) grid.push_back(x);
  grid.push_back(most);
  return grid;
}

/// Means behind numbers of ones: an item that `x` of n users have shows n p0 + (p1 - p0) x ones and
/// normal noise.
class popularity_posterior {
 public:
  popularity_posterior(const std::map<std::uint64_t, double>& columns, double users, const bit_law& law)
      : m_grid(popularity_grid(users)), m_weight(m_grid.size(), 1.0 / static_cast<double>(m_grid.size())) {
    for (const auto& [ones, many] : columns)
      m_likelihood[ones] = likelihoods(static_cast<double>(ones), users, law);
    constexpr int passes = 60;
    for (int pass = 0; pass < passes; ++pass) improve(columns);
  }

  double mean(std::uint64_t ones) const {
    const std::vector<double>& row = m_likelihood.at(ones);
    double sum = 0.0, moment = 0.0;
    for (std::size_t g = 0; g < m_grid.size(); ++g) {
      sum += m_weight[g] * row[g];
      moment += m_weight[g] * row[g] * m_grid[g];
    }
    return sum > 0.0 ? moment / sum : 0.0;
  }

 private:
  /// Of each grid point, up to a factor; a grid point speaks for numbers around it.
  std::vector<double> likelihoods(double ones, double users, const bit_law& law) const {
    constexpr double half_a_step = 0.075;
    std::vector<double> logs;
    for (const double x : m_grid) {
      const double rounding = (law.p1 - law.p0) * (x < 7.0 ? 0.3 : half_a_step * x);
      const double variance =
          x * law.p1 * (1.0 - law.p1) + (users - x) * law.p0 * (1.0 - law.p0) + rounding * rounding;
      const double z = ones - users * law.p0 - (law.p1 - law.p0) * x;
      logs.push_back(-0.5 * z * z / variance - 0.5 * std::log(variance));
    }
    const double most = *std::ranges::max_element(logs);
    for (double& value : logs) value = std::exp(value - most);
    return logs;
  }

  void improve(const std::map<std::uint64_t, double>& columns) {
    std::vector<double> next(m_grid.size());
    double all = 0.0;
    for (const auto& [ones, many] : columns) {
      const std::vector<double>& row = m_likelihood[ones];
      double sum = 0.0;
      for (std::size_t g = 0; g < m_grid.size(); ++g) sum += m_weight[g] * row[g];
      if (!(sum > 0.0)) continue;
      for (std::size_t g = 0; g < m_grid.size(); ++g) next[g] += many * m_weight[g] * row[g] / sum;
      all += many;
    }
    for (std::size_t g = 0; g < m_grid.size(); ++g) m_weight[g] = next[g] / std::fmax(all, 1.0);
  }

  std::vector<double> m_grid, m_weight;
  std::map<std::uint64_t, std::vector<double>> m_likelihood;
};

/// Means behind released sizes, by rank; nobody has less than nothing, and who is absent that.
std::vector<double> sizes_by_place(const item_weights& weights, const vector_layout& layout,
                                   std::span<const vertex_id> absent) {
  const degree_posterior behind(layout.sizes(), layout.parameters().size, layout.length());
  std::vector<double> sizes(weights.users());
  for (std::size_t u = 0; u < sizes.size(); ++u)
    sizes[weights.rank()[u]] = std::fmax(0.0, behind.of(layout.sizes()[u]).mean);
  for (const vertex_id u : absent) sizes[weights.rank()[u]] = 0.0;
  return sizes;
}

}  // namespace

std::vector<double> believed_popularity(const item_weights& weights) {
  const noisy_matrix& bits = weights.bits();
  std::vector<std::uint64_t> ones(bits.rows());
  std::map<std::uint64_t, double> columns;
  for (std::uint64_t x = 0; x < bits.rows(); ++x) {
    ones[x] = ones_below(bits.row(x), bits.row(x), bits.columns());
    ++columns[ones[x]];
  }
  const popularity_posterior behind(columns, static_cast<double>(bits.columns()), weights.law());
  std::vector<double> popularity(ones.size());
  for (std::size_t x = 0; x < ones.size(); ++x) popularity[x] = behind.mean(ones[x]);
  return popularity;
}

believed_lists::believed_lists(const item_weights& weights, const vector_layout& layout,
                               std::span<const vertex_id> absent)
    : m_weights(weights),
      m_rows(transposed(weights.bits())),
      m_size(sizes_by_place(weights, layout, absent)),
      m_popularity(believed_popularity(weights)) {}

believed_lists::shares believed_lists::sharpened(double sharpness) const {
  const double most = *std::ranges::max_element(m_popularity);
  shares all;
  double sum = 0.0;
  for (const double x : m_popularity) {
    all.of.push_back(most > 0.0 ? std::pow(x / most, sharpness) : 1.0);
    sum += all.of.back();
  }
  for (double& share : all.of) {
    share /= sum;
    all.cumulative.push_back((all.cumulative.empty() ? 0.0 : all.cumulative.back()) + share);
  }
  return all;
}

double believed_lists::sharpness_for(double factor) const {
  const auto squares = [&](double sharpness) {
    double sum = 0.0;
    for (const double share : sharpened(sharpness).of) sum += share * share;
    return sum;
  };
  constexpr double sharpest = 8.0;
  const double wanted = squares(1.0) * std::sqrt(factor);
  double low = 1.0, high = sharpest;
  constexpr int steps = 20;
  for (int i = 0; i < steps; ++i) {
    const double middle = 0.5 * (low + high);
    (squares(middle) < wanted ? low : high) = middle;
  }
  return low;
}

bool believed_lists::is_member(double prior, double uniform) const noexcept {
  const double yes = prior * m_weights.law().p1, no = (1.0 - prior) * m_weights.law().p0;
  return uniform * (yes + no) < yes;
}

/// Ones are gone through; what is missing then comes from the zeros, by popularity.
void believed_lists::draw_one(std::uint64_t rank, std::uint64_t seed, const shares& popularity,
                              std::vector<std::uint32_t>& list) const {
  constexpr double most_likely = 0.98;
  public_draws draws(seed, 0, static_cast<vertex_id>(rank));
  std::vector<std::uint64_t> taken(m_rows.row(rank).begin(), m_rows.row(rank).end());
  list.clear();
  for (std::size_t w = 0; w < taken.size(); ++w) {
    for (std::uint64_t left = taken[w]; left != 0; left &= left - 1) {
      const std::size_t x = 64 * w + static_cast<std::size_t>(std::countr_zero(left));
      const double prior = std::fmin(most_likely, m_size[rank] * popularity.of[x]);
      if (is_member(prior, uniform_open(draws))) list.push_back(static_cast<std::uint32_t>(x));
    }
  }
  const auto size = static_cast<std::size_t>(m_size[rank] + uniform_open(draws));
  constexpr std::size_t tries = 8;  // a member: few are so popular that they come again and again
  for (std::size_t left = tries * (size - std::min(size, list.size())); left > 0 && list.size() < size;
       --left) {
    const auto at = std::ranges::upper_bound(popularity.cumulative, uniform_open(draws));
    const auto x = static_cast<std::size_t>(
        std::min(at - popularity.cumulative.begin(), std::ssize(popularity.cumulative) - 1));
    const std::uint64_t bit = std::uint64_t{1} << (x % 64);
    if ((taken[x / 64] & bit) != 0) continue;
    taken[x / 64] |= bit;
    list.push_back(static_cast<std::uint32_t>(x));
  }
  std::ranges::sort(list);
}

ranked_lists believed_lists::draw(std::uint64_t seed, double sharpness) const {
  const shares popularity = sharpened(sharpness);
  std::vector<std::vector<std::uint32_t>> lists(m_weights.users());
  parallel_for(0, lists.size(), 16, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t rank = first; rank < last; ++rank) draw_one(rank, seed, popularity, lists[rank]);
  });
  ranked_lists all{{0}, {}};
  for (const std::vector<std::uint32_t>& list : lists) {
    all.ranks.insert(all.ranks.end(), list.begin(), list.end());
    all.offset.push_back(all.ranks.size());
  }
  return all;
}

}  // namespace edgeldp
