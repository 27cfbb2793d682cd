// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

/// What people's programs send in the rounds of collections, and by which law it is random: one
/// table, for whoever must judge a collection. Proofs: core/doc/privacy.md.
namespace edgeldp::cli {

struct round_law {
  std::string_view asks;       ///< offered_round::asks
  std::string_view sends;      ///< for people, behind "it sends"
  std::string_view mechanism;  ///< for those who check it; a sentence
};

/// Errors: internal_error for a round that no collection asks.
const round_law& law_of(std::string_view asks);

}  // namespace edgeldp::cli
