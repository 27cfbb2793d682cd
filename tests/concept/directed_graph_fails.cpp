// SPDX-License-Identifier: MIT
// Does not compile, and the message says that the graph is directed.
#include <boost/graph/adjacency_list.hpp>

#include "edgeldp/graph/input/graph_view.hpp"

std::uint64_t users_of(
    const boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>& follows) {
  return edgeldp::graph_view(follows).vertex_count();
}
