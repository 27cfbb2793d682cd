// SPDX-License-Identifier: MIT
// What the library computes from the messages that a collector took, as the collector publishes it:
//   edgeldp_library_result HOME MESSAGES GRAPH [SEED]
//
// HOME is the collection's folder, of which what is public is read; MESSAGES a folder with a file
// for each message; GRAPH has two numbers of people a line, each contact once. With SEED all coins
// are known, as in a simulated collection: the library plays who joined, from whom nothing came is
// silent, and every message must be what the library's user says.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "collect/carriers/folder_bulletin.hpp"
#include "collect/task/files.hpp"
#include "collect/task/messages.hpp"
#include "collect/task/people.hpp"
#include "collect/task/task.hpp"
#include "edgeldp/core/base/error.hpp"
#include "support/taken_answers.hpp"
#include "support/test_folder.hpp"

namespace {

using namespace edgeldp;
namespace fs = std::filesystem;

constexpr std::uint64_t most_bytes = 1 << 20;

test::taken_bodies bodies_in(const fs::path& folder) {
  test::taken_bodies all;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const byte_string bytes = collect::read_file(entry.path(), most_bytes).value();
    if (collect::kind_of(bytes) != collect::message_kind::report) continue;
    collect::signed_part part;
    const collect::report r = collect::report::read(bytes, part);
    if (!all.emplace(std::pair(r.round, r.user), r.body).second)
      throw format_error(0, "two messages of one user in one round");
  }
  return all;
}

csr_graph graph_in(const std::string& path, std::uint64_t people) {
  std::ifstream lines(path);
  if (!lines) throw io_error("cannot open " + path);
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (vertex_id u = 0, v = 0; lines >> u >> v;) edges.emplace_back(u, v);
  return {people, edges};
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s HOME MESSAGES GRAPH [SEED]\n", argv[0]);
    return 2;
  }
  collect::folder_bulletin published(fs::path(argv[1]) / "public");
  const collect::task t = collect::task::read(published.task());
  collect::signed_part part;
  const collect::announcement first = collect::announcement::read(published.announcement(0).value(), part);
  const auto joined = collect::joined_people::read(
      published.object(first.joined.name, first.joined.size).whole().bytes, t.people, t.version);
  const csr_graph g = test::graph_of_joined(graph_in(argv[3], t.people), joined);
  const test::test_folder scratch;
  const auto result = test::library_result(t, g, argc > 4 ? std::stoull(argv[4]) : 0, argc <= 4,
                                           bodies_in(argv[2]), scratch.path());
  std::fputs(result.text.c_str(), stdout);
  std::fprintf(stderr, "%llu answers never came, %llu are not the library's\n",
               static_cast<unsigned long long>(result.lost), static_cast<unsigned long long>(result.altered));
  return result.altered == 0 ? 0 : 1;
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
