// SPDX-License-Identifier: MIT
#include "input/real_text.hpp"

#include <version>

#if !defined(__cpp_lib_to_chars)
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#endif

namespace edgeldp {

#if defined(__cpp_lib_to_chars)

std::from_chars_result read_real(const char* first, const char* last, double& value) {
  return std::from_chars(first, last, value);
}

std::string shortest_text(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof(text), value).ptr};
}

#else

std::from_chars_result read_real(const char* first, const char* last, double& value) {
  // What strtod takes beyond: blanks, a plus, hexadecimal digits.
  const std::string text(first, last);
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  const bool is_other =
      text.size() == sign || std::string_view(" \t\n\v\f\r+").find(text[sign]) != std::string::npos;
  const bool is_hexadecimal = text.size() > sign + 1 && text[sign] == '0' && (text[sign + 1] | 0x20) == 'x';
  if (is_hexadecimal) {
    value = sign == 1 ? -0.0 : 0.0;
    return {first + sign + 1, {}};
  }
  char* end = nullptr;
  errno = 0;
  const double read = std::strtod(text.c_str(), &end);
  if (is_other || end == text.c_str()) return {first, std::errc::invalid_argument};
  if (errno == ERANGE) return {first + (end - text.c_str()), std::errc::result_out_of_range};
  value = read;
  return {first + (end - text.c_str()), {}};
}

std::string shortest_text(double value) {
  for (int digits = 0;; ++digits) {
    char power[64];
    std::snprintf(power, sizeof(power), "%.*e", digits, value);
    if (digits < 16 && std::strtod(power, nullptr) != value) continue;
    const int decimals = digits - std::atoi(std::strchr(power, 'e') + 1);
    char plain[400];
    std::snprintf(plain, sizeof(plain), "%.*f", std::max(decimals, 0), value);
    return std::strlen(plain) <= std::strlen(power) ? plain : power;
  }
}

#endif

}  // namespace edgeldp
