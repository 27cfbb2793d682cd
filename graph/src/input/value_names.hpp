// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Names of values in files: numbers or words.
namespace edgeldp {

/// The finite number that the whole text spells.
std::optional<double> number_in(std::string_view text);

/// One spelling for each number: 4.0, 4 and 4.00 are the same value. Codes stay what they are: 04,
/// and numbers of more than 15 digits.
std::string canonical_value(std::string text);

/// By size, or alphabetically if one is no number.
void sort_names(std::vector<std::string>& names);

}  // namespace edgeldp
