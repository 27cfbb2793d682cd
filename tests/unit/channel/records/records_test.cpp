// SPDX-License-Identifier: MIT
#include "edgeldp/channel/records/records.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"

namespace edgeldp {
namespace {

using encoding = answer_encoding;
using counts = std::vector<std::uint32_t>;

/// A message's bits as text, least significant first, without what fills up the last byte.
std::string bits_of(const byte_string& m, std::size_t bits) {
  std::string text;
  for (std::size_t b = 0; b < bits; ++b)
    text += (std::to_integer<unsigned>(m[b / 8]) >> (b % 8) & 1U) != 0 ? '1' : '0';
  return text;
}

/// Probability of every message on one record, from the laws' integers: a reading of the format of
/// its own.
std::map<std::string, double> law_of(const record_format& f, const counts& answers, vertex_id person = 0) {
  std::map<std::string, double> law = {{"", 1.0}};
  const auto extend = [&](const std::map<std::string, double>& continuations) {
    std::map<std::string, double> longer;
    for (const auto& [bits, chance] : law)
      for (const auto& [more, factor] : continuations) longer[bits + more] += chance * factor;
    law = std::move(longer);
  };
  const auto [first, last] = f.asked(person);
  for (std::size_t i = first; i < last; ++i) {
    const std::uint32_t k = f.plan().categories[i];
    const double p = f.law(i).same_probability(), q = f.law(i).other_probability();
    if (f.plan().encodings[i] == encoding::unary) {
      for (std::uint32_t j = 0; j < k; ++j)
        extend({{"1", j == answers[i] ? p : q}, {"0", j == answers[i] ? q : p}});
    } else {
      std::map<std::string, double> reports;
      for (std::uint32_t value = 0; value < k; ++value) {
        std::string bits;
        for (std::uint32_t left = k - 1, v = value; left > 0; left >>= 1U, v >>= 1U)
          bits += (v & 1U) != 0 ? '1' : '0';
        reports[bits] = value == answers[i] ? p : q;
      }
      extend(reports);
    }
  }
  return law;
}

/// The largest log ratio between the laws of any two records.
double worst_loss(const record_format& f, vertex_id person = 0) {
  std::vector<counts> records = {{}};
  for (const std::uint32_t k : f.plan().categories) {
    std::vector<counts> longer;
    for (const counts& r : records)
      for (std::uint32_t value = 0; value < k; ++value) {
        longer.push_back(r);
        longer.back().push_back(value);
      }
    records = std::move(longer);
  }
  double worst = 0.0;
  for (const counts& a : records) {
    const auto of_a = law_of(f, a, person);
    for (const counts& b : records)
      for (const auto& [m, chance] : law_of(f, b, person))
        worst = std::max(worst, std::abs(std::log(chance / of_a.at(m))));
  }
  return worst;
}

TEST(Records, EveryPlanKeepsToItsTotalAndReachesIt) {
  const epsilon total = epsilon::from_nats(1.5);
  for (const record_plan& plan :
       {even_plan(total, counts{2, 3}, encoding::unary), optimal_plan(total, counts{2, 4}, encoding::unary),
        optimal_plan(total, counts{2, 3, 3}, encoding::direct),
        optimal_plan(total, counts{3, 4}, std::vector{encoding::direct, encoding::unary})}) {
    const double loss = worst_loss(record_format(plan));
    EXPECT_LE(loss, total.nats() + 1e-12);
    EXPECT_NEAR(loss, total.nats(), 1e-8);
  }
}

TEST(Records, WhoeverIsAskedOneAnswerKeepsToTheTotal) {
  const epsilon total = epsilon::from_nats(1.5);
  const record_format f(sampled_plan(total, counts{2, 3, 7}), release_key{4});
  std::vector<bool> met(3);
  for (vertex_id person = 0; person < 20; ++person) {
    met[f.asked(person).first] = true;
    EXPECT_LE(worst_loss(f, person), total.nats() + 1e-12);
    EXPECT_NEAR(worst_loss(f, person), total.nats(), 1e-8);
  }
  EXPECT_THAT(met, ::testing::Each(true));
}

/// The broken twin: whoever forgets that a change of answer moves two bits spends twice the budget.
TEST(Records, WholeSharesForUnaryBitsAreRejected) {
  const epsilon total = epsilon::from_nats(1.5);
  record_plan twice = optimal_plan(total, counts{2, 3}, encoding::unary);
  for (epsilon& share : twice.shares) share = epsilon::from_units(2 * share.units());
  EXPECT_THROW(record_format{twice}, invalid_parameter);
  twice.total = epsilon::from_nats(3.0);
  EXPECT_GT(worst_loss(record_format(twice)), 1.9 * total.nats());
}

TEST(Records, EncoderDrawsFromThatLaw) {
  const record_plan plan =
      optimal_plan(epsilon::from_nats(2.0), counts{3, 3}, std::vector{encoding::direct, encoding::unary});
  const record_format f(plan);
  const auto law = law_of(f, {2, 1});
  std::map<std::string, double> seen;
  simulation_randomness coins(5, 1, 0);
  const double n = 60000.0;
  for (int i = 0; i < 60000; ++i) seen[bits_of(f.encode(0, counts{2, 1}, coins), 5)] += 1.0;
  double chi_square = 0.0;
  for (const auto& [m, chance] : law) chi_square += std::pow(seen[m] - n * chance, 2) / (n * chance);
  EXPECT_EQ(seen.size(), law.size());
  EXPECT_LT(chi_square, 60.0);  // 23 degrees of freedom: exceeded with probability 4e-5
}

struct collected {
  double mean_error = 0.0, squared_error = 0.0, z_square = 0.0;
};

/// `runs` collections from n people whose answers are fixed.
collected collect(const record_plan& plan, std::uint32_t people, int runs) {
  collected all;
  std::size_t cells = 0;
  for (int run = 0; run < runs; ++run) {
    const record_format f(plan, release_key{static_cast<std::uint64_t>(run)});
    record_tally tally(f);
    std::vector<std::vector<double>> truth;
    for (const std::uint32_t k : plan.categories) truth.emplace_back(k);
    for (std::uint32_t person = 0; person < people; ++person) {
      counts answers;
      for (std::size_t i = 0; i < plan.categories.size(); ++i) {
        answers.push_back(person * person % 101 % plan.categories[i]);
        truth[i][answers.back()] += 1.0 / people;
      }
      simulation_randomness coins(1000 + static_cast<std::uint64_t>(run), 1, person);
      tally.add(person, f.encode(person, answers, coins));
    }
    for (std::size_t i = 0; i < truth.size(); ++i) {
      const answer_histogram h = tally.histogram(i);
      for (std::size_t j = 0; j < h.proportions.size(); ++j, ++cells) {
        const double error = h.proportions[j] - truth[i][j];
        all.mean_error += error;
        all.squared_error += error * error * people;
        all.z_square += std::pow(error / h.standard_errors[j], 2);
      }
    }
  }
  all.mean_error /= static_cast<double>(cells);
  all.z_square /= static_cast<double>(cells);
  all.squared_error /= runs;
  return all;
}

// 300 runs: squared errors of about 20 cells vary by 1/sqrt(300 * 20 / 2) = 2%; four of those are
// allowed.
TEST(Records, ErrorsAreThoseThatThePlanPredicts) {
  const epsilon total = epsilon::from_nats(2.0);
  const counts k = {2, 5, 11};
  for (const record_plan& plan : {optimal_plan(total, k, encoding::unary),
                                  optimal_plan(total, k, encoding::direct), mixed_plan(total, k)}) {
    const collected c = collect(plan, 300, 300);
    EXPECT_NEAR(c.squared_error / plan.squared_error(), 1.0, 0.08);
    EXPECT_NEAR(c.z_square, 1.0, 0.1);
  }
  const record_plan sampled = sampled_plan(total, k);
  const collected c = collect(sampled, 300, 300);
  EXPECT_LT(c.squared_error, 1.05 * sampled.squared_error());
  EXPECT_GT(c.squared_error, 0.8 * sampled.squared_error());
  EXPECT_NEAR(c.z_square, 1.0, 0.15);
}

TEST(Records, LengthsArePublic) {
  const record_plan plan = sampled_plan(epsilon::from_nats(1.0), counts{2, 200, 17});
  const record_format f(plan, release_key{9});
  std::vector<double> asked(3);
  for (vertex_id person = 0; person < 3000; ++person) {
    simulation_randomness coins(1, 1, person);
    const auto [first, last] = f.asked(person);
    ASSERT_EQ(last, first + 1);
    asked[first] += 1.0 / 3000.0;
    EXPECT_EQ(f.encode(person, counts{1, 100, 16}, coins).size(), f.message_bytes(person));
    EXPECT_EQ(f.encode(person, counts{0, 0, 0}, coins).size(), f.message_bytes(person));
  }
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(asked[i], plan.chances[i], 0.04);  // 4.4 standard deviations
}

TEST(Records, RefusesDamagedMessagesWhole) {
  const record_format f(
      optimal_plan(epsilon::from_nats(2.0), counts{3, 3}, std::vector{encoding::unary, encoding::direct}));
  record_tally tally(f);
  EXPECT_THROW(tally.add(0, byte_string{}), format_error);
  EXPECT_THROW(tally.add(0, byte_string(2)), format_error);
  EXPECT_THROW(tally.add(0, byte_string{std::byte{0b11000}}), format_error);   // category 3 of 3
  EXPECT_THROW(tally.add(0, byte_string{std::byte{0b100000}}), format_error);  // a bit behind the last
  EXPECT_THROW(tally.histogram(0), invalid_parameter);
  tally.add(0, byte_string{std::byte{0b01101}});
  EXPECT_EQ(tally.histogram(1).reports, 1U);
  simulation_randomness coins(1, 1, 1);
  EXPECT_THROW(f.encode(0, counts{1}, coins), invalid_parameter);
  EXPECT_THROW(f.encode(0, counts{1, 3}, coins), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
