// SPDX-License-Identifier: MIT
#include "edgeldp/graph/protocol/implausible_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/noisy/noisy_graph.hpp"
#include "edgeldp/graph/protocol/rounds_simulation.hpp"
#include "edgeldp/graph/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/triangles/centred/lying_users_simulation.hpp"

namespace edgeldp {
namespace {

centred_result honest_run(const csr_graph& g, const codec_spec& codec, std::uint64_t seed) {
  return estimate_centred_triangles(g, {epsilon::from_nats(2.0), codec}, {seed},
                                    coin_source::simulated(seed));
}

/// Pr[|N + Y| > x] by the trapezoid rule over the noise.
double integrated_tail(double x, double s, double b) {
  double sum = 0.0;
  constexpr double step = 1e-3, farthest = 60.0;
  for (double t = -farthest; t <= farthest; t += step) {
    const double y = t * b, density = 0.5 * std::exp(-std::abs(t));
    const double beyond =
        0.5 * std::erfc((x - y) / (s * std::sqrt(2.0))) + 0.5 * std::erfc((x + y) / (s * std::sqrt(2.0)));
    sum += step * density * beyond;
  }
  return sum;
}

TEST(OnesOfRowTest, TailIsThatOfNormalAndLaplaceNoise) {
  for (const double noise : {0.05, 1.0, 4.0})
    for (const double z : {0.5, 2.0, 4.0, 6.0}) {
      const ones_of_row row{0, 0.0, 0.0, 2.0, noise};
      EXPECT_NEAR(row.tail(z) / integrated_tail(z * row.deviation(), 2.0, noise / std::sqrt(2.0)), 1.0, 1e-4)
          << noise << " " << z;
    }
  EXPECT_NEAR((ones_of_row{0, 0.0, 0.0, 3.0, 0.0}.tail(2.0)), std::erfc(std::sqrt(2.0)), 1e-12);
  EXPECT_EQ((ones_of_row{0, 0.0, 0.0, 0.0, 1.0}.tail(2.0)), 0.0);
}

TEST(OnesOfRowsTest, CountsWhatTheNoisyGraphHolds) {
  const csr_graph g = generate_affiliation(90, 700, 5);
  for (const codec_spec& codec :
       {codec_spec(bitmap_spec{}), codec_spec(ppr_spec{}), codec_spec(nullspace_spec{})}) {
    const centred_result r = honest_run(g, codec, 3);
    const noisy_graph noisy(r.published);
    std::vector<std::uint64_t> bits((90 + 63) / 64);
    for (const ones_of_row& row : ones_of_rows(*r.published)) {
      noisy.decode_row(row.user, bits);
      int ones = 0;
      for (vertex_id v = 0; v < 90; ++v) ones += static_cast<int>((bits[v / 64] >> (v % 64)) & 1);
      ASSERT_EQ(row.ones, ones);
      const bit_law law = r.published->law(row.user);
      if (codec.kind() == codec_kind::nullspace) continue;
      const double rank = r.published->layout().rank(row.user);
      const double size =
          std::min(rank, std::max(0.0, 1.0 * static_cast<double>(r.published->layout().sizes()[row.user])));
      ASSERT_NEAR(row.expected, size * law.p1 + (rank - size) * law.p0, 1e-9);
      ASSERT_NEAR(row.of_bits * row.of_bits,
                  size * law.p1 * (1.0 - law.p1) + (rank - size) * law.p0 * (1.0 - law.p0), 1e-9);
    }
  }
}

TEST(ImplausibleRowsTest, HonestRowsAreLeftAloneAndRowsOfOnesAreNamed) {
  const csr_graph g = generate_affiliation(600, 6000, 7);
  for (const codec_spec& codec : {codec_spec(bitmap_spec{}), codec_spec(nullspace_spec{})}) {
    const implausible_row_list honest = implausible_rows(*honest_run(g, codec, 5).published);
    EXPECT_TRUE(honest.users.empty());
    EXPECT_LT(honest.expected, 0.2);
    // Somewhere in the middle, with all ones and a size that is honest: by hand, for bitmaps.
    if (codec.kind() != codec_kind::bitmap) continue;
    const centred_result r = honest_run(g, codec, 5);
    std::vector<std::uint64_t> words = r.published->all_words();
    const release_layout& layout = r.published->layout();
    const vertex_id liar = layout.user_at(300);
    for (std::uint64_t bit = 0; bit < 300; ++bit)
      words[layout.word_offset(liar) + bit / 64] |= std::uint64_t{1} << (bit % 64);
    EXPECT_EQ(implausible_rows(release(layout, words)).users, std::vector<vertex_id>{liar});
    EXPECT_TRUE(implausible_rows(release(layout, words), 1e6).users.empty());
    // A row that never came is nobody's.
    EXPECT_TRUE(implausible_rows(release(layout, words, {liar})).users.empty());
  }
}

TEST(ImplausibleRowsTest, NeedsReleasedSizes) {
  const csr_graph g = generate_affiliation(60, 300, 5);
  release_parameters p;
  p.users = 60;
  p.simulated = true;
  p.chunk_rule = chunk_rule::noisy_degree;
  p.total = epsilon::from_nats(2.0);
  p.degree = epsilon::from_nats(0.5);
  p.edges = epsilon::from_nats(1.0);
  bitmap_spec{}.fill(p, p.edges, {});
  const std::vector<std::int64_t> degrees(60, 10);
  const published_rows rows = release_edges(g, {p, degrees, {}}, coin_source::simulated(1));
  EXPECT_THROW(static_cast<void>(implausible_rows(rows.published)), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
