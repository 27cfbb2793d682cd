// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "kernels/ranked_lists.hpp"
#include "limits/refused_weight.hpp"
#include "questions/butterflies/item_weights.hpp"

/// Limits of users' weights, and what they would refuse, from lists that are believed.
namespace edgeldp {

/// What one member of a list would carry: the larger of its positive and its negative weight, and
/// how much more positive there is, which is what users truly share.
struct member_load {
  double larger = 0.0, shared = 0.0;
};

/// The loads of all members of all lists, by rank.
/// Cost: every pair of a list weighed; 16 bytes a member.
using list_loads = std::vector<std::vector<member_load>>;
list_loads loads_of(const item_weights& weights, const ranked_lists& lists);

/// Limits by rank, in units (0 where the list has no pair), with the least predicted RMSE of those
/// that cut off little of what the lists carry. Each is the largest k that is at most a price times
/// the number of its members whose load exceeds k.
///
/// draws: of several lists, at least one; limits fit what is common to them. Drawn lists know no
/// tastes, which make true loads larger. spread: users may share so many times as much, or its
/// square.
std::vector<std::uint64_t> choose_limits(std::span<const list_loads> draws, double spread, epsilon count);

/// What limits would cut off, in units, where users share butterfly_tuning::widest_taste times what
/// they do in the lists.
double bound_on_refused(const list_loads& loads, std::span<const std::uint64_t> limits);

/// What limits would cut off, in units, if users shared so much more than in the lists that what is
/// left is `accepted`: lists may be bland and tastes strong, where cliques stand behind few
/// published bits. Infinite where limits leave less than that, whatever is shared.
double cut_behind(const list_loads& loads, std::span<const std::uint64_t> limits, double accepted);

/// What limits would refuse, in units, of the largest clique that public numbers leave room for: g
/// users who all have the same g items. There must be g users of that size, what limits accept of
/// it be at most `accepted`, and rows hide it: g is below six deviations of what they say of how
/// many users have two items.
/// Shapes: sizes, limits by rank; sizes fall.
double hidden_clique(const item_weights& weights, std::span<const double> sizes,
                     std::span<const std::uint64_t> limits, double accepted);

/// What limits, by rank, would refuse, in units.
refused_weight refuse(const item_weights& weights, const ranked_lists& lists,
                      std::span<const std::uint64_t> limits);

}  // namespace edgeldp
