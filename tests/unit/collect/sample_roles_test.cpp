// SPDX-License-Identifier: MIT
// A collector that gives people other roles in a later round: a contact would be told by both its
// ends. A client that keeps the roles ends; one that forgets them is shown to lose more than the
// task says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collect/client/client.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_rule.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_rounds_user.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "support/small_collection.hpp"

namespace edgeldp::test {

namespace {

using collect::announcement;
using collect::client;
using collect::next_step;
using kind = next_step::kind;

constexpr std::uint64_t people_of_test = 12;
constexpr std::uint32_t many = 0x55000000U, few = 0x1a000000U;  // candidates: a third, a tenth

/// Three who would be told other roles: the candidate becomes a column, the column a counter, and
/// whose row is read stays a candidate.
struct cast {
  release_key key;
  vertex_id candidate = 0, column = 0, owner = 0;
  sample_roles first() const { return {key, many}; }
  sample_roles second() const { return {key, few}; }
};

cast find_cast() {
  using enum sample_role;
  for (std::uint64_t key = 1;; ++key) {
    std::optional<vertex_id> candidate, column_then_counter, owner;
    const sample_roles first{{key}, many}, second{{key}, few};
    for (vertex_id u = 0; u < people_of_test; ++u) {
      if (first.of(u) == sample_role::candidate && second.of(u) == sample_role::column) candidate = u;
      if (first.of(u) == sample_role::column && second.of(u) == counter) column_then_counter = u;
      if (second.of(u) == sample_role::candidate) owner = u;
    }
    if (candidate && column_then_counter && owner) return {{key}, *candidate, *column_then_counter, *owner};
  }
}

/// Announces what it likes, signed by the right key.
class two_faced_collector {
 public:
  explicit two_faced_collector(const cast& of)
      : cast_of(of),
        c([&](collect::new_collection& wanted) {
          ask_for(wanted, "triangles-sample");
          wanted.is_simulated = false;
          wanted.key = of.key;
          wanted.people = {"ann", "bob", "cem", "dee", "eva", "fay",
                           "gus", "hal", "ida", "jon", "kim", "lou"};
        }),
        all(c),
        m_published(c) {
    all.say();
    all.say();  // degrees
    m_published.seal_instead = byte_string(1);
    for (std::uint32_t index = 1; index < 5; ++index) m_published.announcements[index] = std::nullopt;
  }

  /// The next round, of these users.
  template <class Round>
  void announce(const Round& round, std::vector<vertex_id> who, std::vector<byte_string> said_to = {}) {
    announcement a = c.announced(0);
    a.index = m_next;
    a.before = m_before.empty() ? name_of(c.published().announcement(0).value()) : m_before;
    a.asks = Round::asks;
    a.round = round.kind().name;
    a.edges = round.kind().edges;
    a.said.clear();
    round.write(a.said);
    a.who = roster::of(std::move(who), people_of_test);
    a.said_to = std::move(said_to);
    for (const public_objects::listed& o : objects.list()) a.published.push_back({o.name, o.size});
    objects.for_each([&](std::string_view name, std::span<const std::byte> form) {
      m_published.objects[std::string(name)] = {form.begin(), form.end()};
    });
    const byte_string bytes = a.write(c.key());
    m_before = name_of(bytes);
    m_published.announcements[m_next++] = bytes;
  }

  /// As a program that starts anew from what it has kept.
  next_step next(vertex_id user) { return client(all.kept[user]).next(m_published); }
  byte_string body_of(vertex_id user) {
    const next_step step = next(user);
    EXPECT_EQ(step.what, kind::send) << step.why;
    collect::signed_part part;
    return collect::report::read(step.message, part).body;
  }
  std::int64_t number_of(vertex_id user) {
    const byte_string body = body_of(user);
    return static_cast<std::int64_t>(canonical_reader(body).number());
  }
  epsilon spent(vertex_id user) { return client(all.kept[user]).spent(); }

