// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "edgeldp/graph/limits/limited_pairs.hpp"
#include "group_rr/layout.hpp"

/// What one user counts on the bins that it received, before noise. What was received is asked the
/// same whether it was read from a message or is looked up in all rows: contains(place, bin);
/// for_each(place, f); ones_among(place, earlier), how many of a user's neighbours before a place
/// its row has.
namespace edgeldp {

/// A user's neighbours before a place: as a list, and as a mask of places.
struct earlier_neighbors {
  std::span<const std::uint32_t> list;
  std::span<const std::uint64_t> mask;
};

/// The server's rule for one reader, evaluated on demand.
class sampled_rows {
 public:
  /// `expanded`: bits of all pairs before sampling, so many words a place; or none.
  sampled_rows(const group_rows& rows, vertex_id reader, std::span<const std::uint64_t> expanded = {},
               std::uint64_t expanded_words = 0)
      : m_rows(rows),
        m_layout(*rows.layout),
        m_random(m_layout.order()->key()),
        m_reader(reader),
        m_expanded(expanded),
        m_expanded_words(expanded_words) {}

  bool contains(std::uint32_t place, std::uint32_t b) const {
    return has_bin(m_rows.row(place), b) && is_passed_on(place, b);
  }
  template <class F>
  void for_each(std::uint32_t place, F&& f) const {
    const std::span<const std::uint64_t> row = m_rows.row(place);
    for (std::uint64_t w = 0; w < row.size(); ++w)
      for (std::uint64_t bits = row[w]; bits != 0; bits &= bits - 1) {
        const auto b = static_cast<std::uint32_t>(64 * w + static_cast<unsigned>(std::countr_zero(bits)));
        if (is_passed_on(place, b)) f(b);
      }
  }
  std::int64_t ones_among(std::uint32_t place, const earlier_neighbors& earlier) const {
    const std::uint64_t* row = m_expanded.data() + place * m_expanded_words;
    std::int64_t ones = 0;
    const auto look_at = [&](std::uint32_t w) { ones += contains(place, m_layout.bin(place, w)) ? 1 : 0; };
    if (earlier.list.size() > place / 128) {
      for (std::uint32_t word = 0; word <= place / 64; ++word)
        for (std::uint64_t bits = row[word] & earlier.mask[word]; bits != 0; bits &= bits - 1)
          look_at(64 * word + static_cast<std::uint32_t>(std::countr_zero(bits)));
    } else {
      for (const std::uint32_t w : earlier.list)
        if (((row[w / 64] >> (w % 64)) & 1) != 0) look_at(w);
    }
    return ones;
  }

 private:
  bool is_passed_on(std::uint32_t place, std::uint32_t b) const {
    const std::uint64_t threshold = m_layout.plan().sampling_threshold;
    if (threshold == randomized_response::resolution) return true;
    const philox_block w = m_random.block(stream_tag::server_sampling, b, m_layout.user_at(place), m_reader);
    return (w[0] | (std::uint64_t{w[1] & 0xff} << 32)) < threshold;
  }

  const group_rows& m_rows;
  const group_layout& m_layout;
  public_randomness m_random;
  vertex_id m_reader;
  std::span<const std::uint64_t> m_expanded;
  std::uint64_t m_expanded_words;
};

/// A download, decoded.
class received_rows {
 public:
  received_rows(const group_layout& layout, bin_sets sets) : m_layout(layout), m_sets(std::move(sets)) {}
  bool contains(std::uint32_t place, std::uint32_t b) const { return m_sets.contains(place, b); }
  template <class F>
  void for_each(std::uint32_t place, F&& f) const {
    for (const std::uint32_t b : m_sets.row(place)) f(b);
  }
  std::int64_t ones_among(std::uint32_t place, const earlier_neighbors& earlier) const {
    return std::ranges::count_if(earlier.list,
                                 [&](std::uint32_t w) { return contains(place, m_layout.bin(place, w)); });
  }

 private:
  const group_layout& m_layout;
  bin_sets m_sets;
};

/// One user's estimates of its pairs, on the grid; `reach`: smooth: its local sensitivity.
struct group_count {
  int128 exact = 0;
  std::int64_t reach = 0;
};

/// The estimate of a pair of places.
template <class Received>
std::int64_t pair_estimate(const group_layout& layout, const Received& received, std::uint32_t later,
                           std::uint32_t earlier) {
  const bool bit = received.contains(later, layout.bin(later, earlier));
  return (bit ? layout.plan().one : 0) - layout.offset(later);
}

template <class Received>
int128 limited_estimates(const group_layout& layout, const Received& received, std::uint64_t ones,
                         std::span<const std::uint32_t> list) {
  limited_pairs pairs;
  pairs.reset({ones, 0});
  const std::uint64_t pair_limit = layout.pair_limit(ones);
  int128 exact = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    pairs.add([&](std::size_t j) { return received.contains(list[i], layout.bin(list[i], list[j])); });
    exact -= limited_offset(i, pair_limit, layout.offset(list[i]));
  }
  return exact + int128{layout.plan().one} * static_cast<int128>(pairs.ones());
}

/// Largest change of the count by one neighbour more or less, among all that precede the user.
template <class Received>
std::int64_t local_sensitivity(const group_layout& layout, const Received& received, std::uint32_t place,
                               std::span<const std::uint32_t> list) {
  const std::int64_t one = layout.plan().one;
  // Pairs in which the candidate comes first: what the neighbours' rows say of all places in a bin.
  std::vector<std::int64_t> change(place);
  std::int64_t later_offsets = 0;
  for (const std::uint32_t w : list) {
    later_offsets += layout.offset(w);
    layout.for_each_member(
        w, [&](auto&& f) { received.for_each(w, f); },
        [&](std::uint64_t v) {
          if (v < w) change[v] += one;
        });
  }
  // Pairs in which it comes last: its own row.
  std::vector<std::uint64_t> mask((layout.users() + 63) / 64);  // neighbours before the candidate
  std::int64_t largest = 0;
  std::size_t earlier = 0;
  for (std::uint32_t v = 0; v < place; ++v) {
    const bool is_neighbor = earlier < list.size() && list[earlier] == v;
    if (is_neighbor) later_offsets -= layout.offset(v);
    const std::int64_t ones = received.ones_among(v, {list.first(earlier), mask});
    change[v] += ones * one - later_offsets - static_cast<std::int64_t>(earlier) * layout.offset(v);
    largest = std::max(largest, std::abs(change[v]));
    if (is_neighbor) {
      mask[v / 64] |= std::uint64_t{1} << (v % 64);
      ++earlier;
    }
  }
  return largest;
}

/// list: the user's neighbours before it, as places, increasing.
template <class Received>
group_count count_pairs_of(const group_layout& layout, const Received& received, std::uint32_t place,
                           std::span<const std::uint32_t> list) {
  const auto value = [&](std::size_t i, std::size_t j) {
    return pair_estimate(layout, received, list[i], list[j]);
  };
  switch (layout.plan().rule) {
    case group_rr::bound::allowances:
      return {count_with_allowances(list.size(), static_cast<std::int64_t>(layout.limit(place)),
                                    layout.largest_estimate(), value)};
    case group_rr::bound::limited_pairs:
      return {limited_estimates(layout, received, layout.limit(place), list)};
    case group_rr::bound::smooth:
      break;
  }
  group_count all;
  for (std::size_t i = 1; i < list.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) all.exact += value(i, j);
  all.reach = local_sensitivity(layout, received, place, list);
  return all;
}

}  // namespace edgeldp
