// SPDX-License-Identifier: MIT
// The program itself is killed again and again while clients report: what it has acknowledged is
// there, and counts once.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "collect/carriers/http_bulletin.hpp"
#include "collect/collector/store.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "support/collect_clients.hpp"
#include "support/program.hpp"

namespace edgeldp::test {

namespace {

using collect::next_step;

/// The server as a process that comes back on the same port.
class mortal_collector {
 public:
  explicit mortal_collector(std::filesystem::path home) : m_home(std::move(home)) {
    begin();
    m_listen = m_address.substr(std::string("http://").size());
  }
  void kill_and_begin() {
    m_process->kill_now();
    begin();
  }
  const std::string& address() const { return m_address; }

 private:
  void begin() {
    m_process = std::make_unique<program>(std::vector<std::string>{
        EDGELDP_PROGRAM, "collector", "serve", m_home.string(), "--listen", m_listen, "--json"});
    const std::string line = m_process->line(), key = "\"address\":\"";
    const std::size_t at = line.find(key);
    if (at == line.npos) throw std::runtime_error("the collector says: " + line);
    m_address = line.substr(at + key.size(), line.find('"', at + key.size()) - at - key.size());
  }
  std::filesystem::path m_home;
  std::string m_listen = "127.0.0.1:0", m_address;
  std::unique_ptr<program> m_process;
};

/// Names of messages that the collector said it has taken.
struct acknowledged {
  std::mutex mutex;
  std::set<std::string> names;
  std::atomic<std::uint64_t> count = 0, failures = 0;

  void add(const byte_string& message) {
    const std::scoped_lock lock(mutex);
    names.insert(name_of(message));
    ++count;
  }
};

/// Plays every so many-th client, through all that fails.
void play_through_failures(const std::string& address, const std::vector<collect::joining_person>& people,
                           std::size_t first, std::size_t stride, acknowledged& all) {
  collect::http_bulletin published(address, {.certificates = {}, .patience = std::chrono::seconds(60)});
  const auto again_and_again = [&](const auto& f) {
    for (;;) {
      try {
        return f();
      } catch (const io_error&) {
        ++all.failures;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    }
  };
  std::vector<std::unique_ptr<running_client>> clients;
  for (std::size_t i = first; i < people.size(); i += stride)
    clients.push_back(
        again_and_again([&] { return std::make_unique<running_client>(published, people[i]); }));
  std::vector<byte_string> said(clients.size());
  for (std::size_t over = 0; over < clients.size();) {
    over = 0;
    for (std::size_t i = 0; i < clients.size(); ++i) {
      const next_step step = again_and_again([&] { return clients[i]->alive->next(published); });
      ASSERT_NE(step.what, next_step::kind::ended) << step.why;
      if (step.what == next_step::kind::over) ++over;
      if (step.what != next_step::kind::send || step.message == said[i]) continue;
      const collect::delivery d = again_and_again([&] { return published.send(step.message); });
      ASSERT_NE(d.what, collect::delivery::kind::refused) << d.problem << ": " << d.detail;
      all.add(step.message);
      said[i] = step.message;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

/// What is kept: reports by name. Fails for a user who counts twice.
std::set<std::string> kept_reports(const std::filesystem::path& home) {
  std::set<std::string> names;
  std::set<std::pair<std::uint32_t, vertex_id>> users;
  collect::store kept(home / "private", {.is_durable = false, .happened = {}});
  for (const collect::stored_round& round : kept.rounds())
    kept.for_each_report(round.index, [&](vertex_id user, std::span<const std::byte> message) {
      EXPECT_TRUE(users.emplace(round.index, user).second) << "user " << user << " counts twice";
      names.insert(name_of(message));
    });
  return names;
}

/// Clients of a graph, and a collector that dies so often, at moments that a seed chooses.
void expect_nothing_lost(std::uint64_t users, std::uint64_t kills, std::uint64_t seed) {
  const test_folder scratch;
  const auto home = scratch.path() / "home", other = scratch.path() / "other";
  const csr_graph g = generate_erdos_renyi(users, 5 * users, seed);
  create_simulated(home, g);
  std::filesystem::copy(home, other, std::filesystem::copy_options::recursive);
  std::vector<collect::joining_person> people;
  {
    const collect::collection c({home}, seconds_now());
    for (vertex_id u = 0; u < users; ++u) people.push_back(person_of(c, g, u));
  }
  acknowledged all;
  std::uint64_t killed = 0;
  {
    mortal_collector collector(home);
    constexpr std::size_t connections = 8;
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < connections; ++i)
      threads.emplace_back(
          [&, i] { play_through_failures(collector.address(), people, i, connections, all); });
    std::mt19937_64 random(seed);
    // Joining, degree, size, edges and count: fewer messages than that may come after the last
    // kill.
    const std::uint64_t messages = 4 * users;
    for (std::uint64_t i = 0; i < kills; ++i) {
      const std::uint64_t until = messages * i / kills + random() % (messages / kills);
      while (all.count < until && !::testing::Test::HasFailure())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 20000));
      collector.kill_and_begin();
      ++killed;
    }
    threads.clear();
  }
  const std::set<std::string> kept = kept_reports(home);
  std::uint64_t found = 0;
  for (const std::string& name : all.names) found += kept.contains(name) ? 1 : 0;
  // Whoever joined was acknowledged too, but is kept as a key.
  EXPECT_EQ(all.names.size(), found + users);
  EXPECT_EQ(kept.size(), found);
  EXPECT_EQ(killed, kills);
  EXPECT_GT(all.failures, 0U);
  play_over_a_folder(other, g);
  EXPECT_EQ(result_of(home), result_of(other));
  std::cout << killed << " kills, " << all.failures << " failures seen by clients, " << kept.size()
            << " reports\n";
}

TEST(KilledCollectorTest, NothingAcknowledgedIsLost) {
  expect_nothing_lost(50, 5, 1);
}

TEST(KilledCollectorNightlyTest, NothingAcknowledgedIsLost) {
  expect_nothing_lost(500, 100, 2);
}

}  // namespace

}  // namespace edgeldp::test
