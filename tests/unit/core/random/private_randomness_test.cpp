// SPDX-License-Identifier: MIT
#include "edgeldp/core/random/private_randomness.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <set>
#include <type_traits>
#include <vector>

#include "edgeldp/core/random/public_coins.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "support/scripted_randomness.hpp"
#include "support/simd_targets.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

static_assert(!std::is_copy_constructible_v<system_randomness>, "copied coins would be spent twice");
static_assert(!std::is_convertible_v<simulation_randomness*, system_randomness*>);
static_assert(!std::is_convertible_v<public_randomness*, private_randomness*>);

TEST(SystemRandomnessTest, DoesNotRepeat) {
  system_randomness a, b;
  EXPECT_FALSE(a.is_simulated());
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1000; ++i) {
    seen.insert(a());
    seen.insert(b());
  }
  EXPECT_EQ(seen.size(), 2000U);  // a collision has probability 2^-43
}

/// The next words of `coins` in a child of this process.
std::vector<std::uint64_t> words_of_a_child(private_randomness& coins, std::size_t count) {
  std::array<int, 2> pipe_ends{};
  if (pipe(pipe_ends.data()) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    std::vector<std::uint64_t> words(count);
    for (std::uint64_t& word : words) word = coins();
    const auto bytes = static_cast<ssize_t>(count * sizeof(std::uint64_t));
    _exit(write(pipe_ends[1], words.data(), static_cast<std::size_t>(bytes)) == bytes ? 0 : 1);
  }
  close(pipe_ends[1]);
  std::vector<std::uint64_t> words(count);
  const ssize_t got = child < 0 ? 0 : ::read(pipe_ends[0], words.data(), count * sizeof(std::uint64_t));
  close(pipe_ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  words.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)) / sizeof(std::uint64_t));
  return words;
}

TEST(SystemRandomnessTest, ProcessesShareNoCoin) {
  constexpr std::size_t count = 70;  // more than are fetched at once
  system_randomness coins;
  coins();
  std::set<std::uint64_t> seen;
  for (int child = 0; child < 2; ++child) {
    const std::vector<std::uint64_t> theirs = words_of_a_child(coins, count);
    ASSERT_EQ(theirs.size(), count);
    seen.insert(theirs.begin(), theirs.end());
  }
  for (std::size_t i = 0; i < count; ++i) seen.insert(coins());
  EXPECT_EQ(seen.size(), 3 * count);  // a collision has probability 2^-48
}

/// RFC 8439, appendix A.1, test vector 1: key, counter and nonce zero.
TEST(DerivedRandomnessTest, IsTheKeyStreamOfChaCha20) {
  const coin_secret zero(coin_secret::bytes{});
  derived_randomness coins(zero, 0);
  EXPECT_FALSE(coins.is_simulated());
  for (const std::uint64_t word : {0x903df1a0ade0b876U, 0x28bd8653e56a5d40U, 0x1aed8da0b819d2bdU})
    EXPECT_EQ(coins(), word);
}

TEST(DerivedRandomnessTest, IsTheSameForASecretAndAPurpose) {
  coin_secret::bytes bytes{};
  const coin_secret zero(bytes);
  bytes[31] = std::byte{1};
  const coin_secret other(bytes);
  const auto words = [](const coin_secret& secret, std::uint32_t purpose) {
    derived_randomness coins(secret, purpose);
    std::vector<std::uint64_t> all(200);
    for (std::uint64_t& word : all) word = coins();
    return all;
  };
  EXPECT_EQ(words(zero, 3), words(zero, 3));
  const std::set<std::vector<std::uint64_t>> all{words(zero, 3), words(zero, 4), words(other, 3)};
  EXPECT_EQ(all.size(), 3U);
  std::set<std::uint64_t> seen;
  for (const auto& some : all) seen.insert(some.begin(), some.end());
  EXPECT_EQ(seen.size(), 600U) << "no two streams share a word";
}

TEST(DerivedRandomnessTest, AChildGoesOnWithTheSameCoins) {
  const coin_secret secret(coin_secret::bytes{});
  derived_randomness coins(secret, 1), again(secret, 1);
  coins();
  again();
  const std::vector<std::uint64_t> there = words_of_a_child(coins, 10);
  for (const std::uint64_t word : there) EXPECT_EQ(again(), word);
  EXPECT_EQ(there.size(), 10U);
}

TEST(SimulationRandomnessTest, AChildReplaysTheSameCoins) {
  for (const int drawn : {0, 1, 64}) {
    simulation_randomness a(1, 2, 3), b(1, 2, 3);
    for (int i = 0; i < drawn; ++i) EXPECT_EQ(a(), b());
    const std::vector<std::uint64_t> theirs = words_of_a_child(a, 70);
    ASSERT_EQ(theirs.size(), 70U);
    for (const std::uint64_t word : theirs) EXPECT_EQ(word, b());
  }
}

