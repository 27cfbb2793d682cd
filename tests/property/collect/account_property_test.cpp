// SPDX-License-Identifier: MIT
// One person, one account and several collections, under crashes, states that come back from a
// backup, lost states and collectors that end early: whatever was said never cost more than the
// ceiling, by a count that the account has no part in.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "collect/client/personal_account.hpp"
#include "collect/task/problem.hpp"
#include "edgeldp/core/base/error.hpp"
#include "support/night.hpp"
#include "support/small_collection.hpp"

namespace edgeldp::test {

namespace {

using collect::client;
using collect::next_step;
using collect::personal_account;

/// The device stops.
struct stopped {};

/// Records that are never lost, of a device that may stop before and after each is added.
class records_in_memory final : public collect::account_keeper {
 public:
  explicit records_in_memory(std::function<bool()> stops = [] { return false; })
      : m_stops(std::move(stops)) {}
  byte_string begin() override { return all(); }
  void end(const byte_string& record) override {
    if (record.empty()) return;
    if (m_stops()) throw stopped{};
    m_records.insert(record);
    if (m_stops()) throw stopped{};
  }
  std::int64_t now() override { return at; }

  byte_string all() const {
    byte_string joined;
    for (const byte_string& r : m_records) joined.insert(joined.end(), r.begin(), r.end());
    return joined;
  }
  std::int64_t at = 1000;

 private:
  std::function<bool()> m_stops;
  std::set<byte_string> m_records;
};

/// A state of which all that it ever was can come back.
class remembered_state final : public collect::state_keeper {
 public:
  explicit remembered_state(std::function<bool()> stops) : m_stops(std::move(stops)) {}
  byte_string load() override { return versions.at(now); }
  void save(const byte_string& bytes) override {
    if (m_stops()) throw stopped{};
    versions.push_back(bytes);
    now = versions.size() - 1;
    if (m_stops()) throw stopped{};
  }
  std::vector<byte_string> versions;
  std::size_t now = 0;

 private:
  std::function<bool()> m_stops;
};

/// What schedules met, so that a test that met nothing fails.
struct account_met {
  std::uint64_t schedules = 0, stops = 0, restored = 0, refusals = 0, answers = 0, full = 0;
};

/// One collection, as ann's device sees it.
struct joined_collection {
  explicit joined_collection(std::uint64_t seed, double total) {
    world = std::make_unique<small_collection>([&](collect::new_collection& wanted) {
      wanted.method = seed % 2 == 0 ? "mixing" : "degrees";
      wanted.people = {"ann", "bob", "cem"};
      wanted.total = epsilon::from_nats(total);
      wanted.is_simulated = false;
      wanted.key.reset();
    });
    for (const char* name : {"bob", "cem"}) {
      others.push_back(std::make_unique<state_in_memory>());
      clients.push_back(world->join(*others.back(), name));
    }
  }
  std::unique_ptr<small_collection> world;
  std::vector<std::unique_ptr<state_in_memory>> others;
  std::vector<client> clients;
  std::vector<std::unique_ptr<remembered_state>> mine;  ///< those that were lost among them
  std::map<std::string, epsilon> said;                  ///< by the announcement that was answered
};

class schedule {
 public:
  schedule(std::uint64_t seed, std::size_t collections, account_met& all, bool has_account = true)
      : m_random(seed), m_met(all), m_has_account(has_account), m_account([this] { return stops(); }) {
    m_chance_to_stop = chance() * 0.3;
    for (std::size_t i = 0; i < collections; ++i)
      m_all.emplace_back(m_random(), 0.25 * (1.0 + double(m_random() % 4)));
    m_ceiling = epsilon::from_nats(0.25 * (1.0 + double(m_random() % (2 * collections))));
    ++m_met.schedules;
  }

  bool is_exceeded() const { return spent() > m_ceiling; }

  void play() {
    for (std::size_t turn = 0; turn < 12 * m_all.size(); ++turn) {
      joined_collection& c = m_all[m_random() % m_all.size()];
      try {
        act(c);
      } catch (const stopped&) {
        ++m_met.stops;
      }
      if (m_has_account) check();
    }
    if (personal_account(m_account.all()).lifetime() == m_ceiling) ++m_met.full;
  }

 private:
  collect::account_keeper* account() { return m_has_account ? &m_account : nullptr; }
  double chance() { return std::uniform_real_distribution<double>(0.0, 1.0)(m_random); }
  bool stops() { return chance() < m_chance_to_stop; }

  void act(joined_collection& c) {
    const double what = chance();
    if (c.mine.empty() || c.mine.back()->versions.empty() || what < 0.02) return join(c);
    if (what < 0.1) {  // a backup comes back
      remembered_state& s = *c.mine.back();
      s.now = m_random() % s.versions.size();
      ++m_met.restored;
      return;
    }
    if (what < 0.13) return leave(c);
    if (what < 0.16) {
      c.world->now += 1000;
      c.world->collector->advance(c.world->now);
      return;
    }
    if (what < 0.5) return others(c);
    look(c);
  }

