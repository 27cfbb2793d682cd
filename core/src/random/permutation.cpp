// SPDX-License-Identifier: MIT
#include "edgeldp/core/random/permutation.hpp"

#include <bit>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/size_of.hpp"

namespace edgeldp {

namespace {

constexpr unsigned round_count = 8;  // even, so that unequal halves end where they began

constexpr std::uint64_t low_mask(unsigned bits) {
  return (std::uint64_t{1} << bits) - 1;
}

}  // namespace

permutation::permutation(release_key key, std::uint64_t n, stream_tag tag)
    : m_random(key), m_n(n), m_tag(tag) {
  if (n == 0 || n > (std::uint64_t{1} << 32)) {
    throw invalid_parameter("permutation of n = " + std::to_string(n) + " points: must lie in [1, 2^32]");
  }
  const auto bits = static_cast<unsigned>(std::bit_width(n - 1));
  m_low_bits = bits - bits / 2;
  m_high_bits = bits / 2;
}

std::uint32_t permutation::round_value(unsigned round, std::uint32_t half) const noexcept {
  return m_random.block(m_tag, half, round, 0)[0];
}

// One round maps (high, low) to (low, high ^ F(low)); the widths of the halves change places each
// time.
std::uint64_t permutation::encrypt(std::uint64_t x) const noexcept {
  unsigned high_bits = m_high_bits, low_bits = m_low_bits;
  std::uint64_t high = x >> low_bits, low = x & low_mask(low_bits);
  for (unsigned round = 0; round < round_count; ++round) {
    const std::uint64_t mixed =
        (high ^ round_value(round, static_cast<std::uint32_t>(low))) & low_mask(high_bits);
    high = low;
    low = mixed;
    std::swap(high_bits, low_bits);
  }
  return (high << low_bits) | low;
}

std::uint64_t permutation::decrypt(std::uint64_t y) const noexcept {
  unsigned high_bits = m_high_bits, low_bits = m_low_bits;
  std::uint64_t high = y >> low_bits, low = y & low_mask(low_bits);
  for (unsigned round = round_count; round-- > 0;) {
    std::swap(high_bits, low_bits);
    const std::uint64_t mixed =
        (low ^ round_value(round, static_cast<std::uint32_t>(high))) & low_mask(high_bits);
    low = high;
    high = mixed;
  }
  return (high << low_bits) | low;
}

std::uint32_t permutation::operator()(std::uint32_t x) const noexcept {
  std::uint64_t y = x;
  do {
    y = encrypt(y);
  } while (y >= m_n);
  return static_cast<std::uint32_t>(y);
}

std::uint32_t permutation::inverse(std::uint32_t y) const noexcept {
  std::uint64_t x = y;
  do {
    x = decrypt(x);
  } while (x >= m_n);
  return static_cast<std::uint32_t>(x);
}

std::vector<std::uint32_t> permutation::table() const {
  std::vector<std::uint32_t> images(size_of(m_n));
  parallel_for(0, m_n, 4096, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t x = first; x < last; ++x) images[size_of(x)] = (*this)(static_cast<std::uint32_t>(x));
  });
  return images;
}

}  // namespace edgeldp
