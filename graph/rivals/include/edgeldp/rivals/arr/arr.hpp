// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/rivals/arr/asymmetric_response.hpp"
#include "edgeldp/rivals/triangles/method.hpp"

/// Triangles with small downloads: asymmetric randomized response, and a server that tells each
/// user only the noisy edges it can use.
///
/// Source: [Imola 2022]. Definitions, proofs, message formats: graph/rivals/src/arr/derivation.md.
namespace edgeldp {

/// Which noisy edges a counted pair {j, k} of user i's neighbours needs, j before k before i.
enum class arr_variant {
  full,  ///< (j, k)
  one,   ///< (j, k) and (k, i)
  two,   ///< (j, k), (k, i) and (j, i)
};

/// Settings; everything here is public.
struct arr {
  arr_variant variant = arr_variant::one;
  epsilon total;
  double mu_star = 0.001;  ///< probability that a triangle's pair is counted; the download grows with it
  bool is_published = false;

  /// The paper's settings: a tenth for the numbers of lower neighbours, the rest in halves; order
  /// by number; margin 150; clipping thresholds at a probability of 1e-6; 2 ceil(log2 n) bits a
  /// noisy pair. Its clipping does not bound what it claims, so the result says is_private = false
  /// (see below).
  static arr published(arr_variant variant, epsilon total, double mu_star) {
    return {variant, total, mu_star, true};
  }

  /// The strongest private reading we know: hubs first, caps from released sizes, greedy clipping,
  /// split, margin and thresholds by predicted error, entropy-coded messages.
  static arr strongest(arr_variant variant, epsilon total, double mu_star) {
    return {variant, total, mu_star, false};
  }

  /// The largest mu_star at an edge budget: (exp(e) / (1 + exp(e)))^(number of noisy edges a pair
  /// needs).
  static double largest_mu_star(arr_variant variant, epsilon edges);

  /// Thresholds of 40 bits express the mean of a counted pair to a relative 1e-6 from here up.
  static constexpr double smallest_mu_star = 0x1.0p-20;

  /// The edge budget of the published settings: 0.45 of the total.
  static epsilon published_edges(epsilon total);
};

/// The noisy lower triangle: bit j of row k, j < k, both places in the public order. 8 bytes a 64
/// pairs.
class noisy_triangle {
 public:
  explicit noisy_triangle(std::uint64_t users);

  /// Words of so many users' rows.
  static std::uint64_t words_of(std::uint64_t users) noexcept;

  std::uint64_t users() const noexcept { return m_offset.size() - 1; }
  /// Row after row.
  std::span<const std::uint64_t> words() const noexcept { return m_words; }
  bool bit(std::uint32_t k, std::uint32_t j) const noexcept { return (row(k)[j / 64] >> (j % 64)) & 1; }
  std::span<const std::uint64_t> row(std::uint32_t k) const noexcept {
    return {m_words.data() + m_offset[k], m_offset[k + std::size_t{1}] - m_offset[k]};
  }
  std::span<std::uint64_t> row(std::uint32_t k) noexcept {
    return {m_words.data() + m_offset[k], m_offset[k + std::size_t{1}] - m_offset[k]};
  }

 private:
  std::vector<std::uint64_t> m_offset, m_words;
};

/// How gaps between noisy edges are coded: in strides of 2^shift, each of which holds one with
/// probability stop / 1024 until the coder knows better.
struct gap_code {
  unsigned shift = 0;      ///< at most 16
  std::uint32_t stop = 1;  ///< in [1, 1023]

  /// For noisy edges of this density, in (0, 1).
  static gap_code for_density(double density);
};

/// How lists of noisy edges are written.
///
/// Promise: every message is the only form of its content. Readers throw format_error (offset in
///     bytes) for everything else and keep no more memory than one row.
class arr_format {
 public:
  /// fixed_width: ceil(log2 n) bits a place. Otherwise gaps between ones, range-coded from the
  /// public probability `density` of a noisy edge.
  arr_format(std::uint64_t users, bool fixed_width, double density);
  arr_format(std::uint64_t users, bool fixed_width, gap_code gaps);

  /// A user's upload: its row, which has `row` positions, as the list of its ones.
  std::vector<std::byte> write_row(std::span<const std::uint64_t> bits, std::uint32_t row) const;
  /// Reads it into bits ((row + 63) / 64 words).
  void read_row(std::span<const std::byte> message, std::uint32_t row, std::span<std::uint64_t> bits) const;

