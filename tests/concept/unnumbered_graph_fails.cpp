// SPDX-License-Identifier: MIT
// Does not compile, and the message says that vertices have no numbers.
#include <boost/graph/adjacency_list.hpp>

#include "edgeldp/graph/input/graph_view.hpp"

std::uint64_t users_of(const boost::adjacency_list<boost::vecS, boost::listS, boost::undirectedS>& friends) {
  return edgeldp::graph_view(friends).vertex_count();
}
