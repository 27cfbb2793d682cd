// SPDX-License-Identifier: MIT
#pragma once

#include <Random123/philox.h>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/types.hpp"

/// What generators share: checks of their arguments, and random words that are the same on every
/// machine and for every number of threads.
namespace edgeldp::drawn {

using edge_list = std::vector<std::pair<vertex_id, vertex_id>>;

inline constexpr std::uint64_t vertex_limit = std::uint64_t{1} << 32;

template <class T>
void require(bool good, const char* parameter, const T& value, const std::string& allowed) {
  if (good) return;
  std::ostringstream message;
  message << parameter << " = " << value << ": must be in " << allowed;
  throw invalid_parameter(message.str());
}

inline std::string interval(std::uint64_t low, std::uint64_t high) {
  return "[" + std::to_string(low) + ", " + std::to_string(high) + "]";
}

inline std::uint64_t count_pairs(std::uint64_t n) {
  return n % 2 == 0 ? n / 2 * (n - 1) : n * ((n - 1) / 2);
}

inline void require_sizes(std::uint64_t n, count_type edges, const char* edges_name) {
  require(n <= vertex_limit, "n", n, interval(0, vertex_limit));
  const count_type pairs = n == 0 ? 0 : count_pairs(n);
  require(edges <= pairs, edges_name, edges, interval(0, pairs));
}

/// Edges that are in memory while a file is made: 32 MiB.
inline constexpr count_type most_at_a_time = count_type{1} << 22;

/// One tag a use: two uses never share a counter.
enum class purpose : std::uint32_t {
  erdos_renyi,
  rmat,
  holme_kim,
  group_size,
  group_pairs,
  activity,
  shuffle,
  label_order,
  label
};

/// The random words of one item (an edge, a vertex, a group): block b is Philox at counter (b,
/// item, purpose).
class draw_stream {
 public:
  draw_stream(std::uint64_t seed, purpose use, std::uint64_t item)
      : m_key{{low(seed), high(seed)}},
        m_counter{{0, low(item), high(item), static_cast<std::uint32_t>(use)}} {}

  std::uint32_t word() {
    if (m_used == 4) {
      m_block = r123::Philox4x32()(m_counter, m_key);
      ++m_counter[0];
      m_used = 0;
    }
    return m_block[m_used++];
  }

  std::uint64_t word64() {
    const std::uint64_t first = word();
    return first << 32 | word();
  }

  /// Uniform on [0, bound), without bias: Lemire, ACM TOMACS 29(1), 2019.
  std::uint64_t below(std::uint64_t bound) {
    uint128 product = uint128{word64()} * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
      const std::uint64_t excess = (0 - bound) % bound;
      while (static_cast<std::uint64_t>(product) < excess) product = uint128{word64()} * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

 private:
  static std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  static std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }

  r123::Philox4x32::key_type m_key;
  r123::Philox4x32::ctr_type m_counter;
  r123::Philox4x32::ctr_type m_block{};
  unsigned m_used = 4;
};

/// A probability as a threshold for a 32-bit word. Scaling by a power of two is exact, so every
/// machine agrees.
inline std::uint64_t threshold(double probability) {
  return static_cast<std::uint64_t>(probability * 0x1p32);
}

}  // namespace edgeldp::drawn
