// SPDX-License-Identifier: MIT
// What the library writes means, bit by bit, what core/doc/format.md and core/doc/randomness.md
// say.
#include "support/slow_decoder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "support/nullspace_words.hpp"
#include "support/second_format.hpp"

namespace edgeldp {
namespace {

using testing::slow_decode;
using testing::slow_decode_report;
using testing::slow_release;
using random_bits = std::mt19937_64;
using file_bytes = std::vector<std::byte>;

/// Raises the threshold, towards 2^39, until a row costs no more than the largest budget. (No drop
/// threshold costs more than 28 nats.)
void make_affordable(release_parameters& p) {
  p.edges = epsilon::from_nats(60.0);
  if (p.codec == codec_kind::nullspace) return;
  while (2.0 * p.alpha_milli / 1000.0 * randomized_response::from_threshold(p.flip_threshold).loss_nats() >
         60.0)
    p.flip_threshold = p.flip_threshold / 2 + (std::uint64_t{1} << 38U);  // towards 2^39: less loss
}

/// Another codec than parameters were drawn for: no fields of a null space, everything else as it
/// was.
void make_plain(release_parameters& p, codec_kind codec) {
  p.codec = codec;
  p.drop_threshold = p.kept_rate = p.field_order = 0;
  if (codec == codec_kind::ppr) p.coding = row_coding::plain;
  if (p.flip_threshold == 0) p.flip_threshold = std::uint64_t{1} << 37U;
  if (p.alpha_milli == 0) p.alpha_milli = 2000;
  if (p.candidate_limit_log2 == 0) p.candidate_limit_log2 = 6;
  make_affordable(p);
}

/// The fields of a null space, and none of the others.
void make_nullspace(release_parameters& p, random_bits& random) {
  p.codec = codec_kind::nullspace;
  p.coding = static_cast<row_coding>(random() % 2);
  p.flip_threshold = p.chunk_rate = p.chunk_floor_rate = 0;
  p.alpha_milli = p.candidate_limit_log2 = p.level = 0;
  p.drop_threshold = 1 + (random() % ((std::uint64_t{1} << 40U) - 1) >> random() % 16);
  p.field_order = nullspace_response::field_orders.at(random() % nullspace_response::field_orders.size());
  p.kept_rate = 1 + (random() % (std::uint64_t{1} << 32U) >> random() % 8);
  p.size_slack = random() % 3 == 0 ? 0 : random() % ((std::uint64_t{1} << 32U) + 1) >> random() % 40;
  if (p.chunk_rule == chunk_rule::true_degree) p.chunk_rule = chunk_rule::released_size;
  make_affordable(p);
}

/// Any parameters. Candidate limits stay small, because encoding costs 2^limit at worst.
release_parameters random_parameters(std::uint64_t users, random_bits& random) {
  constexpr std::array<std::uint32_t, 7> alphas = {1300, 1500, 1501, 2000, 2999, 3000, 16000};
  release_parameters p;
  p.users = users;
  p.key = {random()};
  p.codec = random() % 3 == 0 ? codec_kind::bitmap : codec_kind::ppr;
  p.flip_threshold = 1 + (random() % ((std::uint64_t{1} << 39U) - 1) >> random() % 8);
  if (p.codec == codec_kind::bitmap && random() % 2 == 0) p.coding = row_coding::compact;
  p.alpha_milli = alphas.at(random() % alphas.size());
  p.candidate_limit_log2 = 1 + static_cast<std::uint32_t>(random() % 10);
  p.level = static_cast<std::uint32_t>(random() % 10);
  if (p.codec == codec_kind::ppr) p.chunk_rate = 1 + (random() % (std::uint64_t{1} << 35U) >> random() % 16);
  if (p.codec == codec_kind::ppr && random() % 2 == 0) {
    p.chunk_floor_rate = random() % (std::uint64_t{1} << 35U) >> random() % 16;
    p.size_slack = random() % ((std::uint64_t{1} << 32U) + 1) >> random() % 40;
  }
  p.order = static_cast<user_order>(1 + random() % 4);
  p.chunk_rule = static_cast<chunk_rule>(1 + random() % 3);
  p.simulated = true;
  p.total = epsilon::from_nats(64.0);
  p.degree = epsilon::from_units(1 + random() % (std::uint64_t{1} << 32U));
  p.size = epsilon::from_units(1 + random() % (std::uint64_t{1} << 32U));
  p.count = epsilon::from_units(random() % (std::uint64_t{1} << 32U));
  make_affordable(p);
  if (random() % 3 == 0) make_nullspace(p, random);
  return p;
}

/// Released numbers of every kind: plausible, negative, far too large.
std::vector<std::int64_t> random_numbers(std::uint64_t users, random_bits& random) {
  std::vector<std::int64_t> numbers(users);
  for (std::int64_t& number : numbers) {
    number = static_cast<std::int64_t>(random() % (users + 20)) - 10;
    if (random() % 16 == 0)
      number = static_cast<std::int64_t>(random() % (std::uint64_t{1} << 49U)) - (std::int64_t{1} << 48U);
  }
  return numbers;
}

release random_release(const release_parameters& p, random_bits& random) {
  const bool has_sizes = p.chunk_rule != chunk_rule::noisy_degree || random() % 2 == 0;
  std::vector<std::int64_t> degrees = random_numbers(p.users, random);
  std::vector<std::int64_t> sizes = random_numbers(has_sizes ? p.users : 0, random);
  release_layout layout(p, std::move(degrees), std::move(sizes));
  std::vector<std::uint64_t> words(layout.word_offset(p.users));
  for (std::uint64_t u = 0; u < p.users; ++u) {
    const auto user = static_cast<vertex_id>(u);
    std::vector<vertex_id> neighbors;
    for (vertex_id v = 0; v < p.users; ++v) {
      if (v != user && random() % p.users < 6) neighbors.push_back(v);
    }
    simulation_randomness coins(random(), 1, user);
    const std::uint64_t offset = layout.word_offset(u);
    encode_row(layout, user, neighbors, coins,
               std::span(words).subspan(offset, layout.word_offset(u + 1) - offset));
  }
  return {std::move(layout), std::move(words)};
}

void expect_same_header(const slow_release& slow, const release_parameters& p) {
  EXPECT_EQ(slow.codec, static_cast<unsigned>(p.codec));
  EXPECT_EQ(slow.order, static_cast<unsigned>(p.order));
  EXPECT_EQ(slow.chunk_rule, static_cast<unsigned>(p.chunk_rule));
  EXPECT_EQ((slow.flags & 1U) != 0, p.simulated);
  EXPECT_EQ((slow.flags & 2U) != 0, p.is_private());
  EXPECT_EQ(slow.n, p.users);
  EXPECT_EQ(slow.key, p.key.value);
  EXPECT_EQ(slow.threshold, p.codec == codec_kind::nullspace ? p.drop_threshold : p.flip_threshold);
  EXPECT_EQ(slow.field_order, p.field_order);
  EXPECT_EQ(slow.kept_rate, p.kept_rate);
  EXPECT_EQ(slow.chunk_rate, p.chunk_rate);
  EXPECT_EQ(slow.chunk_floor_rate, p.chunk_floor_rate);
  EXPECT_EQ(slow.size_slack, p.size_slack);
  EXPECT_EQ(slow.alpha_milli, p.alpha_milli);
  EXPECT_EQ(slow.candidate_limit_log2, p.candidate_limit_log2);
  EXPECT_EQ(slow.effort, p.level);
  EXPECT_EQ(slow.coding, static_cast<unsigned>(p.coding));
  const std::array<std::uint64_t, 5> budgets = {p.total.units(), p.degree.units(), p.size.units(),
                                                p.edges.units(), p.count.units()};
  EXPECT_EQ(slow.budgets, budgets);
  ASSERT_EQ(slow.later.size(), p.later.size());
  for (std::size_t i = 0; i < p.later.size(); ++i) {
    const rank_class& c = p.later[i];
    EXPECT_EQ(slow.later[i].first, c.first);
    EXPECT_EQ(slow.later[i].rows.threshold,
              p.codec == codec_kind::nullspace ? c.rows.drop_threshold : c.rows.flip_threshold);
    EXPECT_EQ(slow.later[i].rows.field_order, c.rows.field_order);
    const std::array<std::uint64_t, 3> shares = {c.size.units(), c.edges.units(), c.count.units()};
    EXPECT_EQ(slow.later[i].budgets, shares);
  }
}

void expect_same_layout(const slow_release& slow, const release_layout& layout) {
  EXPECT_TRUE(std::ranges::equal(slow.degrees, layout.degrees()));
  EXPECT_TRUE(std::ranges::equal(slow.sizes, layout.sizes()));
  for (vertex_id u = 0; u < layout.users(); ++u) {
    ASSERT_EQ(slow.rank[u], layout.rank(u)) << u;
    ASSERT_EQ(slow.position[u], layout.position(u)) << u;
    ASSERT_EQ(slow.row_length(u), layout.shape(u).length) << u;
    if (slow.codec == 3) {
      ASSERT_EQ(slow.columns[u], layout.shape(u).columns) << u;
      ASSERT_EQ(slow.row_words(u), layout.word_offset(u + std::uint64_t{1}) - layout.word_offset(u)) << u;
    }
    if (slow.codec != 2) continue;
    ASSERT_EQ(slow.expected_size[u], layout.expected_size(u)) << u;
    ASSERT_EQ(testing::slow_possible_size(slow, u), layout.possible_size(u)) << u;
    ASSERT_EQ(slow.chunk_count[u], layout.shape(u).chunks) << u;
  }
}

/// The library's words of what the slow decoder read of a row.
std::vector<std::uint64_t> library_words(const slow_release& slow, std::uint32_t field_order,
                                         const std::vector<std::uint64_t>& row) {
  return slow.codec == 3 ? test::words_of(row, field_order) : row;
}

/// Pairs (u, v) with u a multiple of `step`, and all words.
void expect_same_bits(const slow_release& slow, const release& fast, vertex_id step) {
  for (vertex_id u = 0; u < slow.n; ++u)
    ASSERT_TRUE(
        std::ranges::equal(library_words(slow, slow.numbers_of(u).field_order, slow.words[u]), fast.words(u)))
        << u;
  for (vertex_id u = 0; u < slow.n; u += step) {
    for (vertex_id v = 0; v < slow.n; ++v) ASSERT_EQ(slow.edge(u, v), fast.edge(u, v)) << u << " " << v;
  }
}

/// The file of a release says what the release does.
void expect_same_file(const release& fast) {
  const slow_release slow = slow_decode(fast.serialize());
  expect_same_header(slow, fast.parameters());
  expect_same_layout(slow, fast.layout());
  expect_same_bits(slow, fast, 1);
}

bool slow_refuses(const file_bytes& file) {
  try {
    slow_decode(file);
  } catch (const std::runtime_error&) {
    return true;
  }
  return false;
}

/// Why the library refuses a file; empty where it does not.
std::string library_fault(const file_bytes& file, bool blocks = true) {
  try {
    const release_reader reader(file);
    if (blocks) reader.load();
  } catch (const format_error& e) {
    return e.what();
  }
  return {};
}

bool library_refuses(const file_bytes& file) {
  return !library_fault(file).empty();
}

TEST(SlowDecoderTest, SeesWhatTheLibraryWroteForAnyParameters) {
  random_bits random(20240901);
  for (int round = 0; round < 180; ++round) {
    const std::uint64_t users =
        round < 6 ? static_cast<std::uint64_t>(1 + round) : 1 + random() % (round % 10 == 0 ? 300 : 70);
    const release_parameters p = random_parameters(users, random);
    const release fast = random_release(p, random);
    SCOPED_TRACE("round " + std::to_string(round) + ", users " + std::to_string(users));
    expect_same_file(fast);
    if (HasFailure()) return;
  }
}

/// Every combination of codec, order, chunk rule and alpha at least once.
TEST(SlowDecoderTest, SeesWhatTheLibraryWroteInEveryCombination) {
  random_bits random(20240902);
  for (const auto codec : {codec_kind::bitmap, codec_kind::ppr}) {
    for (const auto order :
         {user_order::id, user_order::random, user_order::noisy_degree, user_order::hubs_last}) {
      for (const auto rule : {chunk_rule::released_size, chunk_rule::noisy_degree, chunk_rule::true_degree}) {
        for (const std::uint32_t alpha : {1300U, 1500U, 2000U, 3000U, 16000U}) {
          release_parameters p = random_parameters(35, random);
          make_plain(p, codec);
          p.order = order;
          p.chunk_rule = rule;
          p.alpha_milli = alpha;
          make_affordable(p);
          p.chunk_rate = codec == codec_kind::ppr ? std::uint64_t{1} << 31U : 0;
          if (codec == codec_kind::bitmap) p.chunk_floor_rate = p.size_slack = 0;
          const release fast = random_release(p, random);
          expect_same_file(fast);
          if (HasFailure()) return;
        }
      }
    }
  }
}

/// The same for each field, and for a first user without columns in every place of the file.
TEST(SlowDecoderTest, SeesWhatTheLibraryWroteOverEveryField) {
  random_bits random(20240909);
  for (const unsigned q : nullspace_response::field_orders) {
    for (const auto order :
         {user_order::id, user_order::random, user_order::noisy_degree, user_order::hubs_last}) {
      for (const auto rule : {chunk_rule::released_size, chunk_rule::noisy_degree}) {
        for (const std::uint64_t users : {1U, 2U, 35U, 130U}) {
          release_parameters p = random_parameters(users, random);
          p.order = order;
          p.chunk_rule = rule;
          make_nullspace(p, random);
          p.field_order = q;
          const release fast = random_release(p, random);
          expect_same_file(fast);
          if (HasFailure()) return;
        }
      }
    }
  }
}

/// Rows of several laws, whatever the codec, in files of several blocks too.
TEST(SlowDecoderTest, SeesWhatTheLibraryWroteWithClassesOfRanks) {
  random_bits random(20261123);
  for (int round = 0; round < 60; ++round) {
    const std::uint64_t users = round % 20 == 19 ? 1500 : 2 + random() % 80;
    release_parameters p = random_parameters(users, random);
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < 1 + random() % 5; ++i) {
      first += 1 + static_cast<std::uint32_t>(random() % users) / 3;
      if (first >= users) break;
      release_parameters other = random_parameters(users, random);
      while (other.codec != p.codec) other = random_parameters(users, random);
      rank_class& c = p.later.emplace_back(rank_class{first, other, other.size, other.edges, other.count});
      c.rows.key = p.key;
    }
    if (p.order == user_order::hubs_last && p.codec != codec_kind::bitmap) p.order = user_order::noisy_degree;
    const release fast = random_release(p, random);
    SCOPED_TRACE("round " + std::to_string(round) + ", users " + std::to_string(users));
    const slow_release slow = slow_decode(fast.serialize());
    expect_same_header(slow, fast.parameters());
    expect_same_layout(slow, fast.layout());
    expect_same_bits(slow, fast, users > 100 ? 97 : 1);
    if (HasFailure()) return;
  }
}

TEST(SlowDecoderTest, ReadsSeveralBlocks) {
  random_bits random(20240903);
  for (const auto codec : {codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace}) {
    release_parameters p = random_parameters(2100, random);
    make_plain(p, codec);
    p.order = user_order::random;
    p.chunk_rule = chunk_rule::noisy_degree;
    if (codec == codec_kind::nullspace) {
      make_nullspace(p, random);
    } else {
      p.flip_threshold = std::uint64_t{1} << 36U;
      p.alpha_milli = 2000;
      p.candidate_limit_log2 = 8;
      p.chunk_rate = codec == codec_kind::ppr ? std::uint64_t{1} << 28U : 0;
      p.chunk_floor_rate = codec == codec_kind::ppr ? std::uint64_t{1} << 26U : 0;
      p.size_slack = codec == codec_kind::ppr ? 30 : 0;
    }
    const release fast = random_release(p, random);
    const file_bytes file = fast.serialize();
    ASSERT_EQ(release_reader(file).block_count(), 3U);
    const slow_release slow = slow_decode(file);
    expect_same_layout(slow, fast.layout());
    expect_same_bits(slow, fast, 97);
  }
}

/// Rows made of indices of all classes, up to the last one.
TEST(SlowDecoderTest, ReadsIndicesOfEveryClass) {
  random_bits random(20240904);
  for (const std::uint32_t limit : {1U, 2U, 17U, 32U, 33U, 40U, 55U}) {
    release_parameters p = random_parameters(60, random);
    make_plain(p, codec_kind::ppr);
    p.chunk_rule = chunk_rule::noisy_degree;
    p.candidate_limit_log2 = limit;
    p.chunk_rate = std::uint64_t{3} << 32U;
    release_layout layout(p, random_numbers(60, random), {});
    std::vector<std::uint64_t> words(layout.word_offset(60));
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::uint64_t power = std::uint64_t{1} << (i % (limit + 1));
      words[i] = i % (limit + 1) == limit ? power : power + random() % power;
    }
    const release fast(std::move(layout), std::move(words));
    expect_same_bits(slow_decode(fast.serialize()), fast, 1);
  }
}

