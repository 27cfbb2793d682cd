// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <string>

/// Real numbers as text, whatever the locale.
namespace edgeldp {

/// As std::from_chars, which the library that we compile WebAssembly with does not have for reals.
std::from_chars_result read_real(const char* first, const char* last, double& value);

/// The shortest text that reads back as this number; of two as short, the one without an exponent.
std::string shortest_text(double value);

}  // namespace edgeldp
