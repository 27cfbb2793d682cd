// SPDX-License-Identifier: MIT
#include "edgeldp/channel/labels/label_prior.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/channel/debiasing.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "labels/prior_shares.hpp"

namespace edgeldp {

namespace {

constexpr std::uint64_t most_users = std::uint64_t{1} << 53;

[[noreturn]] void refuse_nobody() {
  throw invalid_parameter("a prior by no users: nobody reports, or a share of them is too small");
}

}  // namespace

double number_of_reports(std::span<const std::uint64_t> counts) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : counts) {
    if (count > most_users - sum) throw invalid_parameter("a prior by more than 2^53 users");
    sum += count;
  }
  if (sum == 0) refuse_nobody();
  return static_cast<double>(sum);
}

std::vector<double> cut_and_normalised(const std::vector<double>& unbiased) {
  std::vector<double> shares(unbiased.size());
  ranges::transform(unbiased, shares.begin(), [](double p) { return std::max(p, 0.0); });
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& p : shares) p = sum > 0.0 ? p / sum : 1.0 / static_cast<double>(shares.size());
  return shares;
}

bool reports_prior(release_key key, vertex_id user, double share) {
  if (!(share > 0.0 && share < 1.0))
    throw invalid_parameter("share " + std::to_string(share) +
                            " of users who report the prior must lie between 0 and 1");
  const philox_block w = public_randomness(key).block(stream_tag::prior_split, 0, 0, user);
  const std::uint64_t u = w[0] | (std::uint64_t{w[1] & 0xff} << 32);
  return u < static_cast<std::uint64_t>(std::ldexp(share, 40));
}

prior_split split_for_prior(release_key key, std::uint64_t users, double share) {
  if (users > std::uint64_t{std::numeric_limits<vertex_id>::max()} + 1)
    throw invalid_parameter("labels of " + std::to_string(users) + " users; at most 2^32");
  std::vector<vertex_id> first, second;
  for (std::uint64_t i = 0; i < users; ++i) {
    const auto u = static_cast<vertex_id>(i);
    (reports_prior(key, u, share) ? first : second).push_back(u);
  }
  if (first.empty()) refuse_nobody();
  return {roster::of(std::move(first), users), roster::of(std::move(second), users)};
}

label_prior local_prior(const channel& c, std::span<const std::uint64_t> counts) {
  if (counts.size() != c.output_count())
    throw invalid_parameter("counts of " + std::to_string(counts.size()) + " reports; the channel has " +
                            std::to_string(c.output_count()));
  const double users = number_of_reports(counts);
  const debiasing d = debiasing_of(c);
  Eigen::VectorXd reports(static_cast<Eigen::Index>(counts.size()));
  ranges::transform(counts, reports.begin(), [](std::uint64_t n) { return static_cast<double>(n); });
  const Eigen::VectorXd unbiased = d.weights * reports / users;
  label_prior prior;
  prior.unbiased.assign(unbiased.begin(), unbiased.end());
  prior.shares = cut_and_normalised(prior.unbiased);
  // Weights times P is I: label y's report has second moments W^2 P e_y and mean e_y, which is its
  // square.
  const Eigen::VectorXd shares = Eigen::Map<const Eigen::VectorXd>(prior.shares.data(), unbiased.size());
  const Eigen::VectorXd variance = d.weights.cwiseAbs2() * (c.probabilities() * shares) - shares;
  for (const double v : variance) prior.standard_errors.push_back(std::sqrt(std::max(v, 0.0) / users));
  return prior;
}

}  // namespace edgeldp
