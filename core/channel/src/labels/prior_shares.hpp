// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/privacy/round_kind.hpp"

/// What priors have in common, whoever counts.
namespace edgeldp {

inline constexpr round_kind round_of_priors{"prior", edge_use::none};

/// Errors: invalid_parameter for none, or more than 2^53.
double number_of_reports(std::span<const std::uint64_t> counts);

/// Shares as a plan takes them: cut at 0, normalised; all equal when nothing is left.
std::vector<double> cut_and_normalised(const std::vector<double>& unbiased);

}  // namespace edgeldp
