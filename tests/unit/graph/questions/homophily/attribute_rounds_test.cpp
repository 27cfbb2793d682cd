// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/homophily/attribute_rounds.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "support/graphs.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

channel answers(std::size_t many, double nats) {
  return k_ary_channel(epsilon::from_nats(nats), numbered_labels(many));
}

user_attribute attribute_of(const csr_graph& g, std::uint32_t values) {
  return {"x", numbered_labels(values), generate_labels(g, values, 0.5, 4)};
}

/// Reports without noise.
attribute_reports truth_of(const user_attribute& a) {
  return {answers(a.values.size(), 1.0), a.of};
}

TEST(AttributeRoundsTest, EveryUserReportsEachAttributeThroughItsChannel) {
  const csr_graph g = generate_affiliation(3000, 10000, 2);
  const std::vector<user_attribute> attributes = {attribute_of(g, 2), attribute_of(g, 5)};
  const std::vector<channel> channels = {answers(2, 1.0), answers(5, 2.0)};
  const attribute_round round = release_attributes(attributes, channels, coin_source::simulated(3));
  ASSERT_EQ(round.attributes.size(), 2U);
  EXPECT_EQ(round.upload_bytes, 3000U) << "1 + 3 bits a user";
  EXPECT_EQ(round.download_bytes, 3000U * 4 / 8);
  for (std::size_t a = 0; a < 2; ++a) {
    std::uint64_t kept = 0;
    for (std::size_t u = 0; u < 3000; ++u) kept += attributes[a].of[u] == round.attributes[a].of[u] ? 1U : 0U;
    EXPECT_LT(std::abs(test::binomial_z(kept, 3000, channels[a].probabilities()(0, 0))), test::significant_z);
  }
}

TEST(AttributeRoundsTest, ReportsSayWhoSentNone) {
  public_reports reports{{{answers(3, 1.0), {0, 2, 1, 0}}, {answers(2, 1.0), {1, 0, 0, 1}}}};
  const byte_string complete = public_form<public_reports>::write(reports);
  for (attribute_reports& a : reports.attributes) a.of[0] = a.of[2] = no_report;
  const byte_string form = public_form<public_reports>::write(reports);
  const public_objects none;
  const public_reports read = public_form<public_reports>::read(form, none);
  EXPECT_EQ(read.attributes[0].of, reports.attributes[0].of);
  EXPECT_EQ(read.attributes[1].of, reports.attributes[1].of);
  EXPECT_FALSE(read.has(0));
  EXPECT_TRUE(read.has(1));
  EXPECT_EQ(public_form<public_reports>::write(read), form);
  EXPECT_EQ(form.size(), complete.size() + 3) << "how many, and two numbers";
  const std::vector<vertex_id> neighbors = {0, 1, 2, 3};
  EXPECT_EQ(count_by_report(neighbors, read.attributes), (std::vector<std::int64_t>{1, 0, 1, 1, 1}));
}

/// Only bytes that a collector writes are read: no report of who is absent, nobody out of order,
/// named twice or unknown, no empty list.
TEST(AttributeRoundsTest, OtherListsOfAbsentUsersAreRefused) {
  public_reports reports{{{answers(2, 1.0), {1, 1, no_report, no_report}}}};
  const byte_string form = public_form<public_reports>::write(reports);
  const public_objects none;
  const std::size_t list = form.size() - 3;
  ASSERT_NO_THROW(public_form<public_reports>::read(form, none));
  const auto refuses = [&](const byte_string& bytes) {
    EXPECT_THROW(public_form<public_reports>::read(bytes, none), format_error);
  };
  byte_string changed = form;
  std::swap(changed[list + 1], changed[list + 2]);
  refuses(changed);
  changed = form;
  changed[list + 1] = changed[list + 2];
  refuses(changed);
  changed = form;
  changed[list - 1] |= std::byte{0b100};  // a report of user 2
  refuses(changed);
  for (std::size_t cut = 1; cut <= 2; ++cut) refuses({form.begin(), form.end() - static_cast<int>(cut)});
  changed = form;
  changed.push_back(std::byte{0});
  refuses(changed);
  changed.assign(form.begin(), form.begin() + static_cast<std::ptrdiff_t>(list));
  changed.push_back(std::byte{0});
  refuses(changed);
}

TEST(AttributeRoundsTest, ChargesTheLossesOfTheChannels) {
  const std::vector<channel> channels = {answers(2, 1.0), answers(5, 2.0)};
  EXPECT_NEAR(loss_of(channels).nats(), 3.0, 1e-8);
  EXPECT_GE(loss_of(channels).nats(), channels[0].loss().nats + channels[1].loss().nats);
  const channel open = channel::from_probabilities({"a", "b"}, {"a", "b"}, Eigen::MatrixXd::Identity(2, 2));
  EXPECT_THROW(loss_of(std::vector{open}), invalid_parameter);
}

