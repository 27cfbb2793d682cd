// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/channel/labels/label_prior.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp {

/// A trusted curator counts D1's labels and adds discrete Laplace noise to each count: central
/// label privacy, not local. counts has an entry for every label that could occur, 0 included.
/// Source: [Liu 2026], Algorithm 3 ([Ghazi 2022]). As printed it goes through the labels that
///     occur, so an output names them, and divides by a sum over records instead of labels; neither
///     is private or normal.
/// Privacy: one changed label moves two counts by 1: L1 sensitivity 2. |D1| is public.
/// Errors: invalid_parameter for no labels, nobody in D1 or more than 2^53 of them, or a budget of
///     0.
label_prior central_prior(std::span<const std::uint64_t> counts, epsilon budget, private_randomness& coins);

}  // namespace edgeldp
