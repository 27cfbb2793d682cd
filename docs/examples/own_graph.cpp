// SPDX-License-Identifier: MIT
// A graph of one's own, in no library's form: whatever gives the neighbours of a vertex.
#include <edgeldp/graph/questions/degrees/degrees_simulation.hpp>
#include <iostream>
#include <vector>

int main() {
  // [shown]

  // A grid of 30 x 30 places, each beside up to four others; nothing is stored.
  const unsigned side = 30;
  const auto beside = [side](edgeldp::vertex_id v) {
    std::vector<edgeldp::vertex_id> found;
    if (v % side > 0) found.push_back(v - 1);
    if (v % side + 1 < side) found.push_back(v + 1);
    if (v >= side) found.push_back(v - side);
    if (v + side < side * side) found.push_back(v + side);
    return found;
  };
  const edgeldp::graph_view grid(side * side, beside);

  const auto budget = edgeldp::epsilon::from_nats(1.0);
  const auto released = edgeldp::release_all_degrees(grid, budget, edgeldp::coin_source::simulated(1));
  std::cout << "edges: " << estimate_edges(released.degrees) << '\n'  // the grid has 1740
            << "wedges: " << estimate_stars(released.degrees, 2) << '\n';
  // [end]
}
