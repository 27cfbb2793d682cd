// SPDX-License-Identifier: MIT
// The law of the sampler is tested in statistical/ppr_law_statistical_test.cpp.
#include "edgeldp/core/codec/ppr/sampler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/ppr/heap_sampler.hpp"
#include "edgeldp/core/random/big_ball.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

/// Ratios that fall by about e a step.
ppr_law law_of(double alpha, std::uint64_t numerator = 27183, std::uint64_t denominator = 10000) {
  return {ppr_alpha(alpha), numerator, denominator};
}

TEST(PprSamplerTest, AListOfOneHasOneAnswer) {
  simulation_randomness coins(1, 1, 1);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(sample_ppr_index(law_of(2.0), 1, coins, [](std::uint64_t, std::uint64_t) { return 2U; }).index,
              1U);
}

TEST(PprSamplerTest, AsksForCandidatesInOrderAndInsideTheList) {
  simulation_randomness coins(2, 1, 1);
  const ppr_law law = law_of(1.5);
  for (int i = 0; i < 2000; ++i) {
    std::uint64_t last = 0, asked = 0;
    const auto choice = sample_ppr_index(law, 50, coins, [&](std::uint64_t k, std::uint64_t) {
      EXPECT_GT(k, last);
      EXPECT_LE(k, 50U);
      last = k;
      ++asked;
      return k & 1;
    });
    EXPECT_EQ(choice.evaluations, asked);
    EXPECT_LE(choice.index, last);
    EXPECT_GE(choice.index, 1U);
  }
}

TEST(PprLawTest, RefusesStepsThatAreNoFractionAboveOne) {
  EXPECT_THROW(law_of(2.0, 1, 1), invalid_parameter);
  EXPECT_THROW(law_of(2.0, 1, 0), invalid_parameter);
  EXPECT_THROW(law_of(2.0, (std::uint64_t{1} << 53) + 1, 1), invalid_parameter);
  EXPECT_NO_THROW(law_of(2.0, std::uint64_t{1} << 53, (std::uint64_t{1} << 53) - 1));
}

/// One walk in balls of `bits`; nothing where these are too few.
template <class Loss>
std::optional<ppr_choice> walk_in_bits(unsigned bits, const ppr_law& law, std::uint64_t limit,
                                       uniform_digits& digits, Loss& loss) {
  const big_arithmetic arithmetic(bits);
  try {
    return ppr_walk(arithmetic, law.constants(arithmetic), limit, digits, loss).run();
  } catch (const undecided&) {
    return {};
  }
}

// 12 bits leave a quarter to nearly all of the walks open; these start anew, many of them several
// times, and must end as one of 200 bits and one of doubles on the same digits do.
TEST(PprSamplerTest, CoarseBallsChooseAsFineOnesDo) {
  struct walk_case {
    double alpha;
    std::uint64_t numerator, denominator;
    unsigned limit_log2;
  };
  const walk_case cases[] = {{2.0, 27183, 10000, 40}, {1.5, 27183, 10000, 55}, {1.3, 3, 2, 55},
                             {3.0, 7, 1, 40},         {16.0, 3, 2, 40},        {2.0, 1000001, 1000000, 40},
                             {1.5, 3, 2, 3}};
  for (const walk_case& c : cases) {
    const ppr_law law = law_of(c.alpha, c.numerator, c.denominator);
    const std::uint64_t limit = std::uint64_t{1} << c.limit_log2;
    auto loss = [](std::uint64_t k, std::uint64_t) { return (k * 0x9e3779b97f4a7c15ULL) >> 62; };
    simulation_randomness coins(8, static_cast<std::uint32_t>(1000 * c.alpha), c.limit_log2);
    uniform_digits digits(coins);
    unsigned anew = 0, doubles_decide = 0;
    constexpr unsigned draws = 60;
    for (unsigned i = 0; i < draws; ++i) {
      digits.restart();
      anew += walk_in_bits(12, law, limit, digits, loss) ? 0 : 1;
      const ppr_choice coarse = sample_ppr_index_in_bits(12, law, limit, digits, loss);
      const ppr_choice fine = sample_ppr_index_in_bits(200, law, limit, digits, loss);
      ASSERT_EQ(coarse.index, fine.index) << c.alpha;
      ASSERT_EQ(coarse.evaluations, fine.evaluations) << c.alpha;
      try {
        const ppr_choice in_doubles =
            ppr_walk(double_arithmetic(), law.in_doubles(), limit, digits, loss).run();
        ASSERT_EQ(in_doubles.index, fine.index) << c.alpha;
        ++doubles_decide;
      } catch (const undecided&) {
      }
    }
    EXPECT_GT(anew, c.limit_log2 > 3 ? draws / 6 : 0) << c.alpha;
    EXPECT_GT(doubles_decide, draws - 3) << c.alpha;
  }
}

