// SPDX-License-Identifier: MIT
#include "questions/triangles/centred/centred_classes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/number_counts.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles.hpp"
#include "questions/triangles/centred/centred_plan.hpp"
#include "questions/triangles/centred/class_plan.hpp"
#include "questions/triangles/centred/size_beliefs.hpp"
#include "questions/triangles/centred/tuning.hpp"

namespace edgeldp {

void require_classes(const class_decision& decided, std::span<const rank_range> ranges) {
  const auto fits = [](const rank_budgets::step& step, const rank_range& r) {
    return step.first == r.first && !step.budget.is_zero();
  };
  for (const rank_budgets* price : {&decided.size, &decided.edges, &decided.count})
    if (!std::ranges::equal(price->steps(), ranges, fits))
      throw format_error(0, "budgets that are of other rank classes");
}

noisy_pairs pairs_behind(std::int64_t released, const inverse_filter& filter) {
  const auto of_size = [](double s) { return 0.5 * s * (s - 1.0); };
  const auto size = static_cast<double>(released);
  return {filter.estimate(size, of_size), filter.variance_estimate(size, of_size)};
}

std::size_t range_of(std::span<const rank_range> ranges, std::uint32_t rank) {
  return static_cast<std::size_t>(std::ranges::upper_bound(ranges, rank, {}, &rank_range::first) -
                                  ranges.begin() - 1);
}

std::vector<drawn_range> draw_sizes(const public_view& known, std::span<const rank_range> ranges) {
  constexpr std::uint64_t seed = 1;
  const std::vector<std::int64_t> sizes = known.draw_sizes(seed);
  std::vector<drawn_range> drawn(ranges.size());
  for (std::size_t u = 0; u < sizes.size(); ++u) {
    const std::uint32_t rank = known.rank()[u];
    drawn_range& here = drawn[range_of(ranges, rank)];
    here.all.add(sizes[u]);
    if (rank > 1) here.with_pairs.add(sizes[u]);
  }
  return drawn;
}

double foreseen_square(const public_view& known, std::span<const rank_range> ranges,
                       std::span<const drawn_range> drawn, const codec_spec& codec, epsilon rest,
                       double closure) {
  const std::vector<range_budgets> budgets = divide_budget(ranges, codec, rest, known.pairs(), known.edges());
  double response = 0.0, price = 0.0;
  std::vector<counted_range> lists;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const rank_range& r = ranges[i];
    const bit_law law = codec.law(budgets[i].edges);
    response += response_variance(r, law, closure, known.pairs(), known.edges());
    const inverse_filter filter(budgets[i].size);
    for (const auto& [size, users] : drawn[i].with_pairs.sorted())
      price += static_cast<double>(users) * pairs_behind(size, filter).variance;
    std::map<std::int64_t, double> sizes;
    for (const auto& [size, users] : drawn[i].all.sorted()) sizes[size] = static_cast<double>(users);
    lists.push_back({r.first, r.last, r.degrees, law, budgets[i].size, budgets[i].count,
                     beliefs_with_noise(sizes, budgets[i].size)});
  }
  const centred_planner planner(
      std::move(lists), std::max(1.0, known.pairs()), [&](double) { return response; }, price);
  return planner.square_at(closure);
}

namespace {

/// One codec for all rows: where the law of the first ones, which spend most, is not much worse
/// than a bitmap's, a null space; beyond, while the error is not.
codec_spec choose_codec(const codec_spec& wish, const public_view& known, std::span<const rank_range> ranges,
                        epsilon rest) {
  const double fullest = known.fullest_row(share_of(rest, centred_tuning::first_sizes_share));
  const epsilon first_rows = share_of(rest, centred_tuning::first_rows_share);
  const codec_spec by_law = wish.settled(first_rows, fullest), small = nullspace_spec{};
  if (wish.kind() || by_law == small ||
      !small.serves(std::min(first_rows, epsilon::from_nats(small.possible_budget())), fullest, 1.0))
    return by_law;
  const std::vector<drawn_range> drawn = draw_sizes(known, ranges);
  const auto square = [&](const codec_spec& codec) {
    return foreseen_square(known, ranges, drawn, codec, rest, centred_tuning::planning_closure);
  };
  return square(small) <= error_tolerance * error_tolerance * square(by_law) ? small : by_law;
}

}  // namespace

class_decision decide_classes(const centred_options& options, const public_view& known,
                              std::span<const rank_range> ranges, epsilon rest) {
  class_decision decided{choose_codec(options.codec, known, ranges, rest), {}, {}, {}};
  std::vector<rank_budgets::step> size, edges, count;
  const std::vector<range_budgets> budgets =
      divide_budget(ranges, decided.codec, rest, known.pairs(), known.edges());
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    size.push_back({ranges[i].first, budgets[i].size});
    edges.push_back({ranges[i].first, budgets[i].edges});
    count.push_back({ranges[i].first, budgets[i].count});
  }
  decided.size = rank_budgets(std::move(size));
  decided.edges = rank_budgets(std::move(edges));
  decided.count = rank_budgets(std::move(count));
  return decided;
}

}  // namespace edgeldp
