// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"
#include "questions/cycles/model.hpp"
#include "uniform/row_ends.hpp"

/// How cycles of length 4 and 5 divide what the degree round leaves.
/// Derivation: graph/src/questions/cycles/derivation.md, "The plan".
namespace edgeldp {

/// Budgets in nats after the degree round; `count` is that of pilot and count together.
struct cycle_division {
  double size = 0.0, edges = 0.0, count = 0.0;
};

/// What a division would cost, from public numbers before rows are: cycle_model for the noise of
/// weights, and its classes of users, each with lists of the size that its pairs suggest, for
/// limits.
///
/// Cost: that of cycle_model; then some microseconds a forecast.
class cycle_forecast {
 public:
  cycle_forecast(const public_view& known, unsigned length);

  /// Relative mean squared error where there are `concentration` times as many cycles as in the
  /// model, which has some (cycles()). No larger where count is larger.
  double squared_error(const cycle_division& d, const bit_law& law, double concentration) const;

  /// Number of cycles in the model.
  double cycles() const noexcept { return m_model.cycles(); }
  /// The concentration if all members of every list knew each other, at least 1.
  double closed_concentration() const noexcept { return m_closed; }

 private:
  struct users_alike {
    double users = 0.0, size = 0.0;
    cycle_model::weight_moments weight;
  };
  bool would_be_seen(const bit_law& law) const;
  double pilot_deviation(const cycle_division& d, double deviation) const;
  double count_error(const cycle_division& d, double deviation, double concentration) const;

  peak_shares m_shares;
  cycle_model m_model;
  unsigned m_length;
  double m_users, m_closed = 1.0;
  double m_words = 0.0;  // of weights for all pairs that would be looked at
  std::vector<users_alike> m_classes;
};

/// What is left of a total for size, edges and count, in nats.
struct room_in_nats {
  double relationship = 0.0, bit = 0.0, row = 0.0;

  static room_in_nats of(const round_room& room) {
    return {room.relationship.nats(), room.bit.nats(), room.row.nats()};
  }
};

/// The shares of before any data: degree options.degree_share, size 0.15, and of the rest length -
/// 2 parts for edges and one for counting.
budget_split usual_cycle_split(const two_step& options, unsigned length);

/// Chosen shares and their predicted relative error, a mean over concentrations.
struct planned_split {
  budget_split shares;
  double error = 0.0;
};

/// The shares with the least predicted error among a grid of budgets for size and edges, and the
/// usual ones, which win unless another division is predicted to err by a tenth less (a fifth if it
/// takes another codec).
///
/// Promise: a function of its arguments. More budget predicts no more error, but where the usual
///     shares win and the law of null spaces steps with their field (7% more was the most seen).
/// Cost: about 200 divisions, 10 to 20 ms; up to a second for a million users.
planned_split plan_cycle_split(const two_step& options, const public_view& known, unsigned length);

/// The same where an edge may lose more (options.relationship): the best end of an edge to send its
/// bit, with its codec. The earlier end where it is predicted to err by a twentieth less.
/// Errors: invalid_parameter for the earlier end by hand where it has no room.
/// Cost: three times that of plan_cycle_split at most.
row_division plan_cycle_rows(const two_step& options, const public_view& known, unsigned length);

}  // namespace edgeldp
