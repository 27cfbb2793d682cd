// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/ecsr_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/public_memory.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "support/graphs.hpp"
#include "support/test_folder.hpp"

namespace edgeldp {
namespace {

using byte_text = std::string;

byte_text bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const std::string& path, const byte_text& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// CRC-32 bit by bit, as the format's page defines it.
std::uint32_t slow_crc(const byte_text& bytes) {
  std::uint32_t crc = ~std::uint32_t{0};
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320U : 0U);
  }
  return ~crc;
}

void put(byte_text& to, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) to += static_cast<char>(number >> (8 * i));
}

/// A file as the format's page tells to write it, of whatever arrays.
struct hand_made {
  std::vector<std::uint64_t> offsets = {0, 1, 3, 4};
  std::vector<std::uint32_t> neighbors = {1, 0, 2, 1};
  std::vector<std::uint64_t> labels = {};
  std::uint32_t version = 1, further_flags = 0;

  byte_text written() const {
    byte_text body;
    for (const std::uint64_t offset : offsets) put(body, offset, 8);
    for (const std::uint32_t neighbor : neighbors) put(body, neighbor, 4);
    body.resize((body.size() + 7) / 8 * 8);
    for (const std::uint64_t label : labels) put(body, label, 8);
    byte_text head = "edgeldpG";
    put(head, version, 4);
    put(head, (labels.empty() ? 0U : 1U) | further_flags, 4);
    put(head, offsets.size() - 1, 8);
    put(head, neighbors.size(), 8);
    head.resize(60);
    put(head, slow_crc(head), 4);
    byte_text table;
    for (std::size_t at = 0; at < body.size(); at += 1 << 20)
      put(table, slow_crc(body.substr(at, 1 << 20)), 4);
    put(table, slow_crc(table), 4);
    return head + body + table;
  }
};

class EcsrFileTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (m_folder.path() / name).string(); }

  /// What is said of a file with these bytes.
  std::string refusal_of(const byte_text& bytes) const {
    write_bytes(path("bad.ecsr"), bytes);
    try {
      open_ecsr(path("bad.ecsr"));
    } catch (const bad_graph_input& e) {
      return e.what();
    }
    return "";
  }
  void expect_refused(const hand_made& file, const std::string& why) const {
    EXPECT_NE(refusal_of(file.written()).find(why), std::string::npos) << refusal_of(file.written());
  }

 private:
  test::test_folder m_folder;
};

read_graph_result with_numbers(csr_graph g, std::vector<std::uint64_t> labels = {}) {
  read_graph_result read;
  read.graph = std::move(g);
  read.labels = std::move(labels);
  return read;
}

TEST_F(EcsrFileTest, KeepsGraphLabelsAndDeclaration) {
  read_graph_result read = with_numbers(generate_affiliation(300, 2000, 1));
  std::vector<std::uint64_t> labels;
  for (std::uint64_t v = 0; v < read.graph.vertex_count(); ++v) labels.push_back(7 + 3 * v);
  read.labels = labels;
  read.users_are_declared = true;
  write_ecsr(path("g.ecsr"), read);
  const read_graph_result opened = open_ecsr(path("g.ecsr"));
  EXPECT_EQ(opened.graph, read.graph);
  EXPECT_EQ(opened.labels, read.labels);
  EXPECT_TRUE(opened.users_are_declared);
}

TEST_F(EcsrFileTest, KeepsGraphsWithoutEdgesOrVertices) {
  for (const std::uint64_t n : {0U, 1U, 5U}) {
    write_ecsr(path("g.ecsr"), with_numbers(csr_graph(n, {})));
    const read_graph_result opened = open_ecsr(path("g.ecsr"));
    EXPECT_EQ(opened.graph, csr_graph(n, {}));
    EXPECT_EQ(opened.labels.size(), n);
    EXPECT_FALSE(opened.users_are_declared);
  }
}

TEST_F(EcsrFileTest, GraphOutlivesTheCallAndCopiesShareTheMapping) {
  const csr_graph made = generate_affiliation(100, 500, 3);
  write_ecsr(path("g.ecsr"), with_numbers(made));
  csr_graph copy;
  {
    const read_graph_result opened = open_ecsr(path("g.ecsr"));
    copy = opened.graph;
    EXPECT_EQ(copy.all_neighbors().data(), opened.graph.all_neighbors().data());
  }
  EXPECT_EQ(copy, made);
}