// Walks that count marks by the ten thousand: the radii of sums must not grow with their length.
// Where they do (sums added up in one number, or the points between two marks counted as a
// difference of two distances) one walk in three is left open here.
TEST(PprSamplerTest, LongWalksAreDecidedInDoubles) {
  for (const double alpha : {2.0, 1.5, 1.3}) {
    const ppr_law law = law_of(alpha, 2, 1);
    simulation_randomness coins(3, 1, 1);
    uniform_digits digits(coins);
    auto loss = [](std::uint64_t, std::uint64_t) { return std::uint64_t{15}; };
    std::uint64_t evaluations = 0;
    for (unsigned i = 0; i < 40; ++i) {
      digits.restart();
      ASSERT_NO_THROW(evaluations +=
                      ppr_walk(double_arithmetic(), law.in_doubles(), std::uint64_t{1} << 40, digits, loss)
                          .run()
                          .evaluations)
          << alpha << ", " << i;
    }
    EXPECT_GT(evaluations, 400'000U) << alpha;
  }
}

// The same walk in doubles and in 128 bits, where it is long enough that sums move whole units.
TEST(PprSamplerTest, LongWalksChooseInDoublesAsInManyBits) {
  for (const double alpha : {2.0, 1.5, 1.3}) {
    const ppr_law law = law_of(alpha, 2, 1);
    simulation_randomness coins(4, 1, 1);
    uniform_digits digits(coins);
    auto loss = [](std::uint64_t k, std::uint64_t) { return 9 + (k & 3); };
    for (unsigned i = 0; i < 4; ++i) {
      const ppr_choice choice = sample_ppr_index(law, std::uint64_t{1} << 40, digits, loss);
      const ppr_choice fine = sample_ppr_index_in_bits(128, law, std::uint64_t{1} << 40, digits, loss);
      ASSERT_EQ(choice.index, fine.index) << alpha;
      ASSERT_EQ(choice.evaluations, fine.evaluations) << alpha;
    }
  }
}

// The sampler itself starts anew where a word of zeros leaves a logarithm open, and takes further
// digits then.
TEST(PprSamplerTest, AWordOfZerosIsReadOn) {
  class zero_first final : public private_randomness {
   public:
    explicit zero_first(std::uint64_t key) : m_rest(key, 1, 1) {}
    bool is_simulated() const noexcept override { return true; }

   private:
    std::size_t refill(buffer& words) override {
      for (std::uint64_t& word : words) word = m_rest();
      if (m_is_first) words[0] = 0;
      m_is_first = false;
      return 0;
    }
    simulation_randomness m_rest;
    bool m_is_first = true;
  };
  const auto loss = [](std::uint64_t k, std::uint64_t) { return k & 3; };
  for (std::uint64_t key = 0; key < 20; ++key) {
    zero_first coins(key);
    uniform_digits digits(coins);
    const ppr_choice choice = sample_ppr_index(law_of(2.0), 1U << 20, digits, loss);
    EXPECT_GE(choice.index, 1U);
    EXPECT_EQ(sample_ppr_index_in_bits(300, law_of(2.0), 1U << 20, digits, loss).index, choice.index);
  }
}

TEST(PprHeapSamplerTest, StopsAtItsBoundOnVisitsAndSaysSo) {
  simulation_randomness coins(5, 1, 1);
  unsigned cut = 0;
  for (int i = 0; i < 1000; ++i) {
    std::uint64_t last = 0;
    const auto choice = sample_ppr_index_by_heap(
        2.0, ppr_alpha(1.5), std::uint64_t{1} << 20, coins,
        [&](std::uint64_t k) {
          EXPECT_EQ(k, last + 1);
          last = k;
          return -2.0;
        },
        100);
    EXPECT_EQ(choice.evaluations, last);
    EXPECT_LE(last, 100U);
    EXPECT_GE(choice.index, 1U);
    EXPECT_TRUE(!choice.is_cut || last == 100);
    cut += choice.is_cut ? 1 : 0;
  }
  EXPECT_GT(cut, 100U);
  const auto whole =
      sample_ppr_index_by_heap(0.0, ppr_alpha(3.0), 50, coins, [](std::uint64_t) { return 0.0; });
  EXPECT_FALSE(whole.is_cut);
  EXPECT_LE(whole.evaluations, 50U);
}

// An early exit may return anything beyond `most`: the choice must not change.
TEST(PprSamplerTest, IgnoresHowFarBeyondTheMostACandidateIs) {
  simulation_randomness a(3, 1, 1), b(3, 1, 1);
  const ppr_law law = law_of(2.0, 3, 2);
  const auto loss = [](std::uint64_t k) { return k % 5; };
  for (int i = 0; i < 5000; ++i) {
    const auto full =
        sample_ppr_index(law, 1U << 20, a, [&](std::uint64_t k, std::uint64_t) { return loss(k); });
    const auto early = sample_ppr_index(law, 1U << 20, b, [&](std::uint64_t k, std::uint64_t most) {
      return loss(k) > most ? std::uint64_t{1} << 50 : loss(k);
    });
    ASSERT_EQ(full.index, early.index);
  }
}

// Ratios from e^-4 to e^2, a quarter each: about 10 evaluations on average, whatever alpha makes of
// K.
TEST(PprSamplerTest, WorkFollowsTheLargestRatioOnly) {
  for (const double alpha : {1.3, 2.0, 4.0}) {
    const ppr_law law = law_of(alpha);
    simulation_randomness coins(4, 1, 1);
    test::moments work;
    double largest = 0.0;
    for (int i = 0; i < 20'000; ++i) {
      const auto choice = sample_ppr_index(law, largest_candidate, coins, [](std::uint64_t k, std::uint64_t) {
        return 2 * ((k * 0x9e3779b97f4a7c15ULL) >> 62);  // ratios e^2 .. e^-4
      });
      work.add(static_cast<double>(choice.evaluations));
      largest = std::max(largest, static_cast<double>(choice.evaluations));
    }
    EXPECT_LT(work.mean, 25.0) << alpha;
    EXPECT_LT(largest, 500.0) << alpha;
  }
}

}  // namespace
}  // namespace edgeldp
