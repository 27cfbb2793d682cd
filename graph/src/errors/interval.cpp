// SPDX-License-Identifier: MIT
#include "edgeldp/graph/errors/interval.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <limits>
#include <numeric>
#include <ostream>
#include <span>
#include <sstream>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "limits/complementary_error.hpp"

namespace edgeldp {

namespace {

constexpr double weak_at_most = 1.0;

/// Closures at which errors are predicted, a factor of sqrt(2) apart, and how many are taken
/// between two.
constexpr std::size_t nodes = 21, steps_between = 8;
constexpr double most_closure = 1.0;
/// Of the posterior, for the bound on bias.
constexpr double plausible = 0.975;

double closure_at(double step) {
  return most_closure * std::exp2(0.5 * (step / steps_between - static_cast<double>(nodes - 1)));
}

/// Between two nodes the bias is about a power of the closure: a straight line would be 40% off.
double bias_between(double a, double b, double share) {
  if (a * b > 0.0) return a * std::pow(b / a, share);
  return (1.0 - share) * a + share * b;
}

/// The number below which so much of the mass lies. `order`: places in increasing order of
/// `values`.
double quantile_of(std::span<const double> values, std::span<const double> mass, double q) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  double so_far = 0.0;
  for (const std::size_t i : order)
    if ((so_far += mass[i]) >= q) return values[i];
  return values[order.back()];
}

}  // namespace

double relative_half_width(const estimate& e) noexcept {
  const double half = e.half_width();
  if (half == 0.0) return 0.0;
  return e.value != 0.0 ? half / std::abs(e.value) : std::numeric_limits<double>::infinity();
}

std::ostream& operator<<(std::ostream& out, judgement j) {
  return out << (j == judgement::usable ? "usable" : j == judgement::weak ? "weak" : "not_usable");
}

std::ostream& operator<<(std::ostream& out, const estimate& e) {
  // Two digits of the half-width, and the value to the same place.
  const double half = e.half_width();
  const bool has_digits = half > 0.0 && std::isfinite(half) && std::abs(e.value) < 1e15;
  const int place = has_digits ? static_cast<int>(std::floor(std::log10(half))) - 1 : 0;
  const auto rounded = [&](double x) {
    std::ostringstream text;
    if (!has_digits || place < -12) {
      text << x;
    } else {
      const double step = std::pow(10.0, place);
      text << std::fixed << std::setprecision(std::max(0, -place))
           << (place > 0 ? std::round(x / step) * step : x);
    }
    return text.str();
  };
  return out << rounded(e.value) << " +- " << rounded(half) << " (95%), " << judge(e);
}

judgement judge(const estimate& e) noexcept {
  const double relative = relative_half_width(e);
  if (relative <= usable_at_most && !e.rests_on_few) return judgement::usable;
  return relative <= weak_at_most ? judgement::weak : judgement::not_usable;  // also if it is not a number
}

estimate scaled(const estimate& e, double factor) noexcept {
  const double size = std::abs(factor);
  return {e.value * factor, e.standard_error * size, e.bias * factor, e.bias_bound * size,
          e.inflation,      e.rests_on_few};
}

closure_view view_closure(double value, double pairs,
                          const std::function<error_parts(double closure)>& error_at) {
  std::array<error_parts, nodes> at;
  for (std::size_t i = 0; i < nodes; ++i)
    at[i] = error_at(closure_at(static_cast<double>(i * steps_between)));
  constexpr std::size_t count = (nodes - 1) * steps_between + 1;
  std::vector<error_parts> errors(count);
  std::vector<double> mass(count), biases(count), bounds(count);
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t node = std::min(i / steps_between, nodes - 2);
    const double share = static_cast<double>(i - node * steps_between) / steps_between;
    const auto between = [&](double error_parts::* part) {
      return (1.0 - share) * at[node].*part + share * at[node + 1].*part;
    };
    error_parts& e = errors[i];
    e = {between(&error_parts::response_variance), between(&error_parts::laplace_variance),
         between(&error_parts::clip_variance), bias_between(at[node].bias, at[node + 1].bias, share)};
    const double error = e.standard_error();
    const double z = (value - closure_at(static_cast<double>(i)) * pairs - e.bias) / error;
    mass[i] = error > 0.0 ? -0.5 * z * z - std::log(error) : -std::numeric_limits<double>::infinity();
    most = std::max(most, mass[i]);
    biases[i] = e.bias;
    bounds[i] = std::abs(e.bias);
  }
  double sum = 0.0;
  for (double& m : mass) sum += m = std::isfinite(most) ? std::exp(m - most) : 1.0;
  closure_view view;
  for (std::size_t i = 0; i < count; ++i) {
    mass[i] /= sum;
    view.closure += mass[i] * closure_at(static_cast<double>(i));
    view.error.response_variance += mass[i] * errors[i].response_variance;
    view.error.laplace_variance += mass[i] * errors[i].laplace_variance;
    view.error.clip_variance += mass[i] * errors[i].clip_variance;
  }
  view.error.bias = quantile_of(biases, mass, 0.5);
  view.bias_bound = bias_allowance * quantile_of(bounds, mass, plausible);
  return view;
}

estimate conclude_triangles(double value, const closure_view& view, double pairs, double pair_variance,
                            double second_degree) {
  const bool tells = view.error.laplace_variance > 0.0 && pairs > 0.0;
  estimate e{value, tells ? view.error.standard_error() : std::numeric_limits<double>::infinity(),
             view.error.bias, view.bias_bound, inflation::triangles};
  e.rests_on_few = 3.0 * second_degree * second_degree * pair_variance > e.standard_error * e.standard_error;
  return e;
}

double plausible_count(const estimate& e) noexcept {
  if (!(e.standard_error > 0.0) || !std::isfinite(e.standard_error)) return std::fmax(0.0, e.value);
  const double z = e.value / e.standard_error;
  if (z < -6.0) return e.standard_error / (-z);  // the tail of a normal law
  const double below = 0.5 * complementary_error(-z / std::sqrt(2.0));
  return e.value + e.standard_error * 0.3989422804014327 * std::exp(-0.5 * z * z) / below;
}

double bound_of_steps(double step, double inflation, double standard_error) noexcept {
  constexpr double rare = 0.06;  // below, no step at all is within 95%
  const double half = estimate{0.0, standard_error, 0.0, 0.0, inflation}.half_width();
  return standard_error * standard_error > rare * step * step && half < step ? step - half : 0.0;
}

std::optional<double> least_usable_epsilon(double from, const std::function<double(double)>& relative) {
  constexpr double most = 64.0, octave_steps = 4.0;
  const auto grid = [&](int i) { return std::min(most, from * std::exp2(i / octave_steps)); };
  int enough = static_cast<int>(std::ceil(octave_steps * std::log2(most / from)));
  const auto does = [&](int i) {
    try {
      return relative(grid(i)) <= usable_at_most;
    } catch (const invalid_parameter&) {
      return false;  // shares by hand may be more than a codec can express
    }
  };
  if (!(from < most) || !does(enough)) return std::nullopt;
  for (int too_little = 0; enough - too_little > 1;) {
    const int middle = too_little + (enough - too_little) / 2;
    (does(middle) ? enough : too_little) = middle;
  }
  const double budget = grid(enough), unit = std::pow(10.0, std::floor(std::log10(budget)) - 1.0);
  return std::min(most, unit * std::ceil(budget / unit - 1e-9));  // two digits
}

}  // namespace edgeldp
