// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "edgeldp/channel/labels/label_release.hpp"
#include "edgeldp/core/random/coin_source.hpp"

namespace edgeldp {

/// Labels as published: a trusted curator sees the labels of D1 and releases the prior
/// (central_prior); D2 trusts nobody.
///
/// The account of the run says that D1 pays for `prior` what it pays anyway, and the record's flaws
/// that a curator is trusted: D1's labels are protected from all others. Nobody of D1 sends a
/// message that is counted.
/// Source: [Liu 2026], Algorithms 2 and 3.
/// Promise: as release_labels of users in this process.
/// Errors: as there.
label_release release_labels_by_curator(std::span<const std::size_t> truths, const channel::labels& labels,
                                        const label_release_options& options, release_key key,
                                        const coin_source& coins);

}  // namespace edgeldp