  /// The reader's download: the noisy pairs (j, k) that its variant needs, row by row, increasing.
  std::vector<std::byte> write_download(const noisy_triangle& noisy, arr_variant variant,
                                        std::uint32_t reader) const;
  using row_visitor = std::function<void(std::uint32_t k, std::span<const std::uint32_t> places)>;
  /// Calls visit(k, j's) for every row that may have pairs. `own`: the reader's own noisy row,
  /// which the pairs of ARROne and ARRTwo refer to.
  void read_download(std::span<const std::byte> message, arr_variant variant, std::uint32_t reader,
                     std::span<const std::uint64_t> own, const row_visitor& visit) const;

  /// fixed_width: bytes of a download of so many pairs.
  std::uint64_t download_bytes(std::uint64_t pairs) const noexcept { return (pairs * 2 * m_width + 7) / 8; }

 private:
  bool m_fixed_width;
  unsigned m_width;
  gap_code m_gaps;
};

/// The number of pairs in every reader's download, by place in the public order.
std::vector<std::uint64_t> count_download_pairs(const noisy_triangle& noisy, arr_variant variant);

/// Counts qualifying pairs of one user's list, clipped. Pairs (a, b), a < b, are indices into the
/// list, which is in public order; they must come in increasing order of (b, a).
class pair_clip {
 public:
  enum class rule {
    /// A pair counts only while both members are in fewer than kappa counted pairs; kappa whole.
    /// One neighbour more changes the count by 0 .. kappa (graph/rivals/src/arr/derivation.md,
    /// "Greedy clipping").
    greedy,
    /// The paper's: every first member a gives at most kappa. One neighbour more can change the
    /// count by more than kappa.
    first_member,
  };
  /// kappa in units of 2^-40.
  pair_clip(rule r, std::size_t members, uint128 kappa);

  void add(std::uint32_t a, std::uint32_t b);
  /// In units of 2^-40.
  uint128 count() const noexcept { return m_count; }

 private:
  rule m_rule;
  uint128 m_kappa, m_count = 0;
  std::vector<uint128> m_used;
};

/// Adds to `clip` the qualifying pairs of a reader's list: `members`, increasing places before the
/// reader's.
/// Cost: a test a pair.
void count_on_triangle(const noisy_triangle& noisy, arr_variant variant, std::uint32_t reader,
                       std::span<const std::uint32_t> members, pair_clip& clip);

/// What a user holds who reads a download: its place, its own noisy row, and of its list the places
/// before its own, increasing.
struct arr_reader {
  std::uint32_t place;
  std::span<const std::uint64_t> row;
  std::span<const std::uint32_t> members;
};

/// The same pairs in the same order from the reader's download: what a user does that holds nothing
/// else.
/// Errors: as read_download.
void count_on_download(std::span<const std::byte> message, const arr_format& format, arr_variant variant,
                       const arr_reader& who, pair_clip& clip);

/// What a user says before noise, in units of 2^-40: qualifying pairs, less `offset` a pair of
/// members.
int128 arr_statistic(const pair_clip& clip, std::size_t members, std::uint64_t offset);

/// Sensitivity, in units of 2^-40, of (greedily clipped count) - offset (pairs) under a cap on the
/// list: max(min(kappa, cap - 1) 2^40, offset (cap - 1)); 0 for cap <= 1. kappa whole, offset in
/// 2^-40.
uint128 greedy_sensitivity(std::uint64_t cap, std::uint64_t kappa, std::uint64_t offset);

/// The paper's clipping threshold for a user with noisy degree `degree`: lambda mu_star degree with
/// the smallest whole lambda whose Chernoff bound is at most 1e-6; at most `degree`.
double published_threshold(arr_variant variant, double mu_star, double degree);

/// Runs all rounds: size (published), or degree and size; then edges and count.
///
/// Definition: estimate = sum_i (t_i - mu_star rho s_i + noise_i) / (mu_star (1 - rho)), t_i
///     clipped.
/// Promise: strongest: private at `total` a user. published: not private as claimed; the caveat
///     says why. Both: unbiased but for clipping. Standard error: infinite where no user speaks.
///     Communication: published: lengths of downloads follow from numbers of pairs, so the mean and
///     the largest are over ALL users, exactly. strongest: mean and largest of the measured users:
///     up to 64, at least 4, spread evenly over the order. The record's download_bytes are those of
///     the order, the plan and all rows together: what single users are told is a function of them,
///     and nobody needs to read the rows whole.
/// Errors: bad_graph_input without users; invalid_parameter for a mu_star below 2^-20 or beyond
///     what the edge budget allows (strongest: what 0.98 of the rest of the total would allow).
baseline_result estimate_triangles(session& s, const arr& method);

}  // namespace edgeldp
