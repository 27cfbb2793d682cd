// SPDX-License-Identifier: MIT
#include "edgeldp/graph/noisy/noisy_matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"

namespace edgeldp {
namespace {

/// Sizes around whole words, every codec: the matrix says what the release says, bit for bit.
TEST(NoisyMatrixTest, AgreesWithTheReleaseBitForBit) {
  for (const codec_kind kind : {codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace}) {
    for (const vertex_id n : {1U, 2U, 63U, 64U, 65U, 130U, 200U}) {
      two_step options;
      options.codec = codec_spec(kind);
      const csr_graph g = generate_erdos_renyi(n, n * (n - 1) / 10, 3);
      const auto published = publish_graph(g, options, release_key{n}, coin_source::simulated(n)).published;
      const noisy_matrix m = materialize(*published);
      const release_layout& layout = published->layout();
      ASSERT_EQ(m.rows(), n);
      ASSERT_EQ(m.columns(), n);
      for (vertex_id u = 0; u < n; ++u) {
        for (vertex_id v = 0; v < n; ++v)
          ASSERT_EQ(m.bit(layout.rank(u), layout.rank(v)), published->edge(u, v))
              << n << " " << u << " " << v;
        const auto row = m.row(u);
        if (n % 64 != 0) {
          EXPECT_EQ(row.back() >> (n % 64), 0U);
        }
      }
    }
  }
}

TEST(NoisyMatrixTest, IsTheSameForEveryThreadCount) {
  const csr_graph g = generate_erdos_renyi(300, 3000, 3);
  const auto published = publish_graph(g, {}, release_key{5}, coin_source::simulated(6)).published;
  const noisy_matrix all = materialize(*published);
  const thread_limit one(1);
  const noisy_matrix alone = materialize(*published);
  for (std::uint64_t r = 0; r < all.rows(); ++r)
    EXPECT_TRUE(std::ranges::equal(all.row(r), alone.row(r))) << r;
}

}  // namespace
}  // namespace edgeldp
