// SPDX-License-Identifier: MIT
#include "edgeldp/graph/belief/implausible_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/noisy/noisy_graph.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/centred/lying_users_simulation.hpp"
#include "edgeldp/graph/rounds/rounds_simulation.hpp"

namespace edgeldp {
namespace {

centred_result honest_run(const csr_graph& g, const codec_spec& codec, std::uint64_t seed) {
  return estimate_centred_triangles(g, {epsilon::from_nats(2.0), codec}, {seed},
                                    coin_source::simulated(seed));
}

double binomial(int n, int k, double p) {
  return std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) + k * std::log(p) +
                  (n - k) * std::log1p(-p));
}

/// Every number of ones and every noise on the size, with its probability.
TEST(OnesOfRowTest, HonestRowsAreFurtherOffNoOftenerThanItSays) {
  constexpr int rank = 60;
  for (const double p0 : {0.02, 0.25, 0.4})
    for (const double nats : {0.2, 1.0})
      for (const int size : {0, 7, 60})
        for (const double z : {2.0, 4.0}) {
          const double p1 = 1.0 - p0, a = std::exp(-nats);
          const double deviation = std::sqrt(rank * p0 * p1);
          double beyond = 0.0, said = 0.0;
          for (int noise = -200; noise <= 200; ++noise) {
            const double of_noise = (1.0 - a) / (1.0 + a) * std::pow(a, std::abs(noise));
            const double released = std::clamp(size + noise, 0, rank);
            ones_of_row row{0,         0.0,     rank * p0 + released * (p1 - p0),
                            deviation, p1 - p0, {0.0, epsilon::from_nats(nats), {}}};
            said = row.tail(z);
            for (int own = 0; own <= size; ++own)
              for (int other = 0; other <= rank - size; ++other) {
                row.ones = own + other;
                if (std::abs(row.z()) > z)
                  beyond += of_noise * binomial(size, own, p1) * binomial(rank - size, other, p0);
              }
          }
          EXPECT_LE(beyond, said * (1.0 + 1e-9)) << p0 << " " << nats << " " << size << " " << z;
          EXPECT_LT(said, 1.0) << "says something";
        }
  EXPECT_EQ((ones_of_row{0, 0.0, 0.0, 0.0, 1.0, {0.0, epsilon::from_nats(1.0), {}}}.tail(2.0)), 0.0);
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
      const bit_law law = r.published->layout().codec(row.user).law();
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
    std::vector<std::uint64_t> words(r.published->all_words().begin(), r.published->all_words().end());
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

// The tail with the difference of two noises, against the sum over both.
TEST(OnesOfRowTest, TwoNoisesAreTakenTogether) {
  for (const double second : {0.3, 0.7, 0.5}) {
    const ones_of_row row{0, 0.0, 0.0, 2.0, 0.8, {0.0, epsilon::from_nats(0.5), epsilon::from_nats(second)}};
    const double off = 3.0 * row.deviation();
    double said = 0.0;
    const auto law = [](double nats, int l) {
      const double a = std::exp(-nats);
      return (1.0 - a) / (1.0 + a) * std::pow(a, std::abs(l));
    };
    for (int i = -150; i <= 150; ++i)
      for (int k = -150; k <= 150; ++k) {
        const double left = off - 0.8 * std::abs(i + k);
        const double of_bits =
            left > 0.0 ? std::min(1.0, 2.0 * std::exp(-0.5 * left * left / (4.0 + left / 3.0))) : 1.0;
        said += law(0.5, i) * law(second, k) * of_bits;
      }
    EXPECT_NEAR(row.tail(3.0), said, 1e-6 * said) << second;
  }
}

// Rows at the earlier ends: nobody who is honest is named, whoever sends all ones is.
TEST(ImplausibleRowsTest, RowsAtTheEarlierEndsAreJudgedToo) {
  const csr_graph g = generate_affiliation(600, 6000, 7);
  for (const codec_spec& codec : {codec_spec(bitmap_spec{}), codec_spec(nullspace_spec{})}) {
    centred_options options{epsilon::from_nats(2.0), codec};
    options.relationship = 1.5;
    options.rows = endpoint::earlier;
    const centred_result r = estimate_centred_triangles(g, options, {5}, coin_source::simulated(5));
    const std::vector<said_entries> said = entries_of_rows(r);
    const implausible_row_list honest = implausible_rows(*r.published, said);
    EXPECT_TRUE(honest.users.empty());
    EXPECT_LT(honest.expected, 0.2);
    double squares = 0.0;
    for (const ones_of_row& row : ones_of_rows(*r.published, said)) squares += row.z() * row.z();
    EXPECT_LT(squares / 600.0, 1.4);
    EXPECT_GT(squares / 600.0, 0.5);
    if (codec.kind() != codec_kind::bitmap) continue;
    EXPECT_TRUE(r.published->parameters().has_laws_by_position());
    EXPECT_THROW(static_cast<void>(implausible_rows(*r.published)), invalid_parameter);
    std::vector<std::uint64_t> words(r.published->all_words().begin(), r.published->all_words().end());
    const release_layout& layout = r.published->layout();
    const vertex_id liar = layout.user_at(300);
    for (std::uint64_t bit = 0; bit < 300; ++bit)
      words[layout.word_offset(liar) + bit / 64] |= std::uint64_t{1} << (bit % 64);
    EXPECT_EQ(implausible_rows(release(layout, words), said).users, std::vector<vertex_id>{liar});
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