TEST_F(EcsrFileTest, IsWrittenAsThePageSays) {
  const test::edge_list path_edges = {{0, 1}, {1, 2}};
  write_ecsr(path("g.ecsr"), with_numbers(csr_graph(3, path_edges)));
  EXPECT_EQ(bytes_of(path("g.ecsr")), hand_made{}.written());
  write_ecsr(path("g.ecsr"), with_numbers(csr_graph(3, path_edges), {5, 1, 9}));
  EXPECT_EQ(bytes_of(path("g.ecsr")), (hand_made{.labels = {5, 1, 9}}.written()));
  // More than one block under a checksum.
  const csr_graph large = generate_affiliation(3000, 300000, 1);
  write_ecsr(path("g.ecsr"), with_numbers(large));
  hand_made same{{large.offsets().begin(), large.offsets().end()},
                 {large.all_neighbors().begin(), large.all_neighbors().end()},
                 {}};
  EXPECT_EQ(bytes_of(path("g.ecsr")), same.written());
}

TEST_F(EcsrFileTest, RefusesEveryAlteredByteEveryCutAndAnAddition) {
  const byte_text good = hand_made{.labels = {5, 1, 9}}.written();
  EXPECT_EQ(refusal_of(good), "");
  for (std::size_t at = 0; at < good.size(); ++at) {
    byte_text altered = good;
    altered[at] = static_cast<char>(altered[at] ^ 0x10);
    EXPECT_NE(refusal_of(altered), "") << "byte " << at;
  }
  for (std::size_t size = 1; size < good.size(); ++size)
    EXPECT_NE(refusal_of(good.substr(0, size)), "") << "cut at " << size;
  EXPECT_NE(refusal_of(good + '\0').find("it was cut or added to"), std::string::npos);
}

TEST_F(EcsrFileTest, NamesTheDamagedBlock) {
  const csr_graph large = generate_affiliation(3000, 300000, 1);
  write_ecsr(path("g.ecsr"), with_numbers(large));
  byte_text bytes = bytes_of(path("g.ecsr"));
  const std::size_t at = 64 + (std::size_t{1} << 20) + 5;
  bytes[at] = static_cast<char>(bytes[at] + 1);
  EXPECT_NE(refusal_of(bytes).find("is damaged between bytes 1048640 and "), std::string::npos)
      << refusal_of(bytes);
}

// Right checksums do not make a graph: what is wrong is found before anybody reads outside of it.
TEST_F(EcsrFileTest, RefusesSealedFilesThatAreNoGraph) {
  expect_refused({.offsets = {0, 3, 1, 4}}, "offsets[2] = 1 is less than the one before it");
  expect_refused({.offsets = {1, 1, 3, 4}}, "offsets: must rise from 0");
  expect_refused({.offsets = {0, 1, 3, 3}}, "offsets: must rise from 0");
  expect_refused({.neighbors = {1, 0, 3, 1}}, "holds 3, and there are 3 vertices");
  expect_refused({.neighbors = {1, 2, 0, 1}}, "is not strictly increasing");
  expect_refused({.neighbors = {0, 0, 2, 1}}, "the list of vertex 0 holds the vertex itself");
  expect_refused({.neighbors = {2, 0, 2, 1}}, "but not the other way round");
}

/// What processes of a machine share, in one process.
class shared_by_processes final : public public_memory {
 public:
  held_bytes hold(std::string_view name, const std::function<held_bytes()>& make) override {
    const auto held = m_held.find(std::string(name));
    if (held != m_held.end()) return held->second;
    const held_bytes made = make();
    ++times_made;
    return m_held.emplace(name, made).first->second;
  }
  int times_made = 0;

 private:
  std::map<std::string, held_bytes> m_held;
};