/// So many indices in one block that counters pass 2^24 and are halved, oddly.
TEST(SlowDecoderTest, FollowsCountersThatAreHalved) {
  random_bits random(20240908);
  release_parameters p = random_parameters(1024, random);
  make_plain(p, codec_kind::ppr);
  p.order = user_order::id;
  p.chunk_rule = chunk_rule::noisy_degree;
  p.candidate_limit_log2 = 3;
  p.alpha_milli = 1300;  // counters start at 104: halves are odd
  p.chunk_rate = ~std::uint64_t{0};
  release_layout layout(p, std::vector<std::int64_t>(1024, 1000), {});
  std::vector<std::uint64_t> words(layout.word_offset(1024));
  ASSERT_GT(32 * words.size(), std::size_t{1} << 24U);
  for (std::uint64_t& word : words) word = 1 + random() % 8 % (1 + random() % 8);
  const release fast(std::move(layout), std::move(words));
  const slow_release slow = slow_decode(fast.serialize());
  expect_same_bits(slow, fast, 256);
}

TEST(SlowDecoderTest, ReadsTheReportOfASingleUser) {
  random_bits random(20240905);
  for (int round = 0; round < 30; ++round) {
    const release fast = random_release(random_parameters(1 + random() % 80, random), random);
    const slow_release slow = slow_decode(fast.serialize());
    for (vertex_id u = 0; u < slow.n; ++u) {
      const file_bytes report = write_report(fast.layout(), u, fast.words(u));
      const std::vector<std::uint64_t> row = slow_decode_report(slow, u, report);
      const std::vector<std::uint64_t> words = library_words(slow, slow.field_order, row);
      ASSERT_TRUE(std::ranges::equal(words, fast.words(u))) << "round " << round << ", user " << u;
      ASSERT_EQ(words, read_report(fast.layout(), u, report)) << "round " << round << ", user " << u;
    }
  }
}

