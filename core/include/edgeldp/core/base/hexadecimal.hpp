// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace edgeldp {

/// Two hexadecimal digits a byte, small letters.
inline std::string to_hex(std::span<const std::byte> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte b : bytes) {
    text += digits[static_cast<std::size_t>(b >> 4)];
    text += digits[static_cast<std::size_t>(b & std::byte{15})];
  }
  return text;
}

}  // namespace edgeldp
