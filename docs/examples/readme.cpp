// SPDX-License-Identifier: MIT
// The program that README shows: triangles of a Boost.Graph graph, with real coins.

// [shown]
#include <boost/graph/adjacency_list.hpp>
#include <edgeldp/edgeldp.hpp>
#include <iostream>
int main() {
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> graph(480);
  for (unsigned a = 0; a < 480; ++a)  // 40 circles of 12 friends: 8800 triangles
    for (unsigned b = a + 1; b < (a / 12 + 1) * 12; ++b) add_edge(a, b, graph);
  const auto r = edgeldp::triangles(graph, 4.0);  // epsilon 4, coins of the operating system
  std::cout << r.triangles << '\n';               // with half of its 95% interval, and what it is good for
}
// [end]