TEST(SlowDecoderTest, RefusesAnyChangedByteAndAnyCut) {
  random_bits random(20240906);
  for (int round = 0; round < 12; ++round) {
    const file_bytes file = random_release(random_parameters(1 + random() % 40, random), random).serialize();
    ASSERT_FALSE(slow_refuses(file));
    for (std::size_t at = 0; at < file.size(); at += at < 160 ? 1 : 1 + random() % 8) {
      file_bytes changed = file;
      changed[at] ^= static_cast<std::byte>(1 + random() % 255);
      ASSERT_TRUE(slow_refuses(changed)) << at;
      ASSERT_TRUE(library_refuses(changed)) << at;
    }
    for (std::size_t size = 0; size < file.size(); size += 1 + random() % 16) {
      const file_bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
      ASSERT_TRUE(slow_refuses(cut) && library_refuses(cut)) << size;
    }
    file_bytes longer = file;
    longer.push_back(std::byte{1});
    ASSERT_TRUE(slow_refuses(longer) && library_refuses(longer));
  }
}

/// A file with other parameters, and the digest that belongs to them.
file_bytes with_parameters(const file_bytes& file, const std::vector<int128>& values) {
  test::sectioned_file parts(file);
  testing::slow_bytes bytes;
  parts["PARM"].bytes.clear();
  for (const int128 value : values) append_integer(parts["PARM"].bytes, value);
  for (const std::byte b : parts["PARM"].bytes) bytes.push_back(std::to_integer<std::uint8_t>(b));
  slow_release told = slow_decode(file);
  try {
    testing::slow_read_parameters(bytes, told);
  } catch (const std::runtime_error&) {
    return parts.file();  // refused anyway
  }
  parts["TOLD"].bytes.clear();
  for (const std::uint8_t b : testing::slow_told(told))
    parts["TOLD"].bytes.push_back(static_cast<std::byte>(b));
  return parts.file();
}

