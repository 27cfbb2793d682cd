// SPDX-License-Identifier: MIT
// Round trips over random parameters, and hostile bytes for every parser of the core: only the
// documented exceptions may escape, and no byte of a release file may change unnoticed. The
// generator's seed is fixed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/core/wire/varint.hpp"

namespace edgeldp {
namespace {

/// A release of random users, neighbours and parameters, with simulated coins.
release random_release(std::mt19937_64& random, std::uint64_t users) {
  release_parameters p;
  p.users = users;
  p.key.value = random();
  p.codec = static_cast<codec_kind>(1 + random() % 3);
  p.alpha_milli = static_cast<std::uint32_t>(1300 + random() % 3000);
  p.candidate_limit_log2 = static_cast<std::uint32_t>(1 + random() % 12);  // bounds the work
  if (p.codec == codec_kind::bitmap && random() % 2 == 0) p.coding = row_coding::compact;
  if (p.codec == codec_kind::ppr) p.chunk_rate = 1 + random() % (std::uint64_t{1} << 33);
  p.order = static_cast<user_order>(1 + random() % 4);
  p.chunk_rule = static_cast<chunk_rule>(1 + random() % 3);
  p.simulated = true;
  p.flip_threshold = randomized_response::resolution / 16 + random() % (randomized_response::resolution / 4);
  if (p.codec == codec_kind::nullspace) {
    p.flip_threshold = p.alpha_milli = p.candidate_limit_log2 = p.level = 0;
    p.drop_threshold = 1 + random() % (nullspace_response::resolution - 1);
    p.field_order = nullspace_response::field_orders[random() % nullspace_response::field_orders.size()];
    p.kept_rate = 1 + random() % (std::uint64_t{1} << 32);
    p.size_slack = random() % 20;
    p.coding = static_cast<row_coding>(random() % 2);
    if (p.chunk_rule == chunk_rule::true_degree) p.chunk_rule = chunk_rule::noisy_degree;
  }
  p.edges = epsilon::from_nats(40.0);
  p.degree = p.size = epsilon::from_nats(1.0);
  p.total = epsilon::from_nats(42.0);
  std::vector<std::int64_t> degrees(users), sizes;
  for (std::int64_t& d : degrees) d = static_cast<std::int64_t>(random() % 40) - 10;
  if (p.chunk_rule != chunk_rule::noisy_degree || random() % 2 == 0) {
    sizes.resize(users);
    for (std::int64_t& s : sizes) s = static_cast<std::int64_t>(random() % 40) - 10;
  }
  release_layout layout(p, degrees, sizes);
  std::vector<std::uint64_t> words(layout.word_offset(users));
  for (std::uint64_t u = 0; u < users; ++u) {
    const auto user = static_cast<vertex_id>(u);
    std::vector<vertex_id> neighbors;
    for (std::uint64_t v = 0; v < users; ++v)
      if (v != u && random() % 8 == 0) neighbors.push_back(static_cast<vertex_id>(v));
    simulation_randomness coins(p.key.value + 1, 3, user);
    encode_row(
        layout, user, neighbors, coins,
        std::span(words).subspan(layout.word_offset(u), layout.word_offset(u + 1) - layout.word_offset(u)));
  }
  return {std::move(layout), std::move(words)};
}

void expect_same_sizes(const release_sizes& a, const release_sizes& b) {
  EXPECT_EQ(std::tie(a.header, a.degrees, a.sizes, a.ids, a.edges),
            std::tie(b.header, b.degrees, b.sizes, b.ids, b.edges));
}

TEST(ReleasePropertyTest, FilesAndReportsComeBack) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 90; ++round) {
    const std::uint64_t users = round == 0 ? 1 : round < 4 ? 1100 : 1 + random() % 60;
    const release original = random_release(random, users);
    release_sizes sizes;
    const byte_string file = original.serialize(&sizes);
    EXPECT_EQ(sizes.total(), file.size());
    expect_same_sizes(sizes_of(original), sizes);
    expect_same_sizes(sizes_of(original, write_rows(original).size()), sizes);
    const release without(original.shared_layout(), original.all_words(),
                          {static_cast<vertex_id>(users - 1)});
    release_sizes of_fewer;
    without.serialize(&of_fewer);
    expect_same_sizes(sizes_of(without), of_fewer);
    const release_reader reader{std::span<const std::byte>(file)};
    EXPECT_EQ(reader.layout().parameters(), original.parameters());
    const release back = reader.load();
    EXPECT_EQ(back.serialize(), file);
    for (std::uint64_t u = 0; u < users; ++u) {
      const auto user = static_cast<vertex_id>(u);
      ASSERT_TRUE(std::ranges::equal(back.words(user), original.words(user)));
      const auto report = write_report(original.layout(), user, original.words(user));
      ASSERT_TRUE(std::ranges::equal(read_report(original.layout(), user, report), original.words(user)));
    }
    for (int i = 0; i < 20; ++i) {
      const auto a = static_cast<vertex_id>(random() % users), b = static_cast<vertex_id>(random() % users);
      EXPECT_EQ(reader.edge(a, b), original.edge(a, b));
      EXPECT_EQ(original.edge(a, b), original.edge(b, a));
    }
  }
}

