// SPDX-License-Identifier: MIT
// Attributed graphs: the law of everything that users send, enumerated on tiny graphs, for a bit,
// an attribute and both, added and removed; broken twins beside it. Exact, no false alarms.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/graph/questions/homophily/attribute_rounds.hpp"
#include "support/broken_mechanisms.hpp"
#include "support/output_law.hpp"

namespace edgeldp {
namespace {

using test::output_law;

/// What a user's count message is about, before noise: own label, neighbours, everybody's reports.
using said_numbers = std::function<std::vector<std::int64_t>(std::uint32_t label, std::span<const vertex_id>,
                                                             const attribute_reports&)>;

std::vector<std::int64_t> by_report(std::uint32_t, std::span<const vertex_id> neighbors,
                                    const attribute_reports& reports) {
  return count_by_report(neighbors, std::vector{reports});
}

/// Noisy counts in a window that holds all exact ones (the ratio is constant outside), up to the
/// constant of the noise. A message is its length, then its numbers.
void append_noisy(const std::vector<std::int64_t>& exact, std::int64_t window, double e,
                  output_law<double>& law) {
  output_law<double> longer;
  for (const auto& [message, probability] : law) {
    auto headed = message;
    headed.push_back(exact.size());
    longer[headed] = probability;
  }
  for (const std::int64_t count : exact) {
    output_law<double> next;
    for (const auto& [message, probability] : longer)
      for (std::int64_t y = 0; y <= window; ++y) {
        auto extended = message;
        extended.push_back(static_cast<std::uint64_t>(y));
        next[extended] = probability * std::exp(-e * static_cast<double>(std::abs(y - count)));
      }
    longer = std::move(next);
  }
  law = std::move(longer);
}

constexpr double label_nats = 0.9, count_nats = 0.6;

const channel& label_channel() {
  static const channel c = warner_channel(epsilon::from_nats(label_nats));
  return c;
}

/// Everything that user 0 of four sends, given the reports of the other three (bits of `others`):
/// its report, then its count message.
output_law<double> law_of_user(std::uint32_t label, std::uint32_t list, std::uint32_t others,
                               const said_numbers& f) {
  std::vector<vertex_id> neighbors;
  for (vertex_id v = 1; v < 4; ++v)
    if ((list >> (v - 1)) & 1U) neighbors.push_back(v);
  output_law<double> all;
  for (std::uint32_t report = 0; report < 2; ++report) {
    const attribute_reports reports{label_channel(),
                                    {report, others & 1U, (others >> 1) & 1U, (others >> 2) & 1U}};
    output_law<double> law{{{report}, label_channel().probabilities()(report, label)}};
    append_noisy(f(label, neighbors, reports), 3, count_nats, law);
    all.merge(law);
  }
  return all;
}

struct worst_losses {
  double bit = 0, attribute = 0, both = 0;
};

/// In nats, over all lists, labels and reports of others; infinite for outputs that give an input
/// away.
worst_losses losses_of_user(const said_numbers& f) {
  worst_losses worst;
  const auto raise = [](double& loss, const std::optional<double>& ratio) {
    loss = std::max(loss, ratio ? std::log(*ratio) : INFINITY);
  };
  for (std::uint32_t others = 0; others < 8; ++others)
    for (std::uint32_t list = 0; list < 8; ++list)
      for (std::uint32_t label = 0; label < 2; ++label) {
        const auto law = law_of_user(label, list, others, f);
        raise(worst.attribute, test::largest_ratio(law, law_of_user(1 - label, list, others, f)));
        for (unsigned v = 0; v < 3; ++v) {
          raise(worst.bit, test::largest_ratio(law, law_of_user(label, list ^ (1U << v), others, f)));
          raise(worst.both, test::largest_ratio(law, law_of_user(1 - label, list ^ (1U << v), others, f)));
        }
      }
  return worst;
}

TEST(HomophilyPrivacyTest, AUserPaysForABitForAnAttributeAndForBoth) {
  const worst_losses losses = losses_of_user(by_report);
  EXPECT_NEAR(losses.bit, count_nats, 1e-9);
  EXPECT_NEAR(losses.attribute, label_nats, 1e-9);
  EXPECT_NEAR(losses.both, count_nats + label_nats, 1e-9);
}

TEST(HomophilyPrivacyTest, CountingByOnesOwnTrueLabelIsRejected) {
  const worst_losses losses = losses_of_user(test::broken::count_alike_by_true_label);
  EXPECT_NEAR(losses.bit, count_nats, 1e-9) << "for edges alone it looks right";
  EXPECT_GT(losses.attribute, label_nats + 2.9 * count_nats) << "an attribute moves the whole degree";
}

TEST(HomophilyPrivacyTest, NamingOnlyLabelsThatArePresentIsRejected) {
  const worst_losses losses = losses_of_user(test::broken::counts_of_present_labels);
  EXPECT_EQ(losses.bit, INFINITY);
}

/// Everything that three users send. graph: bits of the pairs 01, 02, 12.
output_law<double> law_of_graph(std::uint32_t graph, std::uint32_t labels) {
  const std::pair<vertex_id, vertex_id> pairs[] = {{0, 1}, {0, 2}, {1, 2}};
  std::vector<std::vector<vertex_id>> lists(3);
  for (unsigned i = 0; i < 3; ++i)
    if ((graph >> i) & 1U) {
      lists[pairs[i].first].push_back(pairs[i].second);
      lists[pairs[i].second].push_back(pairs[i].first);
    }
  output_law<double> all;
  for (std::uint32_t bits = 0; bits < 8; ++bits) {
    attribute_reports reports{label_channel(), {}};
    double probability = 1.0;
    std::vector<std::uint64_t> sent;
    for (unsigned u = 0; u < 3; ++u) {
      reports.of.push_back((bits >> u) & 1U);
      sent.push_back(reports.of.back());
      probability *= label_channel().probabilities()(reports.of.back(), (labels >> u) & 1U);
    }
    output_law<double> law{{sent, probability}};
    for (unsigned u = 0; u < 3; ++u) append_noisy(by_report(0, lists[u], reports), 2, count_nats, law);
    all.merge(law);
  }
  return all;
}

TEST(HomophilyPrivacyTest, ARelationshipPaysForBothItsEnds) {
  double edge = 1.0, label = 1.0;
  std::vector<output_law<double>> laws;
  for (std::uint32_t graph = 0; graph < 8; ++graph)
    for (const std::uint32_t labels : {0U, 1U, 6U}) laws.push_back(law_of_graph(graph, labels));
  for (std::uint32_t graph = 0; graph < 8; ++graph) {
    for (std::size_t i = 0; i < 3; ++i)
      for (unsigned pair = 0; pair < 3; ++pair)
        edge = std::max(
            edge, test::largest_ratio(laws[3 * graph + i], laws[3 * (graph ^ (1U << pair)) + i]).value());
    label = std::max(label, test::largest_ratio(laws[3 * graph], laws[3 * graph + 1]).value());
  }
  EXPECT_NEAR(std::log(edge), 2 * count_nats, 1e-9);
  EXPECT_NEAR(std::log(label), label_nats, 1e-9) << "nobody else's message reads the true label";
}

}  // namespace
}  // namespace edgeldp