std::vector<int128> parameters_of(const file_bytes& file) {
  testing::slow_bytes bytes;
  test::sectioned_file parts(file);
  for (const std::byte b : parts["PARM"].bytes) bytes.push_back(std::to_integer<std::uint8_t>(b));
  const auto values = testing::slow_canonical(bytes);
  return {values.begin(), values.end()};
}

struct parameter_values {
  const char* name;
  std::size_t place;
  std::vector<int128> good, bad;
};

void expect_parameters_agree(const file_bytes& file, const std::vector<parameter_values>& parameters) {
  const std::vector<int128> values = parameters_of(file);
  ASSERT_FALSE(library_refuses(with_parameters(file, values)));
  for (const parameter_values& of : parameters) {
    for (const bool good : {true, false}) {
      for (const int128 value : good ? of.good : of.bad) {
        std::vector<int128> changed = values;
        changed.at(of.place) = value;
        const file_bytes other = with_parameters(file, changed);
        const auto printed = static_cast<std::int64_t>(value);
        const std::string fault = library_fault(other, false);
        EXPECT_EQ(slow_refuses(other), !good) << of.name << " " << printed;
        EXPECT_EQ(!fault.empty(), !good) << of.name << " " << printed << ": " << fault;
        // No digest belongs to bad values: it must not be what they are refused for, but for users
        // without numbers.
        EXPECT_TRUE(of.place == 1 || fault.find("digest") == std::string::npos) << of.name << " " << printed;
      }
    }
  }
  std::vector<int128> fewer = values, more = values;
  fewer.pop_back();
  more.push_back(0);
  for (const auto& other : {with_parameters(file, fewer), with_parameters(file, more)})
    EXPECT_TRUE(slow_refuses(other) && library_refuses(other));
}

