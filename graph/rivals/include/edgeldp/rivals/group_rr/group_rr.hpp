// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/codec/randomized_response.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/wire/release_layout.hpp"
#include "edgeldp/graph/limits/limited_pairs.hpp"
#include "edgeldp/rivals/triangles/method.hpp"

namespace edgeldp {

/// GroupRR with central server sampling: every user hashes the users that precede it into bins of
/// at most s, says of each bin whether one of its s places, drawn at random, holds a neighbour,
/// through randomized response; the server passes on to each user a public sample of the bins that
/// said yes.
///
/// Source: [Hillebrand 2023]. Guarantee, derivations, formats:
///     graph/rivals/src/group_rr/derivation.md.
struct group_rr {
  /// What bounds a user's part in the count round.
  enum class bound {
    allowances,    ///< the paper's clipping with its Chebyshev threshold: NOT private, see the derivation
    smooth,        ///< the paper's smooth sensitivity, noise density proportional to 1 / (1 + x^4)
    limited_pairs  ///< lists whole, received ones accepted under a limit
  };

  epsilon total;          ///< of one user, all rounds
  double sampling = 1.0;  ///< S in [1, 2^30]: groups of s = ceil(S^(1/3)), s^2 / S passed on
  bound rule = bound::allowances;
  user_order order = user_order::id;  ///< noisy_degree holds a degree round before the size round
  double degree_share = 0.0;          ///< in (0, 1) for user_order::noisy_degree, else not used
  double size_share = 0.1;            ///< numbers of preceding neighbours; in (0, 1)
  double edge_share = 0.5;            ///< of the rest, in (0, 1); limited_pairs chooses its own
  std::uint64_t margin = 150;         ///< allowances: of the released size; at most 2^48
  bool is_compressed = false;         ///< downloads entropy coded, bins that nobody can hit left out
  std::uint64_t measured_users = 64;  ///< whose downloads are built, spread evenly over the order

  /// The paper's settings: order by number, 0.1 for sizes, the rest halved; clipping by allowances.
  static group_rr published(epsilon total, double sampling);
  /// The same with smooth sensitivity.
  static group_rr smooth(epsilon total, double sampling);
  /// The best we know: hubs first, limited pairs, limits and split by predicted error, compressed
  /// downloads.
  static group_rr strongest(epsilon total, double sampling);
};

/// The least s with s^3 >= sampling.
std::uint32_t group_size_for(double sampling);

/// How places 0 .. users - 1 of the public order fall into bins: at most `group` in each.
struct group_bins {
  std::uint64_t prime = 2;  ///< least prime >= users
  std::uint64_t bins = 1;   ///< ceil(prime / group)
  std::uint32_t group = 1;  ///< s

  static group_bins for_users(std::uint64_t users, std::uint32_t group);
  double slots() const noexcept { return static_cast<double>(bins) * group; }
};

/// One user's hash function x -> ((a x + b) mod prime) mod bins, drawn by public randomness.
struct bin_hash {
  std::uint64_t a = 1, b = 0;
  static bin_hash draw(release_key key, vertex_id user, const group_bins& bins);
  std::uint32_t operator()(const group_bins& bins, std::uint32_t place) const noexcept {
    return static_cast<std::uint32_t>((a * place + b) % bins.prime % bins.bins);
  }
};

/// Randomized response of a group of s, of whose places one is looked at: Pr[1 | c neighbours] = T
/// / 2^40 + (c / s)(1 - 2 T / 2^40).
///
/// Promise: one more or less neighbour costs at most loss_nats() = ln(1 + (2^40 - 2 T) / (s T)) <=
///     budget.
/// Interval: budget in (0, 25], 1 <= group <= 2^16, else invalid_parameter.
class group_response {
 public:
  group_response(epsilon budget, std::uint32_t group);
  /// Errors: invalid_parameter unless 0 < threshold < 2^39 and the group is as above.
  static group_response from_threshold(std::uint64_t threshold, std::uint32_t group);
  static constexpr std::uint32_t largest_group = 65536;

  std::uint32_t group() const noexcept { return m_group; }
  std::uint64_t threshold() const noexcept { return m_threshold; }
  double loss_nats() const noexcept;
  /// T / 2^40, at most 1/2.
  double flip_probability() const noexcept {
    return static_cast<double>(m_threshold) / static_cast<double>(randomized_response::resolution);
  }

