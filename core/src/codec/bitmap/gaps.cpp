// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/bitmap/gaps.hpp"

#include <algorithm>
#include <bit>

namespace edgeldp {

namespace {

constexpr std::uint32_t clamp_probability(std::uint64_t p) noexcept {
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(p, 64, 65472));
}

}  // namespace

gap_law::gap_law(std::uint64_t density) noexcept {
  // Pr[gap >= g + 2^i | gap >= g] in 2^-32, squared from step to step.
  std::uint64_t onwards = ((std::uint64_t{1} << 40) - density) >> 8;
  m_ends[0] = clamp_probability(65536 - (onwards >> 16));
  for (unsigned i = 0; i < most_bits; ++i) {
    m_ends[i + 1] = clamp_probability(65536 - (onwards >> 16));
    m_low[i] = clamp_probability((std::uint64_t{1} << 48) / ((std::uint64_t{1} << 32) + onwards));
    onwards = onwards * onwards >> 32;
  }
}

void gap_law::write(range_encoder& out, std::uint64_t gap) const {
  const auto bits = static_cast<unsigned>(std::bit_width(gap));
  for (unsigned i = 0; i < bits; ++i) out.encode(true, m_ends[i]);
  if (bits < most_bits) out.encode(false, m_ends[bits]);
  if (bits < 2) return;
  unsigned left = bits - 1;
  for (unsigned i = 0; i < 2 && left > 0; ++i) {
    --left;
    out.encode(((gap >> left) & 1) != 0, m_low[left]);
  }
  out.encode_direct(gap & ((std::uint64_t{1} << left) - 1), left);
}

std::uint64_t gap_law::read(range_decoder& in) const {
  unsigned bits = 0;
  while (bits < most_bits && in.decode(m_ends[bits])) ++bits;
  if (bits < 2) return bits;
  std::uint64_t gap = 1;
  unsigned left = bits - 1;
  for (unsigned i = 0; i < 2 && left > 0; ++i) {
    --left;
    gap = 2 * gap + (in.decode(m_low[left]) ? 1 : 0);
  }
  return gap << left | in.decode_direct(left);
}

}  // namespace edgeldp
