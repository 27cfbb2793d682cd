// SPDX-License-Identifier: MIT
#include "edgeldp/channel/mechanisms/block.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

enum class output_group : unsigned char { minority, majority, favoured };

[[noreturn]] void refuse(const block_plan& plan, std::size_t input, const std::string& what) {
  throw invalid_parameter("BlockRR plan: label \"" + plan.inputs[input] + "\" " + what);
}

void check_shape(const block_plan& plan) {
  if (plan.inputs.empty() || plan.outputs.empty() || plan.majority.size() != plan.inputs.size() ||
      plan.nearby.size() != plan.inputs.size())
    throw invalid_parameter("BlockRR plan: " + std::to_string(plan.inputs.size()) + " labels, " +
                            std::to_string(plan.outputs.size()) + " outputs, " +
                            std::to_string(plan.majority.size()) + " flags of S1 and " +
                            std::to_string(plan.nearby.size()) + " sets B(y) do not fit");
  std::vector<std::size_t> last_seen(plan.outputs.size());
  for (std::size_t y = 0; y < plan.inputs.size(); ++y) {
    for (const std::size_t output : plan.nearby[y]) {
      if (output >= plan.outputs.size())
        refuse(plan, y,
               "is near output " + std::to_string(output) + " of " + std::to_string(plan.outputs.size()));
      if (std::exchange(last_seen[output], y + 1) == y + 1)
        refuse(plan, y, "is near \"" + plan.outputs[output] + "\" twice");
    }
  }
}

/// S~2, S~1 without Delta, and Delta.
std::vector<output_group> groups_of(const block_plan& plan) {
  std::vector<output_group> groups(plan.outputs.size(), output_group::minority);
  for (std::size_t y = 0; y < plan.inputs.size(); ++y)
    if (plan.majority[y])
      for (const std::size_t output : plan.nearby[y]) groups[output] = output_group::majority;
  for (const std::size_t output : plan.favoured) {
    if (output >= groups.size() || groups[output] != output_group::majority)
      throw invalid_parameter(
          "BlockRR plan: favoured output " +
          (output < groups.size() ? "\"" + plan.outputs[output] + "\"" : std::to_string(output)) +
          " must be near a label of S1, and occur once");
    groups[output] = output_group::favoured;
  }
  return groups;
}

Eigen::MatrixXd block_law(const block_plan& plan, const block_sizes& sizes, double nats) {
  const auto [beta, gamma] = chances_at(nats, sizes);
  const double gain = std::exp(nats), even = 1.0 / static_cast<double>(sizes.outputs());
  const std::vector<output_group> groups = groups_of(plan);
  Eigen::MatrixXd p(static_cast<Eigen::Index>(groups.size()), static_cast<Eigen::Index>(plan.inputs.size()));
  for (std::size_t y = 0; y < plan.inputs.size(); ++y) {
    auto column = p.col(static_cast<Eigen::Index>(y));
    for (std::size_t output = 0; output < groups.size(); ++output)
      column[static_cast<Eigen::Index>(output)] = groups[output] == output_group::minority ? gamma : beta;
    for (const std::size_t output : plan.nearby[y]) column[static_cast<Eigen::Index>(output)] *= gain;
    if (plan.majority[y]) continue;
    for (const std::size_t output : plan.favoured) column[static_cast<Eigen::Index>(output)] = even;
  }
  return p;
}

void check_prior(std::size_t labels, std::span<const double> prior) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double sum = 0.0;
  for (const double p : prior) sum += p >= 0.0 ? p : -infinity;
  if (prior.size() != labels || !(sum > 0.0 && sum < infinity))
    throw invalid_parameter("a prior of " + std::to_string(labels) +
                            " labels has so many numbers >= 0, one of them positive; " +
                            std::to_string(prior.size()) + " given, with sum " + std::to_string(sum));
}

/// Positions by falling prior, equal ones in their order.
std::vector<std::size_t> ranking(std::span<const double> prior) {
  std::vector<std::size_t> order(prior.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  ranges::sort(order, {}, [&](std::size_t i) { return std::pair(-prior[i], i); });
  return order;
}

}  // namespace

block_sizes sizes_of(const block_plan& plan) {
  check_shape(plan);
  const std::vector<output_group> groups = groups_of(plan);
  block_sizes sizes;
  sizes.minority_outputs = static_cast<std::size_t>(ranges::count(groups, output_group::minority));
  sizes.majority_outputs = groups.size() - sizes.minority_outputs;
  sizes.favoured = plan.favoured.size();
  std::size_t typical = 0;  // a label of S1, if there is one: B(y) is not always used in S2
  while (typical + 1 < plan.majority.size() && !plan.majority[typical]) ++typical;
  sizes.nearby = plan.nearby[typical].size();
  const bool minority_is_even = sizes.favoured == groups.size();
  for (std::size_t y = 0; y < plan.inputs.size(); ++y) {
    if (!plan.majority[y] && minority_is_even) continue;
    if (plan.nearby[y].size() != sizes.nearby || sizes.nearby == 0)
      refuse(plan, y,
             "is near " + std::to_string(plan.nearby[y].size()) + " outputs, others near " +
                 std::to_string(sizes.nearby) + "; all need the same number, at least 1");
    if (plan.majority[y] || sizes.favoured == 0) continue;
    for (const std::size_t output : plan.nearby[y])
      if (groups[output] != output_group::minority)
        refuse(plan, y,
               "of S2 is near \"" + plan.outputs[output] + "\" of S~1, while " +
                   std::to_string(sizes.favoured) + " of " + std::to_string(groups.size()) +
                   " outputs are favoured; allowed: 0, or all of them");
  }
  return sizes;
}

