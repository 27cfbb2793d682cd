// SPDX-License-Identifier: MIT
#include "options/channel_argument.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "edgeldp/channel/mechanisms/bipartite.hpp"
#include "edgeldp/channel/mechanisms/block.hpp"
#include "edgeldp/channel/mechanisms/laplace_channels.hpp"
#include "edgeldp/channel/mechanisms/utility_channels.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::cli {

namespace {

Eigen::MatrixXd utility_of(const channel_request& r) {
  return r.utility.size() > 0 ? r.utility : line_utility(r.categories.size());
}

channel staircase(const channel_request& r) {
  const Eigen::MatrixXi steps = (-line_utility(r.categories.size())).cast<int>();
  return staircase_channel(r.budget, r.categories, r.categories, steps,
                           static_cast<unsigned>(r.categories.size()));
}

const std::vector<double>& prior_of(const channel_request& r) {
  if (r.prior.size() != r.categories.size())
    throw invalid_parameter(
        fmt::format("--prior: {} numbers for {} categories", r.prior.size(), r.categories.size()));
  return r.prior;
}

channel brr_star(const channel_request& r) {
  Eigen::VectorXd prior;
  if (!r.prior.empty())
    prior = Eigen::Map<const Eigen::VectorXd>(prior_of(r).data(), static_cast<Eigen::Index>(r.prior.size()));
  return brr_star_channel(r.budget, r.categories, r.categories, utility_of(r), prior);
}

channel rr_with_prior(const channel_request& r) {
  const std::vector<double>& prior = prior_of(r);
  return block_channel(r.budget, plan_rr_with_prior(r.categories, prior, best_k(r.budget, prior)));
}

channel block(const channel_request& r) {
  return block_channel(r.budget, plan_blocks(r.categories, prior_of(r), r.sigma, r.favoured));
}

/// Bins are reported in the order in which the categories first name them.
channel rr_on_bins(const channel_request& r) {
  if (r.bins.size() != r.categories.size())
    throw invalid_parameter(fmt::format("--bins: {} names for {} categories; name the bin of each",
                                        r.bins.size(), r.categories.size()));
  channel::labels bins;
  std::vector<std::size_t> bin_of;
  for (const std::string& bin : r.bins) {
    const auto known = std::ranges::find(bins, bin);
    bin_of.push_back(static_cast<std::size_t>(known - bins.begin()));
    if (known == bins.end()) bins.push_back(bin);
  }
  return block_channel(r.budget, plan_rr_on_bins(r.categories, std::move(bins), bin_of));
}

using request = channel_request;

constexpr std::array mechanisms = {
    channel_mechanism{"warner", "two answers, the truth most often",
                      [](const request& r) { return warner_channel(r.budget, r.categories); }},
    channel_mechanism{"k-ary", "the truth most often, all others alike",
                      [](const request& r) { return k_ary_channel(r.budget, r.categories); }},
    channel_mechanism{"laplace", "Laplace noise on the category's number, rounded; loses less than epsilon",
                      [](const request& r) { return laplace_channel(r.budget, r.categories); }},
    channel_mechanism{"laplace-calibrated", "the same, at the scale that loses epsilon",
                      [](const request& r) { return calibrated_laplace_channel(r.budget, r.categories); }},
    channel_mechanism{"exponential", "useful categories more often, by the exponential of --utility",
                      [](const request& r) {
                        return exponential_channel(r.budget, r.categories, r.categories, utility_of(r));
                      },
                      "--utility"},
    channel_mechanism{"staircase", "near categories more often, falling in equal steps", staircase},
    channel_mechanism{
        "brr", "the most useful ones alike, the others alike",
        [](const request& r) { return brr_channel(r.budget, r.categories, r.categories, utility_of(r)); },
        "--utility"},
    channel_mechanism{"brr*", "the same for a --prior, or equally likely truths", brr_star,
                      "--utility --prior"},
    channel_mechanism{"rr-with-prior", "k-ary among the likeliest of a --prior", rr_with_prior, "--prior"},
    channel_mechanism{"block", "rare categories of a --prior answer with --favoured frequent ones", block,
                      "--prior --sigma --favoured"},
    channel_mechanism{"rr-on-bins", "the category's bin of --bins most often, all other bins alike",
                      rr_on_bins, "--bins", true},
};

}  // namespace

std::span<const channel_mechanism> channel_mechanisms() {
  return mechanisms;
}

}  // namespace edgeldp::cli
