// SPDX-License-Identifier: MIT
// Rows at the earlier ends of edges: what one user says, and what a whole run tells, by
// enumeration.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/core/wire/public_order.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round_user.hpp"
#include "edgeldp/graph/rounds/rounds_user.hpp"
#include "support/budgets.hpp"
#include "support/forward_run.hpp"
#include "support/scripted_randomness.hpp"
#include "support/small_lists.hpp"

namespace edgeldp::forward_rounds {
namespace {

using test::broken;
using test::falling_degrees;
using test::nats;
using test::random_budgets;
using test::rows_of;

/// Plain bits at the earlier ends, whose budgets follow from whom they are about: one for each
/// user.
std::shared_ptr<const release_layout> layout_about(std::span<const epsilon> about, release_key key) {
  const auto users = static_cast<vertex_id>(about.size());
  const codec_spec codec = bitmap_spec{};
  release_parameters p;
  p.users = users;
  p.key = key;
  p.order = user_order::hubs_last;
  p.chunk_rule = chunk_rule::noisy_degree;
  p.simulated = true;
  p.total = nats(32.0);
  p.degree = nats(0.5);
  const row_numbers none{epsilon(), {}, released_number::size};
  p.edges = about[users - 1];
  codec.fill(p, p.edges, none);
  for (std::uint32_t rank = 1; rank < users; ++rank) {
    rank_class& c = p.later.emplace_back();
    c.first = rank;
    c.rows.key = key;
    c.edges = about[users - 1 - rank];
    codec.fill(c.rows, c.edges, none);
  }
  return std::make_shared<const release_layout>(p, falling_degrees(users), std::vector<std::int64_t>());
}

const public_objects no_objects;

count_call told(std::uint64_t limit) {
  static const coin_source source;
  static const user_coins coins(source, 0);
  return {no_objects, limit, coins};
}

/// The most that one neighbour moves what the last of seven says, relative to its limit.
double largest_move(std::uint64_t seed, int draws, const std::vector<vertex_id>& absent, bool keeps_limit) {
  constexpr vertex_id users = 7, last = users - 1;
  std::mt19937_64 random(seed);
  double most = 0.0;
  for (int draw = 0; draw < draws; ++draw) {
    const auto layout = layout_about(random_budgets(random, users, 3.0), {random()});
    const forward_pairs<release> what{static_cast<std::uint32_t>(random() % (weight_units + 1)),
                                      rows_of(layout, static_cast<std::uint32_t>(random()), absent)};
    const std::uint64_t limit = weight_units / 4 + random() % (8 * std::uint64_t{weight_units});
    std::vector<int128> said(1U << last);
    for (unsigned list = 0; list < said.size(); ++list) {
      const auto members = test::members_of<vertex_id>(list);
      const std::uint64_t kept = keeps_limit ? limit : limit / 4 * members.size();
      said[list] = statistic(what, own_list{last, users, members}, told(kept));
    }
    for (unsigned list = 0; list < said.size(); ++list)
      for (vertex_id v = 0; v < last; ++v) {
        const int128 moved = said[list] - said[list | 1U << v];
        most = std::max(most, static_cast<double>(moved < 0 ? -moved : moved) / static_cast<double>(limit));
      }
  }
  return most;
}

TEST(ForwardRoundTest, OneNeighborMovesAMessageByItsLimitAtMostAndThatIsReached) {
  EXPECT_EQ(largest_move(1, 400, {}, true), 1.0);
  EXPECT_EQ(largest_move(2, 400, {1, 4}, true), 1.0);
}

TEST(ForwardRoundTest, LimitsOfTrueListsAreFound) {
  EXPECT_GT(largest_move(3, 100, {}, false), 1.0);
}

// A pair's weight is that of the law of the bit, which is about its later member.
TEST(ForwardRoundTest, APairWeighsByTheLawOfWhomItsBitIsAbout) {
  std::mt19937_64 random(5);
  const std::vector<epsilon> about = random_budgets(random, 4, 3.0);
  const auto layout = layout_about(about, {3});
  for (std::uint32_t noisy = 0; noisy < 64; ++noisy) {
    const forward_pairs<release> what{weight_units / 3, rows_of(layout, noisy)};
    for (const auto& [j, k] : {std::pair{0U, 1U}, {0U, 2U}, {1U, 2U}}) {
      const std::array list{vertex_id{j}, vertex_id{k}};
      const bit_law law = randomized_response::for_budget(about[k]).law();
      const auto [zero, one] = weights_of(law, weight_units / 3);
      EXPECT_EQ(statistic(what, own_list{3, 4, list}, told(std::uint64_t{1} << 60)),
                test::pair_bit(noisy, k, j) ? one : zero);
    }
  }
}

// Only what precedes in the order of degrees counts; the first user has nothing to say.
TEST(ForwardRoundTest, NeighborsThatFollowDoNotCount) {
  std::mt19937_64 random(6);
  const auto layout = layout_about(random_budgets(random, 5, 3.0), {3});
  const forward_pairs<release> what{weight_units / 3, rows_of(layout, 0x2d3)};
  const std::vector<vertex_id> some{0, 1}, more{0, 1, 3, 4};
  EXPECT_EQ(statistic(what, own_list{2, 5, some}, told(std::uint64_t{1} << 60)),
            statistic(what, own_list{2, 5, more}, told(std::uint64_t{1} << 60)));
  const std::vector<vertex_id> others{1, 2, 3, 4};
  EXPECT_EQ(statistic(what, own_list{0, 5, others}, told(std::uint64_t{1} << 60)), int128{0});
  EXPECT_EQ(rank_of(what, own_list{2, 5, some}), 2U);
}

// Every number decides its own bit, by the threshold of whom the bit is about.
TEST(ForwardRoundTest, EachBitOfARowIsTurnedByTheLawOfWhomItIsAbout) {
  std::mt19937_64 random(7);
  constexpr vertex_id users = 6;
  const std::vector<epsilon> about = random_budgets(random, users, 3.0);
  const auto layout = layout_about(about, {3});
  const std::vector<vertex_id> neighbors{1, 2, 4};
  for (vertex_id later = 1; later < users; ++later) {
    const std::uint64_t threshold = randomized_response::for_budget(about[later]).threshold();
    for (const bool turns : {false, true}) {
      // The same number for all: where it turns this bit is where others turn is by their laws.
      const std::uint64_t number = turns ? threshold - 1 : threshold;
      std::vector<std::uint64_t> script;
      for (vertex_id v = users; v-- > 1;)  // in the order of positions, each a class of its own
        test::append_digits(script, std::vector<std::uint64_t>(64, number),
                            randomized_response::for_budget(about[v]).threshold());
      test::scripted_randomness coins(script);
      std::vector<std::uint64_t> row(1);
      encode_row(*layout, 0, neighbors, coins, row);
      for (vertex_id v = 1; v < users; ++v) {
        const bool is_neighbor = std::ranges::find(neighbors, v) != neighbors.end();
        const bool is_turned = number < randomized_response::for_budget(about[v]).threshold();
        EXPECT_EQ((row[0] >> layout->position(v) & 1) != 0, is_neighbor != is_turned) << later << ' ' << v;
      }
    }
  }
}

/// Triangles of four users, each a class of its own.
class counted_triangles {
 public:
  static constexpr vertex_id users = 4;

