// SPDX-License-Identifier: MIT
// The null space: output laws and privacy ratios by enumeration, and the law of the real encoder by
// running it on every combination of coins. Nothing here is random but the public keys, which are
// fixed; there are no false alarms. Every checker is also shown twins from broken_mechanisms.hpp,
// which it must reject.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/codec/nullspace/nullspace.hpp"
#include "support/broken_mechanisms.hpp"
#include "support/nullspace_oracle.hpp"
#include "support/nullspace_words.hpp"
#include "support/output_law.hpp"
#include "support/scripted_randomness.hpp"

namespace edgeldp {
namespace {

using test::nullspace_model;
using test::output_law;
using test::rational;
using test::wide_float;

// --- the charge
// -------------------------------------------------------------------------------------------------------------

/// exp of the loss, exactly: max(1 / r, q - r (q - 1)).
rational exact_ratio(std::uint64_t threshold, unsigned q) {
  const rational r(threshold, nullspace_response::resolution);
  return std::max<rational>(1 / r, q - r * (q - 1));
}

bool costs_at_most(const nullspace_response& response, epsilon budget) {
  return wide_float(exact_ratio(response.drop_threshold(), response.field_order())) <=
         exp(wide_float(budget.units()) / wide_float(epsilon::units_per_nat));
}

std::vector<epsilon> many_budgets() {
  std::vector<epsilon> budgets;
  for (const double nats : {1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.18, 0.25, 0.3, 0.72, 1.0, 1.5, 2.0, 3.0, 5.0,
                            8.0, 12.0, 16.0, 20.0})
    budgets.push_back(epsilon::from_nats(nats));
  for (int integer = 2; integer <= 15; ++integer) budgets.push_back(epsilon::from_nats(std::log(integer)));
  std::mt19937_64 random(20261201);
  for (int i = 0; i < 100; ++i) {
    const double log_nats = std::log(1e-6) + std::log(2e7) * static_cast<double>(random() >> 11) * 0x1.0p-53;
    budgets.push_back(epsilon::from_nats(std::exp(log_nats)));
  }
  return budgets;
}

TEST(NullspaceResponsePrivacyTest, CostsAtMostTheBudgetAndNoMoreThanItsRoundingLess) {
  for (const epsilon budget : many_budgets()) {
    for (const unsigned q : nullspace_response::field_orders) {
      const auto response = nullspace_response::for_budget(budget, q);
      const rational ratio = exact_ratio(response.drop_threshold(), q);
      EXPECT_TRUE(costs_at_most(response, budget)) << budget.nats() << " nats, GF(" << q << ")";
      // What is charged is what the integer costs, to the last bits of a double.
      const double exact = static_cast<double>(log(wide_float(ratio)));
      EXPECT_NEAR(response.loss_nats(), exact, 4e-16 * exact) << budget.nats() << " nats, GF(" << q << ")";
      // Two steps less would already be too much: nothing is given away.
      if (response.drop_threshold() > 2) {
        const auto lower = nullspace_response::from_threshold(response.drop_threshold() - 2, q);
        EXPECT_FALSE(costs_at_most(lower, budget)) << budget.nats() << " nats, GF(" << q << ")";
      }
    }
    EXPECT_TRUE(costs_at_most(nullspace_response::for_budget(budget), budget)) << budget.nats();
  }
}

TEST(NullspaceResponsePrivacyTest, RejectsTwinWithThresholdRoundedDown) {
  for (const epsilon budget : many_budgets())
    for (const unsigned q : nullspace_response::field_orders)
      EXPECT_FALSE(costs_at_most(test::broken::drop_threshold_rounded_down(budget, q), budget))
          << budget.nats() << " nats, GF(" << q << ")";
}

// --- the mechanism, for every matrix
// -------------------------------------------------------------------------------------------------------------

struct public_matrix {
  const char* name;
  unsigned columns;
  std::vector<std::vector<unsigned>> rows;
};

/// Each shape that the statement must not ask about; g is the last code of the field.
std::vector<public_matrix> matrices(unsigned q) {
  const unsigned g = q - 1;
  return {
      {"generic", 3, {{1, 1, 0}, {0, 1, g}, {g, 0, 1}}},
      {"fewer columns than neighbours", 2, {{1, 0}, {0, 1}, {1, 1}, {1, g}}},
      {"equal and proportional rows", 2, {{1, 1}, {1, 1}, {g, g}}},
      {"zero rows", 2, {{0, 0}, {1, 0}, {0, 0}}},
      {"nothing but zeros", 2, {{0, 0}, {0, 0}}},
      {"dependent rows", 3, {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, g, 0}}},
      {"one column", 1, {{1}, {g}, {0}, {1}}},
  };
}

class NullspacePrivacyTest : public ::testing::TestWithParam<unsigned> {};

TEST_P(NullspacePrivacyTest, RatioReachesBothEndsOfTheIntervalAndNeverLeavesIt) {
  const unsigned q = GetParam();
  const auto half_nat = nullspace_response::for_budget(epsilon::from_nats(0.5), q);
  const std::vector<rational> drops = {rational(1, 3), rational(4, 5),
                                       rational(half_nat.drop_threshold(), nullspace_response::resolution)};
  for (const rational& drop : drops) {
    for (const public_matrix& matrix : matrices(q)) {
      SCOPED_TRACE(matrix.name);
      const nullspace_model model(q, matrix.columns, matrix.rows, drop);
      std::vector<output_law<rational>> laws;
      for (std::uint32_t mask = 0; mask < 1U << model.positions(); ++mask) {
        laws.push_back(model.law(mask));
        ASSERT_EQ(laws.back().size(), model.vectors().size()) << "some w is impossible";
        ASSERT_EQ(test::total_probability(laws.back()), 1);
      }
      for (unsigned position = 0; position < model.positions(); ++position) {
        rational least = 1, most = 1;  // factors by which adding the position changes a probability
        for (std::uint32_t mask = 0; mask < laws.size(); ++mask) {
          if (mask >> position & 1U) continue;
          for (const auto& [message, with] : laws[mask | 1U << position]) {
            const rational factor = with / laws[mask].at(message);
            least = std::min(least, factor);
            most = std::max(most, factor);
          }
        }
        EXPECT_EQ(least, model.row_is_zero(position) ? rational(1) : drop) << position;
        EXPECT_EQ(most, model.row_is_zero(position) ? rational(1) : model.upper()) << position;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Fields, NullspacePrivacyTest, ::testing::Values(2U, 3U, 4U, 5U, 7U, 8U),
                         [](const auto& instance) { return "GF" + std::to_string(instance.param); });

// --- twins
// -------------------------------------------------------------------------------------------------------------

/// exp of what the statement promises.
rational promised(const nullspace_model& model) {
  return std::max<rational>(1 / model.drop(), model.upper());
}

/// The largest ratio of a mechanism: law_of(model, mask), or the mechanism as stated. Nothing when
/// a message can occur for one of two neighbours only.
template <class Law>
std::optional<rational> worst_ratio(const nullspace_model& model, Law&& law_of) {
  return test::worst_neighbor_ratio<rational>(model.positions(),
                                              [&](std::uint32_t mask) { return law_of(model, mask); });
}
std::optional<rational> worst_ratio(const nullspace_model& model) {
  return worst_ratio(model, [](const nullspace_model& m, std::uint32_t mask) { return m.law(mask); });
}

// The example of core/doc/privacy.md, number by number.
TEST(NullspaceTwinTest, RejectsTwinsThatDrawAgainWhenTheVectorIsZero) {
  const nullspace_model model(4, 2, {{1, 0}, {0, 1}, {1, 1}}, rational(1, 3));
  EXPECT_EQ(promised(model), 3);
  EXPECT_EQ(worst_ratio(model), rational(3));
  EXPECT_EQ(worst_ratio(model, test::broken::redraw_zero_vector), std::nullopt);
  EXPECT_EQ(worst_ratio(model, test::broken::redraw_zero_vector_and_trivial_space), rational(55, 7));
  EXPECT_EQ(worst_ratio(model, test::broken::redraw_everything_until_nonzero), rational(189, 29));
}

TEST(NullspaceTwinTest, RejectsTwinsThatDrawAgainOverEveryField) {
  for (const unsigned q : {2U, 3U, 4U, 5U, 7U, 8U}) {
    // More neighbours than columns; beyond q = 2 both ends cost the same.
    const nullspace_model model(q, 2, {{1, 0}, {0, 1}, {1, 1}}, rational(1, std::max(2U, q - 1)));
    EXPECT_EQ(worst_ratio(model), promised(model)) << q;
    EXPECT_EQ(worst_ratio(model, test::broken::redraw_zero_vector), std::nullopt) << q;
    EXPECT_GT(worst_ratio(model, test::broken::redraw_zero_vector_and_trivial_space), promised(model)) << q;
    EXPECT_GT(worst_ratio(model, test::broken::redraw_everything_until_nonzero), promised(model)) << q;
  }
}

TEST(NullspaceTwinTest, RejectsTwinWhoseElementsAreNotUniform) {
  const auto biased = [](unsigned bits) {
    return [bits](const nullspace_model& m, std::uint32_t mask) {
      return test::broken::biased_elements(m, bits, mask);
    };
  };
  for (const auto& [q, bits] : {std::pair{3U, 2U}, {3U, 4U}, {5U, 3U}, {7U, 5U}}) {
    const nullspace_model model(q, 2, {{1, 1}, {1, 0}, {0, 1}}, rational(1, q - 1));
    EXPECT_EQ(worst_ratio(model), promised(model)) << q;
    EXPECT_GT(worst_ratio(model, biased(bits)), promised(model)) << q;
  }
  // The twin's reading of a row by free columns is right: with a fair code it is the mechanism
  // itself.
  const nullspace_model fair(4, 2, {{1, 1}, {1, 0}, {0, 1}}, rational(1, 3));
  for (std::uint32_t mask = 0; mask < 8; ++mask)
    EXPECT_EQ(test::broken::biased_elements(fair, 2, mask), fair.law(mask)) << mask;
}

// --- the encoder
// -------------------------------------------------------------------------------------------------------------

/// The elements that encode() makes of a script of coins.
std::vector<std::uint64_t> encoded(const nullspace_codec& codec, const row_shape& shape,
                                   std::span<const row_entry> entries, std::vector<std::uint64_t> script) {
  test::scripted_randomness coins(std::move(script));
  std::vector<std::uint64_t> words(codec.word_count(shape), ~std::uint64_t{0});
  codec.encode(shape, entries, coins, words);
  return test::codes_of(words, shape.columns, codec.response().field_order());
}

std::uint64_t power_of(unsigned q, unsigned exponent) {
  std::uint64_t power = 1;
  for (unsigned i = 0; i < exponent; ++i) power *= q;
  return power;
}

/// One coin an entry, of the top 40 bits, dropped below R; then one word whose low base-q digits
/// are the elements of free columns. Nothing when the ends of an interval of coins disagree.
std::optional<output_law<rational>> encoder_law(const nullspace_codec& codec, const row_shape& shape,
                                                std::span<const row_entry> entries) {
  const std::uint64_t threshold = codec.response().drop_threshold();
  const rational drop(threshold, nullspace_response::resolution);
  // Both ends of the words that keep an entry and of those that drop it.
  const std::uint64_t ends[2][2] = {{threshold << 24, ~std::uint64_t{0}}, {0, (threshold << 24) - 1}};
  const auto n = static_cast<unsigned>(entries.size());
  const std::uint64_t vectors =
      power_of(codec.response().field_order(), static_cast<unsigned>(shape.columns));
  output_law<rational> law;
  for (std::uint32_t dropped = 0; dropped < 1U << n; ++dropped) {
    rational probability(1, vectors);
    for (unsigned i = 0; i < n; ++i) probability *= dropped >> i & 1U ? drop : 1 - drop;
    for (std::uint64_t digits = 0; digits < vectors; ++digits) {
      std::optional<std::vector<std::uint64_t>> message;
      for (std::uint32_t end = 0; end < 1U << n; ++end) {
        std::vector<std::uint64_t> script;
        for (unsigned i = 0; i < n; ++i) script.push_back(ends[dropped >> i & 1U][end >> i & 1U]);
        script.push_back(digits);
        const auto seen = encoded(codec, shape, entries, script);
        if (!message) message = seen;
        if (*message != seen) return std::nullopt;
      }
      law[*message] += probability;
    }
  }
  return law;
}

class NullspaceEncoderTest : public ::testing::TestWithParam<unsigned> {};

TEST_P(NullspaceEncoderTest, HasExactlyTheLawOfTheMechanism) {
  const unsigned q = GetParam();
  // Positions of one group, of several, and of windows that begin at both ends of a group.
  const std::vector<std::vector<std::uint32_t>> position_sets = {
      {0, 1, 2}, {5, 63, 64}, {0, 64, 128}, {7, 300, 399}};
  const auto response = nullspace_response::from_threshold(0x5d'1234'5679, q);
  int zero_rows = 0, equal_rows = 0, dependent_rows = 0;
  for (unsigned columns = 1; columns <= 3 && power_of(q, columns) <= 400; ++columns) {
    for (const std::uint64_t key : {1ULL, 2ULL, 3ULL, 0xfeedULL}) {
      const nullspace_codec codec(release_key{key}, response);
      const row_shape shape{.user = 9, .length = 400, .columns = columns};
      for (const auto& positions : position_sets) {
        std::vector<std::vector<unsigned>> rows;
        for (const std::uint32_t position : positions) {
          const std::uint64_t coefficients = codec.matrix(shape).coefficients(position);
          ASSERT_EQ(codec.matrix(shape).start(position), 0U);
          ASSERT_EQ(coefficients >> columns, 0U);
          rows.emplace_back();
          for (unsigned c = 0; c < columns; ++c)
            rows.back().push_back(static_cast<unsigned>(coefficients >> c & 1));
        }
        const nullspace_model model(q, columns, rows,
                                    rational(response.drop_threshold(), nullspace_response::resolution));
        const bool has_zero = model.row_is_zero(0) || model.row_is_zero(1) || model.row_is_zero(2);
        const bool has_equal = rows[0] == rows[1] || rows[0] == rows[2] || rows[1] == rows[2];
        const bool is_dependent = model.null_size(7) * power_of(q, 3) > model.vectors().size();
        zero_rows += has_zero ? 1 : 0;
        equal_rows += has_equal && !has_zero ? 1 : 0;
        dependent_rows += is_dependent && !has_equal && !has_zero ? 1 : 0;
        for (std::uint32_t mask = 0; mask < 8; ++mask) {
          std::vector<row_entry> entries;
          for (unsigned i = 0; i < 3; ++i)
            if (mask >> i & 1U) entries.push_back({positions[i], 1});
          const auto law = encoder_law(codec, shape, entries);
          ASSERT_TRUE(law.has_value()) << "a coin is not compared with R";
          ASSERT_EQ(*law, model.law(mask)) << columns << " columns, key " << key << ", mask " << mask;
        }
      }
    }
  }
  EXPECT_GT(zero_rows, 0);
  EXPECT_GT(equal_rows, 0);
  EXPECT_GT(dependent_rows, 0);
}

// The law above takes for granted that a word's digits are uniform: words are drawn again exactly
// from some multiple of q^digits on, and the others are read digit by digit, lowest first, last
// free column first.
TEST_P(NullspaceEncoderTest, ReadsExactlyUniformElementsFromWords) {
  const unsigned q = GetParam();
  const nullspace_codec codec(release_key{4}, nullspace_response::from_threshold(1, q));
  const auto elements = [&](std::uint64_t columns, std::vector<std::uint64_t> script) {
    auto codes = encoded(codec, {.user = 1, .length = 10, .columns = columns}, {}, std::move(script));
    std::ranges::reverse(codes);
    return codes;
  };
  const auto first = elements(200, {0, 1});
  const auto digits = static_cast<unsigned>(std::ranges::find(first, 1U) - first.begin());
  ASSERT_LT(digits, 64U);
  const auto is_read = [&](std::uint64_t word) {
    return elements(digits, {word, 0}) == elements(digits, {word, 1});
  };
  ASSERT_TRUE(is_read(0));
  ASSERT_FALSE(is_read(~std::uint64_t{0}));
  std::uint64_t read = 0, redrawn = ~std::uint64_t{0};
  while (redrawn - read > 1) {
    const std::uint64_t middle = read + (redrawn - read) / 2;
    (is_read(middle) ? read : redrawn) = middle;
  }
  EXPECT_EQ(redrawn % power_of(q, digits), 0U);
  std::mt19937_64 random(q);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t word = random() | (i % 2 == 0 ? std::uint64_t{0xfe} << 56 : 0);
    ASSERT_EQ(is_read(word), word < redrawn) << word;
    if (word >= redrawn) continue;
    std::vector<std::uint64_t> expected;
    for (std::uint64_t left = word; expected.size() < digits; left /= q) expected.push_back(left % q);
    ASSERT_EQ(elements(digits, {~std::uint64_t{0}, word}), expected) << word;
  }
}

INSTANTIATE_TEST_SUITE_P(Fields, NullspaceEncoderTest, ::testing::ValuesIn(nullspace_response::field_orders),
                         [](const auto& instance) { return "GF" + std::to_string(instance.param); });

}  // namespace
}  // namespace edgeldp
