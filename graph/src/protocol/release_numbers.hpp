// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/graph/protocol/rounds.hpp"

namespace edgeldp {

/// Every user's number of sensitivity 1 + discrete Laplace noise, sent as a message.
released_numbers release_numbers(std::vector<std::int64_t> exact, epsilon budget, coin_purpose purpose,
                                 const coin_source& source);

}  // namespace edgeldp
