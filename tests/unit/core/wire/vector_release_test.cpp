// SPDX-License-Identifier: MIT
// Hostile files: fuzz/vector_release_fuzz.cpp; random shapes: property/vectors_property_test.cpp.
#include "edgeldp/core/wire/vector_release.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/core/base/crc32.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "support/codecs.hpp"
#include "support/second_format.hpp"
#include "support/vectors.hpp"

namespace edgeldp {
namespace {

vector_layout vector_layout_of(codec_kind codec, bool simulated = true) {
  vector_parameters p = test::small_vectors(codec, 4, 60, 5);
  p.simulated = simulated;
  return {p, {3, 3, 3, 3}};
}

TEST(EncodeVectorTest, DoesNotDependOnTheOrderOfEntries) {
  for (const codec_kind codec : test::codec_kinds) {
    const vector_layout layout = vector_layout_of(codec);
    const std::uint32_t high = layout.alphabet() - 1;
    EXPECT_EQ(test::encode_alone(layout, 1, {{7, 1}, {50, high}, {9, 1}}),
              test::encode_alone(layout, 1, {{50, high}, {9, 1}, {7, 1}}));
  }
}

TEST(EncodeVectorTest, RefusesBadEntriesAndSimulatedCoins) {
  for (const codec_kind codec : test::codec_kinds) {
    const vector_layout layout = vector_layout_of(codec);
    EXPECT_THROW(test::encode_alone(layout, 0, {{60, 1}}), invalid_parameter);
    EXPECT_THROW(test::encode_alone(layout, 0, {{3, 0}}), invalid_parameter);
    EXPECT_THROW(test::encode_alone(layout, 0, {{3, layout.alphabet()}}), invalid_parameter);
    EXPECT_THROW(test::encode_alone(layout, 0, {{3, 1}, {4, 1}, {3, 1}}), invalid_parameter);
    EXPECT_THROW(test::encode_alone(vector_layout_of(codec, false), 0, {}), invalid_parameter);
    const vector_layout real = vector_layout_of(codec, false);
    std::vector<std::uint64_t> words(real.word_offset(1));
    system_randomness coins;
    EXPECT_NO_THROW(encode_vector(real, 0, {}, coins, words));
  }
}

// The codecs' own tests check laws; here the values must come back at the right item: with hardly
// any noise they do.
TEST(VectorReleaseTest, ValuesComeBackAtTheirItems) {
  for (const codec_kind codec : {codec_kind::bitmap, codec_kind::ppr}) {
    vector_parameters p = test::small_vectors(codec, 2, 200, 6);
    p.flip_threshold = randomized_response::for_budget(epsilon::from_nats(11.0), 6).threshold();
    p.entries = epsilon::from_nats(60.0);
    p.total = epsilon::from_nats(64.0);
    p.chunk_rate = codec == codec_kind::ppr ? std::uint64_t{200} << 32 : 0;  // a chunk a position
    const vector_layout layout(p, {5, 5});
    const std::vector<row_entry> entries = {{0, 5}, {17, 2}, {63, 1}, {64, 3}, {199, 4}};
    std::vector<std::uint64_t> words = test::encode_alone(layout, 0, entries);
    const auto empty = test::encode_alone(layout, 1, {});
    words.insert(words.end(), empty.begin(), empty.end());
    const vector_release r(layout, words);
    std::vector<std::uint32_t> expected(200, 0);
    for (const row_entry& e : entries) expected[e.position] = e.offset;
    for (std::uint32_t item = 0; item < 200; ++item) {
      EXPECT_EQ(r.offset(0, item), expected[item]) << item;
      EXPECT_EQ(r.offset(1, item), 0U) << item;
    }
  }
}

TEST(VectorReleaseTest, WholeRowsAgreeWithSingleValues) {
  for (const codec_kind codec : test::codec_kinds) {
    for (const std::uint32_t alphabet : {2U, 3U, 256U}) {
      const vector_release r = test::random_vectors(test::small_vectors(codec, 5, 333, alphabet), 9);
      std::vector<std::uint8_t> offsets(333);
      std::vector<std::uint64_t> bits(6, ~std::uint64_t{0});
      for (vertex_id u = 0; u < 5; ++u) {
        r.decode_offsets(u, offsets);
        r.decode_differences(u, bits);
        for (std::uint32_t item = 0; item < 333; ++item) {
          const std::uint32_t x = r.layout().position(item);
          EXPECT_EQ(offsets[x], r.offset(u, item));
          EXPECT_EQ((bits[x / 64] >> (x % 64)) & 1, std::uint64_t{offsets[x] != 0});
        }
        EXPECT_EQ(bits[5] >> (333 - 320), 0U);
      }
    }
  }
}

TEST(VectorReleaseTest, LawOfDifferencesFollowsFromTheThreshold) {
  vector_parameters p = test::small_vectors(codec_kind::ppr, 2, 30, 5);
  p.flip_threshold = randomized_response::resolution / 10;
  const vector_release five = test::random_vectors(p, 1, 0.1);
  EXPECT_NEAR(five.difference_law().p1, 0.9, 1e-11);  // T = 2^40 / 10
  EXPECT_NEAR(five.difference_law().p0, 0.4, 1e-11);
  for (const codec_kind codec : test::codec_kinds) {
    const vector_release two = test::random_vectors(test::small_vectors(codec, 2, 30, 2), 1);
    EXPECT_DOUBLE_EQ(two.difference_law().p1, two.layout().codec().law().p1);
    EXPECT_DOUBLE_EQ(two.difference_law().p0, two.layout().codec().law().p0);
  }
}

TEST(VectorMessageTest, ComesBackAndIsCanonical) {
  for (const codec_kind codec : test::codec_kinds) {
    const vector_release r = test::random_vectors(test::small_vectors(codec, 10, 70, 5), 2);
    for (vertex_id u = 0; u < 10; ++u) {
      auto message = write_vector(r.layout(), u, r.words(u));
      EXPECT_TRUE(std::ranges::equal(read_vector(r.layout(), u, message), r.words(u)));
      message.push_back(std::byte{0});
      EXPECT_THROW(read_vector(r.layout(), u, message), format_error);
    }
  }
}

TEST(VectorReleaseTest, RefusesTheWrongNumberOfWords) {
  for (const codec_kind codec : test::codec_kinds) {
    const vector_layout layout = vector_layout_of(codec);
    EXPECT_THROW(vector_release(layout, std::vector<std::uint64_t>(layout.word_offset(4) + 1, 1)),
                 invalid_parameter);
  }
}

TEST(VectorReleaseReaderTest, ReadsFilesAndSingleValues) {
  const std::string path =
      (std::filesystem::path(::testing::TempDir()) / "edgeldp_vectors_test.bin").string();
  for (const codec_kind codec : test::codec_kinds) {
    const vector_release r = test::random_vectors(test::small_vectors(codec, 2100, 90, 5), 3, 0.05, "names");
    const vector_release_sizes sizes = r.save(path);
    EXPECT_EQ(sizes.total(), std::filesystem::file_size(path));
    const vector_release_reader reader(path);
    EXPECT_EQ(reader.block_count(), 3U);
    EXPECT_EQ(reader.sizes().total(), std::filesystem::file_size(path));
    EXPECT_EQ(reader.sizes().catalog, 5U);
    EXPECT_EQ(reader.layout().parameters(), r.parameters());
    for (vertex_id u = 0; u < 2100; u += 131) EXPECT_EQ(reader.offset(u, u % 90), r.offset(u, u % 90));
    EXPECT_THROW(reader.offset(2100, 0), invalid_parameter);
    EXPECT_THROW(reader.offset(0, 90), invalid_parameter);
    const vector_release loaded = reader.load();
    EXPECT_EQ(loaded.catalog(), "names");
    EXPECT_EQ(loaded.serialize(), r.serialize());
  }
  std::filesystem::remove(path);
}

TEST(VectorReleaseReaderTest, BytesDoNotDependOnTheThreadCount) {
  const vector_release r = test::random_vectors(test::small_vectors(codec_kind::ppr, 3000, 50, 5), 4, 0.05);
  const auto bytes = r.serialize();
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    const thread_limit limit(threads);
    EXPECT_EQ(r.serialize(), bytes) << threads;
    EXPECT_EQ(vector_release_reader(std::span<const std::byte>(bytes)).load().serialize(), bytes) << threads;
  }
}

// An all-zero bitmap may take no byte at all: the users are justified all the same.
TEST(VectorReleaseReaderTest, ReadsBitmapsWithoutSizes) {
  vector_parameters p = test::small_vectors(codec_kind::bitmap, 2, 1, 2);
  p.flip_threshold = 1;
  p.sizes = size_rule::public_bound;
  p.size = epsilon();
  p.entries = epsilon::from_nats(28.0);
  const vector_layout layout(p, {});
  const auto bytes = vector_release(layout, std::vector<std::uint64_t>(2, 0)).serialize();
  EXPECT_EQ(vector_release_reader(std::span<const std::byte>(bytes)).load().serialize(), bytes);
}

// Every block may claim some words for nothing; a file of empty blocks may not claim them all. Rows
// that end in zeros are coded in hardly any bytes; whatever is written must be read back. Without
// noise, in effect, all are zero: rows beyond what a block may ask for, what a file may, and users
// beyond what blocks may.
TEST(VectorReleaseReaderTest, RowsOfZerosComeBack) {
  constexpr std::array<std::array<std::uint64_t, 2>, 5> shapes = {
      {{500, 10'000}, {3, 3'000'000}, {70'000, 640}, {100'000, 1}, {1, 1}}};
  for (const auto& [users, length] : shapes) {
    for (const bool last_is_one : {false, true}) {
      vector_parameters p = test::small_vectors(codec_kind::bitmap, users, length, 2);
      p.sizes = size_rule::public_bound;
      p.size = {};
      const vector_layout layout(p, {});
      std::vector<std::uint64_t> words(layout.word_offset(users));
      if (last_is_one) words.back() = 1;
      const vector_release r(layout, words, "");
      vector_release_sizes sizes;
      const std::vector<std::byte> bytes = r.serialize(&sizes);
      EXPECT_EQ(bytes.size(), sizes.total());
      EXPECT_EQ(sizes_of(r).total(), sizes.total());
      EXPECT_EQ(sizes_of(r).entries, sizes.entries);
      const vector_release back = vector_release_reader(bytes).load();
      EXPECT_TRUE(std::ranges::equal(back.words(static_cast<vertex_id>(users - 1)),
                                     r.words(static_cast<vertex_id>(users - 1))));
      EXPECT_EQ(back.serialize(), bytes) << users << " x " << length;
    }
  }
}

// A file of one block whose bytes are cut to `size`, with right lengths and checksums.
std::vector<std::byte> with_shorter_block(const std::vector<std::byte>& file, std::size_t size) {
  test::sectioned_file parts(file);
  std::vector<std::byte>& block = parts["ROWS"].bytes;
  block.resize(size);
  test::put_field(parts["INDX"].bytes, 0, 4, size);
  test::put_field(parts["INDX"].bytes, 4, 4, crc32(block));
  return parts.file();
}

TEST(VectorReleaseReaderTest, RefusesMoreRowsThanTheFileJustifies) {
  vector_parameters p = test::small_vectors(codec_kind::bitmap, 3, 3'000'000, 2);
  p.sizes = size_rule::public_bound;
  p.size = epsilon();
  const vector_layout layout(p, {});
  const vector_release zeros(layout, std::vector<std::uint64_t>(layout.word_offset(3)));
  vector_release_sizes sizes;
  const auto bytes = zeros.serialize(&sizes);
  const std::size_t least = (layout.word_offset(3) - 65536 + 255) / 256;
  ASSERT_EQ(sizes.entries, 8 + least);
  EXPECT_EQ(with_shorter_block(bytes, least), bytes);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, least - 1}) {
    const auto cut = with_shorter_block(bytes, size);
    EXPECT_THROW(vector_release_reader(std::span<const std::byte>(cut)).load(), format_error) << size;
  }
  // Nor may there be more zeros than it takes.
  const auto longer = with_shorter_block(bytes, least + 1);
  EXPECT_THROW(vector_release_reader(std::span<const std::byte>(longer)).load(), format_error);
}

TEST(VectorReleaseReaderTest, RefusesEveryAlteredByteAndEveryTruncation) {
  for (const codec_kind codec : test::codec_kinds) {
    const auto bytes = test::random_vectors(test::small_vectors(codec, 6, 20, 3), 5, 0.2, "abc").serialize();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      auto altered = bytes;
      altered[i] ^= std::byte{0x10};
      EXPECT_THROW(vector_release_reader(std::span<const std::byte>(altered)).load(), format_error) << i;
      EXPECT_THROW(vector_release_reader(std::span<const std::byte>(bytes).first(i)), format_error) << i;
    }
  }
}

TEST(VectorReleaseReaderTest, TellsTheKindsOfFilesApart) {
  const auto bytes = test::random_vectors(test::small_vectors(codec_kind::ppr, 6, 20, 3), 5).serialize();
  EXPECT_THROW(release_reader{std::span<const std::byte>(bytes)}, format_error);
  EXPECT_THROW(vector_release_reader("/nonexistent/vectors.eldv"), io_error);
}

}  // namespace
}  // namespace edgeldp