TEST(AttributeRoundsTest, RefusesWhatDoesNotFit) {
  const csr_graph g = test::star_graph(3);
  const std::vector<user_attribute> attributes = {attribute_of(g, 3)};
  const coin_source coins = coin_source::simulated(1);
  EXPECT_THROW(release_attributes(attributes, {}, coins), invalid_parameter);
  EXPECT_THROW(release_attributes(attributes, std::vector{answers(2, 1.0)}, coins), invalid_parameter);
  EXPECT_THROW(release_attributes({}, {}, coins), invalid_parameter);
  std::vector<user_attribute> wrong = attributes;
  wrong[0].of[1] = 3;
  EXPECT_THROW(release_attributes(wrong, std::vector{answers(3, 1.0)}, coins), invalid_parameter);
  const std::vector<attribute_reports> few = {{answers(3, 1.0), {0, 1}}};
  EXPECT_THROW(release_neighbor_counts(g, few, epsilon::from_nats(1.0), coins), invalid_parameter);
}

TEST(AttributeRoundsTest, CountsNeighboursByReport) {
  const csr_graph star = test::star_graph(3);
  const std::vector<attribute_reports> reports = {{answers(2, 1.0), {0, 1, 1, 0}},
                                                  {answers(3, 1.0), {2, 2, 0, 2}}};
  EXPECT_EQ(count_by_report(star.neighbors(0), reports), (std::vector<std::int64_t>{1, 2, 1, 0, 2}));
  EXPECT_EQ(count_by_report(star.neighbors(2), reports), (std::vector<std::int64_t>{1, 0, 0, 0, 1}));
}

TEST(AttributeRoundsTest, OneNeighbourMovesOneCountOfEachAttributeByOne) {
  // All lists of four users, all reports of two attributes, every neighbour added and removed.
  std::int64_t largest = 0;
  for (std::uint32_t bits = 0; bits < 256; ++bits) {
    std::vector<std::uint32_t> first, second;
    for (unsigned v = 0; v < 4; ++v) {
      first.push_back((bits >> v) & 1U);
      second.push_back((bits >> (4 + v)) & 1U);
    }
    const std::vector<attribute_reports> reports = {{answers(2, 1.0), first}, {answers(2, 1.0), second}};
    for (std::uint32_t list = 0; list < 16; ++list) {
      for (unsigned v = 0; v < 4; ++v) {
        const auto neighbors = [](std::uint32_t mask) {
          std::vector<vertex_id> result;
          for (vertex_id u = 0; u < 4; ++u)
            if ((mask >> u) & 1U) result.push_back(u);
          return result;
        };
        const auto before = count_by_report(neighbors(list), reports);
        const auto after = count_by_report(neighbors(list ^ (1U << v)), reports);
        std::int64_t moved = 0;
        for (std::size_t i = 0; i < before.size(); ++i) moved += std::abs(before[i] - after[i]);
        largest = std::max(largest, moved);
      }
    }
  }
  EXPECT_EQ(largest, 2) << "the number of attributes, which is the sensitivity that noise is drawn for";
}

TEST(AttributeRoundsTest, AddsNoiseOfThatSensitivity) {
  const csr_graph g = generate_affiliation(2000, 10000, 2);
  const std::vector<attribute_reports> reports = {truth_of(attribute_of(g, 2)), truth_of(attribute_of(g, 3))};
  const epsilon budget = epsilon::from_nats(1.5);
  const neighbor_count_round round = release_neighbor_counts(g, reports, budget, coin_source::simulated(8));
  EXPECT_EQ(round.width, 5U);
  EXPECT_DOUBLE_EQ(round.noise_variance, discrete_laplace(2, budget).variance());
  std::vector<double> noise;
  for (vertex_id u = 0; u < 2000; ++u) {
    const auto exact = count_by_report(g.neighbors(u), reports);
    for (std::size_t i = 0; i < 5; ++i) noise.push_back(static_cast<double>(round.of(u)[i] - exact[i]));
  }
  const test::sample s = test::describe(noise);
  EXPECT_LT(std::abs(s.mean) / std::sqrt(s.variance / static_cast<double>(s.size)), test::significant_z);
  EXPECT_LT(test::variance_z(s, round.noise_variance), test::significant_z);
}

TEST(AttributeRoundsTest, IsTheSameForEveryThreadCount) {
  const csr_graph g = generate_affiliation(700, 5000, 2);
  const std::vector<user_attribute> attributes = {attribute_of(g, 3)};
  const std::vector<channel> channels = {answers(3, 1.0)};
  const auto play = [&](unsigned threads) {
    const thread_limit limit(threads);
    const attribute_round round = release_attributes(attributes, channels, coin_source::simulated(3));
    const neighbor_count_round counts =
        release_neighbor_counts(g, round.attributes, epsilon::from_nats(1.0), coin_source::simulated(3));
    return std::pair(round.attributes[0].of, counts.values);
  };
  EXPECT_EQ(play(1), play(3));
}

}  // namespace
}  // namespace edgeldp
