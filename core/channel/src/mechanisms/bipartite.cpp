// SPDX-License-Identifier: MIT
#include "edgeldp/channel/mechanisms/bipartite.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

Eigen::Index index(std::size_t i) {
  return static_cast<Eigen::Index>(i);
}

/// Weights of the truths, uniform when none are given.
Eigen::VectorXd checked_prior(const Eigen::VectorXd& prior, std::size_t inputs) {
  if (prior.size() == 0) return Eigen::VectorXd::Constant(index(inputs), 1.0 / static_cast<double>(inputs));
  if (prior.size() != index(inputs))
    throw invalid_parameter("a prior on " + std::to_string(prior.size()) + " of " + std::to_string(inputs) +
                            " truths");
  if (!prior.allFinite() || prior.minCoeff() < 0.0 || std::abs(prior.sum() - 1.0) > 1e-9)
    throw invalid_parameter("a prior must be at least 0 and add up to 1, not " + std::to_string(prior.sum()));
  return prior;
}

/// The largest integer i >= 0 with raised(i), where raised holds up to some point near `root` and
/// at 0.
template <class Raised>
std::uint64_t last_raised(double root, Raised&& raised) {
  auto i = static_cast<std::uint64_t>(std::max(0.0, std::floor(root)));
  while (i > 0 && !raised(i)) --i;
  while (raised(i + 1)) ++i;
  return i;
}

/// Largest i with exp(e) i (i - 1) < (n - i)(n - i + 1): equation 8. Requires n >= 2.
std::uint64_t high_count_at_end(double growth, double n) {
  const double b = n - 0.5 * (growth - 1.0), c = n * (n + 1.0);
  const double discriminant = std::sqrt(b * b + (growth - 1.0) * c);
  // The quotient that does not cancel.
  const double root = b > 0.0 ? c / (b + discriminant) : (discriminant - b) / (growth - 1.0);
  return last_raised(root, [&](std::uint64_t at) {
    const auto i = static_cast<double>(at);
    return i < n && growth * (i * (i - 1.0)) < (n - i) * (n - i + 1.0);
  });
}

/// 2 d + 1 for the largest d with exp(e) d^2 below (h - d)(h - d + 1), h = (n - 1) / 2, when n is
/// odd, and below (n / 2 - d)^2 when n is even: equations 10 and 9 at i = 2 d + 1. Two outputs lie
/// at each distance d, so both are raised or none.
std::uint64_t high_count_in_middle(double growth, double n) {
  const bool is_odd = std::fmod(n, 2.0) == 1.0;
  const double half = std::floor(0.5 * n);
  const double root = is_odd ? 0.5 * (n * n - 1.0) / (n + std::sqrt(growth * (n * n - 1.0) + 1.0))
                             : half / (std::sqrt(growth) + 1.0);
  return 2 * last_raised(root,
                         [&](std::uint64_t at) {
                           const auto d = static_cast<double>(at);
                           const double rest = half - d;
                           return rest > 0.0 && growth * (d * d) < rest * (is_odd ? rest + 1.0 : rest);
                         }) +
         1;
}

}  // namespace

utility_ranking::utility_ranking(const Eigen::MatrixXd& utility) {
  if (utility.size() == 0 || static_cast<std::size_t>(utility.size()) > channel::most_entries)
    throw invalid_parameter("a utility of " + std::to_string(utility.rows()) + " x " +
                            std::to_string(utility.cols()) + " entries; 1 to 2^26 expected");
  if (!utility.allFinite()) throw invalid_parameter("a utility that is not finite");
  const auto rows = static_cast<std::size_t>(utility.rows());
  m_sorted.resize(utility.rows(), utility.cols());
  m_order.resize(static_cast<std::size_t>(utility.size()));
  for (Eigen::Index x = 0; x < utility.cols(); ++x) {
    const auto begin = m_order.begin() + x * utility.rows(), end = begin + utility.rows();
    std::iota(begin, end, 0U);
    std::sort(begin, end, [&](std::uint32_t a, std::uint32_t b) {
      const double of_a = utility(a, x), of_b = utility(b, x);
      return of_a != of_b ? of_a > of_b : a < b;
    });
    for (std::size_t rank = 0; rank < rows; ++rank)
      m_sorted(index(rank), x) = utility(*(begin + index(rank)), x);
  }
}

