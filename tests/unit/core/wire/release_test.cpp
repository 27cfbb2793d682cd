// SPDX-License-Identifier: MIT
// Hostile and altered files: property/core_property_test.cpp.
#include "edgeldp/core/wire/release_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "support/codecs.hpp"

namespace edgeldp {
namespace {

release_layout release_layout_of(codec_kind codec, std::uint64_t users = 40, bool simulated = true) {
  release_parameters p;
  p.users = users;
  p.key.value = 77;
  p.codec = codec;
  p.flip_threshold = randomized_response::resolution / 4;
  p.chunk_rate = codec == codec_kind::ppr ? std::uint64_t{1} << 31 : 0;
  if (codec == codec_kind::nullspace) {
    p.flip_threshold = p.alpha_milli = p.candidate_limit_log2 = p.level = 0;
    p.drop_threshold = nullspace_response::resolution / 4;
    p.field_order = 5;
    p.kept_rate = std::uint64_t{3} << 30;
    p.size_slack = 7;
  }
  p.simulated = simulated;
  p.degree = p.size = epsilon::from_nats(1.0);
  p.edges = epsilon::from_nats(20.0);
  p.total = epsilon::from_nats(22.0);
  std::vector<std::int64_t> degrees;
  for (std::uint64_t u = 0; u < users; ++u) degrees.push_back(static_cast<std::int64_t>(u * 7 % 11));
  return {p, degrees, {}};
}

std::vector<std::uint64_t> row_of(const release_layout& layout, vertex_id u,
                                  const std::vector<vertex_id>& neighbors) {
  std::vector<std::uint64_t> words(layout.word_offset(u + std::uint64_t{1}) - layout.word_offset(u));
  simulation_randomness coins(3, 1, u);
  encode_row(layout, u, neighbors, coins, words);
  return words;
}

release small_release(codec_kind codec, std::uint64_t users = 40) {
  release_layout layout = release_layout_of(codec, users);
  std::vector<std::uint64_t> words;
  for (vertex_id u = 0; u < users; ++u) {
    const auto row =
        row_of(layout, u, {(u + 1) % static_cast<vertex_id>(users), (u + 5) % static_cast<vertex_id>(users)});
    words.insert(words.end(), row.begin(), row.end());
  }
  return {std::move(layout), std::move(words)};
}

// A run holds the layout that it published, its rows and what is read back of them.
TEST(ReleaseTest, HoldsTheLayoutThatItIsGiven) {
  const release made = small_release(codec_kind::ppr);
  const release again = read_rows(made.shared_layout(), write_rows(made));
  EXPECT_EQ(&again.layout(), &made.layout());
  EXPECT_EQ(again.all_words(), made.all_words());
}

TEST(EncodeRowTest, LaterNeighboursNeverEnterTheRow) {
  for (const codec_kind codec : test::codec_kinds) {
    const release_layout layout = release_layout_of(codec);
    const vertex_id u = layout.user_at(20), earlier = layout.user_at(3), later = layout.user_at(30);
    EXPECT_EQ(row_of(layout, u, {earlier, later}), row_of(layout, u, {earlier}));
    EXPECT_EQ(row_of(layout, u, {later, layout.user_at(39)}), row_of(layout, u, {}));
    EXPECT_EQ(row_of(layout, u, {earlier, layout.user_at(7)}),
              row_of(layout, u, {layout.user_at(7), earlier}));
  }
}

TEST(EncodeRowTest, RefusesSimulatedCoinsInARealRelease) {
  for (const codec_kind codec : test::codec_kinds) {
    const release_layout layout = release_layout_of(codec, 40, false);
    std::vector<std::uint64_t> words(layout.word_offset(1));
    simulation_randomness simulated(1, 1, 1);
    EXPECT_THROW(encode_row(layout, 0, {}, simulated, words), invalid_parameter);
    system_randomness real;
    EXPECT_NO_THROW(encode_row(layout, 0, {}, real, words));
  }
}

TEST(EncodeRowTest, RefusesNeighboursWhoAreNoUsers) {
  const release_layout layout = release_layout_of(codec_kind::ppr);
  EXPECT_THROW(row_of(layout, 0, {40}), invalid_parameter);
}

TEST(ReportTest, ComesBackAndIsCanonical) {
  for (const codec_kind codec : test::codec_kinds) {
    const release r = small_release(codec);
    for (vertex_id u = 0; u < 40; ++u) {
      auto report = write_report(r.layout(), u, r.words(u));
      const auto words = read_report(r.layout(), u, report);
      EXPECT_TRUE(std::ranges::equal(words, r.words(u)));
      report.push_back(std::byte{0});
      EXPECT_THROW(read_report(r.layout(), u, report), format_error);
    }
  }
}

TEST(ReleaseTest, EdgeReadsTheLaterUsersRow) {
  for (const codec_kind codec : test::codec_kinds) {
    const release r = small_release(codec);
    for (vertex_id u = 0; u < 40; ++u) {
      EXPECT_FALSE(r.edge(u, u));
      for (vertex_id v = 0; v < u; ++v) {
        const vertex_id owner = r.layout().owner(u, v), other = owner == u ? v : u;
        const bool expected =
            r.visit_row(owner, [&](const auto& row) { return row.bit(r.layout().position(other)); });
        EXPECT_EQ(r.edge(u, v), expected);
        EXPECT_EQ(r.edge(v, u), expected);
      }
    }
  }
}

TEST(ReleaseTest, RefusesTheWrongNumberOfWords) {
  for (const codec_kind codec : test::codec_kinds) {
    release_layout layout = release_layout_of(codec);
    std::vector<std::uint64_t> words(layout.word_offset(40) + 1, 1);
    EXPECT_THROW(release(layout, words), invalid_parameter);
  }
}

// The user of rank 0 sends nothing: no columns, no bytes, no words, wherever its row would be in
// the array.
TEST(ReleaseTest, FirstUserOfANullspaceHasAnEmptyRow) {
  for (const std::uint64_t users : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{70}}) {
    release_parameters p = release_layout_of(codec_kind::nullspace).parameters();
    p.users = users;
    std::vector<std::int64_t> degrees(users, 0);
    degrees.back() = 100;  // the last user is the first of the order
    const release_layout layout(p, degrees, {});
    const auto last = static_cast<vertex_id>(users - 1);
    ASSERT_EQ(layout.rank(last), 0U);
    EXPECT_EQ(layout.shape(last).columns, 0U);
    EXPECT_TRUE(row_of(layout, last, {}).empty());
    EXPECT_TRUE(write_report(layout, last, {}).empty());
    EXPECT_TRUE(read_report(layout, last, {}).empty());
    const release r(layout, std::vector<std::uint64_t>(layout.word_offset(users), 0));
    std::vector<std::uint64_t> bits((users + 63) / 64);
    r.visit_row(last, [&](const auto& row) {
      row.decode_bits(bits);
      for (std::uint32_t x = 0; x < users; ++x) EXPECT_TRUE(row.bit(x));  // the empty sum is zero
    });
    const std::uint64_t beyond = users % 64 == 0 ? 0 : ~std::uint64_t{0} << (users % 64);
    EXPECT_EQ(bits.back(), ~beyond);
    EXPECT_EQ(release_reader(std::span<const std::byte>(r.serialize())).layout().word_offset(users),
              layout.word_offset(users));
  }
}

TEST(ReleaseTest, BytesDoNotDependOnTheThreadCount) {
  for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace}) {
    const release r = small_release(codec, 3000);
    const auto bytes = r.serialize();
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      const thread_limit limit(threads);
      EXPECT_EQ(r.serialize(), bytes) << threads;
      EXPECT_EQ(release_reader(std::span<const std::byte>(bytes)).load().serialize(), bytes) << threads;
    }
  }
}

