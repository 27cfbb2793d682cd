// SPDX-License-Identifier: MIT
// A Boost.Graph user's program: a private triangle count of its own graph, then a Boost.Graph
// algorithm on the noisy graph.
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/copy.hpp>
#include <edgeldp/edgeldp.hpp>
#include <iostream>
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
  std::cout << "triangles: " << result.triangles << " (truth 40); spent: " << result.run.spent.of(0) << '\n';

  const edgeldp::noisy_graph noisy(result.published);  // no edge is stored: Boost.Graph reads it on demand
  std::vector<int> distance(num_vertices(noisy), 0);
  boost::breadth_first_search(noisy, edgeldp::vertex_id{0},
                              boost::visitor(boost::make_bfs_visitor(
                                  boost::record_distances(distance.data(), boost::on_tree_edge()))));
  std::cout << "vertex 7 is " << distance[7] << " noisy steps from the hub\n";
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> stored;
  boost::copy_graph(noisy, stored);
  std::cout << num_edges(stored) << " noisy edges\n";
  std::size_t expected = 0;
  for (edgeldp::vertex_id u = 0; u < 41; ++u)
    for (edgeldp::vertex_id v = 0; v < u; ++v) expected += edge(u, v, noisy).second ? 1 : 0;
  return edge(0, 7, noisy).second == edge(7, 0, noisy).second && num_edges(stored) == expected ? 0 : 1;
}
