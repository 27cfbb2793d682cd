// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"

/// Small graphs whose counts are known by hand or from the literature.
namespace edgeldp::test {

using edge_list = std::vector<std::pair<vertex_id, vertex_id>>;

inline csr_graph complete_graph(vertex_id n) {
  edge_list edges;
  for (vertex_id v = 0; v < n; ++v) {
    for (vertex_id u = 0; u < v; ++u) edges.emplace_back(u, v);
  }
  return {n, edges};
}

inline csr_graph cycle_graph(vertex_id n) {
  edge_list edges;
  for (vertex_id v = 0; v < n; ++v) edges.emplace_back(v, (v + 1) % n);
  return {n, edges};
}

/// Vertex 0 is joined to `leaves` others.
inline csr_graph star_graph(vertex_id leaves) {
  edge_list edges;
  for (vertex_id v = 1; v <= leaves; ++v) edges.emplace_back(0, v);
  return {std::uint64_t{leaves} + 1, edges};
}

/// Outer cycle 0 .. 4, inner pentagram 5 .. 9: girth 5, 12 five-cycles.
inline csr_graph petersen_graph() {
  edge_list edges;
  for (vertex_id v = 0; v < 5; ++v) {
    edges.emplace_back(v, (v + 1) % 5);
    edges.emplace_back(v, v + 5);
    edges.emplace_back(v + 5, (v + 2) % 5 + 5);
  }
  return {10, edges};
}

/// Zachary's karate club (J. Anthropological Research 33, 1977): 34 members, 78 ties.
inline edge_list karate_edges() {
  const std::vector<std::vector<vertex_id>> later = {
      {1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 17, 19, 21, 31},
      {2, 3, 7, 13, 17, 19, 21, 30},
      {3, 7, 8, 9, 13, 27, 28, 32},
      {7, 12, 13},
      {6, 10},
      {6, 10, 16},
      {16},
      {},
      {30, 32, 33},
      {33},
      {},
      {},
      {},
      {33},
      {32, 33},
      {32, 33},
      {},
      {},
      {32, 33},
      {33},
      {32, 33},
      {},
      {32, 33},
      {25, 27, 29, 32, 33},
      {25, 27, 31},
      {31},
      {29, 33},
      {33},
      {31, 33},
      {32, 33},
      {32, 33},
      {32, 33},
      {33},
      {},
  };
  edge_list edges;
  for (vertex_id u = 0; u < later.size(); ++u) {
    for (const vertex_id v : later[u]) edges.emplace_back(u, v);
  }
  return edges;
}

inline csr_graph karate_graph() {
  return {34, karate_edges()};
}

/// Graphs with many triangles, of 60, 300 and 600 users.
inline csr_graph small_social_graph() {
  return generate_affiliation(60, 500, 5);
}
inline csr_graph social_graph() {
  return generate_affiliation(300, 2500, 5);
}
inline csr_graph large_social_graph() {
  return generate_affiliation(600, 6000, 5);
}

/// How many graphs n users may have: one a subset of the pairs (0, 1), (0, 2), (1, 2), (0, 3), ...
inline constexpr std::uint32_t graphs_of(vertex_id n) {
  return 1U << (n * (n - 1) / 2);
}

/// The graph of n users whose pairs are the bits of mask.
inline csr_graph graph_of(vertex_id n, std::uint32_t mask) {
  edge_list edges;
  unsigned bit = 0;
  for (vertex_id v = 0; v < n; ++v)
    for (vertex_id u = 0; u < v; ++u, ++bit)
      if (((mask >> bit) & 1) != 0) edges.emplace_back(u, v);
  return {n, edges};
}

struct known_graph {
  std::string name;
  csr_graph graph;
  std::uint64_t edges, triangles, two_stars, four_cycles, max_degree, degeneracy;
};

inline std::vector<known_graph> known_graphs() {
  return {
      {"empty", csr_graph(0, {}), 0, 0, 0, 0, 0, 0},
      {"no edge", csr_graph(3, {}), 0, 0, 0, 0, 0, 0},
      {"K2", complete_graph(2), 1, 0, 0, 0, 1, 1},
      {"K3", complete_graph(3), 3, 1, 3, 0, 2, 2},
      {"K4", complete_graph(4), 6, 4, 12, 3, 3, 3},
      {"K6", complete_graph(6), 15, 20, 60, 45, 5, 5},
      {"C4", cycle_graph(4), 4, 0, 4, 1, 2, 2},
      {"C5", cycle_graph(5), 5, 0, 5, 0, 2, 2},
      {"star", star_graph(7), 7, 0, 21, 0, 7, 1},
      {"Petersen", petersen_graph(), 15, 0, 30, 0, 3, 3},
      {"karate", karate_graph(), 78, 45, 528, 154, 17, 4},
  };
}

}  // namespace edgeldp::test