/// True when reading everything of the file raises format_error; any other exception escapes and
/// fails the test.
bool is_refused(std::span<const std::byte> file) {
  try {
    release_reader(file).load();
  } catch (const format_error&) {
    return true;
  }
  return false;
}

TEST(ReleasePropertyTest, EveryTruncationIsRefused) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 9; ++round) {
    const byte_string file = random_release(random, 2 + random() % 20).serialize();
    ASSERT_FALSE(is_refused(file));
    for (std::size_t size = 0; size < file.size(); ++size)
      EXPECT_TRUE(is_refused(std::span(file).first(size))) << size << " of " << file.size();
    byte_string longer = file;
    longer.push_back(std::byte{0});
    EXPECT_TRUE(is_refused(longer));
  }
}

TEST(ReleasePropertyTest, EveryFlippedBitIsRefused) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 9; ++round) {
    byte_string file = random_release(random, 2 + random() % 20).serialize();
    for (std::size_t i = 0; i < file.size(); ++i) {
      for (unsigned bit = 0; bit < 8; ++bit) {
        file[i] ^= static_cast<std::byte>(1U << bit);
        EXPECT_TRUE(is_refused(file)) << "byte " << i << ", bit " << bit;
        file[i] ^= static_cast<std::byte>(1U << bit);
      }
    }
  }
}

TEST(ReleasePropertyTest, RandomBytesAreRefused) {
  std::mt19937_64 random(4);
  const byte_string file = random_release(random, 10).serialize();
  for (int round = 0; round < 2000; ++round) {
    byte_string noise(random() % 400);
    for (std::byte& b : noise) b = static_cast<std::byte>(random());
    // Half of them begin like a release.
    if (round % 2 == 0) std::copy_n(file.begin(), std::min<std::size_t>(noise.size(), 12), noise.begin());
    EXPECT_TRUE(is_refused(noise));
  }
}

// Reports carry no checksum: any bytes either are refused with format_error or are exactly what
// their words write.
TEST(ReportPropertyTest, OnlyCanonicalBytesAreAccepted) {
  std::mt19937_64 random(5);
  std::uint64_t accepted = 0, refused = 0;
  for (int round = 0; round < 40; ++round) {
    const release r = random_release(random, 2 + random() % 40);
    const auto user = static_cast<vertex_id>(random() % r.layout().users());
    const byte_string honest = write_report(r.layout(), user, r.words(user));
    for (int i = 0; i < 200; ++i) {
      byte_string report = honest;
      if (i % 4 == 0 && !report.empty()) report.resize(random() % report.size());
      if (i % 4 == 1) report.push_back(static_cast<std::byte>(random()));
      if (i % 4 == 2 && !report.empty())
        report[random() % report.size()] ^= static_cast<std::byte>(1 + random() % 255);
      if (i % 4 == 3) {
        report.resize(random() % 30);
        for (std::byte& b : report) b = static_cast<std::byte>(random());
      }
      try {
        const auto words = read_report(r.layout(), user, report);
        EXPECT_EQ(write_report(r.layout(), user, words), report);
        ++accepted;
      } catch (const format_error& e) {
        EXPECT_LE(e.offset(), report.size());
        ++refused;
      }
    }
  }
  EXPECT_GT(accepted, 100U);
  EXPECT_GT(refused, 100U);
}

TEST(VarintPropertyTest, AnyBytesAreAnIntegerInRangeOrRefused) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 20'000; ++round) {
    byte_string buffer(random() % 24);
    for (std::byte& b : buffer) b = static_cast<std::byte>(random() | (random() % 4 != 0 ? 0x80 : 0));
    std::size_t position = 0;
    const int128 limit = static_cast<int128>(1) << (random() % 126);
    try {
      const int128 value = read_integer(buffer, position, limit);
      EXPECT_TRUE(value >= -limit && value <= limit);
      const byte_string again = integer_message(value);
      EXPECT_TRUE(std::ranges::equal(again, std::span(buffer).first(position)));
    } catch (const format_error&) {
      EXPECT_LE(position, buffer.size());
    }
  }
}

TEST(VarintPropertyTest, EveryTruncationIsRefused) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 2000; ++round) {
    const auto value = static_cast<int128>((uint128{random()} << 64 | random()) >> (2 + random() % 120));
    const byte_string whole = integer_message(random() % 2 == 0 ? value : -value);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      std::size_t position = 0;
      EXPECT_THROW(read_integer(std::span(whole).first(size), position, static_cast<int128>(1) << 126),
                   format_error);
    }
  }
}

}  // namespace
}  // namespace edgeldp
