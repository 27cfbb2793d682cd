// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collect/carriers/folder_bulletin.hpp"
#include "collect/client/client.hpp"
#include "collect/collector/collection.hpp"
#include "collect/task/files.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"
#include "support/small_collection.hpp"
#include "support/taken_answers.hpp"
#include "support/test_folder.hpp"

/// A collection with all its clients in one process, a clock that is turned by hand, and a network
/// and disks that fail as a seed says.
namespace edgeldp::test {

/// Whoever runs is no more; what it kept is kept.
struct crashed {};

/// Which faults occur, each as a chance.
struct faults {
  double lose_request = 0.0, lose_answer = 0.0, duplicate = 0.0, corrupt = 0.0;
  double delay = 0.0;              ///< a message is under way for as long as a round is open
  double unreadable = 0.0;         ///< a download fails, or comes damaged
  double client_crash = 0.0;       ///< before and after each save, and after each message
  double collector_crash = 0.0;    ///< at each step of a commit
  double collector_restart = 0.0;  ///< at each turn
  double sleeper = 0.0;            ///< a client that is away for a long while, and comes late
  double liar = 0.0;               ///< a client that also says something else, with its own key
};

/// Bytes that survive whoever writes them.
class kept_bytes final : public collect::state_keeper {
 public:
  explicit kept_bytes(std::function<bool()> crashes) : m_crashes(std::move(crashes)) {}
  byte_string load() override { return m_bytes; }
  void save(const byte_string& bytes) override {
    if (m_crashes()) throw crashed{};
    m_bytes = bytes;
    if (m_crashes()) throw crashed{};
  }
  bool is_empty() const { return m_bytes.empty(); }

 private:
  std::function<bool()> m_crashes;
  byte_string m_bytes;
};

/// The collector's folder over a bad connection.
class bad_connection final : public collect::bulletin {
 public:
  bad_connection(std::filesystem::path folder, std::function<int()> fault)
      : m_folder(std::move(folder)), m_fault(std::move(fault)) {}
  byte_string task() override { return m_folder.task(); }
  public_bytes directory() override { return passed(m_folder.directory()); }
  std::optional<byte_string> announcement(std::uint32_t index) override {
    auto bytes = m_folder.announcement(index);
    return bytes ? std::optional(passed(*std::move(bytes))) : std::nullopt;
  }
  public_bytes object(std::string_view name, std::uint64_t most) override {
    return passed(m_folder.object(name, most));
  }
  std::optional<byte_string> result() override { return m_folder.result(); }
  std::optional<byte_string> seal() override {
    auto bytes = m_folder.seal();
    return bytes ? std::optional(passed(*std::move(bytes))) : std::nullopt;
  }

 private:
  public_bytes passed(const public_bytes& file) {
    const held_bytes all = file.whole();
    return held_here(passed(byte_string(all.bytes.begin(), all.bytes.end())));
  }
  byte_string passed(byte_string bytes) {
    const int fault = m_fault();
    if (fault == 1) throw io_error("the connection is lost");
    if (fault == 2 && !bytes.empty()) bytes[bytes.size() / 2] ^= std::byte{4};
    if (fault == 3) bytes.resize(bytes.size() / 2);
    return bytes;
  }
  collect::folder_bulletin m_folder;
  std::function<int()> m_fault;
};

/// One schedule, from the first registration to the result.
class collection_world {
 public:
  /// is_real: with coins of the system, so that whoever is randomized twice says two things;
  /// otherwise with replayed ones, so that the library says what everybody must have said.
  collection_world(const csr_graph& g, const std::string& method, bool is_real, std::uint64_t seed,
                   const faults& chances)
      : m_graph(g), m_random(seed), m_chances(chances), m_is_real(is_real), m_coins(seed * 2 + 1) {
    collect::new_collection wanted;
    wanted.title = "a schedule of faults";
    ask_for(wanted, method);
    wanted.total = epsilon::from_nats(2.0);
    for (vertex_id u = 0; u < g.vertex_count(); ++u) wanted.people.push_back(name_of_person(u));
    wanted.join_seconds = wanted.round_seconds = 60;
    wanted.close_permille = 1000;
    wanted.is_simulated = !is_real;
    wanted.key = release_key{seed};
    collect::create_collection(folder(), wanted, m_now);
    start_collector();
    for (vertex_id u = 0; u < g.vertex_count(); ++u) {
      person& p = m_people.emplace_back();
      p.kept = std::make_unique<kept_bytes>([this] { return happens(m_chances.client_crash); });
      p.is_sleeper = happens(m_chances.sleeper);
      p.is_liar = happens(m_chances.liar);
    }
  }

