// SPDX-License-Identifier: MIT
// Triangles of a Boost.Graph graph: 40 circles of 12 friends, who all know each other.
#include <boost/graph/adjacency_list.hpp>
#include <edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp>
#include <iostream>

int main() {
  // [shown]
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> friends(480);
  for (unsigned a = 0; a < 480; ++a)
    for (unsigned b = a + 1; b < (a / 12 + 1) * 12; ++b) add_edge(a, b, friends);

  edgeldp::centred_options options;
  options.total = edgeldp::epsilon::from_nats(4.0);       // all that a person ever spends
  const auto coins = edgeldp::coin_source::simulated(1);  // coin_source() draws real ones
  const auto result =
      edgeldp::estimate_centred_triangles(friends, options, edgeldp::release_key{2026}, coins);

  std::cout << "triangles: " << result.triangles << '\n'  // 40 circles have 8800
            << "it is " << judge(result.triangles) << '\n'
            << "of a list it tells at most " << result.run.spent.edge_ldp() << ", of a friendship "
            << result.run.spent.relationship_dp() << '\n';
  // [end]
}
