// SPDX-License-Identifier: MIT
#include "edgeldp/channel/labels/label_release.hpp"

#include <limits>
#include <string>
#include <utility>

#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

void check(std::span<const std::size_t> truths, const channel::labels& labels) {
  if (truths.size() > std::uint64_t{std::numeric_limits<vertex_id>::max()} + 1)
    throw invalid_parameter("labels of " + std::to_string(truths.size()) + " users; at most 2^32");
  for (std::size_t u = 0; u < truths.size(); ++u)
    if (truths[u] >= labels.size())
      throw invalid_parameter("user " + std::to_string(u) + " has label number " + std::to_string(truths[u]) +
                              " of " + std::to_string(labels.size()));
}

label_prior release_prior(std::span<const std::size_t> truths, std::span<const vertex_id> users,
                          const channel::labels& labels, const label_release_options& options,
                          const coin_source& coins) {
  std::vector<std::uint64_t> counts(labels.size());
  if (options.prior == prior_model::central) {
    for (const vertex_id u : users) ++counts[truths[u]];
    return coins(coin_purpose::prior, 0,
                 [&](private_randomness& curator) { return central_prior(counts, options.budget, curator); });
  }
  const channel c = k_ary_channel(options.budget, labels);
  for (const vertex_id u : users)
    ++counts[coins(coin_purpose::prior, u,
                   [&](private_randomness& own) { return c.sample(truths[u], own); })];
  return local_prior(c, counts);
}

}  // namespace

label_release release_labels(std::span<const std::size_t> truths, const channel::labels& labels,
                             const label_release_options& options, release_key key,
                             const coin_source& coins) {
  check(truths, labels);
  std::vector<vertex_id> first, second;
  for (std::size_t i = 0; i < truths.size(); ++i) {
    const auto u = static_cast<vertex_id>(i);
    (reports_prior(key, u, options.prior_share) ? first : second).push_back(u);
  }
  label_prior prior = release_prior(truths, first, labels, options, coins);
  block_plan plan = plan_blocks(labels, prior.shares, options.sigma, options.favoured);
  channel mechanism = block_channel(options.budget, plan);
  std::vector<std::size_t> reports;
  reports.reserve(second.size());
  for (const vertex_id u : second)
    reports.push_back(coins(coin_purpose::label, u,
                            [&](private_randomness& own) { return mechanism.sample(truths[u], own); }));
  return {std::move(prior), std::move(plan), std::move(mechanism), std::move(second), std::move(reports)};
}

}  // namespace edgeldp