  /// Plays until the collector is done, at most so many turns; then what must hold is checked by
  /// calling fail(why) for what does not.
  void play(const std::function<void(const std::string&)>& fail) {
    m_fail = fail;
    constexpr std::uint64_t most_turns = 200000;
    for (std::uint64_t turn = 0; turn < most_turns && !is_over(); ++turn) this->turn();
    if (!is_over()) return m_fail("the collection never ended");
    deliver_all();
    commit();
    check_accounts();
    check_acknowledged();
    const auto [published, expected] = results();
    if (published != expected) m_fail("the result is not the library's:\n" + published + expected);
  }

  std::uint64_t crashes() const { return m_crashes; }
  std::uint64_t lost_users() const { return m_lost_users; }
  std::uint64_t refusals() const { return m_refusals; }
  std::uint64_t altered() const { return m_altered; }
  bool has_failed() { return m_collector->status().at == collect::collection_status::stage::failed; }

 private:
  using report_key = std::pair<std::uint32_t, vertex_id>;  // round, user

  static constexpr std::int64_t registered = -1, not_yet = -2;

  struct person {
    std::unique_ptr<kept_bytes> kept;
    std::unique_ptr<collect::client> alive;
    bool is_sleeper = false, is_liar = false;
    std::int64_t sleeps_until = 0;
    std::map<std::uint32_t, std::set<byte_string>> said;  ///< by round: all messages it ever handed out
    std::int64_t acknowledged = not_yet;                  ///< the last round; joining is -1
  };
  struct in_flight {
    byte_string bytes;
    std::size_t from = 0;               ///< which person
    std::optional<std::int64_t> round;  ///< of a genuine message
    vertex_id user = 0;                 ///< of a report
    std::int64_t arrives = 0;
  };

  collect::collector_folder folder() const { return {m_scratch.path() / "home"}; }
  static std::string name_of_person(vertex_id u) {
    std::string digits = std::to_string(u);
    return "person " + std::string(4 - digits.size(), '0') + digits;
  }
  bool happens(double chance) {
    return chance > 0.0 && std::uniform_real_distribution<double>(0.0, 1.0)(m_random) < chance;
  }
  std::uint64_t below(std::uint64_t n) {
    return std::uniform_int_distribution<std::uint64_t>(0, n - 1)(m_random);
  }
  bool is_over() { return m_collector && !m_collector->due().has_value(); }

  void start_collector() {
    collect::store_options options;
    options.is_durable = false;
    options.happened = [this](std::string_view) {
      if (happens(m_chances.collector_crash)) throw crashed{};
    };
    while (!m_collector) {
      try {
        m_collector = std::make_unique<collect::collection>(folder(), m_now, options);
      } catch (const crashed&) {
        ++m_crashes;
      }
    }
    m_uncommitted.clear();
  }
  void restart_collector() {
    ++m_crashes;
    m_collector.reset();
    start_collector();
  }
  /// What the collector does, which may be its last.
  template <class F>
  void at_collector(F&& f) {
    try {
      f(*m_collector);
    } catch (const crashed&) {
      restart_collector();
    }
    check_published();
  }

  void turn() {
    ++m_now;
    if (happens(m_chances.collector_restart)) restart_collector();
    for (std::uint64_t i = 0; i < 4; ++i) act(m_people[below(m_people.size())]);
    for (std::uint64_t i = 0; i < 5 && !m_network.empty(); ++i) {
      const std::uint64_t chosen = below(m_network.size());
      if (m_network[chosen].arrives <= m_now) deliver(chosen);
    }
    if (below(3) == 0) commit();
    at_collector([&](collect::collection& c) { c.advance(m_now); });
  }

