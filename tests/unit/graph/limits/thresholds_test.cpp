// SPDX-License-Identifier: MIT
// Integer thresholds never lose more than their budget: exact losses in a hundred digits against
// budgets in units.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/any/any_codec.hpp"
#include "edgeldp/core/codec/nullspace/response.hpp"
#include "edgeldp/core/codec/randomized_response.hpp"
#include "edgeldp/rivals/arr/asymmetric_response.hpp"
#include "edgeldp/rivals/group_rr/group_rr_simulation.hpp"
#include "support/output_law.hpp"

namespace edgeldp {
namespace {

using test::wide_float;

wide_float exact_nats(epsilon budget) {
  return wide_float(budget.units()) / wide_float(epsilon::units_per_nat);
}

wide_float log_ratio(std::uint64_t a, std::uint64_t b) {
  return log(wide_float(a) / wide_float(b));
}

wide_float exact_loss(const randomized_response& r, std::uint32_t alphabet) {
  return log_ratio(randomized_response::resolution - (alphabet - 1) * r.threshold(), r.threshold());
}

wide_float exact_loss(const nullspace_response& r) {
  const wide_float dropped = wide_float(r.drop_threshold()) / wide_float(randomized_response::resolution);
  return std::max<wide_float>(-log(dropped), log(dropped + (1 - dropped) * r.field_order()));
}

wide_float exact_loss(const asymmetric_response& r) {
  return std::max<wide_float>(log_ratio(r.edge_threshold(), r.stranger_threshold()),
                              log_ratio(randomized_response::resolution - r.stranger_threshold(),
                                        randomized_response::resolution - r.edge_threshold()));
}

wide_float exact_loss(const group_response& r) {
  return log(1 + wide_float(randomized_response::resolution - 2 * r.threshold()) /
                     (wide_float(r.group()) * wide_float(r.threshold())));
}

/// What is_surely_within assumes of a computed loss.
void expect_precise(double computed, const wide_float& exact) {
  EXPECT_LT(abs(wide_float(computed) - exact), exact * wide_float(0x1p-51)) << computed;
}

/// Budgets from 2^-20 to 25 nats, evenly by logarithm, and the two at which thresholds that were
/// chosen without room for one rounding (below) lose more.
std::vector<epsilon> budgets() {
  std::vector<epsilon> list = {epsilon::from_units(117417490), epsilon::from_units(1194144176)};
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-20.0, std::log2(25.0));
  for (int i = 0; i < 300; ++i) list.push_back(epsilon::from_nats(std::exp2(exponent(random))));
  return list;
}

TEST(ThresholdsTest, RandomizedResponseNeverExceedsItsBudget) {
  for (const epsilon budget : budgets())
    for (const std::uint32_t alphabet : {2U, 3U, 256U}) {
      const auto r = randomized_response::for_budget(budget, alphabet);
      EXPECT_LE(exact_loss(r, alphabet), exact_nats(budget)) << budget.units() << ", " << alphabet;
      expect_precise(r.loss_nats(), exact_loss(r, alphabet));
    }
}

TEST(ThresholdsTest, NullspaceResponseNeverExceedsItsBudget) {
  for (const epsilon budget : budgets())
    for (const unsigned q : {2U, 5U, 16U}) {
      const auto r = nullspace_response::for_budget(budget, q);
      EXPECT_LE(exact_loss(r), exact_nats(budget)) << budget.units() << ", " << q;
      expect_precise(r.loss_nats(), exact_loss(r));
    }
}

TEST(ThresholdsTest, AsymmetricResponseNeverExceedsItsBudget) {
  for (const epsilon budget : budgets())
    for (const double share : {1.0, 0.5, 0.001}) {
      const auto r = asymmetric_response::for_budget(budget, share * asymmetric_response::largest_mu(budget));
      EXPECT_LE(exact_loss(r), exact_nats(budget)) << budget.units() << ", " << share;
      expect_precise(r.loss_nats(), exact_loss(r));
    }
}

TEST(ThresholdsTest, GroupResponseNeverExceedsItsBudget) {
  for (const epsilon budget : budgets())
    for (const std::uint32_t group : {1U, 7U, 65536U}) {
      if (group * std::expm1(budget.nats()) > 1e11) continue;  // the least threshold loses less
      const group_response r(budget, group);
      EXPECT_LE(exact_loss(r), exact_nats(budget)) << budget.units() << ", " << group;
      expect_precise(r.loss_nats(), exact_loss(r));
    }
}

/// The rule of the first versions: computed losses are compared as they are.
TEST(ThresholdsTest, WithoutRoomForOneRoundingSomeExceedIt) {
  constexpr std::array<std::array<std::uint64_t, 2>, 2> found = {
      {{117417490, 542241562527}, {1194144176, 473819132452}}};
  for (const auto& [units, threshold] : found) {
    const epsilon budget = epsilon::from_units(units);
    const auto old = randomized_response::from_threshold(threshold);
    ASSERT_LT(std::log(static_cast<double>(randomized_response::resolution - threshold) /
                       static_cast<double>(threshold)),
              budget.nats());
    EXPECT_GT(exact_loss(old, 2), exact_nats(budget));
    EXPECT_GT(randomized_response::for_budget(budget).threshold(), threshold);

    // Their files stay readable, and those of one step more do not become so.
    codec_parameters p;
    p.codec = codec_kind::bitmap;
    p.flip_threshold = threshold;
    EXPECT_NO_THROW(check_cost(p, make_codec(p, 2), budget, "edge"));
    p.flip_threshold = threshold - 1;
    EXPECT_THROW(check_cost(p, make_codec(p, 2), budget, "edge"), invalid_parameter);
  }
}

}  // namespace
}  // namespace edgeldp