constexpr int128 largest_64 = static_cast<int128>(~std::uint64_t{0});
constexpr int128 nats_64 = int128{64} << 32;

TEST(SlowDecoderTest, AgreesWithTheLibraryOnTheRangeOfParameters) {
  random_bits random(20261123);
  release_parameters p = random_parameters(30, random);
  make_plain(p, codec_kind::ppr);
  p.chunk_rule = chunk_rule::noisy_degree;
  p.chunk_rate = std::uint64_t{1} << 30U;
  p.chunk_floor_rate = p.size_slack = 0;
  p.candidate_limit_log2 = 6;
  p.flip_threshold = std::uint64_t{1} << 38U;
  p.alpha_milli = 2000;
  const release_layout layout(p, std::vector<std::int64_t>(30, 3), {});
  const int128 half = int128{1} << 39;
  expect_parameters_agree(
      release(layout, std::vector<std::uint64_t>(layout.word_offset(30), 5)).serialize(),
      {{"key", 0, {}, {-1, largest_64 + 1}},
       {"users", 1, {30}, {-1, 0, 29, 31, 1025, int128{1} << 32, (int128{1} << 32) + 1}},
       {"order", 2, {1, 2, 3, 4}, {-1, 0, 5, 256}},
       {"codec", 3, {2}, {-1, 0, 3, 4, 255}},
       {"chunk rule", 4, {2}, {-1, 0, 1, 3, 4}},
       {"simulated", 5, {0, 1}, {-1, 2}},
       {"flip threshold", 6, {int128{1} << 30, half - 1}, {-1, 0, 1, half, 2 * half, largest_64}},
       {"drop threshold", 7, {0}, {-1, 1}},
       {"field", 8, {0}, {-1, 2}},
       {"kept rate", 9, {0}, {-1, 1}},
       {"alpha", 10, {1300, 16000}, {-1, 0, 1000, 1299, 16001, int128{1} << 33}},
       {"candidate limit", 11, {55}, {-1, 0, 56, 64}},
       {"level", 12, {0, 7}, {-1, int128{1} << 32}},
       {"chunk rate", 13, {1, largest_64}, {-1, 0, largest_64 + 1}},
       {"chunk floor rate", 14, {0, 1}, {-1}},
       {"size slack", 15, {0, 1, int128{1} << 32}, {-1, (int128{1} << 32) + 1}},
       {"coding", 16, {0}, {-1, 1, 2}},
       {"total", 17, {nats_64 - 1, nats_64}, {-1, 0, nats_64 / 2, nats_64 + 1}},
       {"degree", 18, {1}, {-1, 0, nats_64}},
       {"edges", 20, {nats_64 / 2}, {-1, 0, nats_64}},
       {"count", 21, {0, 1}, {-1, nats_64, nats_64 + 1}}});
}

