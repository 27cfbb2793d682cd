// SPDX-License-Identifier: MIT
#include "edgeldp/channel/mechanisms/utility_channels.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

/// So small that integers make it 1, and normal after division by a sum.
constexpr double least_weight = 1e-290;

void check_shape(Eigen::Index rows, Eigen::Index columns, const channel::labels& inputs,
                 const channel::labels& outputs, const char* what) {
  if (rows == 0 || columns == 0 || static_cast<std::size_t>(rows) != outputs.size() ||
      static_cast<std::size_t>(columns) != inputs.size())
    throw invalid_parameter(std::string(what) + " of " + std::to_string(rows) + " x " +
                            std::to_string(columns) + "; " + std::to_string(outputs.size()) + " outputs x " +
                            std::to_string(inputs.size()) + " inputs expected");
}

/// Columns of weights as columns of probabilities.
Eigen::MatrixXd normalised(Eigen::MatrixXd weights) {
  const Eigen::Array<double, 1, Eigen::Dynamic> sums = weights.colwise().sum();
  weights.array().rowwise() /= sums;
  return weights;
}

/// The largest and the smallest entry of each row, column by column, as they lie in memory.
struct row_extremes {
  explicit row_extremes(const Eigen::MatrixXd& m) : high(m.col(0)), low(m.col(0)) {
    for (Eigen::Index x = 1; x < m.cols(); ++x) {
      high = high.max(m.col(x).array());
      low = low.min(m.col(x).array());
    }
  }
  Eigen::ArrayXd high, low;
};

/// Of positive entries: those that integers raise to 1 count as they will be.
double loss_of(const Eigen::MatrixXd& p) {
  constexpr double least = 0x1p-62;
  const row_extremes rows(p);
  return std::log((rows.high.max(least) / rows.low.max(least)).maxCoeff());
}

/// A family of channels with one parameter t >= 0 whose loss is continuous and 0 at t = 0: its
/// member at a t with loss `nats`, sought from `first` on. Whatever the loss does between, the
/// member returned keeps to it.
Eigen::MatrixXd member_of_loss(const std::function<Eigen::MatrixXd(double)>& member, double first,
                               double nats) {
  constexpr double precision = 1e-12;
  const auto excess = [&](double t) { return loss_of(member(t)) - nats; };
  double low = 0.0, high = first, below = -nats, above = excess(high);
  // Families that end here keep to the budget for every t that doubles hold.
  for (int doublings = 0; doublings < 64 && above <= 0.0; ++doublings) {
    low = high, below = above;
    high *= 2.0;
    above = excess(high);
  }
  if (above <= 0.0 || below == 0.0) return member(low);
  std::uintmax_t most_evaluations = 100;
  const auto is_narrow = [](double a, double b) { return b - a <= precision * b; };
  const auto [from, to] =
      boost::math::tools::toms748_solve(excess, low, high, below, above, is_narrow, most_evaluations);
  return member(excess(to) <= 0.0 ? to : from);
}

}  // namespace

double utility_sensitivity(const Eigen::MatrixXd& utility) {
  const row_extremes rows(utility);
  return (rows.high - rows.low).maxCoeff();
}

channel exponential_channel(epsilon budget, channel::labels inputs, channel::labels outputs,
                            const Eigen::MatrixXd& utility, exponential_scale scale) {
  check_shape(utility.rows(), utility.cols(), inputs, outputs, "a utility");
  if (!utility.allFinite()) throw invalid_parameter("a utility that is not finite");
  // What an output falls short of the best one under the same truth: exponents at most 0.
  const Eigen::ArrayXXd falls = (utility.rowwise() - utility.colwise().maxCoeff()).array();
  if (!falls.allFinite()) throw invalid_parameter("a utility whose differences no double holds");
  const double sensitivity = utility_sensitivity(utility), difference = utility_sensitivity(falls.matrix());
  if (!(difference > 0.0))
    throw invalid_parameter("a utility that is alike for every truth: there is no scale for it");
  const double range =
      scale == exponential_scale::range ? utility.maxCoeff() - utility.minCoeff() : sensitivity;
  // An exponential that underflows stays possible: a report that is bad for everybody must not cost
  // infinity.
  const auto member = [&](double s) -> Eigen::MatrixXd {
    return normalised((s * falls).exp().max(least_weight).matrix());
  };
  return channel_within(budget, std::move(inputs), std::move(outputs), [&](double nats) {
    if (scale != exponential_scale::exact_loss) return member(nats / (2.0 * range));
    return member_of_loss(member, nats / (2.0 * difference), nats);
  });
}

Eigen::MatrixXi prefix_steps(std::span<const std::uint64_t> codes, std::span<const unsigned> shifts) {
  if (!ranges::is_sorted(shifts, std::less_equal<>{}) || (!shifts.empty() && shifts.back() > 63))
    throw invalid_parameter("shifts of prefixes must rise from 0 to 63 at most");
  const auto n = static_cast<Eigen::Index>(codes.size());
  Eigen::MatrixXi step(n, n);
  for (Eigen::Index x = 0; x < n; ++x)
    for (Eigen::Index y = 0; y < n; ++y) {
      const std::uint64_t differ = codes[static_cast<std::size_t>(x)] ^ codes[static_cast<std::size_t>(y)];
      step(y, x) = static_cast<int>(ranges::count_if(shifts, [&](unsigned s) { return differ >> s != 0; }));
    }
  return step;
}

channel staircase_channel(epsilon budget, channel::labels inputs, channel::labels outputs,
                          const Eigen::MatrixXi& step, unsigned steps) {
  check_shape(step.rows(), step.cols(), inputs, outputs, "steps");
  if (steps < 2 || step.minCoeff() < 0 || static_cast<std::int64_t>(step.maxCoeff()) >= std::int64_t{steps})
    throw invalid_parameter("a staircase of " + std::to_string(steps) + " steps, from " +
                            std::to_string(step.minCoeff()) + " to " + std::to_string(step.maxCoeff()) +
                            "; at least 2 expected, numbered from 0");
  const Eigen::ArrayXXd height =
      (static_cast<double>(steps - 1) - step.cast<double>().array()) / static_cast<double>(steps - 1);
  // Where no output is on the last step of one truth only, the loss may stay below the budget at
  // every t.
  constexpr double highest = 512.0;
  const auto member = [&](double t) -> Eigen::MatrixXd {
    return normalised((1.0 + std::expm1(std::min(t, highest)) * height).matrix());
  };
  const bool tells_nothing = utility_sensitivity(height.matrix()) == 0.0;
  return channel_within(budget, std::move(inputs), std::move(outputs), [&](double nats) {
    return tells_nothing ? member(nats) : member_of_loss(member, nats, nats);
  });
}

}  // namespace edgeldp
