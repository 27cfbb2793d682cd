// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/rivals/group_rr/group_rr.hpp"

/// What is decided and published for the rounds `edges` and `count` of GroupRR.
namespace edgeldp {

/// What follows from a released size: on the grid of pair_grid.
struct group_bound {
  std::int64_t offset = 0;  ///< P0 / (P1 - P0) of a row of that size, in [0, 2^45]
  std::uint64_t limit = 0;  ///< allowances: the threshold; limited pairs: received ones a member; else 0
};

/// What is decided before the edge round, from released numbers: all that rows and counts follow.
struct group_plan {
  group_rr::bound rule;
  bool is_compressed;
  epsilon edges, count;
  group_response response;
  std::uint64_t sampling_threshold;               ///< passed on below it, out of 2^40
  std::int64_t one;                               ///< 1 / (p_s (P1 - P0)), at most 2^45
  std::uint64_t measured;                         ///< how many downloads are measured
  std::map<std::int64_t, group_bound> by_size{};  ///< of all that were released

  void write(byte_string& out) const;
  /// Errors: format_error for bytes that write never makes, or a response that costs more than
  ///     `edges`.
  static group_plan read(std::span<const std::byte> in);

  /// Whether a user that released this size has anything to say.
  bool speaks(std::int64_t size) const {
    return rule == group_rr::bound::smooth || by_size.at(size).limit != 0;
  }
};

/// What everybody may know before the edge round. By place in the public order where not said
/// otherwise.
class group_layout {
 public:
  /// Errors: invalid_parameter for sizes of other users, or that the plan does not know; or a group
  ///     that is too large for them.
  group_layout(public_ref<public_order> order, group_plan plan, std::vector<std::int64_t> sizes_by_user);

  const public_ref<public_order>& order() const noexcept { return m_order; }
  const group_plan& plan() const noexcept { return m_plan; }
  std::span<const std::int64_t> sizes_by_user() const noexcept { return m_sizes; }
  std::uint64_t users() const noexcept { return m_sizes.size(); }
  const group_bins& bins() const noexcept { return m_bins; }
  std::uint64_t row_words() const noexcept { return (m_bins.bins + 63) / 64; }

  vertex_id user_at(std::uint32_t place) const noexcept { return m_user_at[place]; }
  std::uint32_t bin(std::uint32_t place, std::uint32_t member) const noexcept {
    return m_hash[place](m_bins, member);
  }
  /// Calls f(member) for all places that the row's hash function puts into one of some bins:
  /// for_each_bin(g) calls g(bin).
  template <class ForEachBin, class F>
  void for_each_member(std::uint32_t place, ForEachBin&& for_each_bin, F&& f) const {
    const std::uint64_t inverse = inverse_of(m_hash[place].a), shift = m_bins.prime - m_hash[place].b;
    for_each_bin([&](std::uint32_t b) {
      for (std::uint64_t t = b; t < m_bins.prime; t += m_bins.bins)
        f((t + shift) % m_bins.prime * inverse % m_bins.prime);
    });
  }

  std::int64_t offset(std::uint32_t place) const noexcept { return m_bounds[place].offset; }
  std::uint64_t limit(std::uint32_t place) const noexcept { return m_bounds[place].limit; }
  std::int64_t largest_offset() const noexcept { return m_largest_offset; }
  /// Of what a pair can count, either sign.
  std::int64_t largest_estimate() const noexcept { return m_largest_estimate; }
  /// Earlier members for whom a member's offset is subtracted: as many as cost no sensitivity
  /// beyond that of so many received ones.
  std::uint64_t pair_limit(std::uint64_t ones) const noexcept;

  bin_set_format upload_format() const;
  /// Of the rows before a reader.
  bin_set_format download_format(std::uint32_t reader) const;

 private:
  std::uint64_t inverse_of(std::uint64_t a) const noexcept;

  public_ref<public_order> m_order;
  group_plan m_plan;
  std::vector<std::int64_t> m_sizes;
  group_bins m_bins;
  std::vector<vertex_id> m_user_at;
  std::vector<bin_hash> m_hash;
  std::vector<group_bound> m_bounds;
  std::int64_t m_largest_offset = 0, m_largest_estimate = 0;
};

/// Everybody's bins. Nobody needs to read them whole: users are sent samples.
struct group_rows {
  public_ref<group_layout> layout;
  std::vector<std::uint64_t> words;  ///< by place, row_words each

  explicit group_rows(public_ref<group_layout> under);
  std::span<std::uint64_t> row(std::uint32_t place) {
    return std::span(words).subspan(place * layout->row_words(), layout->row_words());
  }
  std::span<const std::uint64_t> row(std::uint32_t place) const {
    return std::span(words).subspan(place * layout->row_words(), layout->row_words());
  }
};

inline bool has_bin(std::span<const std::uint64_t> row, std::uint32_t b) {
  return (row[b / 64] >> (b % 64) & 1) != 0;
}

template <>
struct public_form<group_layout> {
  static byte_string write(const group_layout& layout);
  static group_layout read(std::span<const std::byte> in, const public_objects& before);
};

template <>
struct public_form<group_rows> {
  static byte_string write(const group_rows& rows);
  static group_rows read(std::span<const std::byte> in, const public_objects& before);
};

}  // namespace edgeldp
