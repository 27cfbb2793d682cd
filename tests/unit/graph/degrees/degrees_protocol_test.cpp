// SPDX-License-Identifier: MIT
// Degrees and stars without a graph: over objects that hold one user each, and over a collector
// that starts again.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "edgeldp/graph/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/degrees/methods/local_stars_simulation.hpp"
#include "edgeldp/graph/degrees/methods/local_stars_user.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "support/graphs.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

TEST(DegreesProtocolTest, UsersOneByOneSayWhatAllSayTogether) {
  const epsilon total = epsilon::from_nats(1.0);
  const auto play = [&](session& s) {
    degree_result r = release_all_degrees(s, total);
    return test::played{{r.degrees.values.begin(), r.degrees.values.end()}, std::move(r.run)};
  };
  for (const csr_graph& g : {generate_affiliation(50, 400, 5), test::star_graph(9), csr_graph(2, {})}) {
    const test::played run = test::expect_same_user_by_user(g, total, {}, play, {}, star_tasks());
    EXPECT_EQ(run.run.spent.edge_ldp(), total);
    EXPECT_EQ(run.run.download_bytes, 0U);
  }
}

TEST(DegreesProtocolTest, SoTheyDoForClippedStars) {
  const epsilon total = epsilon::from_nats(2.0);
  for (const local_stars& method : {local_stars::published(total, 2), local_stars::strongest(total, 3)}) {
    const auto play = [&](session& s) {
      stars_result r = estimate_stars(s, method);
      return test::played{{r.stars.value, r.stars.standard_error, static_cast<double>(r.largest_cap)},
                          std::move(r.run)};
    };
    const csr_graph g = generate_affiliation(50, 400, 5);
    test::expect_same_user_by_user(g, total, {}, play, simulated_star_tasks(), star_tasks());
  }
}

}  // namespace
}  // namespace edgeldp
