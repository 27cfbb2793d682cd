// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/core/wire/canonical.hpp"

/// Test vectors of docs/protocol.md, which are written there as hexadecimal digits.
namespace edgeldp::test {

inline byte_string bytes_of(std::string_view digits) {
  byte_string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2)
    bytes.push_back(static_cast<std::byte>(std::stoul(std::string(digits.substr(i, 2)), nullptr, 16)));
  return bytes;
}

/// A layout and rows by it, as somebody who downloads them has them.
struct rows_of_the_page {
  rows_of_the_page(std::string_view layout_digits, std::string_view rows_digits) {
    const byte_string layout = bytes_of(layout_digits), rows = bytes_of(rows_digits);
    canonical_writer(release).text(name_of(layout));
    release.insert(release.end(), rows.begin(), rows.end());
    published.receive(name_of(layout), layout);
    published.receive(name_of(release), release);
  }
  public_ref<vector_release> rows() { return published.get<vector_release>(name_of(release)); }

  public_objects published;
  byte_string release;  ///< the bytes that travel
};

}  // namespace edgeldp::test
