// SPDX-License-Identifier: MIT
#include "collect/verbs/round_laws.hpp"

#include <gtest/gtest.h>

#include <span>

#include "edgeldp/core/base/error.hpp"
#include "study/offers/offers.hpp"

namespace edgeldp::test {

namespace {

void expect_laws(std::span<const study::offered_round> rounds) {
  for (const study::offered_round& r : rounds) {
    const cli::round_law& law = cli::law_of(r.asks);
    EXPECT_EQ(law.asks, r.asks);
    EXPECT_FALSE(law.sends.empty());
    EXPECT_TRUE(law.mechanism.ends_with('.')) << law.mechanism;
  }
}

TEST(RoundLawsTest, EveryRoundThatIsOfferedHasOne) {
  for (const study::offer& o : study::offers()) {
    expect_laws(o.rounds);
    expect_laws(o.rounds_for_relationship);
    expect_laws(o.rounds_for_sample);
  }
}

TEST(RoundLawsTest, WhatNoCollectionAsksHasNone) {
  EXPECT_THROW(cli::law_of("returned arcs"), internal_error);
}

}  // namespace

}  // namespace edgeldp::test
