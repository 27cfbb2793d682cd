// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace edgeldp::cli {

/// What a verb is for; help lists verbs by it, in this order. Hidden verbs are in no list.
enum class verb_group : std::size_t { look, count, compare, publish, collect, other, hidden };

/// The headings of these groups, and their names in the parser's table.
inline constexpr std::array<std::string_view, 7> verb_group_titles = {
    "Look", "Count", "Compare", "Publish", "Collect", "Other", ""};

inline std::string_view title_of(verb_group group) {
  return verb_group_titles[static_cast<std::size_t>(group)];
}

}  // namespace edgeldp::cli
