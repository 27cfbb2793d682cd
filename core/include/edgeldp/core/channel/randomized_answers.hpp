// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/channel/channel.hpp"

/// Randomized response on one answer. Every constructor keeps loss() <= budget; proofs: core/doc/privacy.md,
/// "Channels".
namespace edgeldp {

/// Two answers, truth with probability exp(e) / (1 + exp(e)). Source: Warner 1965; paper 001, equation 8.
channel warner_channel(epsilon budget, channel::labels answers = {"0", "1"});

/// k answers, truth with probability exp(e) / (exp(e) + k - 1) ("generalized randomized response", GRR,
/// k-RR). Source: Kairouz, Bonawitz, Ramage 2016; paper 000, equation 5; paper 001, equation 19; paper 003,
/// definition 2.3. Errors: invalid_parameter for fewer than 2 answers.
channel k_ary_channel(epsilon budget, channel::labels answers);

}  // namespace edgeldp
