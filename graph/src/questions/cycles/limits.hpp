// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "belief/released_law.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "edgeldp/graph/limits/limited_weights.hpp"
#include "limits/refused_weight.hpp"
#include "questions/cycles/model.hpp"
#include "questions/cycles/tuning.hpp"

namespace edgeldp {

/// The mean of the positive part of a normal weight.
double positive_part(double mean, double deviation);

/// Deviation of a member's load in a list with so many others, over the mean of its parts.
double load_noise(double others);

/// Of limits of the pilot, in mean loads. members: sum of squares of those provided for.
double pilot_generosity(double nats, double members);

/// Limits of the users' parts of the pilot and the count, from released numbers only. The
/// sensitivity is the larger of a user's two limits, so both are the same.
class cycle_limits {
 public:
  /// `law`: of the bits that weights are made of.
  cycle_limits(const public_view& known, const cycle_model& model, unsigned length, const bit_law& law);

  /// Of the pilot: as wide as its budget allows, since they are chosen before anything is known of
  /// cycles.
  std::vector<double> for_pilot(epsilon budget) const;

  /// kappa times what a neighbour carries if there are `concentration` times as many cycles as in
  /// the model.
  std::vector<double> for_count(double concentration, double kappa) const;

  /// kappa, in percent, with the least predicted RMSE: bias against Laplace noise.
  std::uint32_t choose_kappa_percent(double concentration, epsilon budget) const;

  /// What limits would refuse. limits: one a user.
  refused_weight expected_loss(std::span<const double> limits, double concentration,
                               double path_spread = cycle_tuning::likely_path_spread) const;

 private:
  struct user {
    std::uint64_t rank = 0;
    std::int64_t released = 0;
    double members = 0.0;  // that the limit provides for
  };
  struct load {
    double positive = 0.0, negative = 0.0;  // mean of a weight's parts
  };
  load load_at(std::uint64_t rank, double concentration) const;

  const cycle_model& m_model;
  double m_deviation;  // of one term of a weight
  released_law m_law;
  std::vector<user> m_users;
};

}  // namespace edgeldp
