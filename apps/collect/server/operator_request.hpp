// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "collect/collector/collection.hpp"

namespace edgeldp::collect {

/// What an operator asks of a collection that is played: the name of what it saw open
/// (open_round_name), so that a request that comes too late does nothing to another round.
struct operator_request {
  std::string round;
  std::uint64_t seconds = 0;  ///< to keep it open for longer; 0: close it
  bool accepts_few = false;   ///< to close it though hardly anybody has answered
};

/// The round that is open, by which a request that comes too late is known.
std::string open_round_name(const collection_status& s);

/// Does it. Returns why not; empty where it was done.
/// Errors: io_error of the store.
std::string act_on(collection& c, const operator_request& asked, std::int64_t now);

}  // namespace edgeldp::collect
