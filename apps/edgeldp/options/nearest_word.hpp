// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace edgeldp::cli {

/// The same with a to z in place of A to Z.
std::string in_small_letters(std::string_view text);

/// "; did you mean 'X'?" of the known name that was probably meant: few edits away, or the only one
/// that goes on from here; otherwise nothing.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known);
/// The same, or "; there are: X, Y" where no name is near.
std::string nearest_or_all(std::string_view typed, const std::vector<std::string>& known);
/// Of an option that a verb does not know: why it has none of that name, or what was meant.
std::string hint_for_option(std::string_view typed, const std::vector<std::string>& known);

}  // namespace edgeldp::cli
