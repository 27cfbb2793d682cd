// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/graph/errors/error_model.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_rule.hpp"
#include "questions/triangles/centred/tuning.hpp"

/// Limits of centred counts from a model of users' lists, once their sizes have been released.
/// Derivations and measured losses: graph/src/questions/triangles/centred/derivation.md.
namespace edgeldp {

/// What is believed of the users of one range of ranks, and how their rows and messages are made.
struct counted_range {
  std::uint32_t first = 0, last = 0;  ///< ranks [first, last)
  double degrees = 0.0;               ///< sum: lists hold their users in this proportion
  bit_law law{};                      ///< of their rows
  epsilon size, count;
  std::vector<size_class> lists;  ///< numbers of users by released and true size
};

/// What a rule does to the sum of all users' messages, in pairs.
struct limit_effect {
  double noise = 0.0;           ///< variance of the Laplace noise
  double bias = 0.0;            ///< expected
  double refused_weight = 0.0;  ///< of either sign, a mean of both
  double refused_pairs = 0.0;   ///< all pairs of silent users among them
  /// How the bias would change if closures differed so much that lists were all closed or all open;
  /// centred_planner finds it.
  double uneven = 0.0;

  limit_effect& operator+=(const limit_effect& b) noexcept;
};

/// A rule with its effect at the closure that it was made for.
struct planned_limits {
  std::vector<centred_limit> limits;
  limit_effect effect;
};

class limit_planner {
 public:
  /// Ranges in the order of ranks.
  explicit limit_planner(std::vector<counted_range> ranges) : m_ranges(std::move(ranges)) {}

  class forecast;
  /// The loads of all lists at a theta and a closure: made once for all limits.
  forecast at(std::uint32_t theta, double closure) const;

  /// How closely limits are tried: what the best ones will be worth needs fewer than what is sent.
  enum class search { coarse, fine };

  /// The limits that give the least noise for what they refuse, from refusing much to refusing
  /// nothing: in every range the one with the least noise + price x refused weight, at a ladder of
  /// prices.
  /// Cost: about 0.1 ms a range, coarse ones a seventh.
  std::vector<planned_limits> choices(const forecast& loads, search how = search::fine) const;

  /// What limits do.
  /// Shapes: one limit a range.
  limit_effect effect(const forecast& loads, std::span<const centred_limit> limits) const;

  /// The same of many, whose limits are mostly alike.
  std::vector<limit_effect> effects(const forecast& loads, std::span<const planned_limits> all) const;

  /// Pairs of all lists, as believed.
  double pairs() const;

 private:
  /// Of one member of a list, for each other member: mean weight of its pairs by sign ([1]
  /// positive), its variance over bits, and how it moves with the member's own closure.
  struct member_loads {
    double share = 0.0;  ///< of members that are like it
    std::array<double, 2> mean{}, of_bits{}, of_closure{};
  };
  static constexpr std::size_t strata = centred_tuning::stratum_shares.size();
  using list_loads = std::array<member_loads, strata>;

  /// The loads of members of lists of one size, as normal laws: of stratum s by sign at 2 s + sign.
  struct sized_loads {
    static constexpr std::size_t laws = 2 * strata;
    std::array<double, laws> mean{}, per_deviation{}, share_of_deviation{};
    double wide = 0.0;  ///< from this limit on nothing is refused
  };

  /// All that does not depend on the limit.
  struct range_model {
    double theta_over_closure = 0.0;
    std::array<double, 2> weight{};  ///< of a pair, by sign
    double mean_weight = 0.0;        ///< of a pair, by either sign, a mean of both
    double largest_load = 0.0;       ///< mean, of a member, for each other member
    std::vector<sized_loads> by_size;
    std::vector<std::size_t> size_of_list;
  };

  list_loads loads_of(std::size_t range, double theta, double closure) const;
  range_model model_of(std::size_t range, double theta, double closure) const;
  limit_effect effect_of(std::size_t range, const range_model& model, const centred_limit& limit) const;

  std::vector<counted_range> m_ranges;
};

class limit_planner::forecast {
  friend limit_planner;
  std::vector<range_model> m_ranges;
};

}  // namespace edgeldp
