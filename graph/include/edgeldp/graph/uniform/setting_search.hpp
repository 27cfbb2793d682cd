// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "edgeldp/graph/belief/public_view.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"

/// The search for budgets of the rounds size, edges and count and for the rule of the limits, by
/// predicted error.
///
/// A setting is a point of a fixed public grid of size budgets, edge budgets and rules; what it
/// leaves of a total belongs to the count round. Its squared error is a constant plus the noise of
/// a count round of 1 nat over the square of that budget: once evaluated, a setting is known at
/// every total.
///
/// Totals are climbed along a fixed ladder, and on each rung the search goes downhill from where it
/// stood on the rung before. A choice is the best of all settings met on the way. With more to
/// spend the same settings are there and more, each with a smaller error: so the predicted error
/// never rises with the total, whatever the search overlooks.
namespace edgeldp {

/// That a graph's lists are cliques, for planning: four of the twelve graphs in
/// docs/results/triangles.md are collaborations, but limits low enough for a mean closure serve
/// most graphs at small budgets.
inline constexpr double chance_of_closed_lists = 0.1;

/// Places on the grids.
struct setting {
  int size = 0, edges = 0, margin = 0, kappa = 0;
  friend auto operator<=>(const setting&, const setting&) = default;
};

struct setting_hash {
  std::size_t operator()(const setting& s) const noexcept;
};

/// What a setting stands for, and its error with a count round of 1 nat; clip_variance says also
/// what closed lists might lose.
struct evaluated_setting {
  epsilon size, edges;
  bound_rule rule;
  error_parts error;

  double spent() const noexcept { return size.nats() + edges.nats(); }
  error_parts with(double count) const noexcept;
  /// Squared error with what is left of `total` for the count; infinite where nothing is left.
  double square_at(double total) const noexcept;
  /// At no total worse than b.
  bool dominates(const evaluated_setting& b) const noexcept;
};

/// Those of the settings met that some total may choose.
class setting_front {
 public:
  void add(const evaluated_setting& s);
  /// The best at a total; null where nothing is left of it.
  const evaluated_setting* best(double total) const;

 private:
  std::vector<evaluated_setting> m_settings;
};

/// What can be expected of users' lists: as things stand, or after a size round still to come.
class list_forecast {
 public:
  /// size_budget: of that round; zero as things stand.
  list_forecast(const public_view& known, bound_kind kind, epsilon size_budget);

  bound_anchor anchor() const { return m_size_round.is_zero() ? m_known->anchor() : bound_anchor::size; }
  error_parts error(const bound_rule& rule, const bit_law& law, epsilon count, double closure) const;
  /// predict_closed_bias; 0 for bound_kind::neighbors.
  double closed_bias(const bound_rule& rule, const bit_law& law) const;

 private:
  const public_view* m_known;
  epsilon m_size_round;
  std::vector<size_class> m_beliefs;                    // for pairs
  mutable std::map<std::int64_t, error_terms> m_terms;  // for neighbours, by margin
};

/// Settings that have been evaluated, each once.
///
/// Requires: `known` outlives the table.
/// Cost: an evaluation is O(classes of users), 2 to 7 microseconds.
class setting_table {
 public:
  /// law: that of noisy edges already budgeted for, the edge budget then being no coordinate.
  /// with_size_round: the size budget is a coordinate; otherwise things are as they stand.
  setting_table(const public_view& known, const bound_options& by_hand, const codec_spec& codec,
                std::optional<bit_law> law, bool with_size_round, double closure);

  /// Of the settings met, by size budget.
  const std::map<epsilon, setting_front>& fronts() const noexcept { return m_fronts; }
  /// The least squared error of those at a size budget.
  double least_square(epsilon size, double total) const;
  /// Infinite for what is not on the grids, or not expressible by the codec.
  double square_at(const setting& s, double total);
  /// Where a search at this total starts: usual shares, and this margin.
  setting start(double total, int margin) const;
  /// The same setting with budgets `factor` times as large.
  setting scaled(setting s, double factor) const;
  /// Downhill at this total, direction by direction.
  setting improve(setting s, double total);
  /// The best of all met so far; none where nothing is left or expressible.
  std::optional<evaluated_setting> best(double total) const;

 private:
  const evaluated_setting* evaluate(const setting& s);
  const std::optional<bit_law>& law_at(int edges);
  bool is_margin(int place) const;
  std::int64_t margin_at(const setting& s) const;
  bound_rule rule_at(const setting& s, const list_forecast& lists) const;
  setting neighbor(const setting& s, const setting& direction, int sign) const;
  void descend(setting& s, const setting& direction, double total);

  const public_view& m_known;
  bound_options m_by_hand;
  codec_spec m_codec;
  std::optional<bit_law> m_law;
  bool m_with_size_round;
  double m_closure;
  int m_most_edges;
  std::vector<setting> m_directions;             // of descents
  std::map<int, list_forecast> m_lists;          // by size
  std::map<int, std::optional<bit_law>> m_laws;  // by edges
  std::unordered_map<setting, evaluated_setting, setting_hash> m_met;
  std::map<epsilon, setting_front> m_fronts;
};

/// Rung i >= 0 of the ladder of totals, in nats: from 2^-26 on in strides of 16, from 2^-6 on of
/// the square root of 2.
double rung(int i);

/// The best setting at a total, from the ladder up to the first rung above it.
std::optional<evaluated_setting> best_setting(setting_table& table, double total);

/// The choice of the size budget alone, in small steps of the total. Messages shrink with the noise
/// on sizes and the optimum is flat: of the budgets within 2% of the least error the largest,
/// unless its error is above that of the step before. Of few users degrees tell so little that
/// predictions differ by chance: there it is 2% + 12 / users (148 users with 252 edges at 3: rmse
/// 170 without). The error at the chosen budget never rises with the total either.
class size_search {
 public:
  size_search(const public_view& known, const bound_options& by_hand, const codec_spec& codec);

  /// The total at step i >= 0, in nats.
  static double step(int i);
  /// Takes the next step.
  void climb();
  /// The chosen budget, and the error with it at a total between this step and the next.
  epsilon size() const { return m_size; }
  double error(double total) const;

 private:
  void explore();
  double least_square(epsilon size, double total) const;

  setting_table m_table;
  std::optional<setting_table> m_without;  // caps of neighbours may do without a size round
  double m_tolerance;
  setting m_at, m_at_without;
  int m_rungs = 0, m_step = 0;  // so many explored, taken
  epsilon m_size;
};

}  // namespace edgeldp
