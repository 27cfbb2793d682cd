// SPDX-License-Identifier: MIT
// What whole transcripts tell: many runs of the protocols on neighbouring inputs of eight users,
// and of the broken twins, judged by one auditor. Seeds are fixed unless EDGELDP_TEST_SEED is set;
// then an audit contradicts a model that is right once in 1e8, and an event bound passes a true
// claim once in 1e3 (of ppr, which stays far below; a fixed seed leaves that to chance once and for
// all).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/audit/likelihood.hpp"
#include "bench/audit/protocols.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "support/audited_twins.hpp"
#include "support/night.hpp"
#include "support/nullspace_oracle.hpp"

namespace edgeldp {
namespace {

using audit::audit_options;
using audit::evidence;
using audit::subject;

std::uint64_t seed() {
  return test::night_seed().value_or(20261122);
}

std::string name_of(const subject& s) {
  return s.verb + " " + s.codec + " " + s.relation;
}

void print(const subject& s, const evidence& e) {
  std::printf("%-55s claim %7.4f, largest %8.6f of it, event bound %7.4f, E %.4f(%.4f) %.4f(%.4f), %5.1f s\n",
              name_of(s).c_str(), e.claim, e.largest_log_ratio, e.event_bound, e.mean_ratio[0].mean,
              e.mean_ratio[0].standard_error, e.mean_ratio[1].mean, e.mean_ratio[1].standard_error,
              e.seconds);
}

// --- likelihoods
// -----------------------------------------------------------------------------------------------------

TEST(AuditLikelihoodTest, NullspaceRowsHaveTheLawOfTheDefinition) {
  for (const unsigned q : {2U, 3U, 4U, 5U, 8U}) {
    const test::nullspace_model model(q, 2, {{1, 0}, {0, 1}, {1, 1}, {0, 0}}, test::rational(2, 5));
    const std::vector<std::uint64_t> rows = {1, 2, 3, 0};
    for (std::uint32_t mask = 0; mask < 16; ++mask) {
      std::vector<std::uint64_t> held;
      for (unsigned i = 0; i < 4; ++i)
        if ((mask >> i) & 1) held.push_back(rows[i]);
      for (const auto& [message, probability] : model.law(mask)) {
        const std::vector<unsigned> element(message.begin(), message.end());
        EXPECT_NEAR(audit::nullspace_likelihood(held, element, q, 0.4) / (q * q),
                    static_cast<double>(probability), 1e-12)
            << "GF(" << q << "), row " << mask;
      }
    }
  }
}

TEST(AuditLikelihoodTest, NoiseIsComparedByItsExactDistances) {
  const epsilon budget = epsilon::from_nats(0.5);
  EXPECT_DOUBLE_EQ(audit::laplace_log_ratio(7, 7, 4, 3, budget), 0.5);
  EXPECT_DOUBLE_EQ(audit::laplace_log_ratio(-9, 7, 4, 3, budget), -0.5);
  EXPECT_DOUBLE_EQ(audit::laplace_log_ratio(int128{1} << 100, 0, 1, 1, budget), -0.5);
}

TEST(AuditEvidenceTest, TheBoundOnARatioIsThatOfClopperAndPearson) {
  // 1 - (1 - p)^10 = 1 - 0.0005 at no hit, p^10 = 0.0005 at ten.
  const double none = 1.0 - std::pow(0.0005, 0.1), all = std::pow(0.0005, 0.1);
  EXPECT_NEAR(audit::log_ratio_bound(10, 0, 10), std::log(all / none), 1e-9);
  EXPECT_NEAR(audit::log_ratio_bound(10, 10, 10), std::log(all), 1e-9);
  EXPECT_EQ(audit::log_ratio_bound(0, 3, 10), -INFINITY);
}

// --- the protocols
// -----------------------------------------------------------------------------------------------------

/// Exactly the claim, by the known law of every message.
void expect_tight(const subject& s, const evidence& e, double least = 0.999) {
  EXPECT_TRUE(e.holds()) << name_of(s);
  EXPECT_GE(e.largest_log_ratio, least) << name_of(s);
  EXPECT_LE(e.event_bound, e.claim) << name_of(s);
}

/// Whether a verb counts under limits of weights, which few runs reach.
bool has_weights(std::string_view verb) {
  return verb == "cycles" || verb == "butterflies" || verb == "centred-triangles" ||
         verb == "forward-triangles" || verb == "forward-cycles";
}

/// Of the claim, what some hundred runs come to at least. Few rows of a null space tell all of what
/// changes at two places: 0.95 of it.
double least_share(const subject& s) {
  if (has_weights(s.verb)) return 0.8;
  return s.relation == "swap" || s.relation == "both ways" ? 0.9 : 0.999;
}

TEST(AuditTest, TranscriptsTellWhatIsClaimedAndNoMore) {
  for (const std::string_view verb : audit::audited_verbs()) {
    for (const subject& s : audit::audits_of(verb, std::nullopt, {epsilon::from_nats(2.0), seed(), false})) {
      if (!s.is_law_known) continue;
      // Few weights of 400 runs reach every limit; 20 000 at night come to the claim. A run of
      // sampled triangles plans for 40 ms, and its first 100 come to the claim.
      const std::uint64_t runs = verb == "sampled-triangles" ? 100 : 400;
      expect_tight(s, audit::gather_evidence(s, runs), least_share(s));
    }
  }
}

// Graphs and rows in which one edge moves a count by its whole limit are rare: of bitmaps 20 000
// runs came to 0.991 at one seed, 6000 to 1.000 at another.
void expect_claim_reached(std::string_view verb, codec_kind codec) {
  std::vector<double> largest;  // of each relation
  for (std::uint64_t attempt = 0; attempt < 6; ++attempt) {
    const auto subjects =
        audit::audits_of(verb, codec_spec(codec), {epsilon::from_nats(2.0), seed() + attempt, false});
    largest.resize(subjects.size());
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      if (largest[i] >= 0.999) continue;
      const evidence e = audit::gather_evidence(subjects[i], 20'000);
      print(subjects[i], e);
      expect_tight(subjects[i], e, 0.8);
      largest[i] = std::max(largest[i], e.largest_log_ratio);
    }
  }
  for (const double ratio : largest) EXPECT_GE(ratio, 0.999) << verb << ' ' << static_cast<int>(codec);
}

TEST(AuditNightlyTest, TranscriptsWithLimitedWeightsReachTheClaim) {
  for (const std::string_view verb :
       {"cycles", "forward-cycles", "butterflies", "centred-triangles", "forward-triangles"})
    for (const codec_kind codec : {codec_kind::bitmap, codec_kind::nullspace})
      expect_claim_reached(verb, codec);
}

TEST(AuditTest, TheSameWhateverTheThreads) {
  const audit_options options{epsilon::from_nats(1.0), 3, false};
  const subject s = audit::audits_of("triangles", nullspace_spec{}, options).front();
  const auto gathered = [&](unsigned threads) {
    const thread_limit limit(threads);
    return audit::gather_evidence(s, 130);
  };
  const evidence one = gathered(1), two = gathered(2);
  EXPECT_EQ(one.largest_log_ratio, two.largest_log_ratio);
  EXPECT_EQ(one.event_bound, two.event_bound);
  EXPECT_EQ(one.mean_ratio[0].mean, two.mean_ratio[0].mean);
}

TEST(AuditTest, RefusesWhatItCannotJudge) {
  EXPECT_THROW(audit::audits_of("coffee", std::nullopt, {}), invalid_parameter);
  EXPECT_THROW(audit::audits_of("degrees", ppr_spec{}, {}), invalid_parameter);
}

// --- twins
// -----------------------------------------------------------------------------------------------------

const test::audited_twin& twin_named(const std::vector<test::audited_twin>& twins, const std::string& name) {
  for (const test::audited_twin& twin : twins)
    if (twin.name == name) return twin;
  throw invalid_parameter("no twin named " + name);
}

TEST(AuditTest, RejectsTwinsThatItKnowsNothingOf) {
  const std::vector<test::audited_twin> twins = test::audited_twins();
  for (const char* name :
       {"last_bit_in_clear", "sum_of_offsets", "limit_of_single_weights", "chunks_by_true_degree",
        "redraw_zero_vector", "noise_of_largest_number", "same_noise_twice"}) {
    const subject s = test::subject_of(twin_named(twins, name), seed());
    const evidence e = audit::gather_evidence(s, 4000);
    EXPECT_GT(e.event_bound, e.claim) << name;
    EXPECT_FALSE(e.holds()) << name;
  }
}

TEST(AuditTest, AcceptsTheMechanismsBehindThem) {
  const epsilon one = epsilon::from_nats(1.0);
  const test::audited_twin honest[] = {
      {"bitmap", 1.0,
       test::draw_row({}, {{3}},
                      [codec = bitmap_codec(randomized_response::for_budget(one))](auto entries, auto& coins,
                                                                                   auto words) {
                        codec.encode({0, 4, 1, 0}, entries, coins, words);
                      })},
      {"noise", 1.0, test::draw_noisy(0, 2, discrete_laplace(2, one))}};
  for (const test::audited_twin& mechanism : honest) {
    const subject s = test::subject_of(mechanism, seed());
    const evidence e = audit::gather_evidence(s, 20000);
    EXPECT_TRUE(e.holds()) << mechanism.name << ": " << e.event_bound;
    EXPECT_GT(e.event_bound, 0.8) << mechanism.name;
  }
}

// A claim that is a unit of 2^-40 too small shows in the exact ratio of a transcript, in no count
// of events.
TEST(AuditTest, RejectsTwinsOfWhichOnlyTheIntegersTell) {
  const epsilon budget = epsilon::from_nats(2.0);
  const auto row_subject = [&](const randomized_response& response) {
    return subject{"twin", "bitmap", "edge", true, [=](unsigned input, std::uint64_t run) {
                     simulation_randomness coins(seed() + run, input, 0);
                     const bool flips = bernoulli_40(coins, response.threshold());
                     const double ratio = response.loss_nats();
                     return audit::observation{budget.nats(), (input == 1) != flips ? -ratio : ratio, 0, {}};
                   }};
  };
  const auto honest = randomized_response::for_budget(budget);
  EXPECT_TRUE(audit::gather_evidence(row_subject(honest), 100).holds());
  const auto twin = test::broken::threshold_rounded_down(budget);
  EXPECT_FALSE(audit::gather_evidence(row_subject(twin), 100).holds());
}

// --- at night
// -----------------------------------------------------------------------------------------------------

/// A verb, and its turn: each takes many minutes, so that a third is played a night.
struct turn {
  std::string_view verb;
  std::uint64_t number = 0;
};

std::vector<turn> turns_of(std::span<const std::string_view> verbs) {
  std::vector<turn> all;
  for (const std::string_view verb : verbs) all.push_back({verb, all.size()});
  return all;
}

std::string name_of_turn(const ::testing::TestParamInfo<turn>& instance) {
  std::string name;
  for (const char c : instance.param.verb)
    if (c != '-') name += c;
  return name;
}

class AuditNightlyBudgetsTest : public ::testing::TestWithParam<turn> {};

TEST_P(AuditNightlyBudgetsTest, ClaimsHoldAtAll) {
  if (!test::is_tonight(GetParam().number, 3)) GTEST_SKIP() << "another night";
  const std::string_view verb = GetParam().verb;
  for (const double nats : {0.5, 2.0, 6.0}) {
    for (const bool planned : {false, true}) {
      for (const subject& s :
           audit::audits_of(verb, std::nullopt, {epsilon::from_nats(nats), seed(), planned})) {
        if (!s.is_law_known) continue;
        const evidence e = audit::gather_evidence(s, planned ? 500 : 4000);
        print(s, e);
        EXPECT_TRUE(e.holds()) << name_of(s) << " at " << nats;
        if (!planned && !has_weights(verb)) {
          EXPECT_GE(e.largest_log_ratio, least_share(s)) << name_of(s) << " at " << nats;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Verbs, AuditNightlyBudgetsTest,
                         ::testing::ValuesIn(turns_of(audit::audited_verbs())), name_of_turn);

class AuditNightlyPprTest : public ::testing::TestWithParam<turn> {};

// Which event is found depends on the runs it is looked for in: of homophily under relationship-DP
// bounds came to 0.56, 0.64 and 0.72 of the claim at three seeds.
TEST_P(AuditNightlyPprTest, TellsMostOfItsClaimUnderAChosenKey) {
  if (!test::is_tonight(GetParam().number, 3)) GTEST_SKIP() << "another night";
  std::vector<double> largest;  // of each relation
  for (std::uint64_t attempt = 0; attempt < 4; ++attempt) {
    const auto subjects =
        audit::audits_of(GetParam().verb, ppr_spec{}, {epsilon::from_nats(2.0), seed() + attempt, false});
    largest.resize(subjects.size());
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      if (largest[i] >= 0.6) continue;
      const evidence e = audit::gather_evidence(subjects[i], 200'000);
      print(subjects[i], e);
      EXPECT_TRUE(e.holds()) << name_of(subjects[i]);
      largest[i] = std::max(largest[i], e.event_bound / e.claim);
    }
  }
  for (const double share : largest) EXPECT_GE(share, 0.6);
}

constexpr std::string_view verbs_with_ppr[] = {"release", "triangles", "common-neighbors", "homophily",
                                               "vectors"};
INSTANTIATE_TEST_SUITE_P(Verbs, AuditNightlyPprTest, ::testing::ValuesIn(turns_of(verbs_with_ppr)),
                         name_of_turn);

TEST(AuditNightlyTest, EveryTwinTellsMoreThanItsClaim) {
  for (const test::audited_twin& twin : test::audited_twins()) {
    const subject s = test::subject_of(twin, seed());
    const evidence e = audit::gather_evidence(s, 400'000);
    print(s, e);
    EXPECT_GT(e.event_bound, e.claim) << twin.name;
  }
}

}  // namespace
}  // namespace edgeldp
