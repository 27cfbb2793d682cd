// SPDX-License-Identifier: MIT
// Cycles counted on rows at the earlier ends of edges: what a whole run tells, by enumeration.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>

#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/codec/randomized_response.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/questions/cycles/weight_round.hpp"
#include "questions/cycles/cycle_view.hpp"
#include "questions/cycles/weight_round_user.hpp"
#include "support/budgets.hpp"
#include "support/forward_run.hpp"

namespace edgeldp {
namespace {

using test::broken;
using test::nats;

/// Plain bits of one law for all, at either end of edges.
std::shared_ptr<const release_layout> layout_of(user_order order, std::vector<std::int64_t> degrees,
                                                epsilon edges, release_key key) {
  release_parameters p;
  p.users = degrees.size();
  p.key = key;
  p.order = order;
  p.chunk_rule = chunk_rule::noisy_degree;
  p.simulated = true;
  p.total = nats(32.0);
  p.degree = nats(0.5);
  p.edges = edges;
  const codec_spec codec = bitmap_spec{};
  codec.fill(p, p.edges, {epsilon(), {}, released_number::size});
  return std::make_shared<const release_layout>(p, std::move(degrees), std::vector<std::int64_t>());
}

/// Of as many users as make one such cycle, in the rounds `pilot` and `count`.
template <unsigned length>
class counted_cycles {
 public:
  static constexpr vertex_id users = length;

  explicit counted_cycles(std::mt19937_64& random) {
    const auto alike = [&](double most) {
      return std::vector<epsilon>(users, test::random_budgets(random, 1, most).front());
    };
    spent = {nats(0.02), nats(0.06), alike(0.3), alike(0.9), alike(0.6)};
    const epsilon edges = spent.edges.front();
    const release_key key{random()};
    m_layout = layout_of(user_order::hubs_last, test::falling_degrees(users), edges, key);
    std::vector<std::int64_t> rising = test::falling_degrees(users);
    std::ranges::reverse(rising);
    m_turned_layout = layout_of(user_order::noisy_degree, std::move(rising), edges, key);
    const bit_law law = randomized_response::for_budget(edges).law();
    const double largest = std::pow((1.0 - law.p0) / (law.p1 - law.p0), length - 2.0);
    for (auto& of_user : m_limits)
      for (double& limit : of_user) limit = largest * (0.05 + 0.0125 * static_cast<double>(random() % 100));
  }

  void learn(std::uint32_t noisy) {
    m_rows = test::rows_of(m_layout, noisy);
    m_turned = test::rows_of(m_turned_layout, noisy);
    m_turned.name = "turned";
    m_published = std::make_unique<public_objects>();
    m_unit = view_peaks(*m_published, m_rows, length)->unit();
  }
  const public_ref<release>& rows() const { return m_rows; }

  double loss(vertex_id as, epsilon budget, own_list one, own_list other, bool turned) const {
    double sum = 0.0;
    for (const bool is_pilot : {true, false}) {
      const auto limit = static_cast<std::uint64_t>(std::ceil(m_limits[as][is_pilot ? 0 : 1] / m_unit));
      const auto said = [&](own_list list) {
        const count_call asked{*m_published, limit, m_coins};
        return turned ? statistic(cycle_weights{length, m_turned}, list, asked)
                      : statistic(forward_cycle_weights{length, m_rows}, list, asked);
      };
      const double part = is_pilot ? 0.15 : 0.85;
      sum += part * budget.nats() * std::abs(static_cast<double>(said(one) - said(other))) /
             static_cast<double>(limit);
    }
    return sum;
  }

  test::spent_by_class spent;

 private:
  coin_source m_source;
  user_coins m_coins{m_source, 0};
  std::shared_ptr<const release_layout> m_layout, m_turned_layout;
  public_ref<release> m_rows, m_turned;
  std::unique_ptr<public_objects> m_published;
  double m_unit = 1.0;
  std::array<std::array<double, 2>, users> m_limits{};
};

/// Every noisy graph, or one in three.
test::told_of_paid fours(broken how, int runs) {
  return test::told_at_most<counted_cycles<4>>(how, runs, 1);
}

/// Of 1024 noisy graphs some 30 a run.
test::told_of_paid fives(broken how, int runs) {
  return test::told_at_most<counted_cycles<5>>(how, runs, 31);
}

void expect_what_was_paid(const test::told_of_paid& told) {
  EXPECT_LE(told.bit, 1.0 + 1e-9);
  EXPECT_GT(told.bit, 1.0 - 1e-6);
  EXPECT_LE(told.relationship, 1.0 + 1e-9);
  EXPECT_GT(told.relationship, 0.999);
}

TEST(ForwardWeightsTest, AWholeRunTellsWhatWasPaidAndNoMore) {
  expect_what_was_paid(fours(broken::nothing, 20));
  expect_what_was_paid(fives(broken::nothing, 8));
}

TEST(ForwardWeightsTest, BrokenRunsTellMore) {
  for (const broken how : {broken::rows_at_both_ends, broken::counts_by_earlier,
                           broken::length_from_true_number, broken::size_of_whole_list}) {
    const test::told_of_paid told = fours(how, 3);
    EXPECT_GT(told.bit, 1.05) << static_cast<int>(how);
    EXPECT_GT(told.relationship, 1.05) << static_cast<int>(how);
  }
  // What one end says of an edge then depends on what it has sent for it.
  EXPECT_GT(fours(broken::order_turned_round, 3).bit, 1.05);
  EXPECT_GT(fives(broken::order_turned_round, 2).bit, 1.05);
}

}  // namespace
}  // namespace edgeldp