  void join(joined_collection& c) {
    c.mine.push_back(std::make_unique<remembered_state>([this] { return stops(); }));
    collect::joining_person who = c.world->person("ann");
    who.ceiling = m_ceiling;
    if (m_has_account) who.account = "here";
    collect::folder_bulletin from = c.world->published();
    try {
      client::join(*c.mine.back(), from, who, account());
    } catch (const invalid_parameter&) {
      ++m_met.refusals;
      c.mine.pop_back();
    }
  }

  void look(joined_collection& c) {
    client me(*c.mine.back(), account());
    collect::folder_bulletin from = c.world->published();
    const next_step step = me.next(from);
    if (step.what != next_step::kind::send) return;
    if (step.round != collect::join_round && !me.state().heard.empty()) {
      const collect::heard_round& last = me.state().heard.back();
      c.said[last.announcement] = last.price;
      ++m_met.answers;
    }
    send(c, step.message);
    c.world->collector->advance(c.world->now);
  }

  /// Whoever lost a state, or comes late, is refused.
  static void send(joined_collection& c, const byte_string& message) {
    try {
      c.world->collector->take(message);
      c.world->collector->commit();
    } catch (const collect::problem&) {
    }
  }

  void leave(joined_collection& c) { client(*c.mine.back(), account()).leave(); }

  void others(joined_collection& c) {
    for (client& p : c.clients) {
      collect::folder_bulletin from = c.world->published();
      const next_step step = p.next(from);
      if (step.what != next_step::kind::send) continue;
      send(c, step.message);
    }
    c.world->collector->advance(c.world->now);
  }

  epsilon spent() const {
    std::uint64_t units = 0;
    for (const joined_collection& c : m_all)
      for (const auto& [announcement, price] : c.said) units += price.units();
    return epsilon::from_units(units);
  }

  void check() const {
    const personal_account account(m_account.all());
    EXPECT_LE(spent(), account.lifetime());
    EXPECT_LE(account.lifetime(), m_ceiling);
  }

  std::mt19937_64 m_random;
  account_met& m_met;
  bool m_has_account;
  double m_chance_to_stop = 0.0;
  records_in_memory m_account;
  std::vector<joined_collection> m_all;
  epsilon m_ceiling;
};

void expect_met(const account_met& all) {
  std::cout << all.schedules << " schedules: " << all.answers << " answers, " << all.stops << " stops, "
            << all.restored << " states from backups, " << all.refusals << " tasks refused, " << all.full
            << " ceilings reached\n";
  EXPECT_GT(all.answers, all.schedules / 2);
  EXPECT_GT(all.stops, all.schedules / 2);
  EXPECT_GT(all.restored, all.schedules / 2);
  EXPECT_GT(all.refusals, all.schedules / 4);
  EXPECT_GT(all.full, all.schedules / 20);
}

void play_schedules(std::uint64_t first, std::uint64_t count, std::size_t collections) {
  account_met all;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    SCOPED_TRACE("schedule of seed " + std::to_string(seed));
    schedule(seed, collections, all).play();
    if (::testing::Test::HasFailure()) return;
  }
  expect_met(all);
}

TEST(AccountSchedulesTest, TwoCollectionsNeverExceedACeiling) {
  play_schedules(1, 150, 2);
}

TEST(AccountSchedulesTest, TwelveCollectionsNeverExceedACeiling) {
  play_schedules(1000, 20, 12);
}

TEST(AccountSchedulesNightlyTest, TwoCollectionsNeverExceedACeiling) {
  play_schedules(first_seed() * 100000, 8000, 2);
}

TEST(AccountSchedulesNightlyTest, TwelveCollectionsNeverExceedACeiling) {
  play_schedules(first_seed() * 100000 + 50000, 2000, 12);
}

/// The count sees it where nobody adds up.
TEST(AccountSchedulesTest, WithoutAnAccountACeilingIsExceeded) {
  account_met all;
  std::uint64_t exceeded = 0;
  for (std::uint64_t seed = 2000; seed < 2030; ++seed) {
    schedule alone(seed, 4, all, false);
    alone.play();
    if (alone.is_exceeded()) ++exceeded;
  }
  EXPECT_GT(exceeded, 0U);
}

/// Another device has another account: nothing here knows of it, as the documents say.
TEST(AccountSchedulesTest, ASecondDeviceCountsForItself) {
  joined_collection first(0, 1.0), second(0, 1.0);
  records_in_memory here, there;
  const auto join = [](joined_collection& c, records_in_memory& account) {
    state_in_memory kept;
    collect::joining_person who = c.world->person("ann");
    who.account = "somewhere";
    collect::folder_bulletin from = c.world->published();
    client::join(kept, from, who, &account);
  };
  join(first, here);
  EXPECT_THROW(join(second, here), invalid_parameter);
  EXPECT_NO_THROW(join(second, there));
}

}  // namespace

}  // namespace edgeldp::test
