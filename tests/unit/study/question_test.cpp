// SPDX-License-Identifier: MIT
// The table of questions: everything in it can be played, has exact numbers, an audit, and an offer
// or the reason why there is none.
#include "study/questions/simulated_question.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "bench/audit/protocols.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "support/arcs.hpp"

namespace edgeldp::test {

namespace {

using study::question;
using study::questions;

epsilon nats(double x) {
  return epsilon::from_nats(x);
}

/// Data for questions of every kind.
struct some_data {
  csr_graph graph = generate_affiliation(60, 240, 1);
  arc_graph arcs = some_arcs(graph);
  user_attribute attribute{"party", {"left", "right"}, {}};
  bipartite_graph layers{
      3, 3, std::vector<std::pair<vertex_id, vertex_id>>{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 2}}};

  some_data() {
    for (std::uint32_t u = 0; u < 60; ++u) attribute.of.push_back(u % 2);
  }
  study::input input(study::input_kind kind) const {
    if (kind == study::input_kind::arcs) return {.arcs = &arcs};
    return {.graph = &graph, .attributes = {&attribute, 1}, .layers = &layers};
  }
};

study::answer play(const question& q, const some_data& data, epsilon total) {
  return study::simulate(q, data.input(q.kind), {total}, release_key{3}, coin_source::simulated(7));
}

TEST(QuestionTest, NamesAreTold) {
  std::set<std::string_view> names;
  for (const question* q : questions()) {
    EXPECT_TRUE(names.insert(q->name).second) << q->name;
    EXPECT_EQ(study::find_question(q->name), q);
  }
  EXPECT_EQ(study::find_question("nothing"), nullptr);
}

TEST(QuestionTest, EachIsPlayedAndSpendsNoMoreThanItsTotal) {
  const some_data data;
  for (const question* q : questions()) {
    const study::answer a = play(*q, data, nats(2.0));
    ASSERT_FALSE(a.numbers.empty()) << q->name;
    EXPECT_LE(a.run.spent.spent(), nats(2.0)) << q->name;
    EXPECT_TRUE(a.run.is_simulated) << q->name;
    EXPECT_TRUE(a.run.flaws.empty()) << q->name;
    EXPECT_EQ(a.numbers.front().value.value, play(*q, data, nats(2.0)).numbers.front().value.value)
        << q->name;
  }
}

TEST(QuestionTest, NearlyWithoutNoiseEstimatesAreTheExactNumbers) {
  const some_data data;
  for (const question* q : questions()) {
    const study::answer a = play(*q, data, nats(60.0));
    const std::vector<study::exact_number> truth =
        study::exact_numbers_of(a, data.input(q->kind), q->simulation->exact(data.input(q->kind), {}));
    ASSERT_FALSE(truth.empty()) << q->name;
    for (const study::exact_number& known : truth) {
      const auto found = std::ranges::find(a.numbers, known.statistic, &study::number::statistic);
      ASSERT_NE(found, a.numbers.end()) << q->name << ": " << known.statistic;
      const double value = known.value.get<double>();
      EXPECT_NEAR(found->value.value, value,
                  0.02 * std::abs(value) + 0.6 + found->value.bias_bound + 4.0 * found->value.standard_error)
          << q->name << ": " << known.statistic;
    }
  }
}

TEST(QuestionTest, EachIsAuditedAndOfferedOrRefusedWithAReason) {
  const auto audits = audit::audited_verbs();
  for (const question* q : questions()) {
    EXPECT_NE(std::ranges::find(audits, q->audited_as()), audits.end()) << q->name;
    const study::offer* offer = study::offer_of(q->name);
    ASSERT_NE(offer, nullptr) << q->name;
    EXPECT_EQ(offer->is_open(), offer->why_not.empty()) << q->name;
    EXPECT_EQ(offer->is_open(), !offer->estimates.empty()) << q->name;
  }
  for (const study::offer& o : study::offers())
    if (o.is_open()) {
      EXPECT_NE(study::find_question(o.question), nullptr) << o.question;
    }
}

}  // namespace

}  // namespace edgeldp::test
