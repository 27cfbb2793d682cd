// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

using random_bits = std::mt19937_64;

/// A small graph of any kind and density, isolated vertices included.
csr_graph random_graph(std::uint64_t seed) {
  const std::uint64_t n = 2 + seed % 23;
  switch (seed % 4) {
    case 0:
      return generate_erdos_renyi(n, seed * 7919 % (n * (n - 1) / 2 + 1), seed);
    case 1:
      return generate_rmat(2 + static_cast<unsigned>(seed / 4 % 4), 1 + seed / 4 % 6, seed);
    case 2:
      return generate_holme_kim(n, 1 + static_cast<unsigned>(seed % (n - 1)), 0.7, seed);
    default:
      return generate_affiliation(n, n * (n - 1) / 4, seed, {.max_group = 8});
  }
}

bool has_edge(const csr_graph& g, vertex_id u, vertex_id v) {
  const auto list = g.neighbors(u);
  return std::find(list.begin(), list.end(), v) != list.end();
}

/// Slow and obvious.
struct brute_force {
  explicit brute_force(const csr_graph& g) {
    const auto n = static_cast<vertex_id>(g.vertex_count());
    for (vertex_id a = 0; a < n; ++a) {
      for (vertex_id b = 0; b < a; ++b) {
        for (vertex_id c = 0; c < b; ++c) {
          const int sides = has_edge(g, a, b) + has_edge(g, b, c) + has_edge(g, a, c);
          triangles += sides == 3 ? 1U : 0U;
          two_stars += sides == 3 ? 3U : sides == 2 ? 1U : 0U;
        }
      }
    }
    std::vector<bool> removed(n);
    for (vertex_id step = 0; step < n; ++step) remove_smallest(g, removed);
  }

  void remove_smallest(const csr_graph& g, std::vector<bool>& removed) {
    vertex_id smallest = 0;
    std::int64_t least = -1;
    for (vertex_id v = 0; v < removed.size(); ++v) {
      if (removed[v]) continue;
      const auto list = g.neighbors(v);
      const auto left = std::count_if(list.begin(), list.end(), [&](vertex_id u) { return !removed[u]; });
      if (least >= 0 && left >= least) continue;
      least = left;
      smallest = v;
    }
    removed[smallest] = true;
    degeneracy = std::max(degeneracy, static_cast<std::uint64_t>(least));
  }

  std::uint64_t triangles = 0;
  std::uint64_t two_stars = 0;
  std::uint64_t degeneracy = 0;
};

TEST(GraphPropertyTest, FastCountsEqualBruteForce) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const csr_graph g = random_graph(seed);
    const brute_force expected(g);
    EXPECT_EQ(exact::count_triangles(g), expected.triangles) << "seed " << seed;
    EXPECT_EQ(exact::count_two_stars(g), expected.two_stars) << "seed " << seed;
    EXPECT_EQ(exact::degeneracy(g), expected.degeneracy) << "seed " << seed;
  }
}

TEST(GraphPropertyTest, CountsDoNotDependOnLabels) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const csr_graph g = generate_affiliation(500, 4000, seed);
    std::vector<vertex_id> label(g.vertex_count());
    std::iota(label.begin(), label.end(), 0U);
    std::shuffle(label.begin(), label.end(), random_bits(seed));
    test::edge_list edges;
    for (vertex_id v = 0; v < g.vertex_count(); ++v) {
      for (const vertex_id u : g.neighbors(v)) edges.emplace_back(label[v], label[u]);
    }
    const csr_graph relabelled(g.vertex_count(), edges);
    EXPECT_EQ(exact::count_triangles(relabelled), exact::count_triangles(g));
    EXPECT_EQ(exact::count_two_stars(relabelled), exact::count_two_stars(g));
    EXPECT_EQ(exact::degeneracy(relabelled), exact::degeneracy(g));
    EXPECT_EQ(exact::max_degree(relabelled), exact::max_degree(g));
  }
}

// ---- writing ----

std::string write_matrix_market(const csr_graph& g) {
  const std::string n = std::to_string(g.vertex_count());
  std::string text = "%%MatrixMarket matrix coordinate pattern symmetric\n" + n + ' ' + n + ' ' +
                     std::to_string(g.edge_count()) + '\n';
  for (vertex_id v = 0; v < g.vertex_count(); ++v) {
    for (const vertex_id u : g.neighbors(v)) {
      if (u < v) text += std::to_string(v + 1) + ' ' + std::to_string(u + 1) + '\n';
    }
  }
  return text;
}

std::string write_metis(const csr_graph& g) {
  std::string text = std::to_string(g.vertex_count()) + ' ' + std::to_string(g.edge_count()) + '\n';
  for (vertex_id v = 0; v < g.vertex_count(); ++v) {
    for (const vertex_id u : g.neighbors(v)) text += ' ' + std::to_string(u + 1);
    text += '\n';
  }
  return text;
}