TEST(SimulationRandomnessTest, ReplaysFromItsSeed) {
  simulation_randomness a(1, 2, 3), b(1, 2, 3);
  EXPECT_TRUE(a.is_simulated());
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(a(), b());
}

TEST(SimulationRandomnessTest, SeparatesKeysPurposesAndUsers) {
  std::set<std::uint64_t> seen;
  for (const auto& [key, purpose, user] :
       {std::array<std::uint32_t, 3>{1, 2, 3}, {2, 2, 3}, {1, 3, 3}, {1, 2, 4}}) {
    simulation_randomness coins(key, purpose, user);
    for (int i = 0; i < 200; ++i) seen.insert(coins());
  }
  EXPECT_EQ(seen.size(), 800U);
}

/// On every vector target, also where the lower word of the counter passes its end.
TEST(SimulationRandomnessTest, ReadsPhiloxInOrder) {
  constexpr std::uint64_t key = 0x1234'5678'9abc'def0;
  test::for_each_vector_target([](const char* target) {
    for (const std::uint64_t start :
         {std::uint64_t{0}, (std::uint64_t{1} << 32) - 5, std::uint64_t{1} << 40}) {
      simulation_randomness coins(key, 5, 7, 2 * start);
      for (std::uint64_t b = start; b < start + 200; ++b) {
        const philox_block block =
            philox4x32_10(key, {static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(b >> 32), 5, 7});
        ASSERT_EQ(coins(), block[0] | (std::uint64_t{block[1]} << 32)) << target << ", block " << b;
        ASSERT_EQ(coins(), block[2] | (std::uint64_t{block[3]} << 32)) << target << ", block " << b;
      }
    }
  });
}

TEST(SimulationRandomnessTest, APartOfAStreamIsThatPart) {
  simulation_randomness all(1, 2, 3);
  std::vector<std::uint64_t> words(300);
  for (std::uint64_t& word : words) word = all();
  for (const std::uint64_t first : {0U, 2U, 64U, 130U}) {
    simulation_randomness part(1, 2, 3, first);
    for (std::uint64_t i = first; i < words.size(); ++i) ASSERT_EQ(part(), words[i]) << first;
  }
}

TEST(BernoulliTest, ComparesTheTopFortyBitsWithTheThreshold) {
  const std::uint64_t threshold = 0x12'3456'789a;
  test::scripted_randomness coins({(threshold - 1) << 24 | 0xffffff, threshold << 24, 0, ~std::uint64_t{0}});
  EXPECT_TRUE(bernoulli_40(coins, threshold));
  EXPECT_FALSE(bernoulli_40(coins, threshold));
  EXPECT_TRUE(bernoulli_40(coins, threshold));
  EXPECT_FALSE(bernoulli_40(coins, threshold));
}

TEST(BernoulliTest, IsCertainAtBothEnds) {
  test::scripted_randomness coins({0, ~std::uint64_t{0}});
  EXPECT_FALSE(bernoulli_40(coins, 0));
  EXPECT_TRUE(bernoulli_40(coins, std::uint64_t{1} << 40));
}

TEST(UniformOpenTest, ReachesNeitherEnd) {
  test::scripted_randomness coins({0, ~std::uint64_t{0}});
  EXPECT_EQ(uniform_open(coins), 0x1.0p-53);
  EXPECT_LT(uniform_open(coins), 1.0);
}

TEST(UniformBelowTest, IsUniformByEnumerationOfTopWords) {
  // bound 5 keeps three bits: 0 .. 4 are taken, 5 .. 7 are redrawn.
  for (std::uint64_t word = 0; word < 8; ++word) {
    test::scripted_randomness coins({word, 3});
    EXPECT_EQ(uniform_below(coins, 5), word < 5 ? word : 3) << word;
  }
}

TEST(UniformBelowTest, HandlesOneAndPowersOfTwo) {
  simulation_randomness coins(4, 4, 4);
  EXPECT_EQ(uniform_below(coins, 1), 0U);
  for (int i = 0; i < 1000; ++i) EXPECT_LT(uniform_below(coins, 64), 64U);
}

// 300 000 draws below 3 * 2^64 and below 2^127 / 3: which third they fall into. A bias of 0.3% of a
// third is seen.
TEST(UniformBelowTest, IsUniformBeyondOneWord) {
  for (const uint128 bound : {uint128{3} << 64, (uint128{1} << 127) / 3}) {
    simulation_randomness coins(5, 4, 4);
    std::vector<std::uint64_t> counts(3);
    for (int i = 0; i < 300'000; ++i) {
      const uint128 x = uniform_below(coins, bound);
      ASSERT_LT(x, bound);
      ++counts[x < bound / 3 ? 0 : x < bound / 3 * 2 ? 1 : 2];
    }
    const std::vector<double> thirds(3, 1.0 / 3.0);
    EXPECT_GT(test::chi_square_p(counts, thirds), test::significance);
  }
}