TEST_F(EcsrFileTest, ProcessesOfAMachineCheckAFileOnce) {
  const csr_graph large = generate_affiliation(3000, 30000, 1);
  write_ecsr(path("g.ecsr"), with_numbers(large));
  shared_by_processes memory;
  const public_memory_scope scope(memory);
  const read_graph_result first = open_ecsr(path("g.ecsr"));
  EXPECT_EQ(first.graph, large);
  EXPECT_EQ(open_ecsr(path("g.ecsr")).graph, large);
  EXPECT_EQ(open_ecsr(path("g.ecsr")).labels, vertex_labels::in_a_row(3000));
  EXPECT_EQ(memory.times_made, 1);
  // In another state it is another file: what one process found of the first says nothing of it.
  byte_text bytes = bytes_of(path("g.ecsr"));
  bytes[1000] = static_cast<char>(bytes[1000] + 1);
  write_bytes(path("altered.ecsr"), bytes);
  std::filesystem::rename(path("altered.ecsr"), path("g.ecsr"));
  EXPECT_THROW(open_ecsr(path("g.ecsr")), bad_graph_input);
  EXPECT_EQ(memory.times_made, 1) << "what is refused is not held";
  EXPECT_THROW(open_ecsr(path("g.ecsr")), bad_graph_input);
}

TEST_F(EcsrFileTest, RefusesWhatItDoesNotKnow) {
  expect_refused({.version = 2}, "is of version 2 of the format: this program reads version 1");
  expect_refused({.further_flags = 4}, "flags that this program does not know");
  EXPECT_NE(refusal_of("edgeldpG"), "");
  EXPECT_NE(refusal_of(byte_text(100, 'x')).find("is no .ecsr file"), std::string::npos);
  EXPECT_THROW(open_ecsr(path("absent.ecsr")), io_error);
}

TEST_F(EcsrFileTest, RefusesNamesAndPipes) {
  read_graph_result named = with_numbers(csr_graph(1, {}), {0});
  named.names = {"ann"};
  EXPECT_THROW(write_ecsr(path("g.ecsr"), named), invalid_parameter);
  EXPECT_THROW(write_ecsr("/dev/null", with_numbers(csr_graph(1, {}))), invalid_parameter);
  EXPECT_THROW(ecsr_builder(path("no/such/folder/g.ecsr"), 1 << 20), io_error);
}

// --- sorted outside of memory

/// With loops and repeats in both directions.
std::vector<std::pair<vertex_id, vertex_id>> random_edges(std::uint64_t n, std::size_t count) {
  std::mt19937_64 draw(1);
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (std::size_t i = 0; i < count; ++i)
    edges.emplace_back(static_cast<vertex_id>(draw() % n), static_cast<vertex_id>(draw() % n));
  return edges;
}

TEST_F(EcsrFileTest, BuilderMakesTheSameBytesInAnyMemory) {
  constexpr std::uint64_t n = 700;
  const auto edges = random_edges(n, 250000);
  const csr_graph made(n, edges);
  write_ecsr(path("whole.ecsr"), with_numbers(made));
  for (const unsigned threads : {1U, 3U}) {
    const thread_limit limit(threads);
    for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{3} << 20, std::uint64_t{1} << 30}) {
      ecsr_builder builder(path("built.ecsr"), memory);
      for (const auto& [u, v] : edges) builder.add(u, v);
      const ecsr_summary made_of = builder.finish(n, {}, false);
      EXPECT_EQ(bytes_of(path("built.ecsr")), bytes_of(path("whole.ecsr"))) << memory;
      EXPECT_EQ(made_of.edges, made.edge_count());
      const auto loops = std::ranges::count_if(edges, [](const auto& e) { return e.first == e.second; });
      EXPECT_EQ(made_of.self_loops, static_cast<std::uint64_t>(loops));
      EXPECT_EQ(made_of.self_loops + made_of.duplicates + made_of.edges, edges.size());
      EXPECT_EQ(made_of.spilled_bytes > 0, memory < (std::uint64_t{1} << 30)) << memory;
    }
  }
}

TEST_F(EcsrFileTest, BuilderLeavesNothingBehindUnlessItFinishes) {
  {
    ecsr_builder builder(path("g.ecsr"), 0);
    for (const auto& [u, v] : random_edges(50, 200000)) builder.add(u, v);
  }
  EXPECT_TRUE(std::filesystem::is_empty(std::filesystem::path(path("g.ecsr")).parent_path()));
  ecsr_builder builder(path("g.ecsr"), 0);
  builder.add(0, 5);
  EXPECT_THROW(builder.finish(5, {}, false), invalid_parameter);
  const std::vector<std::uint64_t> two = {1, 2};
  EXPECT_THROW(builder.finish(6, two, false), invalid_parameter);
  EXPECT_FALSE(std::filesystem::exists(path("g.ecsr")));
}

