// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

/// A length or a place, which formats have with 64 bits, as this machine counts its memory. Where
/// that is 32 bits, what does not fit is refused and never shortened: what somebody else announces
/// would be allocated in part and read as a whole. Elsewhere it costs nothing.
/// Errors: format_error, on machines of 32 bits.
constexpr std::size_t size_of(std::uint64_t length) {
  if constexpr (sizeof(std::size_t) < sizeof(std::uint64_t)) {
    if (length > std::numeric_limits<std::size_t>::max())
      throw format_error(0,
                         "a length of " + std::to_string(length) + " is more than this machine can address");
  }
  return static_cast<std::size_t>(length);
}

}  // namespace edgeldp