TEST(SlowDecoderTest, AgreesWithTheLibraryOnTheRangeOfParametersOfNullSpacesAndBitmaps) {
  random_bits random(20261124);
  release_parameters p = random_parameters(30, random);
  p.chunk_rule = chunk_rule::noisy_degree;
  make_nullspace(p, random);
  p.edges = epsilon::from_nats(20.0);
  p.drop_threshold = (std::uint64_t{1} << 40U) / 30000;
  const release_layout layout(p, std::vector<std::int64_t>(30, 3), {});
  const int128 whole = int128{1} << 40, one = int128{1} << 32;
  expect_parameters_agree(release(layout, std::vector<std::uint64_t>(layout.word_offset(30), 0)).serialize(),
                          {{"codec", 3, {3}, {1, 2, 4}},
                           {"chunk rule", 4, {2}, {1, 3}},
                           {"flip threshold", 6, {0}, {1}},
                           {"drop threshold", 7, {whole / 2, whole - 1}, {0, 1, whole, whole + 1}},
                           {"field", 8, {2, 3, 4, 5, 7, 8, 11, 13, 16}, {0, 1, 6, 9, 10, 12, 14, 15, 17}},
                           {"kept rate", 9, {1, one}, {0, one + 1}},
                           {"alpha", 10, {0}, {2000}},
                           {"candidate limit", 11, {0}, {40}},
                           {"level", 12, {0}, {5}},
                           {"chunk rate", 13, {0}, {1}},
                           {"chunk floor rate", 14, {0}, {1}},
                           {"coding", 16, {0, 1}, {2, 255, 256}},
                           {"edges", 20, {11 * one}, {one}}});

  make_plain(p, codec_kind::bitmap);
  p.chunk_rate = p.chunk_floor_rate = p.size_slack = 0;
  p.coding = row_coding::compact;
  p.level = 5;
  const release_layout rows(p, std::vector<std::int64_t>(30, 3), {});
  expect_parameters_agree(release(rows, std::vector<std::uint64_t>(rows.word_offset(30), 0)).serialize(),
                          {{"coding", 16, {1}, {2, 255, 256}},
                           {"size slack", 15, {0}, {1}},
                           {"chunk rate", 13, {0}, {1}},
                           {"drop threshold", 7, {0}, {1}}});
}

