// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/ledger.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/noisy/access_plan.hpp"
#include "edgeldp/graph/protocol/public_view.hpp"
#include "triangles/counted_pairs.hpp"

namespace edgeldp {

struct count_messages {
  std::vector<int128> values;  ///< read from the messages, one a user; 0 of users that say nothing
  int128 sum = 0;              ///< of them: (scale - offset) ones - offset zeros + noise
  std::uint64_t bytes = 0;
};

/// The users' side of the round `count` on a release: ones and zeros among the pairs that `kind`
/// leaves. Users with sensitivity 0 say nothing. Parallel over users, the same for every thread
/// count.
count_messages count_on_release(const graph_view& g, const release& published,
                                std::span<const user_bound> bounds, bound_kind kind, epsilon budget,
                                std::optional<row_access> access, const coin_source& coins,
                                counted_side side = counted_side::preceding);

/// The rounds that a release's header says were paid for.
ledger ledger_of(const release_parameters& p);

/// The probability that a counted pair is closed, from an estimate of the triangles.
double estimate_closure(double triangles, const public_view& known);

}  // namespace edgeldp
