// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "collect/carriers/folder_bulletin.hpp"
#include "collect/client/client.hpp"
#include "collect/collector/collection.hpp"
#include "collect/task/files.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "support/collection_world.hpp"

/// A simulated collection of all users of a graph and its clients, for tests of transports: over
/// whichever, the result is that over a folder.
namespace edgeldp::test {

inline constexpr std::uint64_t coins_of_clients = 77;

inline std::string person_name(vertex_id u) {
  return "person " + std::to_string(1000 + u);
}

inline std::int64_t seconds_now() {
  return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
}

/// Rounds close when everybody has answered, or after a long while.
inline void create_simulated(const std::filesystem::path& home, const csr_graph& g) {
  collect::new_collection wanted;
  wanted.title = "a transport";
  wanted.method = "triangles";
  wanted.total = epsilon::from_nats(3.0);
  for (vertex_id u = 0; u < g.vertex_count(); ++u) wanted.people.push_back(person_name(u));
  wanted.join_seconds = wanted.round_seconds = 1000;
  wanted.is_simulated = true;
  wanted.key = release_key{9};
  collect::create_collection({home}, wanted, seconds_now());
}

inline collect::joining_person person_of(const collect::collection& at, const csr_graph& g, vertex_id u) {
  collect::joining_person who{person_name(u),  at.token_for(person_name(u)), {}, {}, epsilon::from_nats(3.0),
                              coins_of_clients};
  std::vector<vertex_id> scratch;
  for (const vertex_id v : graph_view(g).neighbors(u, scratch)) who.contacts.push_back(person_name(v));
  return who;
}

/// One client, whose state is in memory.
struct running_client {
  kept_bytes kept{[] { return false; }};
  std::unique_ptr<collect::client> alive;
  running_client(collect::bulletin& published, const collect::joining_person& who)
      : alive(std::make_unique<collect::client>(collect::client::join(kept, published, who))) {}
};

/// Plays some clients to the end, over a bulletin and whatever takes their messages.
inline void play(std::vector<std::unique_ptr<running_client>>& clients, collect::bulletin& published,
                 const std::function<void(const byte_string&)>& send, const std::function<void()>& turn) {
  std::vector<byte_string> said(clients.size());
  for (std::size_t over = 0; over < clients.size();) {
    over = 0;
    for (std::size_t i = 0; i < clients.size(); ++i) {
      const collect::next_step step = clients[i]->alive->next(published);
      ASSERT_NE(step.what, collect::next_step::kind::ended) << step.why;
      if (step.what == collect::next_step::kind::over) ++over;
      if (step.what != collect::next_step::kind::send || step.message == said[i]) continue;
      send(step.message);
      said[i] = step.message;
    }
    turn();
  }
}

inline std::string result_of(const std::filesystem::path& home) {
  return std::string(
      collect::text_of(collect::read_file(home / "public" / "result.json", UINT64_MAX).value()));
}

inline void play_over_a_folder(const std::filesystem::path& home, const csr_graph& g) {
  const std::int64_t now = seconds_now();
  collect::collection c({home}, now, {.is_durable = false, .happened = {}});
  collect::folder_bulletin published(home / "public");
  std::vector<std::unique_ptr<running_client>> clients;
  for (vertex_id u = 0; u < g.vertex_count(); ++u)
    clients.push_back(std::make_unique<running_client>(published, person_of(c, g, u)));
  play(
      clients, published, [&](const byte_string& message) { c.take(message); },
      [&] {
        c.commit();
        c.advance(now);
      });
}

}  // namespace edgeldp::test
