// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/varint.hpp"

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

void append_integer(std::vector<std::byte>& out, int128 value) {
  uint128 zigzag = value < 0 ? (~static_cast<uint128>(value) << 1) | 1 : static_cast<uint128>(value) << 1;
  while (zigzag >= 0x80) {
    out.push_back(static_cast<std::byte>((zigzag & 0x7f) | 0x80));
    zigzag >>= 7;
  }
  out.push_back(static_cast<std::byte>(zigzag));
}

std::vector<std::byte> integer_message(int128 value) {
  std::vector<std::byte> out;
  append_integer(out, value);
  return out;
}

int128 read_integer(std::span<const std::byte> bytes, std::size_t& position, int128 limit,
                    std::uint64_t base) {
  const std::size_t start = position;
  uint128 zigzag = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (position >= bytes.size()) throw format_error(base + start, "integer is cut short");
    const auto byte = std::to_integer<unsigned>(bytes[position]);
    if (shift >= 126 && (shift > 126 || byte > 3))
      throw format_error(base + start, "integer exceeds 128 bits");
    ++position;
    zigzag |= uint128{byte & 0x7f} << shift;
    if ((byte & 0x80) != 0) continue;
    if (byte == 0 && shift != 0) throw format_error(base + start, "integer is not in its shortest form");
    break;
  }
  const auto magnitude = static_cast<int128>(zigzag >> 1);
  const int128 value = (zigzag & 1) != 0 ? -magnitude - 1 : magnitude;
  if (value > limit || value < -limit) throw format_error(base + start, "integer outside its range");
  return value;
}

}  // namespace edgeldp
