// SPDX-License-Identifier: MIT
// A Boost.Graph user's program: a private triangle count of its own graph, then a Boost.Graph
// algorithm on the noisy graph.
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <cstdio>
#include <edgeldp/graph/noisy/noisy_graph_bgl.hpp>
#include <edgeldp/graph/triangles/triangles.hpp>
#include <vector>

int main() {
  // A wheel: vertex 0 joined to every vertex of a cycle.
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> wheel(41);
  for (unsigned i = 0; i < 40; ++i) {
    add_edge(0, 1 + i, wheel);
    add_edge(1 + i, 1 + (i + 1) % 40, wheel);
  }

  edgeldp::two_step options;
  options.total = edgeldp::epsilon::from_nats(8.0);
  const auto result =
      edgeldp::estimate_triangles(wheel, options, edgeldp::release_key{2026}, edgeldp::coin_source());
  std::printf("%.1f triangles, standard error %.1f, truth 40\n", result.triangles.value,
              result.triangles.standard_error);

  const edgeldp::noisy_graph noisy(result.published);  // no edge is stored: Boost.Graph reads it on demand
  std::vector<int> distance(num_vertices(noisy), 0);
  boost::breadth_first_search(noisy, edgeldp::vertex_id{0},
                              boost::visitor(boost::make_bfs_visitor(
                                  boost::record_distances(distance.data(), boost::on_tree_edge()))));
  std::printf("vertex 7 is %d noisy steps from the hub\n", distance[7]);
  return edge(0, 7, noisy).second == edge(7, 0, noisy).second ? 0 : 1;
}
