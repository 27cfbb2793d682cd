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
#include "edgeldp/core/base/ranges.hpp"
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
    if (!ranges::equal(price->steps(), ranges, fits))
      throw format_error(0, "budgets that are of other rank classes");
}

noisy_pairs pairs_behind(std::int64_t released, const inverse_filter& filter) {
  const auto of_size = [](double s) { return 0.5 * s * (s - 1.0); };
  const auto size = static_cast<double>(released);
  return {filter.estimate(size, of_size), filter.variance_estimate(size, of_size)};
}

std::size_t range_of(std::span<const rank_range> ranges, std::uint32_t rank) {
  return static_cast<std::size_t>(ranges::upper_bound(ranges, rank, {}, &rank_range::first) - ranges.begin() -
                                  1);
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

std::optional<row_choice> rows_at(endpoint rows, const codec_spec& codec, const centred_options& options,
                                  epsilon degree) {
  const epsilon bit = difference(options.total, degree);
  if (rows == endpoint::later) return row_choice{rows, codec, {}, round_room::at_later_ends(bit)};
  const std::optional<earlier_ends> left =
      room_at_earlier_ends(options.total, options.relationship, degree, codec);
  if (!left) return std::nullopt;
  return row_choice{rows, codec, left->length, left->room};
}

double foreseen_square(const public_view& known, std::span<const rank_range> ranges,
                       std::span<const drawn_range> drawn, const row_choice& choice, double closure) {
  const std::vector<range_budgets> budgets =
      divide_budget(ranges, choice.codec, choice.room, known.pairs(), known.edges());
  double response = 0.0, price = 0.0;
  std::vector<counted_range> lists;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const rank_range& r = ranges[i];
    const bit_law law = choice.codec.law(budgets[i].edges);
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

void class_decision::write(byte_string& out) const {
  canonical_writer to(out);
  to.codec(codec).budgets(size).budgets(edges).budgets(count);
  // Not said of the later end, so that decisions of older runs are read as they were.
  if (rows == endpoint::earlier) to.budget(length);
}

class_decision class_decision::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  class_decision decided{from.codec(), {}, {}, {}, endpoint::later, {}};
  decided.size = from.budgets();
  decided.edges = from.budgets();
  decided.count = from.budgets();
  if (!from.is_at_end()) {
    decided.rows = endpoint::earlier;
    decided.length = from.budget();
  }
  from.end();
  return decided;
}

namespace {

/// Compares choices by the error to expect, each looked at once.
class choice_search {
 public:
  choice_search(const centred_options& options, const public_view& known, std::span<const rank_range> ranges,
                epsilon degree, double closure)
      : m_options(options), m_known(known), m_ranges(ranges), m_degree(degree), m_closure(closure) {}

  /// A choice and its error, where that was needed to find it: it takes some 20 ms.
  struct judged {
    row_choice choice;
    std::optional<double> square;
  };

  /// The best end, rows there by the codec that is preferred.
  judged best() {
    std::optional<judged> later = best_at(endpoint::later), earlier = best_at(endpoint::earlier);
    if (m_options.rows == endpoint::earlier && !earlier) refuse_earlier_ends(m_options.degree_share);
    if (m_options.rows != endpoint::unknown) return *(m_options.rows == endpoint::later ? later : earlier);
    if (!earlier) return *later;
    constexpr double rest = (1.0 - gain_of_longer_rows) * (1.0 - gain_of_longer_rows);
    return square_of(*earlier) < rest * square_of(*later) ? *earlier : *later;
  }

  double square_of(judged& j) {
    if (!j.square) {
      if (m_drawn.empty()) m_drawn = draw_sizes(m_known, m_ranges);
      j.square = foreseen_square(m_known, m_ranges, m_drawn, j.choice, m_closure);
    }
    return *j.square;
  }

 private:
  std::optional<judged> choice_at(endpoint rows, const codec_spec& codec) const {
    const std::optional<row_choice> choice = rows_at(rows, codec, m_options, m_degree);
    return choice ? std::optional(judged{*choice, {}}) : std::nullopt;
  }

  /// Whether a null space can hold the rows that spend most.
  bool serves(const row_choice& choice) const {
    const nullspace_spec small;
    const bool is_later = choice.rows == endpoint::later;
    const epsilon wanted =
        is_later ? share_of(choice.room.row, centred_tuning::first_rows_share) : choice.room.row;
    const double fullest =
        is_later ? m_known.fullest_row(share_of(choice.room.bit, centred_tuning::first_sizes_share))
                 : m_known.fullest_row_of_following(choice.length);
    return small.serves(std::min(wanted, epsilon::from_nats(small.possible_budget())), fullest, 1.0);
  }

  /// By hand, or by error and bytes.
  std::optional<judged> best_at(endpoint rows) {
    if (m_options.codec.kind()) return choice_at(rows, m_options.codec);
    std::optional<judged> by_bits = choice_at(rows, bitmap_spec{}),
                          by_small = choice_at(rows, nullspace_spec{});
    if (!by_small || !serves(by_small->choice)) return by_bits;
    const auto users = static_cast<double>(m_known.rank().size());
    const bool wants_error = m_options.prefer == codec_preference::error;
    if (!wants_error && bytes_of_bitmaps(users) > few_bytes) return by_small;
    const double tolerated = wants_error ? 1.0 : tolerated_error * tolerated_error;
    return square_of(*by_small) <= tolerated * square_of(*by_bits) ? by_small : by_bits;
  }

  const centred_options& m_options;
  const public_view& m_known;
  std::span<const rank_range> m_ranges;
  epsilon m_degree;
  double m_closure;
  std::vector<drawn_range> m_drawn;
};

}  // namespace

double least_foreseen_square(const public_view& known, std::span<const rank_range> ranges,
                             const centred_options& options, epsilon degree, double closure) {
  choice_search search(options, known, ranges, degree, closure);
  choice_search::judged best = search.best();
  return search.square_of(best);
}

class_decision decide_classes(const centred_options& options, const public_view& known,
                              std::span<const rank_range> ranges, epsilon degree) {
  const row_choice choice =
      choice_search(options, known, ranges, degree, centred_tuning::planning_closure).best().choice;
  class_decision decided{choice.codec, {}, {}, {}, choice.rows, choice.length};
  std::vector<rank_budgets::step> size, edges, count;
  const std::vector<range_budgets> budgets =
      divide_budget(ranges, decided.codec, choice.room, known.pairs(), known.edges());
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