// --- from text

/// What read_graph makes of it, written, and what streaming writes.
std::array<byte_text, 2> both_ways(const std::string& text, const std::string& folder) {
  write_bytes(folder + "/g.txt", text);
  write_ecsr(folder + "/whole.ecsr", read_graph(folder + "/g.txt"));
  const conversion done =
      convert_to_ecsr(folder + "/g.txt", graph_format::automatic, folder + "/built.ecsr", 1);
  EXPECT_TRUE(done.is_streamed);
  const clean_up_report whole = read_graph(folder + "/g.txt").clean_up;
  EXPECT_EQ(done.clean_up.lines, whole.lines);
  EXPECT_EQ(done.clean_up.comments, whole.comments);
  EXPECT_EQ(done.clean_up.self_loops, whole.self_loops);
  EXPECT_EQ(done.clean_up.duplicates, whole.duplicates);
  EXPECT_EQ(done.clean_up.lone_users, whole.lone_users);
  EXPECT_EQ(done.clean_up.has_column_names, whole.has_column_names);
  return {bytes_of(folder + "/whole.ecsr"), bytes_of(folder + "/built.ecsr")};
}

TEST_F(EcsrFileTest, StreamsTheGraphThatReadGraphReads) {
  const std::string folder = path("");
  for (const std::string& text :
       {std::string("# a comment\nsource,target\n10,7\n7,10\n3 3\n\n99\n18446744073709551615,3,0.5\n"),
        std::string("\xef\xbb\xbf"
                    "1 2\r\n2 3\r\n3 1"),
        std::string("0 1\n1 2\n")}) {
    const auto [whole, built] = both_ways(text, folder);
    EXPECT_EQ(whole, built) << text;
  }
}

TEST_F(EcsrFileTest, StreamsALongTextAcrossPieces) {
  std::string text;
  for (const auto& [u, v] : random_edges(40000, 1000000)) {
    if (u == v) continue;  // loops and links back by chance would look like users and items
    text += std::to_string(std::min(u, v) * 17 + 3) + ' ' + std::to_string(std::max(u, v) * 17 + 3) + '\n';
  }
  ASSERT_GT(text.size(), std::size_t{1} << 23);
  const auto [whole, built] = both_ways(text, path(""));
  EXPECT_TRUE(whole == built);  // 15 MB of bytes say nothing on a screen
}

TEST_F(EcsrFileTest, TellsWhatCannotBeStreamed) {
  const auto refusal = [&](const std::string& name, const std::string& text) {
    write_bytes(path(name), text);
    try {
      convert_to_ecsr(path(name), graph_format::automatic, path("out.ecsr"), 1);
    } catch (const bad_graph_input& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_NE(refusal("a.txt", "% bip unweighted\n1 1\n").find("users and items"), std::string::npos);
  EXPECT_NE(refusal("a.csv", "#nodes\n5\nnode,node\n0,1\n").find("--memory 1"), std::string::npos);
  EXPECT_NE(refusal("a.graph", "2 1\n2\n1\n").find("--memory 1"), std::string::npos);
  EXPECT_NE(refusal("b.txt", "1 2\n3 x\n").find("line 2: expected two vertex ids"), std::string::npos);
  EXPECT_NE(refusal("c.txt", "# nothing\n").find("no edge line"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path("out.ecsr")));
}

TEST_F(EcsrFileTest, ReadGraphKnowsTheFile) {
  write_ecsr(path("g.ecsr"), with_numbers(generate_affiliation(50, 200, 1)));
  EXPECT_TRUE(is_graph_file(path("g.ecsr")));
  std::filesystem::copy_file(path("g.ecsr"), path("any.name"));
  EXPECT_EQ(read_graph(path("any.name")).graph, generate_affiliation(50, 200, 1));
  EXPECT_THROW(parse_graph(bytes_of(path("g.ecsr")), "a pipe"), bad_graph_input);
  write_bytes(path("text.txt"), "1 2\n");
  EXPECT_FALSE(is_graph_file(path("text.txt")));
  EXPECT_THROW(read_graph(path("text.txt"), graph_format::ecsr), bad_graph_input);
}

}  // namespace
}  // namespace edgeldp