  /// Whether the collector has answered all that it has asked.
  bool is_quiet(const person& p) const {
    return p.alive && p.acknowledged != not_yet &&
           !std::filesystem::exists(folder().open() / collect::published::announcement(
                                                          static_cast<std::uint32_t>(p.acknowledged + 1)));
  }

  void act(person& p) {
    if (p.sleeps_until > m_now || is_quiet(p)) return;
    if (p.is_sleeper && below(4) == 0) p.sleeps_until = m_now + static_cast<std::int64_t>(below(150));
    try {
      if (!start(p)) return;
      bad_connection published(folder().open(), [this] { return connection_fault(); });
      const collect::next_step step = p.alive->next(published);
      // Who says two things is published with one of them, and may not know it.
      if (step.what == collect::next_step::kind::ended && !p.is_liar)
        m_fail("an honest client ended: " + step.why);
      if (step.what == collect::next_step::kind::send) send(p, step.message);
      if (happens(m_chances.client_crash)) throw crashed{};
    } catch (const crashed&) {
      ++m_crashes;
      p.alive.reset();
    } catch (const io_error&) {
    }
  }
  int connection_fault() { return happens(m_chances.unreadable) ? 1 + static_cast<int>(below(3)) : 0; }

  /// Whether the client lives: it joins when it has kept nothing, and goes on otherwise.
  bool start(person& p) {
    if (p.alive) return true;
    if (!p.kept->is_empty()) {
      p.alive = std::make_unique<collect::client>(*p.kept);
      return true;
    }
    bad_connection published(folder().open(), [this] { return connection_fault(); });
    const auto me = static_cast<vertex_id>(index_of(p));
    collect::joining_person who{
        name_of_person(me), m_collector->token_for(name_of_person(me)), {}, {}, epsilon::from_nats(2.5),
        std::nullopt};
    if (!m_is_real) who.simulation_key = m_coins;
    std::vector<vertex_id> scratch;
    for (const vertex_id v : graph_view(m_graph).neighbors(me, scratch))
      who.contacts.push_back(name_of_person(v));
    p.alive = std::make_unique<collect::client>(collect::client::join(*p.kept, published, who));
    return true;
  }

  void send(person& p, const byte_string& message) {
    in_flight genuine{message, index_of(p), registered};
    if (collect::kind_of(message) == collect::message_kind::report) {
      collect::signed_part part;
      const collect::report r = collect::report::read(message, part);
      genuine.round = r.round;
      genuine.user = r.user;
      p.said[r.round].insert(message);
      if (p.said[r.round].size() > 1) m_fail("a client said two things in one round");
      if (p.is_liar && below(2) == 0) lie(p, r);
    }
    if (happens(m_chances.lose_request)) return;
    if (happens(m_chances.delay)) genuine.arrives = m_now + static_cast<std::int64_t>(below(80));
    m_network.push_back(genuine);
    if (happens(m_chances.duplicate)) m_network.push_back(genuine);
    if (happens(m_chances.corrupt)) m_network.push_back({damaged(message), genuine.from, std::nullopt});
  }
  std::size_t index_of(const person& p) const { return static_cast<std::size_t>(&p - m_people.data()); }
  /// Another answer, well-formed and signed by the client's own key.
  void lie(const person& p, collect::report r) {
    if (r.body.empty()) return;
    ++m_lies;
    r.body.back() ^= std::byte{2};
    m_network.push_back(
        {r.write(collect::signing_key::from(p.alive->state().secret_key)), index_of(p), std::nullopt});
  }
  byte_string damaged(byte_string message) {
    const std::uint64_t at = below(message.size());
    message[at] ^= static_cast<std::byte>(1 + below(255));
    if (below(4) == 0) message.resize(at);
    return message;
  }