// Each lane says whether its own number lies below the threshold; so each bit has exactly the law
// of that, and bits are independent.
TEST(BernoulliTest, EveryLaneComparesItsOwnNumber) {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 2000; ++trial) {
    constexpr std::uint64_t resolution = std::uint64_t{1} << 40;
    const std::uint64_t threshold = (random() % resolution) >> (random() % 41);
    std::vector<std::uint64_t> numbers(64);
    for (std::uint64_t& number : numbers) {
      // Most agree with the threshold for some digits.
      const unsigned kept = static_cast<unsigned>(random() % 41);
      number = threshold ^ (random() % resolution >> kept);
    }
    numbers[random() % 64] = threshold;
    const std::uint64_t lanes = trial % 2 == 0 ? ~std::uint64_t{0} : random();
    std::uint64_t expected = 0;
    std::vector<std::uint64_t> compared;
    for (unsigned lane = 0; lane < 64; ++lane) {
      if (numbers[lane] < threshold) expected |= std::uint64_t{1} << lane;
      // Others do not keep it waiting.
      compared.push_back((lanes >> lane & 1) != 0 ? numbers[lane] : threshold ^ (resolution / 2));
    }
    constexpr std::uint64_t mark = 0x123456789abcdef;
    std::vector<std::uint64_t> script;
    if (lanes != 0) test::append_digits(script, compared, threshold);
    script.push_back(mark);
    test::scripted_randomness coins(script);
    ASSERT_EQ(bernoulli_40_of_each(coins, threshold, lanes), expected & lanes) << threshold;
    ASSERT_EQ(coins(), mark) << "no coin more than that takes";
  }
}

// As rows of absent users, and of clients whose coins follow from a secret, have always been drawn.
TEST(BernoulliTest, CoinsOfAFixedUseGiveAWordToEachLaneInTurn) {
  constexpr std::uint64_t lanes = 0x8000'0000'f00f'0002;
  const coin_secret secret(coin_secret::bytes{std::byte{7}});
  public_coins filled(release_key{3}, stream_tag::absent_row, 5),
      filled_again(release_key{3}, stream_tag::absent_row, 5);
  derived_randomness derived(secret, 9), derived_again(secret, 9);
  const auto check = [](private_randomness& coins, private_randomness& again) {
    ASSERT_TRUE(coins.has_fixed_use());
    for (const std::uint64_t threshold : {std::uint64_t{1} << 38, std::uint64_t{0x5555555555}}) {
      std::uint64_t expected = 0;
      for (unsigned lane = 0; lane < 64; ++lane)
        if ((lanes >> lane & 1) != 0 && (again() >> 24) < threshold) expected |= std::uint64_t{1} << lane;
      EXPECT_EQ(bernoulli_40_of_each(coins, threshold, lanes), expected);
    }
    EXPECT_EQ(coins(), again());
  };
  check(filled, filled_again);
  check(derived, derived_again);
  EXPECT_FALSE(system_randomness().has_fixed_use());
  EXPECT_FALSE(simulation_randomness(1, 2, 3).has_fixed_use());
}

/// Coins that protect somebody, counted.
class counted_coins final : public private_randomness {
 public:
  explicit counted_coins(std::uint64_t seed) : m_random(seed) {}
  bool is_simulated() const noexcept override { return false; }

 private:
  /// One at a time: how many were fetched is how many were used.
  std::size_t refill(buffer& words) override {
    ++fetched;
    words.back() = m_random();
    return words.size() - 1;
  }
  std::mt19937_64 m_random;

 public:
  int fetched = 0;
};

// Else their number would tell of the noise.
TEST(BernoulliTest, CoinsThatProtectSomebodyAreDrawnToTheLastDigit) {
  counted_coins coins(1);
  for (const std::uint64_t threshold :
       {std::uint64_t{1}, std::uint64_t{1} << 39, std::uint64_t{0x5555555555}})
    for (const std::uint64_t lanes : {~std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0xf0}}) {
      coins.fetched = 0;
      const std::uint64_t ones = bernoulli_40_of_each(coins, threshold, lanes);
      EXPECT_EQ(coins.fetched, 40) << threshold << ' ' << lanes;
      EXPECT_EQ(ones & ~lanes, 0U);
    }
}

TEST(BernoulliTest, CertainAnswersOfEachTakeNoCoin) {
  test::scripted_randomness coins({5});
  EXPECT_EQ(bernoulli_40_of_each(coins, std::uint64_t{1} << 40, 77), 77U);
  EXPECT_EQ(bernoulli_40_of_each(coins, 3, 0), 0U);
  EXPECT_EQ(coins(), 5U);
}

}  // namespace
}  // namespace edgeldp
