// SPDX-License-Identifier: MIT
#include "edgeldp/channel/mechanisms/block.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace edgeldp {
namespace {

/// A BlockRR with any sizes that fit: bins of `width` outputs, each of S1's bins used at least
/// once, then S2's.
block_plan any_plan() {
  const auto width = *rc::gen::inRange<std::size_t>(1, 4);
  const auto majority_bins = *rc::gen::inRange<std::size_t>(0, 5);
  const auto minority_bins = *rc::gen::inRange<std::size_t>(majority_bins == 0 ? 1 : 0, 5);
  const auto unused = *rc::gen::inRange<std::size_t>(0, 3);
  block_plan plan;
  plan.outputs = numbered_labels(width * (majority_bins + minority_bins) + unused);
  const auto labels = *rc::gen::inRange<std::size_t>(0, 6) + majority_bins + minority_bins;
  for (std::size_t y = 0; y < labels; ++y) {
    std::size_t bin = y;
    if (bin >= majority_bins + minority_bins)
      bin = *rc::gen::inRange<std::size_t>(0, majority_bins + minority_bins);
    plan.majority.push_back(bin < majority_bins);
    plan.nearby.emplace_back();
    for (std::size_t i = 0; i < width; ++i) plan.nearby.back().push_back(bin * width + i);
  }
  plan.inputs = numbered_labels(labels);
  const auto l = *rc::gen::inRange<std::size_t>(0, width * majority_bins + 1);
  for (std::size_t i = 0; i < l; ++i) plan.favoured.push_back(i);
  return plan;
}

epsilon budget_of_any_size() {
  // Units of 2^-32 nat, from 2^-32 to 20 nats, small ones as often as large ones.
  const auto bits = *rc::gen::inRange(0, 37);
  const auto units =
      (std::uint64_t{1} << bits) + *rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << bits);
  return epsilon::from_units(std::min(units, 20 * epsilon::units_per_nat));
}

double budget_of(const channel& c, epsilon budget) {
  return c.loss().nats - budget.nats();
}

TEST(BlockProperty, LosesAtMostItsBudgetAndColumnsAddUpToOne) {
  EXPECT_TRUE(rc::check("any sizes, any l, any budget", [] {
    const block_plan plan = any_plan();
    const epsilon budget = budget_of_any_size();
    const channel c = block_channel(budget, plan);
    RC_ASSERT(budget_of(c, budget) <= 0.0);
    for (std::size_t y = 0; y < c.input_count(); ++y) {
      std::uint64_t sum = 0;
      for (std::size_t o = 0; o < c.output_count(); ++o) sum += c.weight(o, y);
      RC_ASSERT(sum == channel::resolution);
    }
    // The formula itself, before a column's largest entry takes what rounding leaves.
    const block_sizes sizes = sizes_of(plan);
    const auto [beta, gamma] = chances_at(budget.nats(), sizes);
    const double s1 = static_cast<double>(sizes.majority_outputs),
                 s2 = static_cast<double>(sizes.minority_outputs);
    const double l = static_cast<double>(sizes.favoured), gain = std::expm1(budget.nats());
    const double b = static_cast<double>(sizes.nearby);
    RC_ASSERT(s1 == 0.0 || std::abs((gain * b + s1) * beta + s2 * gamma - 1.0) < 1e-12);
    RC_ASSERT(s2 < b || std::abs((s1 - l) * beta + (gain * b + s2) * gamma + l / (s1 + s2) - 1.0) < 1e-12);
  }));
}

TEST(BlockProperty, FavouringMoreRaisesBetaAndLowersGamma) {
  EXPECT_TRUE(rc::check("Lemma 3.1", [] {
    const auto b = *rc::gen::inRange<std::size_t>(1, 5);
    const auto s1 = *rc::gen::inRange<std::size_t>(b, 200), s2 = *rc::gen::inRange<std::size_t>(1, 200);
    const auto l = *rc::gen::inRange<std::size_t>(0, s1);
    // Below a thousandth of a nat neighbours in l differ by less than rounding.
    const double nats = *rc::gen::inRange(1, 8000) * 1e-3;
    const block_chances here = chances_at(nats, {b, s1, s2, l}), next = chances_at(nats, {b, s1, s2, l + 1});
    RC_ASSERT(here.beta <= next.beta);
    RC_ASSERT(here.gamma >= next.gamma);
    RC_ASSERT(here.gamma <= here.beta);
    RC_ASSERT(next.beta * static_cast<double>(s1 + s2) < 1.0);
    RC_ASSERT(next.gamma > 0.0);
    RC_ASSERT(std::exp(nats) * here.beta * static_cast<double>(s1 + s2) > 1.0 - 1e-12);
  }));
}

TEST(BlockProperty, PlansFromAnyPriorFit) {
  EXPECT_TRUE(rc::check("plan_blocks", [] {
    const auto labels = *rc::gen::inRange<std::size_t>(1, 20);
    std::vector<double> prior(labels);
    for (double& p : prior) p = *rc::gen::inRange(0, 50);
    prior[*rc::gen::inRange<std::size_t>(0, labels)] += 1.0;
    const double sigma = *rc::gen::inRange(1, 300) * 1e-2;
    const auto l = *rc::gen::inRange<std::size_t>(0, 25);
    const block_plan plan = plan_blocks(numbered_labels(labels), prior, sigma, l);
    const epsilon budget = budget_of_any_size();
    RC_ASSERT(budget_of(block_channel(budget, plan), budget) <= 0.0);
    RC_ASSERT(sizes_of(plan).favoured == std::min(l, sizes_of(plan).majority_outputs));
  }));
}

}  // namespace
}  // namespace edgeldp
