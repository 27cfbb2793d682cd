// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/core/base/types.hpp"

namespace edgeldp {

/// What users were told and said in a round of limited counts (bounds/limited_weights.hpp).
struct limited_counts {
  std::vector<std::uint64_t> limits;  ///< one a user, in units of weights; who has 0 says nothing
  std::vector<int128> messages;       ///< one a user, in the same units; 0 of those
};

}  // namespace edgeldp