  explicit counted_triangles(std::mt19937_64& random)
      : spent{nats(0.02), nats(0.06), random_budgets(random, users, 0.3), random_budgets(random, users, 0.9),
              random_budgets(random, users, 0.6)},
        m_layout(layout_about(spent.edges, {random()})),
        m_theta(static_cast<std::uint32_t>(random() % (weight_units + 1))) {
    for (std::uint64_t& limit : m_limits)
      limit = weight_units / 4 + random() % (4 * std::uint64_t{weight_units});
  }

  void learn(std::uint32_t noisy) { m_rows = rows_of(m_layout, noisy); }
  const public_ref<release>& rows() const { return m_rows; }

  double loss(vertex_id as, epsilon budget, own_list one, own_list other, bool turned) const {
    const std::uint64_t limit = m_limits[as];
    const forward_pairs<release> what{m_theta, m_rows};
    const centred_pairs<release> following{{m_theta, {}}, m_rows};
    const auto said = [&](own_list list) {
      return turned ? weigh_own_pairs(following, limit, list) : statistic(what, list, told(limit));
    };
    return budget.nats() * std::abs(static_cast<double>(said(one) - said(other))) /
           static_cast<double>(limit);
  }

  test::spent_by_class spent;

 private:
  std::shared_ptr<const release_layout> m_layout;
  std::uint32_t m_theta;
  public_ref<release> m_rows;
  std::array<std::uint64_t, users> m_limits{};
};

test::told_of_paid most_of(broken how) {
  return test::told_at_most<counted_triangles>(how, 60, 1);
}

TEST(ForwardRoundTest, AWholeRunTellsWhatWasPaidAndNoMore) {
  const test::told_of_paid most = most_of(broken::nothing);
  EXPECT_LE(most.bit, 1.0 + 1e-9);
  EXPECT_GT(most.bit, 1.0 - 1e-6);
  EXPECT_LE(most.relationship, 1.0 + 1e-9);
  EXPECT_GT(most.relationship, 0.999);
}

TEST(ForwardRoundTest, BrokenRunsTellMore) {
  for (const broken how :
       {broken::rows_at_both_ends, broken::counts_by_earlier, broken::length_from_true_number,
        broken::size_of_whole_list, broken::law_by_true_size, broken::order_turned_round}) {
    const test::told_of_paid most = most_of(how);
    EXPECT_GT(most.bit, 1.05) << static_cast<int>(how);
    if (how != broken::order_turned_round) {
      EXPECT_GT(most.relationship, 1.05) << static_cast<int>(how);
    }
  }
}

// What a collector may announce, and what it may not.
TEST(ForwardRoundTest, RowsAtTheLaterEndsAreRefused) {
  std::mt19937_64 random(8);
  public_objects published;
  const auto layout = layout_about(random_budgets(random, 4, 1.0), {3});
  const auto add = [&]<class T>(std::shared_ptr<const T> object) {
    byte_string form = public_form<T>::write(*object);
    return published.add(std::move(object), std::move(form));
  };
  add(std::make_shared<const public_order>(user_order::noisy_degree, layout->order()->key(),
                                           layout->order()->degrees()));
  add(layout->order());
  add(layout);
  const auto rows = add(rows_of(layout, 9).object);
  byte_string said;
  forward_round{nats(0.5), {7, rows}}.write(said);
  EXPECT_EQ(forward_round::read(said, published).what.theta, 7U);
  release_parameters p = layout->parameters();
  p.order = user_order::noisy_degree;
  p.later.clear();
  const auto plain =
      std::make_shared<const release_layout>(p, falling_degrees(4), std::vector<std::int64_t>());
  add(plain);
  const auto others = add(rows_of(plain, 0).object);
  byte_string wrong;
  forward_round{nats(0.5), {7, others}}.write(wrong);
  EXPECT_THROW(forward_round::read(wrong, published), format_error);
}

// An order that is turned round travels as the name of the other one.
TEST(ForwardRoundTest, AnOrderTurnedRoundSaysTheNameOfTheOther) {
  const std::vector<std::int64_t> degrees{3, 9, 3, -1, 9, 2};
  const public_order order(user_order::noisy_degree, {5}, degrees),
      turned(user_order::hubs_last, {5}, degrees);
  for (vertex_id u = 0; u < 6; ++u) EXPECT_EQ(turned.rank(u), 5 - order.rank(u));
  const byte_string form = public_form<public_order>::write(turned);
  EXPECT_LT(form.size(), 80U);
  public_objects published;
  EXPECT_THROW(public_form<public_order>::read(form, published), format_error);
  published.receive(name_of(order.write()), order.write());
  const public_order back = public_form<public_order>::read(form, published);
  EXPECT_EQ(back.kind(), user_order::hubs_last);
  EXPECT_TRUE(std::ranges::equal(back.ranks(), turned.ranks()));
  std::vector<degree_run> runs = order.runs(), backward = turned.runs();
  std::ranges::reverse(backward);
  EXPECT_TRUE(std::ranges::equal(runs, backward, [](const degree_run& a, const degree_run& b) {
    return a.degree == b.degree && a.users == b.users;
  }));
  EXPECT_THROW(public_order::read(turned.write()), format_error);
}

// Only plain bits may have laws of their own, whatever a collector announces.
TEST(ForwardRoundTest, OtherCodecsHaveOneLawAtTheEarlierEnds) {
  std::mt19937_64 random(9);
  release_parameters p = layout_about(random_budgets(random, 4, 1.0), {3})->parameters();
  p.chunk_rule = chunk_rule::released_size;
  p.size = nats(0.5);
  const std::vector<std::int64_t> lengths(4, 2);
  const codec_spec codec = nullspace_spec{};
  codec.fill(p, p.edges, {p.size, lengths, released_number::size});
  p.flip_threshold = 0;
  for (rank_class& c : p.later) {
    c.size = p.size;
    c.rows = {};
    c.rows.key = p.key;
    codec.fill(c.rows, c.edges, {p.size, lengths, released_number::size});
  }
  EXPECT_THROW(release_layout(p, falling_degrees(4), lengths), invalid_parameter);
  p.later.clear();
  EXPECT_NO_THROW(release_layout(p, falling_degrees(4), lengths));
}

}  // namespace
}  // namespace edgeldp::forward_rounds