/// Under the rule true-degree both refuse a null space, sizes or none.
TEST(SlowDecoderTest, AgreesWithTheLibraryThatColumnsNeverFollowTheTrueDegree) {
  random_bits random(20240911);
  release_parameters p = random_parameters(20, random);
  p.chunk_rule = chunk_rule::released_size;
  make_nullspace(p, random);
  expect_parameters_agree(random_release(p, random).serialize(), {{"chunk rule", 4, {1}, {3}}});
}

TEST(SlowDecoderTest, AgreesWithTheLibraryOnSections) {
  random_bits random(20261125);
  release_parameters p = random_parameters(25, random);
  p.chunk_rule = p.codec == codec_kind::nullspace ? chunk_rule::noisy_degree : p.chunk_rule;
  const release plain = random_release(p, random);
  std::vector<std::uint64_t> ids(25);
  for (std::uint64_t& id : ids) id = random() >> random() % 64;
  const release some_absent(plain.layout(), plain.all_words(), {0, 7, 24});
  const file_notes notes{ids, "00ff" + std::string(60, 'a')};
  const file_bytes file = some_absent.serialize(nullptr, notes);
  const slow_release slow = slow_decode(file);
  const release_reader reader(file);
  EXPECT_EQ(slow.ids, ids);
  EXPECT_EQ(reader.notes().ids, ids);
  EXPECT_EQ(slow.task, notes.task);
  EXPECT_EQ(reader.notes().task, notes.task);
  EXPECT_EQ(slow.absent, (std::vector<std::uint32_t>{0, 7, 24}));
  EXPECT_EQ(reader.absent(), some_absent.absent());
  EXPECT_EQ(reader.load().serialize(nullptr, notes), file);

  const auto both = [&](const char* what, bool refused, auto&& change) {
    test::sectioned_file parts(file);
    change(parts);
    EXPECT_EQ(slow_refuses(parts.file()), refused) << what;
    EXPECT_EQ(library_refuses(parts.file()), refused) << what;
  };
  using parts_of = test::sectioned_file&;
  both("as it is", false, [](parts_of) {});
  both("without ids", false,
       [](parts_of f) { std::erase_if(f.sections, [](const auto& s) { return s.tag == "IDS "; }); });
  both("without a task", false,
       [](parts_of f) { std::erase_if(f.sections, [](const auto& s) { return s.tag == "TASK"; }); });
  both("a longer id of a task", true, [](parts_of f) { f["TASK"].bytes.push_back({}); });
  both("a critical task", true, [](parts_of f) { f["TASK"].flags = 1; });
  both("without absent users", false,
       [](parts_of f) { std::erase_if(f.sections, [](const auto& s) { return s.tag == "ABSN"; }); });
  for (const char* tag : {"PARM", "TOLD", "DEGS", "INDX", "ROWS"})
    both(tag, true,
         [&](parts_of f) { std::erase_if(f.sections, [&](const auto& s) { return s.tag == tag; }); });
  both("a section of a later version", false,
       [](parts_of f) { f.sections.insert(f.sections.begin(), {"NEWS", 0, {std::byte{1}}}); });
  both("behind the rows", false, [](parts_of f) { f.sections.push_back({"NEWS", 2, {}}); });
  both("that is critical", true, [](parts_of f) { f.sections.push_back({"NEWS", 1, {}}); });
  both("with other flags", true, [](parts_of f) { f.sections.push_back({"NEWS", 4, {}}); });
  both("known, optional all the same", true, [](parts_of f) { f["DEGS"].flags = 0; });
  both("rows without checksums of their own", true, [](parts_of f) { f["ROWS"].flags = 1; });
  both("twice", true, [](parts_of f) { f.sections.push_back(f["DEGS"]); });
  both("rows before their index", true, [](parts_of f) { std::swap(f["INDX"], f["ROWS"]); });
  both("another digest", true, [](parts_of f) { f["TOLD"].bytes[5] ^= std::byte{1}; });
  both("a longer digest", true, [](parts_of f) { f["TOLD"].bytes.push_back({}); });
  both("a longer index", true, [](parts_of f) { f["INDX"].bytes.resize(16); });
  both("nobody absent", true, [](parts_of f) { f["ABSN"].bytes.clear(); });
  both("an absent user that is none", true, [](parts_of f) { f["ABSN"].bytes.push_back(std::byte{2}); });
  both("an absent user twice", true, [](parts_of f) { f["ABSN"].bytes[1] = {}; });
}

