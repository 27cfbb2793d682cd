// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "edgeldp/core/base/types.hpp"

namespace edgeldp {

/// As many 128-bit numbers as asked for, all 0 until they are set, of which most fit into 64 bits:
/// counts of users, which noise can make longer.
///
/// Memory: 8 bytes a number, and some 50 more for one of more than 63 bits.
/// Threads: different indices may be set concurrently; nothing may be read meanwhile.
class wide_numbers {
 public:
  explicit wide_numbers(std::size_t size = 0) : m_short(size) {}

  std::size_t size() const noexcept { return m_short.size(); }

  /// Requires: index < size(), as in set().
  int128 operator[](std::size_t index) const {
    const std::int64_t here = m_short[index];
    return here == is_long ? m_long.at(index) : here;
  }
  void set(std::size_t index, int128 number);

  /// Requires: a sum below 2^127.
  int128 sum() const;

 private:
  static constexpr std::int64_t is_long = INT64_MIN;

  std::vector<std::int64_t> m_short;
  std::unordered_map<std::size_t, int128> m_long;
};

}  // namespace edgeldp
