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
#include "edgeldp/core/base/ranges.hpp"
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
    ranges::fill(m_bits, 0);
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

double clamped_entries(const said_entries& said, std::uint32_t rank) {
  return std::clamp(said.number, 0.0, static_cast<double>(rank));
}

ones_of_row judge(const release_layout& layout, vertex_id user, double ones, const decoded_row& row,
                  const said_entries& said) {
  const std::uint32_t rank = layout.rank(user);
  const double size = clamped_entries(said, rank);
  const double strangers = rank - size, p0 = row.p0();
  const bit_law law = layout.codec(user).law();
  const double kept = (law.p1 - law.p0) / (1.0 - law.p0);  // what is not kept is drawn like a stranger
  const double p1 = kept + (1.0 - kept) * p0, spread = p0 * (1.0 - p0);
  const double variance =
      size * p1 * (1.0 - p1) + strangers * spread + strangers * strangers * spread / row.tries();
  return {user, ones, rank * p0 + size * (p1 - p0), std::sqrt(variance), p1 - p0, said};
}

/// Of plain bits, which stand at ranks.
std::uint64_t ones_between(std::span<const std::uint64_t> bits, std::uint64_t begin, std::uint64_t end) {
  std::uint64_t ones = 0;
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t width = std::min(64 - at % 64, end - at);
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    ones += static_cast<std::uint64_t>(std::popcount((bits[at / 64] >> (at % 64)) & mask));
    at += width;
  }
  return ones;
}

/// Where bits have laws by whom they are about.
ones_of_row judge_by_position(const release& published, vertex_id user, const said_entries& said) {
  const release_layout& layout = published.layout();
  const std::span<const rank_class> later = layout.parameters().later;
  const std::uint32_t rank = layout.rank(user);
  double least = 1.0;
  for (const any_codec& codec : layout.codecs()) least = std::min(least, codec.law().p1 - codec.law().p0);
  ones_of_row found{user, 0.0, least * clamped_entries(said, rank), 0.0, least, said};
  double variance = 0.0;
  for (std::size_t i = 0; i <= later.size(); ++i) {
    const std::uint64_t begin = i == 0 ? 0 : later[i - 1].first;
    const std::uint64_t end = std::min<std::uint64_t>(rank, i < later.size() ? later[i].first : rank);
    if (begin >= end) break;
    const bit_law law = layout.codecs()[i].law();
    const double weight = least / (law.p1 - law.p0), bits = static_cast<double>(end - begin);
    found.ones += weight * static_cast<double>(ones_between(published.words(user), begin, end));
    found.expected += weight * bits * law.p0;
    variance += weight * weight * bits * law.p0 * (1.0 - law.p0);  // a neighbour's bit has the same
  }
  found.of_bits = std::sqrt(variance);
  return found;
}

/// The probabilities of noise on a number, |noise| = l: of one discrete Laplace variable, or of the
/// difference of two.
class noise_law {
 public:
  explicit noise_law(const said_entries& said)
      : m_a(std::exp(-said.noise.nats())),
        m_b(said.other_noise.is_zero() ? 0.0 : std::exp(-said.other_noise.nats())) {
    // The formula has a - b below the line.
    if (std::abs(m_a - m_b) < 1e-7) m_b = std::min(m_b, m_a * (1.0 - 1e-7));
    const double both = (1.0 - m_a) / (1.0 + m_a) * (1.0 - m_b) / (1.0 + m_b),
                 beside = m_a * m_b / (1.0 - m_a * m_b);
    m_of_a = both * (m_a / (m_a - m_b) + beside);
    m_of_b = both * (beside - m_b / (m_a - m_b));
  }

  /// Calls f(l, Pr[|noise| = l], Pr[|noise| > l]) while that is not negligible and f is true.
  template <class F>
  void for_each(F&& f) const {
    double a = 1.0, b = 1.0;
    constexpr double negligible = 1e-18;
    for (double l = 0.0;; l += 1.0) {
      const double here = (l == 0.0 ? 1.0 : 2.0) * (m_of_a * a + m_of_b * b);
      a *= m_a;
      b *= m_b;
      const double beyond = 2.0 * (m_of_a * a / (1.0 - m_a) + m_of_b * b / (1.0 - m_b));
      if (!f(l, here, beyond) || beyond < negligible) return;
    }
  }

 private:
  double m_a, m_b, m_of_a, m_of_b;
};

std::vector<said_entries> said_by_sizes(const release& published) {
  const release_layout& layout = published.layout();
  if (layout.parameters().chunk_rule != chunk_rule::released_size)
    throw invalid_parameter("ones are judged by released sizes: this release has none");
  const rank_budgets sizes = layout.parameters().size_budgets();
  std::vector<said_entries> said(layout.users());
  for (std::size_t u = 0; u < said.size(); ++u)
    said[u] = {static_cast<double>(layout.sizes()[u]), sizes.at(layout.rank(static_cast<vertex_id>(u))), {}};
  return said;
}

}  // namespace

double ones_of_row::deviation() const noexcept {
  const auto variance_of = [](epsilon e) { return e.is_zero() ? 0.0 : inverse_filter(e).noise_variance(); };
  return std::hypot(of_bits, each * std::sqrt(variance_of(size.noise) + variance_of(size.other_noise)));
}

double ones_of_row::z() const noexcept {
  return of_bits > 0.0 ? (ones - expected) / deviation() : 0.0;
}

double ones_of_row::tail(double z) const noexcept {
  if (!(of_bits > 0.0)) return 0.0;
  const double off = z * deviation();
  double sum = 0.0, rest = 1.0;
  noise_law(size).for_each([&](double l, double here, double beyond) {
    if (!(off > each * l)) return false;
    sum += here * bernstein(off - each * l, of_bits * of_bits);
    rest = beyond;
    return true;
  });
  return sum + rest;
}

std::vector<ones_of_row> ones_of_rows(const release& published) {
  return ones_of_rows(published, said_by_sizes(published));
}

std::vector<ones_of_row> ones_of_rows(const release& published, std::span<const said_entries> said) {
  const release_layout& layout = published.layout();
  const std::uint64_t users = layout.users();
  if (said.size() != users) throw invalid_parameter("rows are judged by what is said of each of them");
  std::vector<ones_of_row> all(users);
  constexpr std::uint64_t grain = 64;
  const bool is_by_position = layout.parameters().has_laws_by_position();
  parallel_for(0, users, grain, [&](std::uint64_t first, std::uint64_t last) {
    if (is_by_position) {
      for (std::uint64_t u = first; u < last; ++u)
        all[u] = judge_by_position(published, static_cast<vertex_id>(u), said[u]);
      return;
    }
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
      all[user] = judge(layout, user, static_cast<double>(ones_in(row.bits(), preceding)), row, said[user]);
    }
  });
  for (const vertex_id user : published.absent()) all[user].of_bits = 0.0;
  return all;
}

namespace {

implausible_row_list named(std::span<const ones_of_row> rows, double threshold) {
  implausible_row_list found;
  for (const ones_of_row& row : rows) {
    found.expected += row.tail(threshold);
    if (std::abs(row.z()) > threshold) found.users.push_back(row.user);
  }
  return found;
}

}  // namespace

implausible_row_list implausible_rows(const release& published, double threshold) {
  return named(ones_of_rows(published), threshold);
}

implausible_row_list implausible_rows(const release& published, std::span<const said_entries> said,
                                      double threshold) {
  return named(ones_of_rows(published, said), threshold);
}

}  // namespace edgeldp
