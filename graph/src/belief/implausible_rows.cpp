// SPDX-License-Identifier: MIT
#include "edgeldp/graph/belief/implausible_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"

namespace edgeldp {

namespace {

/// A sum of independent bits of this variance is further than t from its mean with this probability
/// at most.
double bernstein(double t, double variance) {
  return std::min(1.0, 2.0 * std::exp(-0.5 * t * t / (variance + t / 3.0)));
}

std::uint64_t ones_in(std::span<const std::uint64_t> bits, std::span<const std::uint64_t> mask) {
  std::uint64_t ones = 0;
  for (std::size_t w = 0; w < mask.size(); ++w)
    ones += static_cast<std::uint64_t>(std::popcount(bits[w] & mask[w]));
  return ones;
}

/// A row decoded, and how often the bit of a stranger is 1 in it.
class decoded_row {
 public:
  explicit decoded_row(std::uint64_t users)
      : m_users(users), m_beyond(std::max(users, fewest_beyond)), m_bits((users + m_beyond + 127) / 64) {}

  void decode(const release& published, vertex_id user) {
    std::ranges::fill(m_bits, 0);
    row_shape shape = published.layout().shape(user);
    published.layout().codec(user).visit([&]<class C>(const C& codec) {
      constexpr bool shares_luck = std::same_as<C, nullspace_codec>;
      if constexpr (shares_luck) shape.length = m_users + m_beyond;
      codec.row(shape, published.words(user)).decode_bits(m_bits);
      m_p0 = shares_luck ? share_beyond() : codec.law().p0;
      m_tries = shares_luck ? static_cast<double>(m_beyond) : std::numeric_limits<double>::infinity();
    });
  }
  std::span<const std::uint64_t> bits() const noexcept { return m_bits; }
  double p0() const noexcept { return m_p0; }
  double tries() const noexcept { return m_tries; }  ///< that p0 was counted in

 private:
  static constexpr std::uint64_t fewest_beyond = 4096;

  double share_beyond() const {
    std::uint64_t ones = 0;
    for (std::size_t w = m_users / 64; w < m_bits.size(); ++w)
      ones += static_cast<std::uint64_t>(std::popcount(m_bits[w]));
    const std::uint64_t below = (std::uint64_t{1} << (m_users % 64)) - 1;
    ones -= static_cast<std::uint64_t>(std::popcount(m_bits[m_users / 64] & below));
    return static_cast<double>(ones) / static_cast<double>(m_beyond);
  }

  std::uint64_t m_users, m_beyond;
  std::vector<std::uint64_t> m_bits;
  double m_p0 = 0.0, m_tries = 0.0;
};

ones_of_row judge(const release_layout& layout, vertex_id user, double ones, const decoded_row& row) {
  const std::uint32_t rank = layout.rank(user);
  const double size = std::clamp(static_cast<double>(layout.sizes()[user]), 0.0, static_cast<double>(rank));
  const double strangers = rank - size, p0 = row.p0();
  const bit_law law = layout.codec(user).law();
  const double kept = (law.p1 - law.p0) / (1.0 - law.p0);  // what is not kept is drawn like a stranger
  const double p1 = kept + (1.0 - kept) * p0, spread = p0 * (1.0 - p0);
  const double variance =
      size * p1 * (1.0 - p1) + strangers * spread + strangers * strangers * spread / row.tries();
  return {user,
          ones,
          rank * p0 + size * (p1 - p0),
          std::sqrt(variance),
          p1 - p0,
          layout.parameters().size_budgets().at(rank)};
}

}  // namespace

double ones_of_row::deviation() const noexcept {
  return std::hypot(of_bits, each * std::sqrt(inverse_filter(size).noise_variance()));
}

double ones_of_row::z() const noexcept {
  return of_bits > 0.0 ? (ones - expected) / deviation() : 0.0;
}

double ones_of_row::tail(double z) const noexcept {
  if (!(of_bits > 0.0)) return 0.0;
  const double a = std::exp(-size.nats()), off = z * deviation();
  double power = 1.0, rest = 1.0, sum = 0.0;  // a^l; of all |noise| from l on
  constexpr double negligible = 1e-18;
  for (double l = 0.0; rest > negligible && off > each * l; l += 1.0) {
    const double both = l == 0.0 ? 1.0 : 2.0;
    sum += both * (1.0 - a) / (1.0 + a) * power * bernstein(off - each * l, of_bits * of_bits);
    power *= a;
    rest = 2.0 * power / (1.0 + a);
  }
  return sum + rest;
}

std::vector<ones_of_row> ones_of_rows(const release& published) {
  const release_layout& layout = published.layout();
  const std::uint64_t users = layout.users();
  if (layout.parameters().chunk_rule != chunk_rule::released_size)
    throw invalid_parameter("ones are judged by released sizes: this release has none");
  std::vector<ones_of_row> all(users);
  constexpr std::uint64_t grain = 64;
  parallel_for(0, users, grain, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint64_t> preceding((users + 63) / 64);
    const auto add = [&](std::uint64_t rank) {
      const std::uint32_t position = layout.position(layout.user_at(static_cast<std::uint32_t>(rank)));
      preceding[position / 64] |= std::uint64_t{1} << (position % 64);
    };
    for (std::uint64_t rank = 0; rank < first; ++rank) add(rank);
    decoded_row row(users);
    for (std::uint64_t rank = first; rank < last; add(rank++)) {
      const vertex_id user = layout.user_at(static_cast<std::uint32_t>(rank));
      row.decode(published, user);
      all[user] = judge(layout, user, static_cast<double>(ones_in(row.bits(), preceding)), row);
    }
  });
  for (const vertex_id user : published.absent()) all[user].of_bits = 0.0;
  return all;
}

implausible_row_list implausible_rows(const release& published, double threshold) {
  implausible_row_list found;
  for (const ones_of_row& row : ones_of_rows(published)) {
    found.expected += row.tail(threshold);
    if (std::abs(row.z()) > threshold) found.users.push_back(row.user);
  }
  return found;
}

}  // namespace edgeldp
