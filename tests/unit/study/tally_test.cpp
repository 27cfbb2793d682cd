// SPDX-License-Identifier: MIT
// Numbers over runs whose truth is each run's own, or is there in some runs only.
#include "study/tally.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace edgeldp::cli {
namespace {

/// A number of one run: no truth, or no value, where there is none.
found_number number(std::optional<double> value, std::optional<double> truth) {
  found_number n{"ratio"};
  if (value) n.values.push_back({edgeldp::estimate{*value, 1.0}, 0.0, {}});
  if (truth) n.truth = *truth;
  return n;
}

record told(const tally& t, std::uint64_t runs) {
  record r;
  t.add_estimate(r, runs, [](const edgeldp::estimate&) { return std::nullopt; });
  r["exact"] = t.exact(7, runs);
  return r;
}

template <class... Runs>
record over(const Runs&... runs) {
  std::vector<found_number> all{runs...};
  tally t(all.front());
  for (const found_number& n : all) t.add(n);
  record r = told(t, all.size());
  r["missing"] = t.missing(all.size());
  return r;
}

TEST(TallyTest, ErrorsAreFromTheTruthOfTheirRun) {
  const record r = over(number(10.0, 9.0), number(21.0, 20.0), number(28.0, 30.0));
  EXPECT_NEAR(r["exact"]["rmse"].get<double>(), std::sqrt(6.0 / 3.0), 1e-12);
  EXPECT_NEAR(r["exact"]["truth"].get<double>(), 59.0 / 3.0, 1e-12);
  EXPECT_NEAR(r["estimate"].get<double>(), 59.0 / 3.0, 1e-12);
  EXPECT_EQ(r["missing"], 0);
}

TEST(TallyTest, ErrorsOfSeveralRunsHaveAnInterval) {
  // Quantiles of chi-square with 2 degrees of freedom are -2 ln(1 - p).
  const record two = over(number(10.0, 9.0), number(27.0, 30.0));
  const double low = std::sqrt(5.0 * 2.0 / (-2.0 * std::log(0.025))),
               high = std::sqrt(5.0 * 2.0 / (-2.0 * std::log(0.975)));
  EXPECT_NEAR(two["exact"]["rmse_low"].get<double>(), low, 1e-9);
  EXPECT_NEAR(two["exact"]["rmse_high"].get<double>(), high, 1e-9);
  EXPECT_FALSE(over(number(10.0, 9.0))["exact"].contains("rmse_low"));
  EXPECT_FALSE(over(number(10.0, 9.0), number(20.0, std::nullopt))["exact"].contains("rmse_low"));
}

TEST(TallyTest, ATruthThatTheFirstRunLacksIsThatOfTheOthers) {
  const record r = over(number(5.0, std::nullopt), number(21.0, 20.0), number(28.0, 30.0));
  EXPECT_NEAR(r["exact"]["rmse"].get<double>(), std::sqrt(5.0 / 2.0), 1e-12);
  EXPECT_NEAR(r["exact"]["truth"].get<double>(), 25.0, 1e-12);
  EXPECT_NEAR(r["estimate"].get<double>(), 18.0, 1e-12) << "the value of the first run counts";
}

TEST(TallyTest, ATruthThatALaterRunLacksIsThatOfTheOthers) {
  const record r = over(number(10.0, 9.0), number(50.0, std::nullopt));
  EXPECT_NEAR(r["exact"]["rmse"].get<double>(), 1.0, 1e-12);
  EXPECT_EQ(r["exact"]["truth"], 9.0);
}

TEST(TallyTest, RunsWithoutTheNumberAreLeftOutAndCounted) {
  const record r = over(number(std::nullopt, std::nullopt), number(21.0, 20.0), number(std::nullopt, 3.0),
                        number(19.0, 20.0));
  EXPECT_EQ(r["missing"], 2);
  EXPECT_NEAR(r["estimate"].get<double>(), 20.0, 1e-12);
  EXPECT_NEAR(r["exact"]["truth"].get<double>(), 20.0, 1e-12);
  EXPECT_NEAR(r["exact"]["rmse"].get<double>(), 1.0, 1e-12);
}

TEST(TallyTest, WithoutAnyTruthThereIsNoError) {
  const record r = over(number(10.0, std::nullopt), number(14.0, std::nullopt));
  EXPECT_TRUE(r["exact"]["truth"].is_null());
  EXPECT_TRUE(r["exact"]["rmse"].is_null());
  EXPECT_NEAR(r["measured_spread"].get<double>(), std::sqrt(8.0), 1e-12);
}

}  // namespace
}  // namespace edgeldp::cli