/// Numbers of every length in every section.
TEST(SlowDecoderTest, ReadsNumbersOfEveryLength) {
  random_bits random(20261126);
  for (int round = 0; round < 20; ++round) {
    release_parameters p = random_parameters(120, random);
    p.chunk_rule = chunk_rule::released_size;
    std::vector<std::int64_t> degrees(120), sizes(120);
    std::vector<std::uint64_t> ids(120);
    for (std::size_t u = 0; u < 120; ++u) {
      const auto any = [&] { return static_cast<std::int64_t>(random() >> (16 + random() % 48)); };
      degrees[u] = random() % 2 == 0 ? any() : -any();
      sizes[u] = random() % 2 == 0 ? any() : -any();
      ids[u] = random() >> random() % 64;
    }
    p.size_slack = 0;
    p.chunk_rate = std::min<std::uint64_t>(p.chunk_rate, 1000);
    p.kept_rate = std::min<std::uint64_t>(p.kept_rate, 1000);
    p.chunk_floor_rate = 0;
    const release_layout layout(p, degrees, sizes);
    const release fast(layout, std::vector<std::uint64_t>(layout.word_offset(120), 1));
    const slow_release slow = slow_decode(fast.serialize(nullptr, {ids}));
    EXPECT_EQ(slow.degrees, degrees);
    EXPECT_EQ(slow.sizes, sizes);
    EXPECT_EQ(slow.ids, ids);
  }
}

/// Numbers that take no bytes at all speak for few users each.
TEST(SlowDecoderTest, AgreesWithTheLibraryOnSectionsThatAreFilledUp) {
  random_bits random(20261127);
  release_parameters p = random_parameters(3000, random);
  make_plain(p, codec_kind::bitmap);
  p.chunk_rate = p.chunk_floor_rate = p.size_slack = 0;
  p.chunk_rule = chunk_rule::released_size;
  const std::vector<std::int64_t> zeros(3000);
  const release_layout layout(p, zeros, zeros);
  release_sizes sizes;
  const file_bytes file =
      release(layout, std::vector<std::uint64_t>(layout.word_offset(3000))).serialize(&sizes);
  EXPECT_EQ(sizes.degrees, 375U);
  EXPECT_EQ(sizes.sizes, 375U);
  EXPECT_EQ(slow_decode(file).sizes, zeros);
  EXPECT_FALSE(library_refuses(file));
  for (const char* tag : {"DEGS", "SIZE"}) {
    for (const std::size_t size : {374U, 376U}) {
      test::sectioned_file parts(file);
      parts[tag].bytes.resize(size);
      EXPECT_TRUE(slow_refuses(parts.file()) && library_refuses(parts.file())) << tag << " " << size;
    }
  }
  for (const std::size_t count : {64U, 65U}) {
    test::sectioned_file parts(file);
    for (std::size_t i = 0; parts.sections.size() < count; ++i) {
      std::string tag = "N000";
      tag[2] = static_cast<char>('0' + i / 10);
      tag[3] = static_cast<char>('0' + i % 10);
      parts.sections.push_back({tag, 0, {}});
    }
    EXPECT_EQ(slow_refuses(parts.file()), count > 64) << count;
    EXPECT_EQ(library_refuses(parts.file()), count > 64) << count;
  }
}

}  // namespace
}  // namespace edgeldp
