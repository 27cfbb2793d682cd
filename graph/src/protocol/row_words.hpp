// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/any/any_codec.hpp"

namespace edgeldp {

/// Room for the rows of a release.
/// Errors: invalid_parameter, naming codecs that serve, where ppr would take more than 2^28 chunks
///     (2 GB): budgets so large that every chunk is a position or two.
inline std::vector<std::uint64_t> make_row_words(const any_codec& codec, std::uint64_t words) {
  if (codec.kind() == codec_kind::ppr && words > std::uint64_t{1} << 28)
    throw invalid_parameter(
        "ppr rows of these users take " + std::to_string(words) +
        " chunks at this budget, more than 2^28; --codec nullspace or bitmap serves, or a "
        "smaller budget for rows");
  return std::vector<std::uint64_t>(words);
}

}  // namespace edgeldp
