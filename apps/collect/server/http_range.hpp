// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace edgeldp::collect {

/// What a Range header asks of bytes (RFC 9110, section 14).
struct asked_range {
  enum class kind {
    whole,          ///< no range that is served: all of them
    part,           ///< `size` bytes from `first` on, of which there is at least one
    unsatisfiable,  ///< begins behind the end
  };
  kind what = kind::whole;
  std::uint64_t first = 0, size = 0;
  friend bool operator==(const asked_range&, const asked_range&) = default;
};

/// header: `bytes=N-` or `bytes=N-M`; whatever else is `whole`, as the RFC allows: other units,
/// several ranges, suffixes, and texts that are no range. of: all bytes that there are.
asked_range parse_range(std::string_view header, std::uint64_t of);

}  // namespace edgeldp::collect
