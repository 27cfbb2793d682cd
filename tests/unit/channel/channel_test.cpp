// SPDX-License-Identifier: MIT
#include "edgeldp/channel/channel.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "edgeldp/channel/channel_json.hpp"
#include "edgeldp/channel/debiasing.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Eigen::MatrixXd matrix(std::initializer_list<std::initializer_list<double>> rows) {
  Eigen::MatrixXd m(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows.begin()->size()));
  Eigen::Index r = 0;
  for (const auto& row : rows) {
    Eigen::Index c = 0;
    for (const double value : row) m(r, c++) = value;
    ++r;
  }
  return m;
}

/// Coins that come up as they are told.
class told_coins final : public private_randomness {
 public:
  explicit told_coins(std::uint64_t word) : m_word(word) {}
  bool is_simulated() const noexcept override { return true; }

 private:
  std::size_t refill(buffer& words) override {
    words.fill(m_word);
    return 0;
  }
  std::uint64_t m_word;
};

TEST(Channel, LossIsTheWorstRatioInBothDirections) {
  const channel c = channel::from_probabilities({"a", "b"}, {"x", "y", "z"},
                                                matrix({{0.5, 0.25}, {0.4, 0.4}, {0.1, 0.35}}));
  EXPECT_NEAR(c.loss().nats, std::log(3.5), 1e-15);
  EXPECT_EQ(c.loss().output, 2U);
  EXPECT_EQ(c.loss().likeliest, 1U);
  EXPECT_EQ(c.loss().unlikeliest, 0U);
}