  void deliver(std::uint64_t i) {
    const in_flight m = m_network[i];
    m_network.erase(m_network.begin() + static_cast<std::ptrdiff_t>(i));
    at_collector([&](collect::collection& c) {
      try {
        c.take(m.bytes);
        if (m.round) m_uncommitted.push_back(m);
      } catch (const collect::problem&) {
        ++m_refusals;
      }
    });
  }
  void deliver_all() {
    while (!m_network.empty()) deliver(0);
  }
  void commit() {
    at_collector([&](collect::collection& c) {
      c.commit();
      for (const in_flight& m : m_uncommitted) {
        if (happens(m_chances.lose_answer)) continue;
        m_people[m.from].acknowledged = std::max(m_people[m.from].acknowledged, *m.round);
        if (*m.round >= 0) m_acknowledged.insert({static_cast<std::uint32_t>(*m.round), m.user});
      }
      m_uncommitted.clear();
    });
  }

  // --- what must hold

  /// What was published never changes.
  void check_published() {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder().open())) {
      if (!entry.is_regular_file()) continue;
      const std::string path = entry.path().string();
      if (path.find("release.edgeldp") != path.npos || path.find(".tmp") != path.npos) continue;
      const auto size = static_cast<std::uint64_t>(entry.file_size());
      const auto known = m_published.find(path);
      if (known != m_published.end() && known->second.first == size && below(16) != 0)
        continue;  // most by size
      const std::string name = name_of(collect::read_file(path, UINT64_MAX).value());
      if (known == m_published.end())
        m_published.emplace(path, std::pair(size, name));
      else if (known->second != std::pair(size, name))
        m_fail("published bytes changed: " + path);
    }
  }

  void check_accounts() {
    for (person& p : m_people) {
      if (p.kept->is_empty()) continue;
      const collect::client kept(*p.kept);
      if (kept.spent() > kept.of_task().total) m_fail("a client spent more than the task's total");
      if (kept.spent() > kept.state().ceiling) m_fail("a client spent more than its ceiling");
    }
  }

  /// By round and user: what counts.
  taken_bodies taken() const {
    taken_bodies all;
    collect::store kept(folder().closed(), {.is_durable = false, .happened = {}});
    for (const collect::stored_round& round : kept.rounds())
      kept.for_each_report(round.index, [&](vertex_id user, std::span<const std::byte> message) {
        collect::signed_part part;
        if (!all.emplace(report_key{round.index, user}, collect::report::read(message, part).body).second)
          m_fail("a user counts twice in one round");
      });
    return all;
  }

  void check_acknowledged() {
    m_collector.reset();
    m_taken = taken();
    for (const report_key& k : m_acknowledged)
      if (!m_taken.contains(k)) m_fail("an acknowledged report is lost");
    m_chances.collector_crash = 0.0;
    start_collector();
  }

  /// The result as it was published, and as the library gives it; both empty where the collection
  /// failed for want of users.
  std::pair<std::string, std::string> results() {
    const auto published = collect::read_file(folder().open() / collect::published::result, UINT64_MAX);
    if (!published || has_failed()) return {};
    m_collector.reset();
    std::vector<std::uint32_t> joined;
    {
      collect::store kept(folder().closed(), {.is_durable = false, .happened = {}});
      kept.for_each_key([&](std::uint32_t who, const collect::public_key&) { joined.push_back(who); });
    }
    start_collector();
    const csr_graph g = graph_of_joined(m_graph, collect::joined_people(joined));
    const result_of_library expected =
        library_result(m_collector->of_task(), g, m_coins, m_is_real, m_taken, m_scratch.path());
    m_lost_users = expected.lost;
    m_altered = expected.altered;
    if (m_altered > 0 && m_lies == 0) m_fail("a body that was taken is not what its user said");
    return {std::string(collect::text_of(*published)), expected.text};
  }
  test_folder m_scratch;
  const csr_graph& m_graph;
  std::mt19937_64 m_random;
  faults m_chances;
  bool m_is_real;
  std::uint64_t m_coins;
  std::int64_t m_now = 1000;
  std::unique_ptr<collect::collection> m_collector;
  std::vector<person> m_people;
  std::deque<in_flight> m_network;
  std::vector<in_flight> m_uncommitted;
  std::set<report_key> m_acknowledged;
  taken_bodies m_taken;
  std::map<std::string, std::pair<std::uint64_t, std::string>> m_published;
  std::function<void(const std::string&)> m_fail;
  std::uint64_t m_crashes = 0, m_lost_users = 0, m_refusals = 0, m_altered = 0, m_lies = 0;
};

}  // namespace edgeldp::test
