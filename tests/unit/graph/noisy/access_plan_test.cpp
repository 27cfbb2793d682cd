// SPDX-License-Identifier: MIT
#include "edgeldp/graph/noisy/access_plan.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "support/selection.hpp"

namespace edgeldp {
namespace {

TEST(AccessPlanTest, FewTestsGoOnDemandAndManyDecodeTheRow) {
  const row_access_cost cost{{4.0, 0.5}, 1.0};
  EXPECT_EQ(choose_access(cost, 6000, 0), row_access::on_demand);
  EXPECT_EQ(choose_access(cost, 6000, 1000), row_access::on_demand);  // a tie: 4000 against 3000 + 1000
  EXPECT_EQ(choose_access(cost, 6000, 1001), row_access::decoded);
  EXPECT_EQ(choose_access(cost, 0, 1), row_access::decoded);
}

TEST(AccessPlanTest, BothWaysCountTheSameForEveryCodec) {
  const csr_graph g = generate_affiliation(300, 3000, 7);
  for (const codec_kind kind : {codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace}) {
    two_step options;
    options.codec = codec_spec(kind);
    const auto published = publish_graph(g, options, {5}, coin_source::simulated(3)).published;
    std::vector<std::uint64_t> bits;
    for (vertex_id owner = 0; owner < 300; ++owner) {
      std::vector<std::uint32_t> positions;
      std::set<std::uint32_t> edges;
      for (vertex_id v = 0; v < 300; ++v) {
        if (published->layout().rank(v) >= published->layout().rank(owner)) continue;
        positions.push_back(published->layout().position(v));
        if (published->edge(owner, v)) edges.insert(positions.back());
      }
      const auto selected =
          test::select_one_by_one(positions, [&](std::uint32_t p) { return edges.contains(p); });
      for (const row_access access : {row_access::on_demand, row_access::decoded}) {
        with_row(*published, owner, access, bits, [&](const auto& row) {
          EXPECT_EQ(row.count_ones(positions), edges.size()) << owner;
          EXPECT_EQ(row.count_ones(std::span(positions).first(0)), 0U);
          EXPECT_EQ(test::selected_by(row, positions), selected) << owner;
        });
      }
    }
  }
}

}  // namespace
}  // namespace edgeldp
