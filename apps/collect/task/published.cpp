// SPDX-License-Identifier: MIT
#include "collect/task/published.hpp"

#include <algorithm>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

std::string published::announcement(std::uint32_t index) {
  return "announcements/" + std::to_string(index);
}

std::string published::object(std::string_view name) {
  if (!is_digest(name)) throw format_error(0, "the name of an object is no digest");
  return "objects/" + std::string(name);
}

bool is_digest(std::string_view digits) noexcept {
  return digits.size() == 64 && digits.find_first_not_of("0123456789abcdef") == digits.npos;
}

namespace {

/// The length of the character in front that a terminal would obey, or that turns the direction of
/// writing; 0 for others. UTF-8: C1 controls, U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069.
std::size_t commanding_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  if (byte(0) < 0x20 || byte(0) == 0x7f) return 1;
  if (byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) < 0xa0) return 2;
  if (byte(0) != 0xe2) return 0;
  const bool turns = (byte(1) == 0x80 && (byte(2) == 0x8e || byte(2) == 0x8f)) ||
                     (byte(1) == 0x80 && byte(2) >= 0xa8 && byte(2) <= 0xae) ||
                     (byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9);
  return turns ? 3 : 0;
}

}  // namespace

std::string harmless_text(std::string_view text, std::size_t longest) {
  std::string shown;
  while (!text.empty() && shown.size() < longest) {
    const std::size_t commands = commanding_length(text);
    shown += commands > 0 ? '?' : text.front();
    text.remove_prefix(std::max<std::size_t>(commands, 1));
  }
  return text.empty() ? shown : shown + "...";
}

}  // namespace edgeldp::collect
