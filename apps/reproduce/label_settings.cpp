// SPDX-License-Identifier: MIT
#include "reproduce/label_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "edgeldp/channel/labels/label_prior.hpp"
#include "edgeldp/channel/labels/label_prior_curator.hpp"
#include "edgeldp/channel/mechanisms/block.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "reproduce/experiment.hpp"

namespace edgeldp::cli {

namespace {

struct label_profile {
  std::string name;
  std::vector<std::uint64_t> counts;  ///< of training images by class
};

struct label_setting {
  double epsilon, sigma;
  std::optional<std::size_t> favoured;  ///< the tables have six values of l for eight budgets
};

std::vector<std::size_t> members(const block_plan& plan, bool majority) {
  std::vector<std::size_t> labels;
  for (std::size_t y = 0; y < plan.majority.size(); ++y)
    if (plan.majority[y] == majority) labels.push_back(y);
  return labels;
}

block_plan plan_from_counts(const label_profile& p, const label_setting& s) {
  const std::vector<double> prior(p.counts.begin(), p.counts.end());
  return plan_blocks(numbered_labels(prior.size()), prior, s.sigma, s.favoured.value_or(0));
}

constexpr double prior_share = 0.01;

/// Classes of the images that are drawn for the prior, one in a hundred, in each of several
/// releases.
std::vector<std::vector<std::uint64_t>> draw_first_parts(const label_profile& p, std::uint64_t runs,
                                                         std::uint64_t seed) {
  std::vector<std::vector<std::uint64_t>> drawn(runs, std::vector<std::uint64_t>(p.counts.size()));
  for (std::uint64_t run = 0; run < runs; ++run) {
    vertex_id image = 0;
    for (std::size_t y = 0; y < p.counts.size(); ++y)
      for (std::uint64_t i = 0; i < p.counts[y]; ++i, ++image)
        drawn[run][y] += reports_prior(release_key{seed + run}, image, prior_share) ? 1 : 0;
  }
  return drawn;
}

/// How often the prior that is released, not the true counts, leads to the same S1, and to S1 = S.
struct partition_shares {
  double same = 0.0, whole = 0.0;
};

partition_shares simulate_partitions(const block_plan& exact, const label_setting& s,
                                     std::span<const std::vector<std::uint64_t>> first_parts,
                                     std::uint64_t seed) {
  const auto sources = coin_source::simulated(seed);
  const epsilon budget = epsilon::from_nats(s.epsilon);
  partition_shares shares;
  for (std::size_t run = 0; run < first_parts.size(); ++run) {
    const label_prior prior =
        sources(coin_purpose::prior, static_cast<vertex_id>(run),
                [&](private_randomness& c) { return central_prior(first_parts[run], budget, c); });
    const block_plan plan = plan_blocks(exact.inputs, prior.shares, s.sigma, 0);
    shares.same += plan.majority == exact.majority ? 1.0 : 0.0;
    shares.whole += members(plan, false).empty() ? 1.0 : 0.0;
  }
  const auto runs = static_cast<double>(first_parts.size());
  return {shares.same / runs, shares.whole / runs};
}

void run_setting(const label_profile& p, const label_setting& s,
                 std::span<const std::vector<std::uint64_t>> first_parts, const reproduce_arguments& a,
                 notebook& notes) {
  const block_plan plan = plan_from_counts(p, s);
  const block_sizes b = sizes_of(plan);
  const auto [beta, gamma] = chances_at(s.epsilon, b);
  const channel c = block_channel(epsilon::from_nats(s.epsilon), plan);
  const record more = {{"sigma", s.sigma},
                       {"l", s.favoured ? record(*s.favoured) : record(nullptr)},
                       {"majority", members(plan, true)},
                       {"minority", members(plan, false)}};
  const std::string name = fmt::format("{}, sigma {:g}, l {}", p.name, s.sigma,
                                       s.favoured ? std::to_string(*s.favoured) : "not given");
  const auto add = [&](const std::string& measure, record paper, record ours) {
    notes.add({name, s.epsilon, measure, std::move(paper), std::move(ours), true, more});
  };
  const bool is_empty = b.minority_outputs == 0;
  // Section 5: S2 is empty from epsilon 4 on; appendix G says so of 6 and 8.
  add("S2", s.epsilon >= 4.0 ? record("empty") : record(nullptr),
      is_empty ? "empty" : fmt::format("{}", fmt::join(members(plan, false), " ")));
  add("l - |S1|, must not be positive", nullptr,
      static_cast<std::int64_t>(s.favoured.value_or(0)) - static_cast<std::int64_t>(b.majority_outputs));
  add("beta", nullptr, beta);
  add("gamma", nullptr, is_empty ? record(nullptr) : record(gamma));
  add("privacy loss", s.epsilon, c.loss().nats);
  const partition_shares shares = simulate_partitions(plan, s, first_parts, a.seed);
  add("releases with this S1, prior of 1%", nullptr, shares.same);
  add("releases with S2 empty, prior of 1%", nullptr, shares.whole);
}

void run_settings(const label_profile& p, std::span<const label_setting> settings,
                  const reproduce_arguments& a, notebook& notes) {
  const auto first_parts = draw_first_parts(p, a.runs.value_or(1000), a.seed);
  for (const label_setting& s : settings)
    if (a.epsilons.empty() || std::ranges::count(a.epsilons, s.epsilon) > 0)
      run_setting(p, s, first_parts, a, notes);
}

}  // namespace

void run_label_table_8(const reproduce_arguments& a, notebook& notes) {
  const label_setting settings[] = {{0.6, 1.40, 6}, {0.8, 1.20, 5}, {1.0, 1.20, 5},  {2.0, 0.80, 2},
                                    {3.0, 0.78, 0}, {4.0, 0.50, 0}, {6.0, 0.50, {}}, {8.0, 0.50, {}}};
  run_settings({"CIFAR-10_1", {5000, 4900, 4700, 4600, 4500, 4800, 1000, 1500, 1000, 1500}}, settings, a,
               notes);
}

void run_label_table_9(const reproduce_arguments& a, notebook& notes) {
  const label_setting settings[] = {{0.6, 1.20, 2}, {0.8, 1.20, 6}, {1.0, 1.20, 5},  {2.0, 0.80, 6},
                                    {3.0, 0.80, 0}, {4.0, 0.50, 0}, {6.0, 0.20, {}}, {8.0, 0.20, {}}};
  run_settings({"CIFAR-10_2", {5000, 4900, 4700, 4600, 4500, 4800, 600, 500, 700, 400}}, settings, a, notes);
}

}  // namespace edgeldp::cli
