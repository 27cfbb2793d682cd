// SPDX-License-Identifier: MIT
#include "edgeldp/channel/labels/label_release_curator.hpp"

#include <utility>

#include "edgeldp/channel/labels/label_prior_curator.hpp"
#include "edgeldp/channel/labels/label_release_simulation.hpp"
#include "labels/prior_shares.hpp"

namespace edgeldp {

label_release release_labels_by_curator(std::span<const std::size_t> truths, const channel::labels& labels,
                                        const label_release_options& options, release_key key,
                                        const coin_source& coins) {
  const true_labels all{truths, labels};
  auto users = simulated_labels(all, coins);
  const roster first = split_for_prior(key, users.users(), options.prior_share).first;
  std::vector<std::uint64_t> counts(labels.size());
  for (std::uint64_t number = 0; number < first.size(); ++number) ++counts[truths[first.user(number)]];

  account paid(options.budget, users.users());
  paid.spend(round_of_priors, {options.budget, first});
  paid.tell_openly("a curator is trusted with the labels of those who make the prior");
  label_prior prior = coins(coin_purpose::prior, 0, [&](private_randomness& curator) {
    return central_prior(counts, options.budget, curator);
  });
  session s(users, paid, key);
  label_release result = report_labels(s, labels, options, std::move(prior));
  result.run.spent = std::move(paid);  // the prior was not the session's
  return result;
}

}  // namespace edgeldp
