// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/collector/methods.hpp"
#include "collect/task/people.hpp"
#include "collect/task/task.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles_simulation.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

/// What the library makes of the answers that a collector took, without the collector.
namespace edgeldp::test {

/// Bodies of reports, by the index of their round and their user.
using taken_bodies = std::map<std::pair<std::uint32_t, vertex_id>, byte_string>;

/// Users of whose answers those count that a collector took. `simulated`: who they are, where their
/// coins are known; then they must have said what these say, or `altered` counts it.
class answering_as_taken final : public population {
 public:
  answering_as_taken(population& simulated, bool is_real, const taken_bodies& bodies)
      : m_simulated(simulated), m_is_real(is_real), m_taken(bodies) {}
  std::uint64_t users() const override { return m_simulated.users(); }
  bool is_simulated() const override { return !m_is_real; }
  void answer(const call& asked, message_sink& sink) override {
    collecting own;
    if (!m_is_real) m_simulated.answer(asked, own);
    for (std::uint64_t number = 0; number < asked.who.size(); ++number) {
      const auto at = m_taken.find({asked.index, asked.who.user(number)});
      if (at == m_taken.end()) {
        ++lost;
        continue;
      }
      if (!m_is_real && own.bodies.at(number) != at->second) ++altered;
      sink.put(number, at->second);
    }
  }
  std::uint64_t lost = 0, altered = 0;

 private:
  struct collecting final : message_sink {
    void put(std::uint64_t number, std::span<const std::byte> message) override {
      const std::lock_guard lock(mutex);
      bodies[number] = byte_string(message.begin(), message.end());
    }
    bool put_words(std::uint64_t, std::span<const std::uint64_t>, std::uint64_t) override { return false; }
    std::map<std::uint64_t, byte_string> bodies;
    std::mutex mutex;
  };
  population& m_simulated;
  bool m_is_real;
  const taken_bodies& m_taken;
};

/// The graph of the people who joined, as users, of the graph of all people.
inline csr_graph graph_of_joined(const csr_graph& everybody, const collect::joined_people& joined) {
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  std::vector<vertex_id> scratch;
  for (vertex_id u = 0; u < joined.size(); ++u)
    for (const vertex_id contact : graph_view(everybody).neighbors(joined.person(u), scratch))
      if (const auto v = joined.user(contact); v && *v < u) edges.emplace_back(*v, u);
  return {joined.size(), edges};
}

struct result_of_library {
  std::string text;  ///< as a collector publishes it
  std::uint64_t lost = 0, altered = 0;
};

/// The library's run over these users. is_real: with no coins but those in the bodies.
inline result_of_library library_result(const collect::task& t, const csr_graph& users_graph,
                                        std::uint64_t coins, bool is_real, const taken_bodies& taken,
                                        const std::filesystem::path& scratch) {
  const graph_view view(users_graph);
  std::vector<simulated_task> tasks = simulated_centred_tasks();
  for (simulated_task& task : simulated_cycle_tasks()) tasks.push_back(std::move(task));
  for (simulated_task& task : simulated_sample_tasks()) tasks.push_back(std::move(task));
  auto together = simulated_users(view, coin_source::simulated(coins), std::move(tasks));
  answering_as_taken users(together, is_real, taken);
  account paid(t.total, users.users());
  session s(users, paid, t.key);
  std::string text;
  collect::play_method(t, s, scratch).write([&](std::string_view part) { text += part; });
  return {text, users.lost, users.altered};
}

}  // namespace edgeldp::test
