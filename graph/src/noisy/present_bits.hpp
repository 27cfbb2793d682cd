// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/noisy/noisy_matrix.hpp"

namespace edgeldp {

/// Bits as they would be if users without a row had no neighbours: those of their own rows are
/// noise, and noise of the same law, from public coins, takes the place of what others' rows say of
/// them. As materialize, where nobody is absent.
noisy_matrix bits_among_present(const release& published);
noisy_matrix bits_among_present(const release& published, std::span<const vertex_id> users);

}  // namespace edgeldp
