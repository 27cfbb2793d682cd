// SPDX-License-Identifier: MIT
// Output laws and privacy ratios by enumeration on tiny rows: every row, every position added and
// removed. Nothing here is random but the public keys and the listed point processes, which are
// fixed; there are no false alarms. Every checker is also shown twins from broken_mechanisms.hpp,
// which it must reject.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "edgeldp/core/codec/bitmap/bitmap.hpp"
#include "edgeldp/core/codec/ppr/ppr.hpp"
#include "support/broken_mechanisms.hpp"
#include "support/output_law.hpp"

namespace edgeldp {
namespace {

using test::output_law;
using test::ppr_model;
using test::rational;
using test::wide_float;

wide_float exp_of(epsilon budget) {
  return exp(wide_float(budget.units()) / wide_float(epsilon::units_per_nat));
}

// --- randomized response and bitmap
// --------------------------------------------------------------------------------

const double budgets[] = {1e-6, 0.01, 0.18, 0.25, 0.72, 1.0, 2.0, 5.0, 12.0, 25.0};

bool costs_at_most(const randomized_response& rr, epsilon budget) {
  return wide_float(test::exact_ratio(rr)) <= exp_of(budget);
}

TEST(RandomizedResponsePrivacyTest, CostsAtMostTheBudgetAndNoMoreThanItsRoundingLess) {
  for (const double nats : budgets) {
    const epsilon budget = epsilon::from_nats(nats);
    for (const std::uint32_t alphabet : {2U, 3U, 5U, 256U}) {
      const auto rr = randomized_response::for_budget(budget, alphabet);
      EXPECT_TRUE(costs_at_most(rr, budget)) << nats << " nats, alphabet " << alphabet;
      // Two steps less would already be too much: nothing is given away.
      const auto lower = rr.threshold() > 2 ? rr.threshold() - 2 : 0;
      if (lower != 0) {
        EXPECT_FALSE(costs_at_most(randomized_response::from_threshold(lower, alphabet), budget));
      }
    }
  }
}

TEST(RandomizedResponsePrivacyTest, RejectsTwinWithThresholdRoundedDown) {
  for (const double nats : budgets)
    EXPECT_FALSE(costs_at_most(test::broken::threshold_rounded_down(epsilon::from_nats(nats)),
                               epsilon::from_nats(nats)))
        << nats;
}

constexpr unsigned row_length = 4;

template <class Encode>
std::optional<rational> worst_bitmap_ratio(const randomized_response& rr, bool in_turn, Encode&& encode) {
  return test::worst_neighbor_ratio<rational>(row_length, [&](std::uint32_t mask) {
    const auto law = test::law_by_coin_enumeration(row_length, mask, rr.threshold(), in_turn, encode);
    EXPECT_TRUE(law.has_value()) << "a coin is not compared with T";
    return law.value_or(output_law<rational>{});
  });
}

/// Coins are digits of all positions' numbers, or give each position its own in turn.
class BitmapPrivacyTest : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Coins, BitmapPrivacyTest, testing::Bool());

TEST_P(BitmapPrivacyTest, EncodesEachBitWithExactlyTheThreshold) {
  const auto rr = randomized_response::for_budget(epsilon::from_nats(0.72));
  const bitmap_codec codec(rr);
  const rational flip(rr.threshold(), randomized_response::resolution);
  for (std::uint32_t mask = 0; mask < (1U << row_length); ++mask) {
    const auto law = test::law_by_coin_enumeration(row_length, mask, rr.threshold(), GetParam(),
                                                   [&](auto&&... arguments) { codec.encode(arguments...); });
    ASSERT_TRUE(law.has_value());
    EXPECT_EQ(test::total_probability(*law), 1);
    for (std::uint32_t seen = 0; seen < (1U << row_length); ++seen) {
      rational expected = 1;
      for (unsigned i = 0; i < row_length; ++i) expected *= ((seen ^ mask) >> i) & 1 ? flip : 1 - flip;
      EXPECT_EQ(law->at({seen}), expected) << "row " << mask << ", message " << seen;
    }
  }
}

TEST_P(BitmapPrivacyTest, RatioIsExactlyTheLossForEveryPositionAddedOrRemoved) {
  for (const double nats : {0.18, 0.72, 3.0}) {
    const auto rr = randomized_response::for_budget(epsilon::from_nats(nats));
    const bitmap_codec codec(rr);
    const auto worst =
        worst_bitmap_ratio(rr, GetParam(), [&](auto&&... arguments) { codec.encode(arguments...); });
    ASSERT_TRUE(worst.has_value());
    EXPECT_EQ(*worst, test::exact_ratio(rr));
    EXPECT_LE(wide_float(*worst), exp_of(epsilon::from_nats(nats)));
  }
}

TEST_P(BitmapPrivacyTest, RejectsTwinsThatLeaveBitsInClear) {
  const auto rr = randomized_response::for_budget(epsilon::from_nats(0.72));
  const bitmap_codec codec(rr);
  EXPECT_EQ(
      worst_bitmap_ratio(rr, GetParam(), [&](auto&&... a) { test::broken::last_bit_in_clear(codec, a...); }),
      std::nullopt);
  EXPECT_EQ(
      worst_bitmap_ratio(rr, GetParam(), [&](auto&&... a) { test::broken::zeros_in_clear(codec, a...); }),
      std::nullopt);
}

// --- ppr
// -----------------------------------------------------------------------------------------------------------

/// Point processes given to every check: regular, crowded, with one early point that wins almost
/// surely, and random ones. Dyadic, so that rationals stay small.
std::vector<std::vector<rational>> point_processes(std::size_t points) {
  std::vector<std::vector<rational>> list(3);
  for (std::size_t k = 1; k <= points; ++k) {
    list[0].push_back(rational(k));
    list[1].push_back(1 + rational(k, 1024));
    list[2].push_back(k == 1 ? rational(1, 1 << 20) : rational(k));
  }
  std::mt19937_64 random(20261121);
  for (int i = 0; i < 6; ++i) {
    std::vector<rational> points_of_one;
    rational t = 0;
    for (std::size_t k = 0; k < points; ++k) {
      const double gap = -std::log((static_cast<double>(random() >> 11) + 0.5) * 0x1.0p-53);
      t += rational(1 + static_cast<std::int64_t>(gap * 4096), 4096);
      points_of_one.push_back(t);
    }
    list.push_back(points_of_one);
  }
  return list;
}

/// The model with point process i for the first chunk, i + 1 for the second and so on.
template <class Real>
ppr_model<Real> model_of(const Real& ratio_to_alpha, int alpha, const ppr_codec& codec,
                         const row_shape& shape, const std::vector<std::vector<rational>>& processes,
                         std::size_t i) {
  ppr_model<Real> model{ratio_to_alpha, codec.chunk_size(shape), {}};
  for (std::size_t chunk = 0; chunk < codec.word_count(shape); ++chunk) {
    std::vector<Real> weights;
    for (const rational& t : processes[(i + chunk) % processes.size()])
      weights.push_back(test::power(Real(t), -alpha));
    model.point_weights.push_back(std::move(weights));
  }
  return model;
}

struct ppr_case {
  unsigned length;
  std::uint64_t chunks;
  unsigned limit_log2;
  int alpha;
  std::uint64_t threshold;
};

class PprPrivacyTest : public ::testing::TestWithParam<ppr_case> {};

TEST_P(PprPrivacyTest, RatioStaysWithinTwiceAlphaTimesTheMechanism) {
  const ppr_case c = GetParam();
  const auto rr = randomized_response::from_threshold(c.threshold);
  const rational step = test::power(test::exact_ratio(rr), c.alpha);  // exp(alpha e0), exactly
  const rational bound = step * step;
  rational worst = 1;
  for (const std::uint64_t key : {1ULL, 2ULL, 0xfeedULL}) {
    const ppr_codec codec(release_key{key}, rr, ppr_alpha(c.alpha), c.limit_log2);
    const row_shape shape{7, c.length, c.chunks, 0};
    const ppr_candidates candidates(public_randomness(release_key{key}), rr, shape.user);
    const auto processes = point_processes(std::size_t{1} << c.limit_log2);
    for (std::size_t i = 0; i < processes.size(); ++i) {
      const auto model = model_of(step, c.alpha, codec, shape, processes, i);
      const auto ratio = test::worst_neighbor_ratio<rational>(c.length, [&](std::uint32_t mask) {
        return model.row_law(test::entries_of(mask),
                             [&](std::uint64_t k, std::uint32_t x) { return candidates.offset(k, x); });
      });
      ASSERT_TRUE(ratio.has_value());
      EXPECT_LE(*ratio, bound) << "key " << key << ", point process " << i;
      worst = std::max(worst, *ratio);
    }
  }
  // The factor 2 is nearly tight, so a checker that looked away would be noticed.
  EXPECT_GT(worst, bound * rational(99, 100));
}

INSTANTIATE_TEST_SUITE_P(SmallRows, PprPrivacyTest,
                         ::testing::Values(ppr_case{1, 1, 2, 2, randomized_response::resolution / 8 * 3},
                                           ppr_case{5, 1, 2, 2, randomized_response::resolution / 8 * 3},
                                           ppr_case{5, 1, 4, 2, randomized_response::resolution / 16 * 7},
                                           ppr_case{5, 1, 3, 3, randomized_response::resolution / 8 * 3},
                                           ppr_case{5, 2, 2, 2, randomized_response::resolution / 4},
                                           ppr_case{4, 3, 2, 3, randomized_response::resolution / 8 * 3},
                                           ppr_case{5, 1, 3, 2, 0x70'1234'5679}));

// alpha = 3/2 has no rational powers; 100 digits stand in for exactness, with 10^-60 of tolerance.
TEST(PprPrivacyFractionalAlphaTest, RatioStaysWithinTwiceAlphaTimesTheMechanism) {
  const auto rr = randomized_response::for_budget(epsilon::from_nats(1.0 / 3.0));
  const ppr_codec codec(release_key{11}, rr, ppr_alpha(1.5), 3);
  const row_shape shape{2, 4, 1, 0};
  const ppr_candidates candidates(public_randomness(release_key{11}), rr, shape.user);
  const wide_float step = pow(wide_float(test::exact_ratio(rr)), wide_float(1.5));
  for (const auto& process : point_processes(8)) {
    ppr_model<wide_float> model{step, 4, {{}}};
    for (const rational& t : process) model.point_weights[0].push_back(pow(wide_float(t), wide_float(-1.5)));
    const auto ratio = test::worst_neighbor_ratio<wide_float>(4, [&](std::uint32_t mask) {
      return model.row_law(test::entries_of(mask),
                           [&](std::uint64_t k, std::uint32_t x) { return candidates.offset(k, x); });
    });
    ASSERT_TRUE(ratio.has_value());
    EXPECT_LE(*ratio, step * step * (1 + wide_float("1e-60")));
  }
}

// Values with three symbols: any change of one position, also from one entry value to the other, is
// one unit.
TEST(PprPrivacyAlphabetTest, RatioStaysWithinBoundForEveryChangeOfOneTernaryValue) {
  const auto rr = randomized_response::from_threshold(randomized_response::resolution / 4, 3);
  const rational step = test::power(test::exact_ratio(rr), 2);
  const row_shape shape{3, 3, 1, 0};
  const ppr_candidates candidates(public_randomness(release_key{5}), rr, shape.user);
  const auto law_of = [&](const ppr_model<rational>& model, unsigned row) {
    std::vector<row_entry> entries;
    for (std::uint32_t x = 0; x < 3; ++x, row /= 3)
      if (row % 3 != 0) entries.push_back({x, row % 3});
    return model.row_law(entries, [&](std::uint64_t k, std::uint32_t x) { return candidates.offset(k, x); });
  };
  const unsigned place[] = {1, 3, 9};
  rational worst = 1;
  for (const auto& process : point_processes(8)) {
    ppr_model<rational> model{step, 3, {{}}};
    for (const rational& t : process) model.point_weights[0].push_back(1 / (t * t));
    for (unsigned row = 0; row < 27; ++row) {
      for (const unsigned unit : place) {
        for (unsigned value = row / unit % 3 + 1; value < 3; ++value) {
          const unsigned changed = row + (value - row / unit % 3) * unit;
          const auto ratio = test::largest_ratio(law_of(model, row), law_of(model, changed));
          ASSERT_TRUE(ratio.has_value());
          EXPECT_LE(*ratio, step * step) << row << " to " << changed;
          worst = std::max(worst, *ratio);
        }
      }
    }
  }
  EXPECT_GT(worst, step * step * rational(9, 10));
}

// --- twins of ppr
// ----------------------------------------------------------------------------------------------------

class PprTwinTest : public ::testing::Test {
 protected:
  static constexpr unsigned length = 4;
  PprTwinTest()
      : rr(randomized_response::from_threshold(randomized_response::resolution / 8 * 3)),
        candidates(public_randomness(release_key{3}), rr, 1),
        step(test::power(test::exact_ratio(rr), 2)),
        model{step, length, {{1, rational(1, 4), rational(1, 9), rational(1, 16)}}} {}

