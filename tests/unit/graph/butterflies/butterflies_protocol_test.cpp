// SPDX-License-Identifier: MIT
// Butterflies without a graph: over objects that hold one user each, and over a collector that
// starts again.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "edgeldp/graph/butterflies/butterflies_simulation.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "support/bipartite.hpp"
#include "support/user_by_user.hpp"
#include "support/vectors_one_by_one.hpp"

namespace edgeldp {
namespace {

TEST(ButterfliesProtocolTest, UsersOneByOneSayWhatAllSayTogether) {
  const sparse_vectors data = vectors_of(test::users_and_items(40, 50, 0.2, 3), layer::left);
  for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
    butterfly_options options{epsilon::from_nats(3.0), {}};
    options.codec = codec_spec(codec);
    const auto play = [&](session& s) {
      butterfly_result r = estimate_butterflies(s, {data.length(), data.alphabet()}, options);
      std::vector<double> all{r.butterflies.value, r.butterflies.standard_error, r.butterflies.bias, r.pilot};
      for (const limited_counts* counts : {&r.pilot_counts, &r.counts}) {
        for (const int128 message : counts->messages) all.push_back(static_cast<double>(message));
        for (const std::uint64_t limit : counts->limits) all.push_back(static_cast<double>(limit));
      }
      return test::played{std::move(all), std::move(r.run)};
    };
    auto together = simulated_butterfly_users(data, coin_source::simulated(test::replayed_coins));
    const test::played run = test::expect_same_user_by_user(
        together,
        [&] { return test::vectors_one_by_one(data, test::replayed_coins, private_vector_tasks()); },
        options.total, {42}, play);
    EXPECT_EQ(run.run.rounds.size(), 4U);
    EXPECT_NEAR(run.run.spent.spent().nats(), 3.0, 1e-8);
    EXPECT_TRUE(run.run.flaws.empty());
  }
}

}  // namespace
}  // namespace edgeldp
