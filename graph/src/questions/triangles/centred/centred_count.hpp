// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles.hpp"
#include "questions/triangles/centred/centred_classes.hpp"

/// The count round of centred counts, in two groups.
namespace edgeldp {

/// Whose pairs are counted, as all know them: the order of degrees, hubs first, and the released
/// numbers of preceding neighbours, by user.
struct counted_lists {
  const public_order& order;
  std::span<const std::int64_t> sizes;
};

/// One protocol from its rows on: both groups are asked, and their sums concluded from.
centred_estimate count_centred(session& s, const public_view& known, std::span<const rank_range> ranges,
                               const class_decision& decided, const counted_lists& lists,
                               public_ref<release> rows, plausibility_check& check);

}  // namespace edgeldp
