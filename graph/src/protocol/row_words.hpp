// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/core/codec/any/any_codec.hpp"

namespace edgeldp {

/// Room for the rows of a release.
/// Errors: as any_codec::require_room.
inline std::vector<std::uint64_t> make_row_words(const any_codec& codec, std::uint64_t words) {
  codec.require_room(words);
  return std::vector<std::uint64_t>(words);
}

}  // namespace edgeldp