 private:
  group_response(std::uint64_t threshold, std::uint32_t group) : m_threshold(threshold), m_group(group) {}
  std::uint64_t m_threshold;
  std::uint32_t m_group;
};

/// Sets of bins, row after row: the content of uploads and downloads.
struct bin_sets {
  std::vector<std::uint64_t> offset{0};  ///< of each row in bins; one more than rows
  std::vector<std::uint32_t> bins;       ///< increasing within a row

  std::uint64_t rows() const noexcept { return offset.size() - 1; }
  std::span<const std::uint32_t> row(std::uint64_t r) const noexcept {
    return {bins.data() + offset[r], offset[r + 1] - offset[r]};
  }
  bool contains(std::uint64_t r, std::uint32_t bin) const noexcept {
    return std::ranges::binary_search(row(r), bin);
  }
  void end_row() { offset.push_back(bins.size()); }
  friend bool operator==(const bin_sets&, const bin_sets&) = default;
};

/// Public shape of a message. rice_bits: plain lists of ceil(log2 bins) bits an entry if absent
/// (-1), else gaps with so many low bits, the rest unary under an adaptive model.
struct bin_set_format {
  std::uint64_t rows = 0, bins = 1;
  int rice_bits = -1;
};
std::vector<std::byte> write_bin_sets(const bin_sets& sets, const bin_set_format& format);
/// Errors: format_error unless the bytes are exactly what write_bin_sets would produce.
bin_sets read_bin_sets(std::span<const std::byte> bytes, const bin_set_format& format);

/// Estimates of pairs lie on a grid of 2^-20: 1 / (p_s (P1 - P0)) if the bin was received, less P0
/// / (P1 - P0), both rounded to it.
struct pair_grid {
  static constexpr std::int64_t unit = std::int64_t{1} << 20;
};

/// The paper's clipping: pairs in public order; a pair counts only while both members have an
/// allowance of at least `largest` left, and what it counts, which may be negative, is taken from
/// both. value(i, j): estimate of members j < i. Sensitivity: not `threshold`
/// (graph/rivals/src/group_rr/derivation.md).
template <class Value>
std::int64_t count_with_allowances(std::size_t members, std::int64_t threshold, std::int64_t largest,
                                   Value&& value) {
  std::vector<std::int64_t> left(members, threshold);
  std::int64_t sum = 0;
  for (std::size_t i = 1; i < members; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (left[i] < largest || left[j] < largest) continue;
      const std::int64_t estimate = value(i, j);
      sum += estimate;
      left[i] -= estimate;
      left[j] -= estimate;
    }
  }
  return sum;
}

/// What the i-th member of a list (from 0) subtracts for its pairs with earlier members, of which
/// at most pair_limit count: one more member anywhere changes the sum over members by an amount in
/// [0, pair_limit * largest offset].
inline int128 limited_offset(std::size_t i, std::uint64_t pair_limit, std::int64_t offset) {
  return int128{std::min<std::uint64_t>(i, pair_limit)} * offset;
}

/// max over k >= 0 of exp(-beta k) (sensitivity + k step): a beta-smooth bound if `sensitivity` is
/// the local sensitivity and one change moves that by at most `step`.
double smooth_bound(double sensitivity, double step, double beta);

/// Where released sums with smooth noise lie: on multiples of `step`, cut at +- largest. Large
/// noise is a multiple of a power of two, being a double, and would show the low bits of the count;
/// all such bits lie below the step. Both numbers are public; rounding and cutting the sum are
/// post-processing.
struct output_grid {
  int128 step;
  double largest;
  /// The nearest multiple of the step, cut.
  int128 round(int128 sum) const noexcept;
  /// The sum as it is released. Noise is cut too, to fit an integer, but at twice the largest sum:
  /// every sum with noise that was cut is cut itself, and shows nothing else. Requires |exact| <=
  /// largest.
  int128 release(int128 exact, double noise) const noexcept;
};

/// For any local sensitivity: that of `users` largest estimates, and noise up to 2^12 of its scales
/// (it goes beyond with probability 2^-37). The step is at most 2^-48 of that.
output_grid smooth_output_grid(std::uint64_t users, std::int64_t largest_estimate, double budget);

/// Runs all rounds: degree (for the order by degree), size, edges, count. The record's
/// download_bytes are those of the order, the plan and all rows together: what the server passes on
/// to single users is a function of them, and nobody needs to read the rows whole.
/// Errors: invalid_parameter for settings out of range; bad_graph_input without users.
/// Memory: of the collector, n^2 / (8 s) bytes.
baseline_result estimate_triangles(session& s, const group_rr& method);

}  // namespace edgeldp