/// Self-loops name every vertex in order, so that the reader numbers them as they are.
std::string write_edge_list(const csr_graph& g) {
  std::string text = "# a comment\n";
  for (vertex_id v = 0; v < g.vertex_count(); ++v)
    text += std::to_string(v) + '\t' + std::to_string(v) + "\r\n";
  for (vertex_id v = 0; v < g.vertex_count(); ++v) {
    for (const vertex_id u : g.neighbors(v)) text += std::to_string(v) + ", " + std::to_string(u) + '\n';
  }
  return text;
}

std::string zip(const std::string& text) {
  std::string bytes;
  boost::iostreams::filtering_ostream out;
  out.push(boost::iostreams::gzip_compressor());
  out.push(boost::iostreams::back_inserter(bytes));
  out << text;
  out.reset();
  return bytes;
}

TEST(ReadGraphPropertyTest, EveryFormatReadsBackWhatWasWritten) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const csr_graph g = random_graph(seed);
    EXPECT_EQ(parse_graph(write_matrix_market(g), "g").graph, g) << "seed " << seed;
    EXPECT_EQ(parse_graph(write_metis(g), "g.graph").graph, g) << "seed " << seed;
    const auto listed = parse_graph(write_edge_list(g), "g");
    EXPECT_EQ(listed.graph, g) << "seed " << seed;
    EXPECT_EQ(listed.clean_up.self_loops, g.vertex_count());
    EXPECT_EQ(listed.clean_up.duplicates, g.edge_count());
  }
}

// ---- hostile bytes ----

/// True if the text was read, false if it was refused; any other exception fails the test.
bool survives(std::string_view text, graph_format format) {
  try {
    const auto result = parse_graph(text, "g", format);
    EXPECT_EQ(result.labels.size(), result.graph.vertex_count());
    return true;
  } catch (const bad_graph_input& error) {
    const std::string_view message = error.what();
    EXPECT_LT(message.size(), 400U);
    EXPECT_TRUE(std::all_of(message.begin(), message.end(), [](char c) { return c >= ' ' && c <= '~'; }));
    return false;
  }
}

std::string mutate(std::string text, random_bits& random) {
  constexpr std::string_view pieces = "0123456789 \t\r\n%#,.-+\xff";
  for (std::uint64_t edits = 1 + random() % 4; edits > 0; --edits) {
    const std::size_t at = random() % (text.size() + 1);
    switch (random() % 5) {
      case 0:
        text.insert(at, 1, pieces[random() % pieces.size()]);
        break;
      case 1:
        text.erase(at, random() % 8);
        break;
      case 2:
        text.insert(at, "18446744073709551615");
        break;
      case 3:
        if (at < text.size()) text[at] = static_cast<char>(random());
        break;
      default:
        text += text.substr(at, 20);
    }
  }
  return text;
}

constexpr std::array formats = {graph_format::automatic, graph_format::edge_list, graph_format::matrix_market,
                                graph_format::metis};

TEST(ReadGraphPropertyTest, MutatedTextIsReadOrRefused) {
  random_bits random(1);
  std::uint64_t read = 0;
  std::uint64_t refused = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const csr_graph g = random_graph(seed);
    read += survives(mutate(write_edge_list(g), random), graph_format::edge_list) ? 1 : 0;
    read += survives(mutate(write_matrix_market(g), random), graph_format::matrix_market) ? 1 : 0;
    refused += survives(mutate(write_metis(g), random), graph_format::metis) ? 0 : 1;
  }
  // Both outcomes occur, so mutations are neither harmless nor always fatal at the first byte.
  EXPECT_GT(read, 100U);
  EXPECT_GT(refused, 100U);
}

TEST(ReadGraphPropertyTest, EveryPrefixIsReadOrRefused) {
  const csr_graph g = test::karate_graph();
  std::uint64_t read = 0;
  for (const std::string& text : {write_edge_list(g), write_matrix_market(g), write_metis(g)}) {
    for (std::size_t size = 0; size <= text.size(); ++size) {
      for (const graph_format format : formats) {
        read += survives(std::string_view(text).substr(0, size), format) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(read, 1000U);
}

TEST(ReadGraphPropertyTest, RandomBytesAreReadOrRefused) {
  random_bits random(2);
  std::uint64_t refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string bytes(random() % 200, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    for (const graph_format format : formats) refused += survives(bytes, format) ? 0 : 1;
  }
  EXPECT_GT(refused, 11000U);
}

TEST(ReadGraphPropertyTest, CorruptGzipIsReadOrRefused) {
  random_bits random(3);
  const std::string bytes = zip(write_edge_list(test::karate_graph()));
  const auto path = (std::filesystem::path(testing::TempDir()) / "edgeldp_corrupt.gz").string();
  std::uint64_t refused = 0;
  for (int i = 0; i < 500; ++i) {
    std::string corrupt = bytes;
    corrupt[2 + random() % (corrupt.size() - 2)] ^= static_cast<char>(1 + random() % 255);
    std::ofstream(path, std::ios::binary) << corrupt;
    try {
      read_graph(path);
    } catch (const bad_graph_input&) {
      ++refused;
    }
  }
  std::filesystem::remove(path);
  EXPECT_GT(refused, 400U);
}

}  // namespace
}  // namespace edgeldp
