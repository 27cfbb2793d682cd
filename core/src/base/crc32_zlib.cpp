// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/crc32.hpp"
#include "edgeldp/core/base/text_bytes.hpp"

#include <zlib.h>

namespace edgeldp {

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before) noexcept {
  if (bytes.empty()) return before;  // zlib takes a null pointer for another question
  return static_cast<std::uint32_t>(
      ::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::uint32_t crc32(std::string_view text) noexcept {
  return crc32(text_bytes(text));
}

}  // namespace edgeldp
