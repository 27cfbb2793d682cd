// SPDX-License-Identifier: MIT
#include "cycles/middle_weights.hpp"

#include <bit>
#include <cmath>
#include <functional>
#include <mutex>
#include <utility>

#include "edgeldp/core/base/parallel.hpp"

namespace edgeldp {

middle_weights::middle_weights(noisy_matrix bits, const bit_law& law, unsigned length)
    : m_bits(std::move(bits)), m_phi(law) {
  const auto n = static_cast<double>(users());
  const double largest = m_phi.largest();
  m_unit = unit_for(length == 3 ? largest : n * n * largest * largest * largest);
  if (length == 3 || users() < 2) return;
  m_paths.resize(users() * (users() - 1) / 2);
  parallel_for(0, users(), 4, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<double> all(users()), weighted(users());
    for (std::uint64_t k = first; k < last; ++k) add_paths_to(k, all, weighted);
  });
}

/// Sum over ranks u in [first, last), outside {a, b}, of phi(a,u) phi(u,b); a and b may be the
/// same.
double middle_weights::two_steps(std::uint64_t a, std::uint64_t b, std::uint64_t first,
                                 std::uint64_t last) const {
  const auto row_a = m_bits.row(a), row_b = m_bits.row(b);
  std::uint64_t both = 0, single = 0, ranks = last - first;
  for_each_word(first, last, [&](std::uint64_t w, std::uint64_t mask) {
    both += static_cast<std::uint64_t>(std::popcount(row_a[w] & row_b[w] & mask));
    single += static_cast<std::uint64_t>(std::popcount(row_a[w] & mask) + std::popcount(row_b[w] & mask));
  });
  const auto leave_out = [&](std::uint64_t end) {
    if (end < first || end >= last) return;
    --ranks;
    if (m_bits.bit(a, b)) --single;
  };
  leave_out(a);
  if (b != a) leave_out(b);
  return m_phi.two_steps(both, single, ranks);
}

/// Sum over ranks x of phi(j,x) times below[x] where x < j and above[x] where x > j.
double middle_weights::closed_by(std::uint64_t j, std::span<const double> below,
                                 std::span<const double> above) const {
  double ones = 0.0;
  const auto add = [&](std::uint64_t first, std::uint64_t last, std::span<const double> values) {
    for_each_word(first, last, [&](std::uint64_t w, std::uint64_t mask) {
      for (std::uint64_t left = m_bits.row(j)[w] & mask; left != 0; left &= left - 1)
        ones += values[w * 64 + static_cast<std::uint64_t>(std::countr_zero(left))];
    });
  };
  add(0, j, below);
  add(j + 1, users(), above);
  return m_phi.alpha * ones;
}

/// Paths j - x - y - k of all j < k, those that visit j or k again taken out. Three times a weight
/// is the sum over all paths and twice that over paths with j < x > y < k.
void middle_weights::add_paths_to(std::uint64_t k, std::vector<double>& all, std::vector<double>& weighted) {
  double above = 0.0, below = 0.0;  // sums of weighted[x], x > j, and of all[x], x < j
  for (std::uint64_t x = 0; x < users(); ++x) {
    all[x] = two_steps(x, k, 0, users());
    weighted[x] = all[x] + 2.0 * two_steps(x, k, 0, std::min(x, k));
    above += weighted[x];
  }
  for (std::uint64_t j = 0; j < k; ++j) {
    above -= weighted[j];
    const double paths = closed_by(j, all, weighted) - m_phi.beta * (below + above);
    below += all[j];
    const double edge = phi(j, k);
    const double at_j = two_steps(j, j, 0, users()) + 2.0 * two_steps(j, j, j + 1, users());
    const double again = edge * (weighted[k] + at_j - 3.0 * edge * edge);
    m_paths[k * (k - 1) / 2 + j] = (paths - again) / 3.0;
  }
}

std::vector<double> middle_weights::largest_sums() const {
  std::vector<double> largest(std::max<std::uint64_t>(users(), 1));
  std::mutex mutex;
  parallel_for(0, users(), 16, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<double> own(largest.size()), side;
    const auto raise = [&](double sign) {
      std::ranges::sort(side, [sign](double a, double b) { return sign * a > sign * b; });
      double sum = 0.0;
      for (std::size_t m = 0; m < side.size(); ++m) {
        sum += std::fmax(0.0, sign * side[m]);
        own[m + 1] = std::fmax(own[m + 1], sum);
      }
    };
    for (std::uint64_t a = first; a < last; ++a) {
      side.clear();
      for (std::uint64_t j = 0; j < a; ++j) side.push_back(around(j, a));
      raise(1.0);
      raise(-1.0);
      side.clear();
      for (std::uint64_t k = a + 1; k < users(); ++k) side.push_back(around(a, k));
      raise(1.0);
      raise(-1.0);
    }
    const std::lock_guard lock(mutex);
    for (std::size_t m = 0; m < largest.size(); ++m) largest[m] = std::fmax(largest[m], own[m]);
  });
  // A row shorter than m adds no more than all of it.
  for (std::size_t m = 1; m < largest.size(); ++m) largest[m] = std::fmax(largest[m], largest[m - 1]);
  return largest;
}

void middle_weights::weigh(std::uint64_t v, std::span<const std::uint32_t> before,
                           std::span<const std::uint32_t> after, std::vector<std::int64_t>& weights) const {
  const bool five = !m_paths.empty();
  std::vector<double> through_v;  // paths from j that step on v and end beside it
  if (five)
    for (const std::uint32_t j : before)
      through_v.push_back(two_steps(j, v, 0, users()) + 2.0 * two_steps(j, v, v + 1, users()));
  weights.clear();
  for (const std::uint32_t k : after) {
    const double to_k = phi(v, k);
    const double v_to_k = five ? two_steps(v, k, 0, users()) + 2.0 * two_steps(v, k, 0, v) : 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const std::uint32_t j = before[i];
      double weight = around(j, k);
      if (five) {
        const double to_j = phi(j, v);
        weight += phi(j, k) * (to_j * to_j + to_k * to_k) - (to_j * v_to_k + to_k * through_v[i]) / 3.0;
      }
      weights.push_back(std::llround(weight / m_unit));
    }
  }
}

int128 accept_across(std::uint64_t limit, std::size_t before, std::span<const std::int64_t> weights,
                     std::vector<accepted_weight>& accepted) {
  accepted.assign(before + 1, {});
  int128 sum = 0;
  for (; !weights.empty(); weights = weights.subspan(before)) {
    const accepted_weight of_row =
        accept_weights(accepted, before, {limit, limit}, [&](std::size_t k) { return weights[k]; });
    sum += static_cast<int128>(of_row[1]) - static_cast<int128>(of_row[0]);
  }
  return sum;
}

}  // namespace edgeldp
