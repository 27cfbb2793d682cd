// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/protocol/public_objects.hpp"
#include "questions/triangles/centred/limit_plan.hpp"
#include "questions/triangles/centred/tuning.hpp"

/// Theta and limits of the two groups of users.
/// Derivations: graph/src/questions/triangles/centred/derivation.md.
namespace edgeldp {

/// As a decision of a session.
struct centred_plan {
  double share = 0.0;  ///< of the first group
  centred_rule rule;

  void write(byte_string& out) const;
  /// Errors: format_error for bytes that write never makes.
  static centred_plan read(std::span<const std::byte> in);
};

class centred_planner {
 public:
  /// How much of `uneven` the interval allows for; plans expect a half (expected_unevenness). High
  /// closures come of lists that are all closed: 0.3 and 0.7 of it was seen on ca-GrQc at 8 and 16
  /// (closure 0.8 to 0.9), 0.05 to 0.1 on facebook_combined and wiki-Vote (0.8, 0.3). Low ones may
  /// come of few lists (least_unevenness).
  static double widest_unevenness(double closure) noexcept {
    return std::max(closure, centred_tuning::least_unevenness);
  }

  /// response: variance by the rows if everybody counts, at a closure. price: of the pairs of
  /// everybody, from noisy sizes.
  centred_planner(std::vector<counted_range> ranges, double pairs, std::function<double(double)> response,
                  double price)
      : m_limits(std::move(ranges)), m_pairs(pairs), m_response(std::move(response)), m_price(price) {}

  /// Before anybody has counted: share, theta and limits with the least mean logarithm of the
  /// squared error over closures from 0.03 to 0.7.
  centred_plan plan_first() const;

  /// The closure that the first group found is the second's theta; its limits are those with the
  /// least predicted error.
  centred_plan plan_second(const centred_plan& first, double sum, double pairs) const;

  /// The squared error to expect if the closure were known beforehand.
  double square_at(double closure) const;

  limit_effect effect(const centred_rule& rule, double closure) const {
    return m_limits.effect(m_limits.at(rule.theta, closure), rule.limits);
  }

  /// The same, and what it would be if closures of lists differed.
  limit_effect judged_effect(const centred_rule& rule, double closure) const;

  /// What an error of the first group's sum becomes in the estimate: the second group's refused
  /// pairs count at the closure that the first one found.
  double carried(double share, const centred_rule& second) const;

 private:
  class first_group_search;

  /// Loads of lists without a closed pair, and without an open one.
  struct extreme_loads {
    limit_planner::forecast open, closed;
  };
  extreme_loads extremes_at(std::uint32_t theta) const {
    return {m_limits.at(theta, 0.0), m_limits.at(theta, 1.0)};
  }

  /// A closure, and what rows leave there: worked out once for all plans that are held against it.
  struct supposed_closure {
    double closure, response;
  };
  supposed_closure suppose(double closure) const { return {closure, m_response(closure)}; }

  /// Squared error that a group leaves on its own, and the whole one.
  double square_of_first(double share, double theta, const limit_effect& e, const supposed_closure& at) const;
  double square_of_both(double share, const limit_effect& second, const supposed_closure& at,
                        double first) const;
  double carried(double share, const limit_effect& second) const;

  limit_planner m_limits;
  double m_pairs;
  std::function<double(double)> m_response;
  double m_price;
};

}  // namespace edgeldp