std::size_t best_high_count(epsilon budget, const Eigen::VectorXd& falling) {
  const double growth = std::exp(budget.nats());
  const Eigen::Index n = falling.size();
  // lambda_i exceeds the mean when exp(e) sum_{j < i} (lambda_j - lambda_i) < sum_{j > i} (lambda_i
  // - lambda_j). Both sums are of falls from the highest, whole numbers where utilities are.
  double before = 0.0, after = (falling[0] - falling.array()).sum();
  for (Eigen::Index i = 1; i < n; ++i) {
    const double fall = falling[0] - falling[i];
    after -= fall;
    if (!(growth * (static_cast<double>(i) * fall - before) < after - static_cast<double>(n - 1 - i) * fall))
      return static_cast<std::size_t>(i);
    before += fall;
  }
  return static_cast<std::size_t>(n);
}

std::size_t brr_high_count(epsilon budget, const utility_ranking& utility) {
  std::size_t least = utility.output_count();
  for (std::size_t x = 0; x < utility.input_count(); ++x)
    least = std::min(least, best_high_count(budget, utility.sorted().col(index(x))));
  return least;
}

std::size_t brr_star_high_count(epsilon budget, const utility_ranking& utility,
                                const Eigen::VectorXd& prior) {
  return best_high_count(budget, utility.sorted() * checked_prior(prior, utility.input_count()));
}

channel bipartite_channel(epsilon budget, channel::labels inputs, channel::labels outputs,
                          const utility_ranking& utility, std::size_t high_count) {
  const std::size_t all = utility.output_count();
  if (high_count < 1 || high_count > all)
    throw invalid_parameter("bipartite randomized response with " + std::to_string(high_count) +
                            " likely outputs; 1 to " + std::to_string(all) + " expected");
  const auto m = static_cast<double>(high_count), rest = static_cast<double>(all - high_count);
  return channel_within(budget, std::move(inputs), std::move(outputs), [&](double nats) {
    const double low = 1.0 / (m * std::exp(nats) + rest), high = std::exp(nats) * low;
    Eigen::MatrixXd p = Eigen::MatrixXd::Constant(index(all), index(utility.input_count()), low);
    for (std::size_t x = 0; x < utility.input_count(); ++x)
      for (std::size_t rank = 0; rank < high_count; ++rank)
        p(index(utility.output(rank, x)), index(x)) = high;
    return p;
  });
}

channel brr_channel(epsilon budget, channel::labels inputs, channel::labels outputs,
                    const Eigen::MatrixXd& utility) {
  const utility_ranking ranking(utility);
  return bipartite_channel(budget, std::move(inputs), std::move(outputs), ranking,
                           brr_high_count(budget, ranking));
}

channel brr_star_channel(epsilon budget, channel::labels inputs, channel::labels outputs,
                         const Eigen::MatrixXd& utility, const Eigen::VectorXd& prior) {
  const utility_ranking ranking(utility);
  return bipartite_channel(budget, std::move(inputs), std::move(outputs), ranking,
                           brr_star_high_count(budget, ranking, prior));
}

Eigen::MatrixXd line_utility(std::size_t n) {
  const Eigen::ArrayXd places = Eigen::ArrayXd::LinSpaced(index(n), 1.0, static_cast<double>(n));
  return -(places.replicate(1, index(n)) - places.transpose().replicate(index(n), 1)).abs().matrix();
}

std::uint64_t brr_high_count_on_line(epsilon budget, std::uint64_t n) {
  if (n < 1 || n > (std::uint64_t{1} << 26))
    throw invalid_parameter("numbers 1 to " + std::to_string(n) + "; at most 1 to 2^26 expected");
  if (n == 1) return 1;
  const double growth = std::exp(budget.nats()), size = static_cast<double>(n);
  return std::min(high_count_at_end(growth, size), high_count_in_middle(growth, size));
}

}  // namespace edgeldp
