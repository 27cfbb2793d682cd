// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "edgeldp/core/base/number_counts.hpp"
#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/privacy/rank_budgets.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles.hpp"
#include "questions/triangles/centred/class_plan.hpp"

/// Codec and budgets of each class of ranks, decided once the degrees are known and no size is.
namespace edgeldp {

/// Codec, the end of an edge that sends its bit, and budgets by rank, as decided after the degrees.
struct class_decision {
  codec_spec codec;
  rank_budgets size, edges, count;
  endpoint rows = endpoint::later;
  epsilon length;  ///< of rows at the earlier ends that need it

  void write(byte_string& out) const;
  static class_decision read(std::span<const std::byte> in);
};

/// Errors: format_error for a decision about other ranges, or one that asks nobody of some.
void require_classes(const class_decision& decided, std::span<const rank_range> ranges);

/// degree: what everybody has paid.
class_decision decide_classes(const centred_options& options, const public_view& known,
                              std::span<const rank_range> ranges, epsilon degree);

/// Unbiased number of pairs of a list, and the variance of it, from the released size.
struct noisy_pairs {
  double pairs = 0.0, variance = 0.0;
};

noisy_pairs pairs_behind(std::int64_t released, const inverse_filter& filter);

/// Sizes as they may come out, of the users of each range; who can have a pair counts apart.
struct drawn_range {
  number_counts all, with_pairs;
};

std::vector<drawn_range> draw_sizes(const public_view& known, std::span<const rank_range> ranges);

/// Which end sends a bit, by which codec, and what that leaves for the rounds.
struct row_choice {
  endpoint rows;
  codec_spec codec;
  epsilon length;
  round_room room;
};

/// Nothing for earlier ends where a relationship may pay no more than the later ones take.
std::optional<row_choice> rows_at(endpoint rows, const codec_spec& codec, const centred_options& options,
                                  epsilon degree);

/// The squared error to expect, at a closure, of budgets that suit this choice, before sizes are
/// known.
double foreseen_square(const public_view& known, std::span<const rank_range> ranges,
                       std::span<const drawn_range> drawn, const row_choice& choice, double closure);
/// Of the best choice.
double least_foreseen_square(const public_view& known, std::span<const rank_range> ranges,
                             const centred_options& options, epsilon degree, double closure);

std::size_t range_of(std::span<const rank_range> ranges, std::uint32_t rank);

/// Calls f(range, user) for all users who are present, by number: in the order of ranks each would
/// be a step to somewhere else in memory.
template <class F>
void for_each_present(std::span<const rank_range> ranges, const public_order& order,
                      const std::vector<bool>& is_present, F&& f) {
  for (std::size_t u = 0; u < is_present.size(); ++u)
    if (is_present[u]) f(range_of(ranges, order.ranks()[u]), static_cast<vertex_id>(u));
}

}  // namespace edgeldp
