// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"

/// How limits of users' counts are searched for: a limit costs noise, and what exceeds it is
/// refused. A price says how much noise it is worth to refuse less; the limits that suit each of a
/// ladder of prices are tried, and those of the least predicted error are taken. What they refuse
/// is a question's own model.
namespace edgeldp {

/// Variance of the Laplace noise that limits cost, from the sum of their squares and the budget in
/// nats.
inline double noise_of_squares(double squares, double nats) {
  return 2.0 * squares / (nats * nats);
}
inline double noise_of_limits(std::span<const double> limits, epsilon budget) {
  double squares = 0.0;
  for (const double k : limits) squares += k * k;
  return noise_of_squares(squares, budget.nats());
}

/// The limit of one user that suits a price: the largest k that is at most `price` times the number
/// of members whose load exceeds k. A step more costs noise as k, and saves so many members a step.
/// members: by falling load(member); belongs(member): how likely it is one.
template <class Member, class Load, class Belongs>
double limit_at_price(std::span<const Member> members, double price, Load&& load, Belongs&& belongs) {
  double limit = 0.0, heavier = 0.0;
  for (const Member& m : members) {
    heavier += std::invoke(belongs, m);
    limit = std::fmax(limit, std::fmin(std::invoke(load, m), price * heavier));
  }
  return limit;
}

/// So many prices from the highest down, by half octaves.
inline std::vector<double> half_octaves_below(double highest, int prices) {
  std::vector<double> ladder;
  for (int step = 0; step < prices; ++step) ladder.push_back(highest * std::exp2(-0.5 * step));
  return ladder;
}

/// Prices from the first up, each `factor` times the one before, below the last.
inline std::vector<double> prices_up_to(double first, double last, double factor) {
  std::vector<double> ladder;
  for (double price = first; price < last; price *= factor) ladder.push_back(price);
  return ladder;
}

/// Of what is tried one after another: the first of the least predicted error.
template <class T>
class least_error {
 public:
  /// Whether it is the best so far.
  bool consider(double error, T tried) {
    if (m_best && !(error < m_error)) return false;
    m_error = error;
    m_best = std::move(tried);
    return true;
  }
  /// Requires: something was considered.
  T best() && { return *std::move(m_best); }

 private:
  double m_error = 0.0;
  std::optional<T> m_best;
};

}  // namespace edgeldp