  /// Rows of users with these numbers of columns.
  std::shared_ptr<const vector_layout> layout_of(std::vector<std::int64_t> sizes) const {
    vector_parameters p;
    p.key = cast_of.key;
    p.users = sizes.size();
    p.length = people_of_test;
    p.total = c.collector->of_task().total;
    p.size = size();
    p.entries = entries();
    fill_codec(p, bitmap_spec{}, sizes);
    return std::make_shared<const vector_layout>(p, std::move(sizes));
  }
  public_ref<vector_layout> publish_layout(std::vector<std::int64_t> sizes) {
    const auto made = layout_of(std::move(sizes));
    return objects.add(made, public_form<vector_layout>::write(*made));
  }
  epsilon size() const { return epsilon::from_nats(0.09); }
  epsilon entries() const { return epsilon::from_nats(0.8); }
  epsilon count() const { return epsilon::from_nats(0.89); }

  const cast cast_of;
  small_collection c;
  everybody all;
  public_objects objects;

 private:
  altered_bulletin m_published;
  std::uint32_t m_next = 1;
  std::string m_before;
};

/// Sizes and rows under the first roles; then a count, under `later` ones, of whom these make a
/// counter.
std::string play_until_count(two_faced_collector& t, const sample_roles& later, vertex_id counter) {
  const auto [key, candidate, column, owner] = t.cast_of;
  const sample_roles first = t.cast_of.first();
  std::vector<vertex_id> owners{candidate, owner};
  std::ranges::sort(owners);
  t.announce(column_count_round{t.size(), {first}}, owners);
  std::vector<std::int64_t> sizes;
  for (const vertex_id u : owners) sizes.push_back(t.number_of(u));
  EXPECT_EQ(t.next(column).what, kind::wait);
  const auto rows = t.publish_layout(sizes);
  t.announce(column_row_round{first, rows}, owners);
  const std::size_t number = owners[0] == owner ? 0 : 1;
  t.body_of(candidate);
  const byte_string row = t.body_of(owner);
  EXPECT_EQ(t.next(column).what, kind::wait);
  // The row of whoever stays a candidate, under a layout of its own.
  const auto one = t.publish_layout({sizes[number]});
  const std::vector<std::uint64_t> words = read_vector(*one, 0, row);
  auto release = std::make_shared<const vector_release>(*one, words);
  sampled_count_round count{
      t.count(), {later, t.objects.add(release, public_form<vector_release>::write(*release)), {{owner, 0}}}};
  count.told = {weight_units};  // less than one pair weighs
  t.announce(count, {counter}, {count.said_to(0)});
  const next_step step = t.next(counter);
  return step.what == kind::ended ? step.why : std::string();
}

TEST(SampleRolesInACollectionTest, OtherRolesInALaterRoundEndThePart) {
  two_faced_collector t(find_cast());
  const std::string why = play_until_count(t, t.cast_of.second(), t.cast_of.column);
  EXPECT_NE(why.find("other roles than an earlier round"), std::string::npos) << why;
  EXPECT_EQ(t.spent(t.cast_of.column), share_of(epsilon::from_nats(1.0), 0.1)) << "its degree alone";
  const next_step again = t.next(t.cast_of.column);
  EXPECT_EQ(again.what, kind::ended) << "whatever it is asked afterwards";
  EXPECT_EQ(t.next(t.cast_of.candidate).what, kind::ended) << "who is not asked hears it too";
}

TEST(SampleRolesInACollectionTest, ARoundOfTheSameRolesIsAnswered) {
  const cast c = find_cast();
  std::optional<vertex_id> counter;
  for (vertex_id u = 0; u < people_of_test; ++u)
    if (c.first().of(u) == sample_role::counter) counter = u;
  ASSERT_TRUE(counter.has_value());
  two_faced_collector t(c);
  EXPECT_EQ(play_until_count(t, c.first(), *counter), "");
  EXPECT_LE(t.spent(*counter), epsilon::from_nats(1.0));
  EXPECT_LE(t.spent(c.candidate), epsilon::from_nats(1.0));
  EXPECT_EQ(t.spent(c.column), share_of(epsilon::from_nats(1.0), 0.1));
}

TEST(SampleRolesInACollectionTest, WhoHasAnotherRoleIsNotToBeAsked) {
  two_faced_collector t(find_cast());
  t.announce(column_count_round{t.size(), {t.cast_of.first()}}, {t.cast_of.column});
  const next_step step = t.next(t.cast_of.column);
  EXPECT_EQ(step.what, kind::ended);
  EXPECT_NE(step.why.find("people of another role"), std::string::npos) << step.why;
}

/// What an observer learns of one contact from what a list weighs and from what it weighs without
/// that contact, exactly: discrete Laplace noise of this sensitivity.
double loss_of(int128 with, int128 without, uint128 sensitivity, epsilon budget) {
  const int128 moved = with < without ? without - with : with - without;
  return budget.nats() * static_cast<double>(moved) / static_cast<double>(sensitivity);
}

/// The largest logarithm of a ratio of a bit's chances.
double loss_of_bit(const bit_law& law) {
  return std::max(std::log(law.p1 / law.p0), std::log((1.0 - law.p0) / (1.0 - law.p1)));
}

/// The edge of the candidate and the column, in all that both say under these roles of the count.
double exact_loss_of_the_edge(two_faced_collector& t, const sample_roles& later) {
  const auto [key, candidate, column, owner] = t.cast_of;
  const auto list = [&](vertex_id of, std::optional<vertex_id> but) {
    std::vector<vertex_id> others;
    for (vertex_id u = 0; u < people_of_test; ++u)
      if (u != of && u != but) others.push_back(u);
    return others;
  };
  const std::vector<vertex_id> mine = list(candidate, {}), without_column = list(candidate, column);
  const own_list one{candidate, people_of_test, mine}, one_less{candidate, people_of_test, without_column};
  const coin_source coins;
  const user_coins any(coins, 0);
  const count_call nothing_told{t.objects, 0, any};
  const column_count of{t.cast_of.first()};
  double loss = 2.0 * share_of(epsilon::from_nats(1.0), 0.1).nats();  // both degrees
  loss += loss_of(statistic(of, one, nothing_told), statistic(of, one_less, nothing_told), 1, t.size());
  const auto layout = t.layout_of({3});
  loss += loss_of_bit(layout->codec().law());
  if (later.of(column) != sample_role::counter) return loss;
  const std::vector<std::uint64_t> ones(layout->word_offset(1), (1U << people_of_test) - 1U);
  const auto rows = std::make_shared<const vector_release>(*layout, ones);
  const sampled_pairs pairs{later, {"rows", rows}, {{owner, 0}}};
  // Of the columns the candidate alone, so that nothing else fills the limit.
  const std::vector<vertex_id> both{std::min(candidate, owner), std::max(candidate, owner)}, row{owner};
  return loss + loss_of(weigh_own_pairs(pairs, weight_units, {column, people_of_test, both}),
                        weigh_own_pairs(pairs, weight_units, {column, people_of_test, row}), weight_units,
                        t.count());
}

/// A client that forgets the roles answers, and the two ends of a contact tell it twice.
TEST(SampleRolesInACollectionTest, AClientThatForgetsTheRolesLosesMoreThanTheTaskSays) {
  two_faced_collector t(find_cast());
  const auto [key, candidate, column, owner] = t.cast_of;
  const std::string why = play_until_count(t, t.cast_of.second(), column);
  ASSERT_FALSE(why.empty());

  const double most = t.c.collector->of_task().most_of_relationship().nats();
  EXPECT_NEAR(most, 1.1, 1e-8);
  EXPECT_LE(exact_loss_of_the_edge(t, t.cast_of.first()), most) << "one end alone tells it";
  EXPECT_GT(exact_loss_of_the_edge(t, t.cast_of.second()), 1.5 * most);

  // The twin: the same state, in which rounds that were heard have no roles that differ.
  collect::client_state forgetful = collect::client_state::read(t.all.kept[column].bytes);
  ASSERT_EQ(forgetful.heard.size(), 3U);
  forgetful.ended.clear();
  forgetful.coins_secret = byte_string(32, std::byte{5});
  for (std::size_t i = 1; i < forgetful.heard.size(); ++i) {
    collect::signed_part part;
    announcement heard = announcement::read(forgetful.heard[i].asked, part);
    heard.asks = degree_round::asks;
    forgetful.heard[i].asked = heard.write(collect::signing_key::make());
  }
  t.all.kept[column].bytes = forgetful.write();
  EXPECT_EQ(t.next(column).what, kind::send) << "nothing but the roles is in its way";
  EXPECT_LE(t.spent(column), epsilon::from_nats(1.0)) << "its own account does not show it";
  const double both = t.spent(column).nats() + t.spent(candidate).nats();
  EXPECT_GT(both, 1.5 * most) << "what both ends of the contact have paid for it";
}

}  // namespace

}  // namespace edgeldp::test
