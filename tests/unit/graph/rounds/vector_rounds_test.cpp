// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/codec/ppr/effort.hpp"
#include "edgeldp/graph/noisy/noisy_matrix.hpp"
#include "support/codecs.hpp"
#include "support/vectors.hpp"

namespace edgeldp {
namespace {

sparse_vectors random_data(std::uint64_t users, std::uint64_t length, std::uint32_t alphabet, double share) {
  std::mt19937_64 random(8);
  std::vector<std::vector<row_entry>> rows(users);
  for (auto& row : rows) row = test::random_entries(random, length, alphabet, share);
  return {length, alphabet, rows};
}

vector_options options_of(codec_kind codec) {
  vector_options options;
  options.total = epsilon::from_nats(2.0);
  options.codec = codec_spec(codec);
  return options;
}

TEST(SparseVectorsTest, SortsRowsAndRefusesWhatDoesNotFit) {
  const std::vector<std::vector<row_entry>> rows = {{{5, 2}, {1, 1}}, {}, {{0, 1}}};
  const sparse_vectors data(6, 3, rows);
  EXPECT_EQ(data.users(), 3U);
  EXPECT_EQ(data.entry_count(), 3U);
  EXPECT_TRUE(std::ranges::equal(data.row(0), std::vector<row_entry>{{1, 1}, {5, 2}}));
  EXPECT_TRUE(data.row(1).empty());
  const auto refused = [](std::uint64_t length, std::uint32_t alphabet, std::vector<row_entry> row) {
    const std::vector<std::vector<row_entry>> one = {std::move(row)};
    EXPECT_THROW(sparse_vectors(length, alphabet, one), invalid_parameter);
  };
  refused(0, 2, {});
  refused(5, 1, {});
  refused(5, 257, {});
  refused(5, 3, {{5, 1}});
  refused(5, 3, {{1, 0}});
  refused(5, 3, {{1, 3}});
  refused(5, 3, {{1, 1}, {2, 1}, {1, 2}});
}

TEST(PlanVectorsTest, SharesAddUpToTheTotal) {
  for (const codec_kind codec : test::codec_kinds) {
    vector_options options = options_of(codec);
    const vector_budgets chosen = plan_vector_budgets(options);
    EXPECT_EQ(chosen.size.is_zero(), codec == codec_kind::bitmap);
    EXPECT_EQ(chosen.size.units() + chosen.entries.units(), options.total.units());
    options.split = vector_split{codec == codec_kind::bitmap ? 0.0 : 0.125, 0.5, 0.375};
    const vector_budgets by_hand = plan_vector_budgets(options);
    EXPECT_DOUBLE_EQ(by_hand.entries.nats(), 1.0);
    EXPECT_DOUBLE_EQ(by_hand.count.nats(), 0.75);
  }
}

TEST(PlanVectorsTest, RefusesSharesThatDoNotFit) {
  const auto refused = [](codec_kind codec, vector_split split, bool true_sizes = false) {
    vector_options options = options_of(codec);
    options.split = split;
    options.true_sizes = true_sizes;
    EXPECT_THROW(plan_vector_budgets(options), invalid_parameter);
  };
  refused(codec_kind::bitmap, {0.1, 0.9, 0.0});
  refused(codec_kind::ppr, {0.0, 0.9, 0.0});
  refused(codec_kind::ppr, {0.1, 0.9, 0.1});
  refused(codec_kind::ppr, {0.1, 0.0, 0.1});
  refused(codec_kind::ppr, {-0.1, 0.5, 0.1});
  refused(codec_kind::ppr, {0.1, 0.9, 0.0}, true);
  refused(codec_kind::nullspace, {0.0, 1.0, 0.0}, true);
  refused(codec_kind::bitmap, {0.0, 1.0, 0.0}, true);
}

TEST(PlanVectorsTest, NullspaceIsBinaryAndSaysSo) {
  try {
    publish_vectors(random_data(3, 10, 3, 0.3), options_of(codec_kind::nullspace), release_key{1},
                    coin_source::simulated(2));
    FAIL() << "accepted";
  } catch (const invalid_parameter& e) {
    EXPECT_NE(std::string(e.what()).find("binary"), std::string::npos) << e.what();
  }
}

TEST(PlanVectorsTest, NoiseInASizeLeavesEnoughChunks) {
  vector_options options = options_of(codec_kind::ppr);
  const vector_budgets budgets = plan_vector_budgets(options);
  const auto chunks = [&](std::int64_t size) {
    const std::vector<std::int64_t> sizes = {size};
    const vector_parameters p =
        plan_vectors(options, plan_vector_budgets(options), {1 << 20, 11}, sizes, {.users = 1});
    return vector_layout(p, sizes).shape(0).chunks;
  };
  const double loss = options.codec.get_if<ppr_spec>()->response(budgets.entries, 11).loss_nats();
  const double hidden = std::log(0.5 / hidden_probability) / budgets.size.nats();
  for (const double true_size : {1.0, 0.5 * hidden, hidden}) {
    const auto released = static_cast<std::int64_t>(std::floor(true_size - hidden));
    EXPECT_LE(expected_candidates(true_size, 1 << 20, chunks(released), loss), row_candidate_limit);
  }
  EXPECT_NEAR(static_cast<double>(chunks(100000)), 1e5 / entries_per_chunk(default_level, loss), 1.0);
  options.true_sizes = true;
  EXPECT_EQ(chunks(0), 1U);
}

TEST(PublishVectorsTest, SpendsTheTotalAndCountsRealBytes) {
  for (const codec_kind codec : test::codec_kinds) {
    const sparse_vectors data = random_data(60, 200, codec == codec_kind::nullspace ? 2 : 4, 0.1);
    const published_vectors result =
        publish_vectors(data, options_of(codec), release_key{1}, coin_source::simulated(2), "catalog");
    const vector_release& r = *result.published;
    EXPECT_EQ(result.run.spent.edge_ldp(), epsilon::from_nats(2.0));
    EXPECT_TRUE(r.parameters().is_private());
    EXPECT_TRUE(r.parameters().simulated);
    EXPECT_LE(r.layout().codec().loss_nats(), r.parameters().entries.nats());
    EXPECT_EQ(r.catalog(), "catalog");
    std::uint64_t bytes = 0;
    for (vertex_id u = 0; u < 60; ++u) bytes += write_vector(r.layout(), u, r.words(u)).size();
    if (codec == codec_kind::bitmap)
      EXPECT_EQ(result.run.upload_bytes, bytes);
    else  // and a byte or two for each released size
      EXPECT_NEAR(static_cast<double>(result.run.upload_bytes), static_cast<double>(bytes) + 75.0, 45.0);
  }
}

TEST(PublishVectorsTest, IsTheSameForEveryThreadCountAndFreshWithoutASeed) {
  const sparse_vectors data = random_data(100, 150, 5, 0.1);
  const vector_options options = options_of(codec_kind::ppr);
  const auto bytes = [&](const coin_source& coins) {
    return publish_vectors(data, options, release_key{1}, coins).published->serialize();
  };
  const auto expected = bytes(coin_source::simulated(2));
  for (const unsigned threads : {1U, 2U, 5U}) {
    const thread_limit limit(threads);
    EXPECT_EQ(bytes(coin_source::simulated(2)), expected) << threads;
  }
  EXPECT_NE(bytes(coin_source()), bytes(coin_source()));
}

// Large budgets hardly add to what is true: one entry in all, and none.
TEST(PublishVectorsTest, WhatIsWrittenCanBeReadAtEveryBudget) {
  struct shape {
    std::uint64_t users, length;
  };
  for (const auto& [users, length] : {shape{40, 3000}, shape{3, 200'000}, shape{2500, 2}}) {
    std::vector<std::vector<row_entry>> rows(users);
    rows[0] = {{1, 1}};
    const sparse_vectors data(length, 2, rows);
    for (const codec_kind codec : test::codec_kinds) {
      for (const double nats : {0.01, 0.3, 2.0, 8.0, 16.0, 32.0, 64.0}) {
        vector_options options = options_of(codec);
        options.total = epsilon::from_nats(nats);
        const published_vectors published = publish_vectors(data, options, {7}, coin_source::simulated(3));
        const std::vector<std::byte> bytes = published.published->serialize();
        const std::span<const std::byte> file(bytes);
        EXPECT_EQ(vector_release_reader(file).load().serialize(), bytes)
            << users << " x " << length << " at " << nats;
      }
    }
  }
}

TEST(PublishVectorsTest, TrueSizesAreMarkedNotPrivate) {
  vector_options options = options_of(codec_kind::ppr);
  options.true_sizes = true;
  options.codec = ppr_spec{.beta = 2.0};
  const sparse_vectors data = random_data(20, 100, 3, 0.2);
  const auto result = publish_vectors(data, options, release_key{1}, coin_source::simulated(2));
  EXPECT_FALSE(result.published->parameters().is_private());
  for (vertex_id u = 0; u < 20; ++u)
    EXPECT_EQ(result.published->layout().sizes()[u], static_cast<std::int64_t>(data.row(u).size()));
}

TEST(MaterializeVectorsTest, RowsAreDifferencesInPositions) {
  for (const codec_kind codec : test::codec_kinds) {
    for (const std::uint32_t alphabet : {2U, 4U}) {
      const vector_release r = test::random_vectors(test::small_vectors(codec, 9, 130, alphabet), 6);
      const std::vector<vertex_id> users = {8, 0, 3, 0};
      const noisy_matrix m = materialize(r, users);
      ASSERT_EQ(m.rows(), 4U);
      ASSERT_EQ(m.columns(), 130U);
      for (std::uint64_t row = 0; row < 4; ++row)
        for (std::uint32_t item = 0; item < 130; ++item)
          EXPECT_EQ(m.bit(row, r.layout().position(item)), r.offset(users[row], item) != 0);
      EXPECT_THROW(materialize(r, std::vector<vertex_id>{9}), invalid_parameter);
    }
  }
}

}  // namespace
}  // namespace edgeldp
