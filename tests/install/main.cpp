// SPDX-License-Identifier: MIT
// A Boost.Graph user's program: the library reads the graph as it is.
#include <boost/graph/adjacency_list.hpp>
#include <cstdint>
#include <cstdio>
#include <edgeldp/core/version.hpp>
#include <edgeldp/graph/exact/triangles.hpp>

int main() {
  using graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
  constexpr unsigned rim =
      10;  // a wheel: vertex 0 joined to every vertex of a cycle, one triangle a rim edge
  graph wheel(rim + 1);
  for (unsigned i = 0; i < rim; ++i) {
    add_edge(0, 1 + i, wheel);
    add_edge(1 + i, 1 + (i + 1) % rim, wheel);
  }

  const std::uint64_t triangles = edgeldp::count_triangles(wheel);
  std::printf("edgeldp %s: %llu triangles in a wheel of %u\n", edgeldp::version,
              static_cast<unsigned long long>(triangles), rim);
  return triangles == rim ? 0 : 1;
}
