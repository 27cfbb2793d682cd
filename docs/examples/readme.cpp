// SPDX-License-Identifier: MIT
// The program that README shows: one triangle of four people, under noise.

// [shown]
#include <boost/graph/adjacency_list.hpp>
#include <edgeldp/edgeldp.hpp>
#include <iostream>

int main() {
  boost::adjacency_list<boost::setS, boost::vecS, boost::undirectedS> graph(4);
  for (const auto& [u, v] : {std::pair(0, 1), {1, 2}, {0, 2}, {2, 3}}) add_edge(u, v, graph);
  edgeldp::centred_options options;
  options.total = edgeldp::epsilon::from_nats(1.0);  // all that a person ever spends
  const auto r = edgeldp::estimate_centred_triangles(graph, options, edgeldp::release_key{7}, {});
  std::cout << r.triangles.value << " +- " << r.triangles.standard_error << '\n';
}
// [end]