block_chances chances_at(double nats, const block_sizes& sizes) {
  const auto s = static_cast<double>(sizes.outputs()), l = static_cast<double>(sizes.favoured);
  const double a = std::expm1(nats) * static_cast<double>(sizes.nearby);
  const double shifted = l * static_cast<double>(sizes.minority_outputs);
  if (a == 0.0) return {1.0 / s, 1.0 / s};
  const double kappa = a * (a + s) + shifted;
  return {(a + shifted / s) / kappa, (a * (1.0 - l / s) + shifted / s) / kappa};
}

channel block_channel(epsilon budget, const block_plan& plan) {
  const block_sizes sizes = sizes_of(plan);
  return channel_within(budget, plan.inputs, plan.outputs,
                        [&](double nats) { return block_law(plan, sizes, nats); });
}

channel block_channel(epsilon budget, const block_plan& plan, const channel& phi) {
  if (phi.outputs() != plan.inputs)
    throw invalid_parameter("BlockRR behind a map: the map's outputs are not the plan's labels");
  const block_sizes sizes = sizes_of(plan);
  return channel_within(budget, phi.inputs(), plan.outputs, [&](double nats) -> Eigen::MatrixXd {
    return block_law(plan, sizes, nats) * phi.probabilities();
  });
}

block_plan plan_rr(channel::labels answers) {
  std::vector<std::size_t> same(answers.size());
  std::iota(same.begin(), same.end(), std::size_t{0});
  return plan_rr_on_bins(answers, answers, same);
}

block_plan plan_rr_with_prior(channel::labels answers, std::span<const double> prior, std::size_t k) {
  check_prior(answers.size(), prior);
  if (k == 0 || k > answers.size())
    throw invalid_parameter("RRWithPrior of the " + std::to_string(k) + " likeliest of " +
                            std::to_string(answers.size()) + " labels; 1 to all can be kept");
  std::vector<std::size_t> kept = ranking(prior);
  kept.resize(k);
  ranges::sort(kept);
  block_plan plan;
  plan.majority.resize(answers.size());
  plan.nearby.resize(answers.size());
  for (const std::size_t label : kept) {
    plan.majority[label] = true;
    plan.nearby[label] = {plan.outputs.size()};
    plan.favoured.push_back(plan.outputs.size());
    plan.outputs.push_back(answers[label]);
  }
  plan.inputs = std::move(answers);
  return plan;
}

std::size_t best_k(epsilon budget, std::span<const double> prior) {
  check_prior(prior.size(), prior);
  const double gain = std::exp(budget.nats());
  std::size_t k = 0, best = 0;
  double kept = 0.0, most = 0.0;
  for (const std::size_t label : ranking(prior)) {
    kept += prior[label];
    const double right = kept * gain / (gain + static_cast<double>(k));
    ++k;
    if (right > most) {
      most = right;
      best = k;
    }
  }
  return best;
}

block_plan plan_rr_on_bins(channel::labels answers, channel::labels bins,
                           std::span<const std::size_t> bin_of) {
  if (bin_of.size() != answers.size())
    throw invalid_parameter("bins of " + std::to_string(bin_of.size()) + " labels; there are " +
                            std::to_string(answers.size()));
  block_plan plan;
  plan.majority.assign(answers.size(), true);
  for (const std::size_t bin : bin_of) {
    if (bin >= bins.size())
      throw invalid_parameter("bin " + std::to_string(bin) + " of " + std::to_string(bins.size()));
    plan.nearby.push_back({bin});
  }
  plan.inputs = std::move(answers);
  plan.outputs = std::move(bins);
  return plan;
}

block_plan plan_rp_with_prior(std::size_t inputs, std::size_t first, std::size_t last, std::size_t reach) {
  if (first > last || last >= inputs)
    throw invalid_parameter("RPWithPrior on truths " + std::to_string(first) + " to " + std::to_string(last) +
                            " of " + std::to_string(inputs));
  if (inputs > channel::most_entries || reach > channel::most_entries ||
      last - first + 1 + 2 * reach > channel::most_entries / inputs)
    throw invalid_parameter("RPWithPrior of " + std::to_string(inputs) + " truths and reach " +
                            std::to_string(reach) + ": truths times reports must be at most 2^26");
  block_plan plan;
  plan.inputs = numbered_labels(inputs);
  plan.outputs = numbered_labels(last - first + 1 + 2 * reach,
                                 static_cast<std::int64_t>(first) - static_cast<std::int64_t>(reach));
  plan.majority.resize(inputs);
  plan.nearby.resize(inputs);
  for (std::size_t y = first; y <= last; ++y) {
    plan.majority[y] = true;
    plan.nearby[y].resize(2 * reach + 1);
    std::iota(plan.nearby[y].begin(), plan.nearby[y].end(), y - first);
  }
  plan.favoured.resize(plan.outputs.size());
  std::iota(plan.favoured.begin(), plan.favoured.end(), std::size_t{0});
  return plan;
}

block_plan plan_blocks(channel::labels answers, std::span<const double> prior, double sigma, std::size_t l) {
  check_prior(answers.size(), prior);
  if (!(sigma > 0.0 && sigma < INFINITY))
    throw invalid_parameter("sigma " + std::to_string(sigma) + " of a partition must be positive and finite");
  block_plan plan = plan_rr(std::move(answers));
  const double least = std::exp(-1.0 / sigma) * ranges::max(prior);
  for (std::size_t y = 0; y < prior.size(); ++y) plan.majority[y] = prior[y] >= least;
  for (const std::size_t y : ranking(prior))
    if (plan.majority[y] && plan.favoured.size() < l) plan.favoured.push_back(y);
  return plan;
}

}  // namespace edgeldp
