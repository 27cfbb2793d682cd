// SPDX-License-Identifier: MIT
#include <boost/crc.hpp>

#include "edgeldp/core/base/crc32.hpp"
#include "edgeldp/core/base/text_bytes.hpp"

/// For browsers, where there is no zlib.
namespace edgeldp {

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before) noexcept {
  // What went before is taken up where it was left: its last steps, which turn all bits over and
  // round, are undone.
  boost::crc_32_type sum;
  std::uint32_t rounded = 0;
  for (int bit = 0; bit < 32; ++bit) rounded |= (~before >> bit & 1U) << (31 - bit);
  sum.reset(rounded);
  sum.process_bytes(bytes.data(), bytes.size());
  return static_cast<std::uint32_t>(sum.checksum());
}

std::uint32_t crc32(std::string_view text) noexcept {
  return crc32(text_bytes(text));
}

}  // namespace edgeldp
