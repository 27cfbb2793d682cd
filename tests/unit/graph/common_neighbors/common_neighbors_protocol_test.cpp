// SPDX-License-Identifier: MIT
// Common neighbours without a graph: over objects that hold one user each, and over a collector
// that starts again.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "edgeldp/graph/common_neighbors/common_neighbors_simulation.hpp"
#include "edgeldp/graph/common_neighbors/common_neighbors_user.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

TEST(CommonNeighborsProtocolTest, UsersOneByOneSayWhatAllSayTogether) {
  const csr_graph g = generate_affiliation(40, 300, 5);
  const std::vector<user_pair> pairs{{3, 9}, {12, 0}, {39, 20}};
  for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
    for (const common_method method : {common_method::naive, common_method::one_round,
                                       common_method::single_source, common_method::double_source}) {
      common_options options;
      options.total = epsilon::from_nats(2.0);
      options.codec.kind = codec;
      options.method = method;
      const auto play = [&](session& s) {
        const common_result r = estimate_common_neighbors(s, pairs, options);
        std::vector<double> all;
        for (const pair_result& pair : r.pairs) {
          all.push_back(pair.value.value);
          all.push_back(pair.value.standard_error);
        }
        for (const auto& [first, second] : r.counts) {
          all.push_back(first);
          all.push_back(second);
        }
        return test::played{std::move(all), *r.run};
      };
      const test::played run = test::expect_same_user_by_user(
          g, options.total, {3}, play, simulated_common_neighbor_tasks(), common_neighbor_tasks());
      const bool count = users_count(method);
      ASSERT_EQ(run.run.rounds.size(), count ? 3U : 2U);
      if (count) {
        EXPECT_EQ(run.run.rounds[2].asked, method == common_method::double_source ? 6U : 3U);
      }
      // Who counts pays for it, nobody else.
      EXPECT_EQ(run.run.spent.spent(), options.total);
      const epsilon of_bystander = run.run.spent.of(1).spent();
      EXPECT_EQ(of_bystander == options.total, !count);
    }
  }
}

}  // namespace
}  // namespace edgeldp
