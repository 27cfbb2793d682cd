// SPDX-License-Identifier: MIT
#include "edgeldp/channel/labels/label_release_simulation.hpp"

#include <limits>
#include <string>

#include "edgeldp/channel/labels/label_round_user.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

void check(const true_labels& all) {
  if (all.truths.size() > std::uint64_t{std::numeric_limits<vertex_id>::max()} + 1)
    throw invalid_parameter("labels of " + std::to_string(all.truths.size()) + " users; at most 2^32");
  for (std::size_t u = 0; u < all.truths.size(); ++u)
    if (all.truths[u] >= all.labels.size())
      throw invalid_parameter("user " + std::to_string(u) + " has label number " +
                              std::to_string(all.truths[u]) + " of " + std::to_string(all.labels.size()));
}

void play_labels(const call& asked, const true_labels& all, const coin_source& coins, message_sink& sink) {
  const label_round round = label_round::read(asked.said, asked.published);
  for_each_user(asked.who, [&](std::uint64_t number, vertex_id u) {
    sink.put(number, answer(round, own_label{all.truths[u], all.labels.size()}, user_coins(coins, u)));
  });
}

}  // namespace

simulated_population<true_labels> simulated_labels(const true_labels& all, const coin_source& coins) {
  check(all);
  return {all, all.truths.size(), coins, {{label_round::asks, play_labels}}};
}

label_release release_labels(std::span<const std::size_t> truths, const channel::labels& labels,
                             const label_release_options& options, release_key key,
                             const coin_source& coins) {
  const true_labels all{truths, labels};
  auto users = simulated_labels(all, coins);
  account paid(options.budget, users.users());
  session s(users, paid, key);
  return release_labels(s, labels, options);
}

}  // namespace edgeldp
