// SPDX-License-Identifier: MIT
#include "questions/butterflies/believed_lists.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
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
    const double most = *ranges::max_element(logs);
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
      m_popularity(believed_popularity(weights)),
      m_falling(m_popularity.size()) {
  std::iota(m_falling.begin(), m_falling.end(), 0U);
  ranges::sort(m_falling, {}, [&](std::uint32_t x) { return std::pair(-m_popularity[x], x); });
}

std::vector<double> believed_lists::sharpened(double sharpness) const {
  const double most = m_popularity[m_falling.front()];
  std::vector<double> all;
  double sum = 0.0;
  for (const double x : m_popularity) {
    all.push_back(most > 0.0 ? std::pow(x / most, sharpness) : 1.0);
    sum += all.back();
  }
  for (double& share : all) share /= sum;
  return all;
}

// A class ends where half of its most popular item's share is passed, and the last one holds all
// that is left: a user passes over it at once.
believed_lists::shares believed_lists::shares_at(double sharpness) const {
  shares all{sharpened(sharpness), {}, {0}};
  std::partial_sum(all.of.begin(), all.of.end(), std::back_inserter(all.cumulative));
  constexpr std::size_t most_classes = 24;
  for (std::size_t i = 1; i < m_falling.size() && all.first.size() < most_classes; ++i)
    if (all.of[m_falling[i]] < 0.5 * all.of[m_falling[all.first.back()]]) all.first.push_back(i);
  all.first.push_back(m_falling.size());
  return all;
}

double believed_lists::sharpness_for(double factor) const {
  const auto squares = [&](double sharpness) {
    double sum = 0.0;
    for (const double share : sharpened(sharpness)) sum += share * share;
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

double believed_lists::chance_of_one(double prior) const noexcept {
  const double yes = prior * m_weights.law().p1, no = (1.0 - prior) * m_weights.law().p0;
  return yes > 0.0 ? yes / (yes + no) : 0.0;
}

// Hardly any one is taken: the next position that may be is found by its distance, of geometric law
// with the largest chance of its class, and taken with what its own chance is of that. So each one
// is taken with its own chance, independently, by some draws for each that is.
void believed_lists::draw_ones(std::uint64_t rank, const shares& popularity, public_draws& draws,
                               std::vector<std::uint32_t>& list) const {
  constexpr double most_likely = 0.98;
  const auto chance_of = [&](std::uint32_t x) {
    return chance_of_one(std::fmin(most_likely, m_size[rank] * popularity.of[x]));
  };
  for (std::size_t c = 0; c + 1 < popularity.first.size(); ++c) {
    const std::size_t first = popularity.first[c], end = popularity.first[c + 1];
    const double largest = chance_of(m_falling[first]);
    if (!(largest > 0.0)) break;
    const double per_step = std::log1p(-largest);
    for (std::size_t i = first;; ++i) {
      const double passed = std::floor(std::log(uniform_open(draws)) / per_step);
      if (!(passed < static_cast<double>(end - i))) break;
      i += static_cast<std::size_t>(passed);
      const std::uint32_t x = m_falling[i];
      if (m_rows.bit(rank, x) && uniform_open(draws) * largest < chance_of(x)) list.push_back(x);
    }
  }
}

/// What is missing then comes from the zeros, by popularity.
void believed_lists::draw_one(std::uint64_t rank, std::uint64_t seed, const shares& popularity,
                              std::vector<std::uint32_t>& list) const {
  public_draws draws(seed, 0, static_cast<vertex_id>(rank));
  std::vector<std::uint64_t> taken(m_rows.row(rank).begin(), m_rows.row(rank).end());
  list.clear();
  draw_ones(rank, popularity, draws, list);
  const auto size = static_cast<std::size_t>(m_size[rank] + uniform_open(draws));
  constexpr std::size_t tries = 8;  // a member: few are so popular that they come again and again
  for (std::size_t left = tries * (size - std::min(size, list.size())); left > 0 && list.size() < size;
       --left) {
    const auto at = ranges::upper_bound(popularity.cumulative, uniform_open(draws));
    const auto x = static_cast<std::size_t>(
        std::min(at - popularity.cumulative.begin(), std::ssize(popularity.cumulative) - 1));
    const std::uint64_t bit = std::uint64_t{1} << (x % 64);
    if ((taken[x / 64] & bit) != 0) continue;
    taken[x / 64] |= bit;
    list.push_back(static_cast<std::uint32_t>(x));
  }
  ranges::sort(list);
}

ranked_lists believed_lists::draw(std::uint64_t seed, double sharpness) const {
  const shares popularity = shares_at(sharpness);
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
