// SPDX-License-Identifier: MIT
#include "edgeldp/graph/errors/interval_coverage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

/// Pr[X <= k] of a binomial law, 0 < p < 1, by its terms from the k-th down: for p above k / n they
/// fall.
double binomial_tail(std::uint64_t k, std::uint64_t n, double p) {
  const auto x = static_cast<double>(k), all = static_cast<double>(n);
  double term = std::exp(std::lgamma(all + 1.0) - std::lgamma(x + 1.0) - std::lgamma(all - x + 1.0) +
                         x * std::log(p) + (all - x) * std::log1p(-p));
  double sum = 0.0;
  for (double i = x; term > 1e-20 * sum; --i) {
    sum += term;
    term *= i / (all - i + 1.0) * (1.0 - p) / p;
    if (i <= 0.0) break;
  }
  return sum;
}

double quantile(std::vector<double> numbers, double q) {
  if (numbers.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto at = numbers.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(numbers.size()));
  ranges::nth_element(numbers, at);
  return *at;
}

double mean_of(double sum, std::size_t count) {
  return sum / static_cast<double>(count);
}

}  // namespace

double binomial_upper_limit(std::uint64_t successes, std::uint64_t trials, double level) {
  if (successes >= trials) return 1.0;
  double low = static_cast<double>(successes) / static_cast<double>(trials), high = 1.0;
  for (int step = 0; step < 60; ++step) {
    const double middle = 0.5 * (low + high);
    (binomial_tail(successes, trials, middle) > 1.0 - level ? low : high) = middle;
  }
  return high;
}

double interval_coverage::share::value() const noexcept {
  return of > 0 ? static_cast<double>(count) / static_cast<double>(of)
                : std::numeric_limits<double>::quiet_NaN();
}

void interval_coverage::add(const estimate& e, double truth) {
  const double error = e.value - truth;
  const bool covers = e.low() <= truth && truth <= e.high();
  const judgement said = judge(e);
  m_errors.push_back(error);
  m_half_widths.push_back(e.half_width());
  const double beyond = std::fmax(0.0, std::abs(error) - e.bias_bound),
               unit = 1.959963984540054 * e.standard_error;
  m_inflations.push_back(beyond > 0.0 ? beyond / unit : 0.0);
  m_standard_error += e.standard_error;
  m_bias += e.bias;
  m_bias_bound += e.bias_bound;
  ++m_judged[index(said)];
  m_covered += covers ? 1U : 0U;
  if (said != judgement::usable) return;
  m_usable_half_widths.push_back(e.half_width());
  m_usable_inflations.push_back(m_inflations.back());
  m_usable_covered += covers ? 1U : 0U;
  m_usable_close += std::abs(error) <= 0.25 * std::abs(truth) ? 1U : 0U;
}

void interval_coverage::merge(const interval_coverage& other) {
  const auto append = [](std::vector<double>& to, const std::vector<double>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(m_errors, other.m_errors);
  append(m_half_widths, other.m_half_widths);
  append(m_usable_half_widths, other.m_usable_half_widths);
  append(m_inflations, other.m_inflations);
  append(m_usable_inflations, other.m_usable_inflations);
  m_standard_error += other.m_standard_error;
  m_bias += other.m_bias;
  m_bias_bound += other.m_bias_bound;
  for (std::size_t j = 0; j < m_judged.size(); ++j) m_judged[j] += other.m_judged[j];
  m_covered += other.m_covered;
  m_usable_covered += other.m_usable_covered;
  m_usable_close += other.m_usable_close;
}

double interval_coverage::rmse() const noexcept {
  return std::sqrt(
      mean_of(std::inner_product(m_errors.begin(), m_errors.end(), m_errors.begin(), 0.0), m_errors.size()));
}

std::array<double, 2> interval_coverage::rmse_interval(double deviations) const noexcept {
  const double square = rmse() * rmse();
  if (!(square > 0.0)) return {0.0, 0.0};
  double variance = 0.0;  // of one squared error, relative to the mean square
  for (const double e : m_errors) variance += std::pow(e * e / square - 1.0, 2);
  const double relative = 0.5 * deviations * std::sqrt(variance) / static_cast<double>(runs());
  return {rmse() * std::exp(-relative), rmse() * std::exp(relative)};
}

double interval_coverage::mean_error() const noexcept {
  return mean_of(std::accumulate(m_errors.begin(), m_errors.end(), 0.0), m_errors.size());
}

double interval_coverage::spread() const noexcept {
  if (runs() < 2) return 0.0;
  const double mean = mean_error();
  double squares = 0.0;
  for (const double e : m_errors) squares += std::pow(e - mean, 2);
  return std::sqrt(squares / static_cast<double>(runs() - 1));
}

double interval_coverage::standard_error() const noexcept {
  return mean_of(m_standard_error, m_errors.size());
}

double interval_coverage::bias() const noexcept {
  return mean_of(m_bias, m_errors.size());
}

double interval_coverage::bias_bound() const noexcept {
  return mean_of(m_bias_bound, m_errors.size());
}

double interval_coverage::median_width() const {
  const double width = quantile(m_usable_half_widths.empty() ? m_half_widths : m_usable_half_widths, 0.5);
  const double scale = 1.959963984540054 * rmse();
  return width == scale ? 1.0 : width / scale;
}

double interval_coverage::needed_inflation() const {
  return quantile(m_usable_inflations.empty() ? m_inflations : m_usable_inflations, 0.95);
}

}  // namespace edgeldp
