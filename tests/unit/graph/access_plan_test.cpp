// SPDX-License-Identifier: MIT
#include "edgeldp/graph/noisy/access_plan.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "edgeldp/graph/estimate/triangles.hpp"
#include "edgeldp/graph/input/generators.hpp"

namespace edgeldp {
namespace {

TEST(AccessPlanTest, FewTestsGoOnDemandAndManyDecodeTheRow) {
  const row_access_cost cost{4.0, 0.5, 1.0};
  EXPECT_EQ(choose_access(cost, 6000, 0), row_access::on_demand);
  EXPECT_EQ(choose_access(cost, 6000, 1000), row_access::on_demand);  // a tie: 4000 against 3000 + 1000
  EXPECT_EQ(choose_access(cost, 6000, 1001), row_access::decoded);
  EXPECT_EQ(choose_access(cost, 0, 1), row_access::decoded);
}

TEST(AccessPlanTest, BothWaysCountTheSameForEveryCodec) {
  const csr_graph g = generate_affiliation(300, 3000, 7);
  for (const codec_kind kind : {codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace}) {
    protocol_options options;
    options.codec.kind = kind;
    const auto published = publish_graph(g, options, {5}, coin_source::simulated(3)).published;
    std::vector<std::uint64_t> bits;
    for (vertex_id owner = 0; owner < 300; ++owner) {
      std::vector<std::uint32_t> positions;
      std::uint64_t expected = 0;
      for (vertex_id v = 0; v < 300; ++v) {
        if (published->layout().rank(v) >= published->layout().rank(owner)) continue;
        positions.push_back(published->layout().position(v));
        expected += published->edge(owner, v) ? 1 : 0;
      }
      for (const row_access access : {row_access::on_demand, row_access::decoded}) {
        with_row_counter(*published, owner, access, bits, [&](const auto& count) {
          EXPECT_EQ(count(positions), expected) << owner;
          EXPECT_EQ(count(std::span(positions).first(0)), 0U);
        });
      }
    }
  }
}

}  // namespace
}  // namespace edgeldp
