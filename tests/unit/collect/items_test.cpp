// SPDX-License-Identifier: MIT
// Collections in which lists are of items: a directory of these beside that of people.
#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "collect/client/client.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/bipartite_graph.hpp"
#include "edgeldp/graph/questions/butterflies/butterflies_simulation.hpp"
#include "support/small_collection.hpp"

namespace edgeldp::test {

namespace {

/// Thirty people and twelve items, the first of which are popular.
struct shop {
  std::vector<std::string> people, items;
  std::vector<std::pair<vertex_id, vertex_id>> bought;
};

shop some_shop() {
  shop s;
  std::mt19937_64 random(3);
  for (vertex_id p = 0; p < 30; ++p) s.people.push_back("person " + std::to_string(10 + p));
  for (vertex_id i = 0; i < 12; ++i) s.items.push_back("item " + std::to_string(10 + i));
  for (vertex_id p = 0; p < 30; ++p)
    for (vertex_id i = 0; i < 12; ++i)
      if (random() % (2 + i) == 0) s.bought.emplace_back(p, i);
  return s;
}

small_collection open(const shop& s) {
  return small_collection([&](collect::new_collection& wanted) {
    wanted.method = "butterflies";
    wanted.total = epsilon::from_nats(4.0);
    wanted.people = s.people;
    wanted.items = s.items;
  });
}

collect::joining_person person_of(const small_collection& c, const shop& s, vertex_id p) {
  collect::joining_person who = c.person(s.people[p]);
  who.ceiling = epsilon::from_nats(4.0);
  who.contacts.clear();
  for (const auto& [person, item] : s.bought)
    if (person == p) who.contacts.push_back(s.items[item]);
  who.contacts.push_back("no such item");
  return who;
}

/// The states of all people, in their order.
std::vector<state_in_memory> everybody_joined(small_collection& c, const shop& s) {
  std::vector<state_in_memory> kept(s.people.size());
  for (vertex_id p = 0; p < s.people.size(); ++p) {
    collect::folder_bulletin from = c.published();
    collect::client::join(kept[p], from, person_of(c, s, p));
  }
  return kept;
}

TEST(ItemsTest, ACollectionOfButterfliesEndsWithTheLibrarysNumber) {
  const shop s = some_shop();
  small_collection c = open(s);
  std::vector<state_in_memory> kept = everybody_joined(c, s);
  for (int turns = 0; c.collector->due() && turns < 10; ++turns) {
    for (state_in_memory& state : kept) c.say_next(state);
    c.restart();
  }
  const auto result = nlohmann::json::parse(collect::text_of(c.published().result().value()));
  const bipartite_graph g(s.people.size(), s.items.size(), s.bought);
  const butterfly_result expected = estimate_butterflies(g, layer::left, {epsilon::from_nats(4.0), {}},
                                                         release_key{3}, coin_source::simulated(7));
  EXPECT_EQ(result["numbers"][0]["statistic"], "butterflies");
  EXPECT_EQ(result["numbers"][0]["estimate"], expected.butterflies.value);
  EXPECT_EQ(result["numbers"][0]["standard_error"], expected.butterflies.standard_error);
  EXPECT_EQ(result["told"], expected.run.told);
  EXPECT_EQ(result["spent"]["relationship_dp"], 4.0) << "an item is on one list alone";
  for (state_in_memory& state : kept) {
    const collect::client one(state);
    EXPECT_LE(one.spent(), one.of_task().total);
    EXPECT_GE(one.spent().nats(), 1.0) << "not for nothing";
  }
}

TEST(ItemsTest, ItemsComeFromTheDirectoryThatTheTaskNames) {
  const shop s = some_shop();
  small_collection c = open(s);
  const std::string directory = c.collector->of_task().item_directory;
  state_in_memory kept;
  altered_bulletin other(c);
  other.objects[directory] = collect::bytes_of("cup\nhat\n");
  EXPECT_THROW(collect::client::join(kept, other, person_of(c, s, 0)), io_error);
  EXPECT_TRUE(kept.bytes.empty());
  collect::folder_bulletin from = c.published();
  const collect::client one = collect::client::join(kept, from, person_of(c, s, 0));
  std::vector<std::uint32_t> expected;
  for (const auto& [person, item] : s.bought)
    if (person == 0) expected.push_back(item);
  EXPECT_EQ(one.state().contacts, expected);
  EXPECT_EQ(collect::client_state::read(kept.bytes).contacts, expected);
}

/// Who was late in the round of sizes is asked for its row all the same: rows are numbered by user.
TEST(ItemsTest, WhoIsLateIsNoTrouble) {
  const shop s = some_shop();
  small_collection c = open(s);
  std::vector<state_in_memory> kept = everybody_joined(c, s);
  for (int turns = 0; c.collector->due() && turns < 10; ++turns) {
    const std::string round = c.collector->status().round;
    for (std::size_t p = 0; p < kept.size(); ++p) {
      if (p == 4 && round == "size") continue;
      c.say_next(kept[p]);
    }
    if (c.collector->status().round == round) c.collector->close_round(c.now);
  }
  EXPECT_EQ(c.collector->status().at, collect::collection_status::stage::over)
      << c.collector->status().failure;
}

}  // namespace

}  // namespace edgeldp::test