  auto offset_at() const {
    return [this](std::uint64_t k, std::uint32_t x) { return candidates.offset(k, x); };
  }

  randomized_response rr;
  ppr_candidates candidates;
  rational step;
  ppr_model<rational> model;
};

TEST_F(PprTwinTest, AcceptsThePublicNumberOfChunks) {
  const auto ratio = test::worst_neighbor_ratio<rational>(
      length, [&](std::uint32_t mask) { return model.row_law(test::entries_of(mask), offset_at()); });
  ASSERT_TRUE(ratio.has_value());
  EXPECT_LE(*ratio, step * step);
}

TEST_F(PprTwinTest, RejectsChunksByTrueDegree) {
  EXPECT_EQ(test::worst_neighbor_ratio<rational>(length,
                                                 [&](std::uint32_t mask) {
                                                   return test::broken::chunks_by_true_degree(
                                                       model, length, test::entries_of(mask), offset_at());
                                                 }),
            std::nullopt);
}

TEST_F(PprTwinTest, RejectsSpecialSymbolForEmptyChunk) {
  EXPECT_EQ(test::worst_neighbor_ratio<rational>(length,
                                                 [&](std::uint32_t mask) {
                                                   return test::broken::symbol_for_empty_chunk(
                                                       model, test::entries_of(mask), offset_at());
                                                 }),
            std::nullopt);
}

// Two equally likely point processes over four candidates, of which the first two are "small". In
// one the small ones lose to a candidate without the new position, in the other to a candidate with
// it; conditioning on K <= 2 weighs the processes by a private probability, so the loss passes 2
// alpha e0 (it tends to twice that). The finite public list stays within the bound on the very same
// candidates.
TEST(PprRedrawTest, RejectsTwinThatRedrawsUntilTheIndexIsSmall) {
  constexpr unsigned n = 12;
  const auto rr = randomized_response::from_threshold(randomized_response::resolution / 8);  // e0 = ln 7
  const rational step = test::power(test::exact_ratio(rr), 2);
  const rational bound = step * step;
  // Position 0 is the one that changes; positions 1 .. 11 are neighbours already. Scores without
  // it: -11, -3, 7, 11.
  const std::uint32_t z[] = {0x001, 0x01e, 0x3fe, 0xfff};
  const auto offset_at = [&](std::uint64_t k, std::uint32_t x) { return (z[k - 1] >> x) & 1; };
  const auto points = [&](std::initializer_list<int> logarithms) {  // ln T_k / e0
    std::vector<rational> weights;
    for (const int steps : logarithms) weights.push_back(test::power(step, -steps));
    return weights;
  };
  const std::vector<ppr_model<rational>> models = {{step, n, {points({0, 11, 12, 40})}},
                                                   {step, n, {points({0, 1, 13, 14})}}};
  const std::uint32_t without = 0xffe, with = 0xfff;
  const auto listed = [&](std::uint32_t mask) {
    output_law<rational> law;
    for (const auto& model : models)
      for (const auto& [message, probability] : model.row_law(test::entries_of(mask), offset_at))
        law[message] += probability / 2;
    return law;
  };
  const auto redrawn = [&](std::uint32_t mask) {
    return test::broken::redraw_until_small(models, 2, test::entries_of(mask), offset_at);
  };
  const auto good = test::largest_ratio(listed(without), listed(with));
  const auto bad = test::largest_ratio(redrawn(without), redrawn(with));
  ASSERT_TRUE(good.has_value());
  ASSERT_TRUE(bad.has_value());
  EXPECT_LE(*good, bound);
  EXPECT_GT(*bad, bound);
}

}  // namespace
}  // namespace edgeldp