TEST(ReleaseReaderTest, ReadsFilesAndSingleEdges) {
  const std::string path =
      (std::filesystem::path(::testing::TempDir()) / "edgeldp_release_test.bin").string();
  for (const codec_kind codec : test::codec_kinds) {
    const release r = small_release(codec, 2100);
    r.save(path);
    const release_reader reader(path);
    EXPECT_EQ(reader.block_count(), 3U);
    EXPECT_EQ(reader.sizes().total(), std::filesystem::file_size(path));
    for (vertex_id u = 0; u < 2100; u += 131) EXPECT_EQ(reader.edge(u, 2099), r.edge(u, 2099));
    EXPECT_THROW(reader.edge(0, 2100), invalid_parameter);
    EXPECT_EQ(reader.load().serialize(), r.serialize());
  }
  std::filesystem::remove(path);
}

TEST(ReleaseReaderTest, AnOpenFileMayBeCutShort) {
  const std::string path = ::testing::TempDir() + "edgeldp_cut_release.bin";
  const release r = small_release(codec_kind::bitmap, 2100);
  r.save(path);
  const release_reader reader(path);
  std::filesystem::resize_file(path, 300);
  EXPECT_EQ(reader.load().serialize(), r.serialize());  // a mapped file would end this process
  EXPECT_THROW(release_reader{path}, format_error);
  std::filesystem::remove(path);
}

TEST(ReleaseReaderTest, NamesAMissingFile) {
  try {
    release_reader reader("/nonexistent/edgeldp.release");
    FAIL() << "opened";
  } catch (const io_error& e) {
    EXPECT_NE(std::string(e.what()).find("/nonexistent/edgeldp.release"), std::string::npos);
  }
  EXPECT_THROW(small_release(codec_kind::ppr).save("/nonexistent/edgeldp.release"), io_error);
}

TEST(ReleaseReaderTest, RefusesAnEmptyFile) {
  const std::string path =
      (std::filesystem::path(::testing::TempDir()) / "edgeldp_empty_release.bin").string();
  std::ofstream(path).close();
  EXPECT_THROW(release_reader{path}, format_error);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace edgeldp
