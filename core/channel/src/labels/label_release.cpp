// SPDX-License-Identifier: MIT
#include "edgeldp/channel/labels/label_release.hpp"

#include <utility>

#include "edgeldp/channel/labels/label_round.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

label_release report_after(session& s, const roster& second, const channel::labels& labels,
                           const label_release_options& options, label_prior prior) {
  if (labels.size() < 2) throw invalid_parameter("labels: two at least, or there is nothing to report");
  label_plan plan = s.decide<label_plan>("plan", [&] {
    block_plan blocks = plan_blocks(labels, prior.shares, options.sigma, options.favoured);
    channel mechanism = block_channel(options.budget, blocks);
    return label_plan{std::move(blocks), std::move(mechanism)};
  });
  const auto answers = s.ask(label_round{false, options.budget, plan.mechanism}, {options.budget, second});
  std::vector<vertex_id> users;
  std::vector<std::size_t> reports;
  for (std::uint64_t number = 0; number < second.size(); ++number) {
    if (answers.reports[number] == label_round::answers::absent) continue;
    users.push_back(second.user(number));
    reports.push_back(answers.reports[number]);
  }
  return {std::move(prior), std::move(plan.blocks), std::move(plan.mechanism),
          std::move(users), std::move(reports),     s.close()};
}

}  // namespace

label_release release_labels(session& s, const channel::labels& labels,
                             const label_release_options& options) {
  const auto [first, second] = split_for_prior(s.key(), s.everybody().users(), options.prior_share);
  const channel c = k_ary_channel(options.budget, labels);
  const auto answers = s.ask(label_round{true, options.budget, c}, {options.budget, first});
  return report_after(s, second, labels, options, local_prior(c, answers.counts()));
}

label_release report_labels(session& s, const channel::labels& labels, const label_release_options& options,
                            label_prior prior) {
  const prior_split split = split_for_prior(s.key(), s.everybody().users(), options.prior_share);
  return report_after(s, split.second, labels, options, std::move(prior));
}

}  // namespace edgeldp
