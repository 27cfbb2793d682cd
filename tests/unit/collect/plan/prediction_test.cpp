// SPDX-License-Identifier: MIT
#include "collect/plan/prediction.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string_view>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::test {

namespace {

using collect::collection_prediction;
using collect::epsilon_that_would_do;
using collect::predict_collection;

epsilon nats(double x) {
  return epsilon::from_nats(x);
}

collect::task task_of(std::string_view method, epsilon total,
                      std::uint32_t relationship = study::usual_relationship) {
  collect::task t;
  t.method = method;
  t.total = total;
  t.relationship_permille = relationship;
  return t;
}

/// Three labels, of every third of 300 people.
void label_some(collect::task& t) {
  t.people = 300;
  t.labels = {{"blue", "green", "red"}, 100, {}};
}

TEST(PredictionTest, ARelationshipThatMayLoseMoreErrsLess) {
  double before = std::numeric_limits<double>::infinity();
  for (const std::uint32_t relationship : {1020U, 1250U, 1500U, 2000U}) {
    const collection_prediction p =
        predict_collection(task_of("triangles", nats(2), relationship), 800, 16.0);
    EXPECT_LT(p.numbers.front().share, before) << relationship;
    before = p.numbers.front().share;
  }
}

TEST(PredictionTest, FewPeopleWithFewContactsNeedMoreBudget) {
  const collection_prediction lost = predict_collection(task_of("triangles", nats(1)), 500, 12.0);
  EXPECT_FALSE(lost.is_usable());
  EXPECT_GT(lost.numbers.front().share, 1.0);
  const auto enough = epsilon_that_would_do(task_of("triangles", nats(1)), 500, 12.0);
  ASSERT_TRUE(enough.has_value());
  EXPECT_TRUE(enough->nats == 2.0 || enough->nats == 4.0) << enough->nats;
  EXPECT_LT(enough->share, 1.0);
  const collection_prediction good = predict_collection(task_of("triangles", nats(enough->nats)), 500, 12.0);
  EXPECT_TRUE(good.is_usable());
  EXPECT_DOUBLE_EQ(good.numbers.front().share, enough->share);
}

TEST(PredictionTest, EveryOfferedMethodIsPredicted) {
  for (const study::offer& m : study::offers()) {
    if (!m.is_open()) continue;
    collect::task asked = task_of(m.question, nats(4));
    if (m.has_items()) asked.items = 40;
    if (m.has_attributes) asked.attributes = {{"party", {"left", "right"}}};
    if (m.has_labels) label_some(asked);
    const collection_prediction p = predict_collection(asked, 300, 20.0);
    ASSERT_FALSE(p.numbers.empty()) << m.question;
    EXPECT_GT(p.numbers.front().share, 0.0) << m.question;
    const collection_prediction again = predict_collection(asked, 300, 20.0);
    EXPECT_EQ(p.numbers.front().share, again.numbers.front().share) << m.question;
  }
  EXPECT_THROW(predict_collection(task_of("common-neighbors", nats(1)), 300, 20.0), invalid_parameter);
}

TEST(PredictionTest, LabelsAreKnownBetterWithMoreBudgetAndMorePeople) {
  const auto share_of = [](double total, std::uint64_t people) {
    collect::task t = task_of("labels", nats(total));
    label_some(t);
    return predict_collection(t, people, 20.0).numbers.front().share;
  };
  EXPECT_LT(share_of(8, 3000), share_of(1, 3000));
  EXPECT_LT(share_of(8, 3000), share_of(8, 300));
  EXPECT_GT(share_of(4, 2), 1.0) << "of two people nothing is found";
}

TEST(PredictionTest, TwoPeopleCannotHaveTwentyContacts) {
  for (const char* method : {"triangles", "degrees", "cycles-4"}) {
    const collection_prediction p = predict_collection(task_of(method, nats(1)), 2, 20.0);
    EXPECT_EQ(p.average_degree, 1.0) << method;
    EXPECT_FALSE(p.is_usable()) << method;
  }
}

}  // namespace

}  // namespace edgeldp::test