TEST(Channel, ZerosInSomeColumnsAreInfiniteLossAndInAllAreNone) {
  const auto loss = [](double zero) {
    return channel::from_probabilities({"a", "b"}, {"x", "y", "never"},
                                       matrix({{0.5, 0.5 - zero}, {0.5, 0.5}, {0.0, zero}}))
        .loss();
  };
  EXPECT_EQ(loss(0.0).nats, 0.0);
  EXPECT_EQ(loss(0.1).nats, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(loss(0.1).is_pure());
}

TEST(Channel, TinyProbabilitiesDoNotVanish) {
  const channel c =
      channel::from_probabilities({"a", "b"}, {"x", "y"}, matrix({{1e-30, 1.0}, {1.0 - 1e-30, 0.0}}));
  EXPECT_EQ(c.weight(0, 0), 1U);
  EXPECT_EQ(c.weight(0, 1), channel::resolution);
}

TEST(Channel, SamplesByItsRunningSums) {
  const channel c = channel::from_probabilities({"a"}, {"x", "none", "y"}, matrix({{0.25}, {0.0}, {0.75}}));
  const auto report = [&](std::uint64_t u) {
    told_coins coins(u << 2);
    return c.sample(0, coins);
  };
  EXPECT_EQ(report(0), 0U);
  EXPECT_EQ(report((channel::resolution >> 2) - 1), 0U);
  EXPECT_EQ(report(channel::resolution >> 2), 2U);
  EXPECT_EQ(report(channel::resolution - 1), 2U);
}

TEST(Channel, RandomizedAnswersKeepToTheirBudgetAndReachIt) {
  for (const std::size_t k : {2U, 3U, 10U, 1000U}) {
    for (const double nats : {1e-6, 0.1, 1.0, 5.0, 12.0, 20.0}) {
      const epsilon budget = epsilon::from_nats(nats);
      const channel c = k_ary_channel(budget, numbered_labels(k));
      EXPECT_LE(c.loss().nats, budget.nats());
      EXPECT_NEAR(c.loss().nats, budget.nats(), 1e-8 * nats + 1e-11);  // rounding of k integers
      EXPECT_NEAR(c.probabilities()(0, 0), std::exp(nats) / (std::exp(nats) + static_cast<double>(k - 1)),
                  1e-9);
    }
  }
}

TEST(Channel, RelabellingIsExact) {
  const channel c = k_ary_channel(epsilon::from_nats(1.0), {"a", "b", "c"});
  const channel merged = relabel_outputs(c, {"a", "other"}, std::vector<std::size_t>{0, 1, 1});
  EXPECT_EQ(merged.weight(1, 1), c.weight(1, 1) + c.weight(2, 1));
  EXPECT_LE(merged.loss().nats, c.loss().nats);
  const channel finer = relabel_inputs(c, {"p", "q", "r", "s"}, std::vector<std::size_t>{2, 0, 1, 0});
  EXPECT_EQ(finer.weight(0, 1), c.weight(0, 0));
  EXPECT_EQ(finer.weight(0, 3), c.weight(0, 0));
  EXPECT_EQ(finer.weight(2, 0), c.weight(2, 2));
  EXPECT_THAT([&] { relabel_inputs(c, {"p", "q"}, std::vector<std::size_t>{0, 3}); },
              ThrowsMessage<invalid_parameter>(HasSubstr("\"q\" is to be treated as input 3")));
}

TEST(Channel, CompositionMultipliesMatricesAndLosesLess) {
  const channel c = k_ary_channel(epsilon::from_nats(2.0), {"a", "b", "c"});
  const channel twice = compose(c, c);
  EXPECT_TRUE(twice.probabilities().isApprox(c.probabilities() * c.probabilities(), 1e-14));
  EXPECT_LT(twice.loss().nats, c.loss().nats);
  EXPECT_THROW(compose(c, k_ary_channel(epsilon::from_nats(1.0), {"a", "b"})), invalid_parameter);
}

TEST(Channel, ExpectedUtilityOfTheIdentityIsTheChanceOfTruth) {
  const channel c = k_ary_channel(epsilon::from_nats(1.5), numbered_labels(4));
  const Eigen::VectorXd q = expected_utility(c, Eigen::MatrixXd::Identity(4, 4));
  for (const double value : q) EXPECT_NEAR(value, std::exp(1.5) / (std::exp(1.5) + 3.0), 1e-12);
}

TEST(Channel, RefusesWhatIsNoChannel) {
  const Eigen::MatrixXd half = Eigen::MatrixXd::Constant(2, 2, 0.5);
  EXPECT_THROW(channel::from_probabilities({}, {"x", "y"}, half), invalid_parameter);
  EXPECT_THROW(channel::from_probabilities({"a", "b", "c"}, {"x", "y"}, half), invalid_parameter);
  EXPECT_THAT([&] { channel::from_probabilities({"a", "a"}, {"x", "y"}, half); },
              ThrowsMessage<invalid_parameter>(HasSubstr("\"a\" occurs twice")));
  EXPECT_THAT([] { channel::from_probabilities({"a"}, {"x", "y"}, matrix({{0.5}, {0.6}})); },
              ThrowsMessage<invalid_parameter>(HasSubstr("\"a\"")));
  EXPECT_THROW(channel::from_probabilities({"a"}, {"x", "y"}, matrix({{1.5}, {-0.5}})), invalid_parameter);
  EXPECT_THROW(channel::from_weights({"a"}, {"x", "y"}, {1, 2}), invalid_parameter);
  EXPECT_THROW(channel::from_weights({"a"}, {"x", "y"}, {~0ULL, (1ULL << 62) + 1}), invalid_parameter);
  EXPECT_THROW(k_ary_channel(epsilon::from_nats(1.0), {"a"}), invalid_parameter);
  EXPECT_THAT([] { warner_channel(epsilon::from_nats(1.0)).input_index("2"); },
              ThrowsMessage<invalid_parameter>(HasSubstr("\"2\" is not of the channel: 0, 1")));
}

TEST(ChannelJson, RoundTripsExactlyAndReadsProbabilities) {
  const channel c = k_ary_channel(epsilon::from_nats(1.0), {"a \"quoted\"", "b", "\u00e4"});
  EXPECT_EQ(channel_from_json(channel_to_json(c)), c);
  const channel hand = channel_from_json(
      R"({"edgeldp_channel": 1, "inputs": ["a", "b"], "outputs": ["x"], "probabilities": [[1], [1.0]]})");
  EXPECT_EQ(hand.weight(0, 1), channel::resolution);
}

// 2^62 mod k stays with the truth: many answers at a tiny budget cannot be told apart little
// enough.
TEST(Channel, ManyAnswersAtATinyBudgetAreRefused) {
  const epsilon least = epsilon::from_units(1);
  EXPECT_LE(k_ary_response::for_budget(least, 32924).loss_nats(), least.nats());
  EXPECT_THROW(k_ary_response::for_budget(least, 32925), invalid_parameter);
  EXPECT_THROW(k_ary_response::for_budget(epsilon::from_nats(1e-6), 2149630), invalid_parameter);
}

TEST(Channel, RefusesHugeDomainsBeforeItFillsThem) {
  EXPECT_THROW(channel_within(epsilon::from_nats(1.0), numbered_labels(40000), numbered_labels(40000),
                              [](double) -> Eigen::MatrixXd {
                                ADD_FAILURE() << "a law was asked";
                                return {};
                              }),
               invalid_parameter);
}

TEST(ChannelJson, DeepNestsAndHugeNumbersAreErrors) {
  const std::string nest(100000, '['), closed(100000, ']');
  EXPECT_THROW(channel_from_json(R"({"edgeldp_channel":1,"outputs":["x"],"inputs":[)" + nest + closed + "]}"),
               invalid_parameter);
  EXPECT_THROW(channel_from_json(R"({"edgeldp_channel":1,"outputs":["x"],"inputs":["a"],"probabilities":[[)" +
                                 nest + closed + "]]}"),
               invalid_parameter);
  EXPECT_THROW(channel_from_json(R"({"edgeldp_channel":1e999})"), invalid_parameter);
}

TEST(ChannelJson, NamesWhatIsWrong) {
  const auto refuses = [](const char* text, const char* part) {
    EXPECT_THAT([&] { channel_from_json(text); }, ThrowsMessage<std::exception>(HasSubstr(part))) << text;
  };
  refuses("{", "line 1, column 2: this is not the JSON of a channel");
  refuses("{\n\"inputs\": [x]}", "line 2, column 12: ");
  refuses("", "line 1, column 1: ");
  // Inputs are told apart by their labels.
  refuses(R"({"edgeldp_channel": 1, "inputs": ["a", "b"], "outputs": ["x"], "probabilities": [[1], ["1"]]})",
          "has a value of type string under input \"b\": a number is expected");
  refuses(R"({"edgeldp_channel": 1, "inputs": ["a", "b"], "outputs": ["x"], "probabilities": [[1], []]})",
          "must have 1 numbers, one an output, under input \"b\"");
  refuses("[]", "must be an object");
  refuses("{}", "\"edgeldp_channel\" is missing");
  refuses(R"({"edgeldp_channel": 2})", "must be 1");
  refuses(R"({"edgeldp_channel": 1, "inputs": [1]})", "\"inputs\" must be a list of strings");
  refuses(
      R"({"edgeldp_channel": 1, "inputs": ["a"], "outputs": ["x"], "resolution_bits": 62, "weights": [[-1]]})",
      "an integer from 0");
  refuses(
      R"({"edgeldp_channel": 1, "inputs": ["a"], "outputs": ["x"], "resolution_bits": 62, "weights": [[5]]})",
      "miss 2^62");
  refuses(R"({"edgeldp_channel": 1, "inputs": ["a"], "outputs": ["x"], "probabilities": []})", "1 columns");
}

TEST(Debiasing, InvertsSquareAndTallChannels) {
  const channel square = k_ary_channel(epsilon::from_nats(1.0), numbered_labels(5));
  EXPECT_TRUE((debiasing_of(square).weights * square.probabilities()).isIdentity(1e-12));
  const channel tall = channel::from_probabilities({"a", "b"}, {"x", "y", "z"},
                                                   matrix({{0.5, 0.25}, {0.4, 0.4}, {0.1, 0.35}}));
  EXPECT_TRUE((debiasing_of(tall).weights * tall.probabilities()).isIdentity(1e-12));
  // k-ary randomized response: singular values 1 and, k - 1 times, p - q.
  const double gap = (std::exp(1.0) - 1.0) / (std::exp(1.0) + 4.0);
  EXPECT_NEAR(debiasing_of(square).condition_number, 1.0 / gap, 1e-9);
}

TEST(Debiasing, RefusesDependentTruths) {
  const channel c = relabel_inputs(warner_channel(epsilon::from_nats(1.0)), {"a", "b", "c"},
                                   std::vector<std::size_t>{0, 1, 1});
  EXPECT_THAT([&] { debiasing_of(c); }, ThrowsMessage<invalid_parameter>(HasSubstr("rank 2 on 3 inputs")));
}

TEST(Debiasing, CovarianceOfAReportIsThatOfItsLaw) {
  const channel c = warner_channel(epsilon::from_nats(1.0));
  const debiasing d = debiasing_of(c);
  // One bit: variance p (1 - p) / (2 p - 1)^2, and the two entries add up to 1.
  const double p = c.probabilities()(0, 0), variance = p * (1.0 - p) / ((2.0 * p - 1.0) * (2.0 * p - 1.0));
  const Eigen::MatrixXd v = report_covariance(c, d, 1);
  EXPECT_NEAR(v(0, 0), variance, 1e-12);
  EXPECT_NEAR(v(0, 1), -variance, 1e-12);
}

}  // namespace
}  // namespace edgeldp
