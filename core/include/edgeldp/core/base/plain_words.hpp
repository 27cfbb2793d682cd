// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace edgeldp {

/// The words of an error for people: without "byte 0: ", at the beginning or behind a colon, which
/// stands where a file or a message is wrong as a whole and tells nobody anything. Other offsets
/// stay.
/// Cost: O(length).
inline std::string plain_words(std::string_view what) {
  constexpr std::string_view nowhere = "byte 0: ";
  std::string words(what);
  for (std::size_t at = 0; (at = words.find(nowhere, at)) != std::string::npos;) {
    const bool is_place = at == 0 || (at >= 2 && words.compare(at - 2, 2, ": ") == 0);
    if (is_place)
      words.erase(at, nowhere.size());
    else
      at += nowhere.size();
  }
  return words;
}

}  // namespace edgeldp
