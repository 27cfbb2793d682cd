// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace edgeldp::cli {

/// The length of the control character of UTF-8 or ASCII that a text begins with; 0 for others.
/// Requires: text is not empty.
inline std::size_t control_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x20 || byte(0) == 0x7f) return 1;
  return byte(0) == 0xc2 && text.size() > 1 && byte(1) >= 0x80 && byte(1) < 0xa0 ? 2 : 0;
}

/// Names and lines come from files: what a terminal would obey is shown as '?'. kept: one control
/// character that stays.
inline std::string harmless(std::string_view text, char kept = '\0') {
  std::string shown;
  while (!text.empty()) {
    const std::size_t control = kept != '\0' && text.front() == kept ? 0 : control_length(text);
    shown += control > 0 ? '?' : text.front();
    text.remove_prefix(std::max<std::size_t>(control, 1));
  }
  return shown;
}

}  // namespace edgeldp::cli
