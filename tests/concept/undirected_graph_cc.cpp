// SPDX-License-Identifier: MIT
// Which graphs the library takes as they are, and which it refuses at compile time.
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/adjacency_matrix.hpp>
#include <concepts>
#include <cstddef>
#include <vector>

#include "edgeldp/graph/input/graph_view.hpp"

namespace {

using boost::adjacency_list;
using edgeldp::UndirectedGraph;

static_assert(UndirectedGraph<adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>>);
static_assert(UndirectedGraph<adjacency_list<boost::setS, boost::vecS, boost::undirectedS>>);
static_assert(UndirectedGraph<adjacency_list<boost::listS, boost::vecS, boost::undirectedS>>);
static_assert(UndirectedGraph<adjacency_list<boost::vecS, boost::listS, boost::undirectedS,
                                             boost::property<boost::vertex_index_t, std::size_t>>>);
static_assert(UndirectedGraph<boost::adjacency_matrix<boost::undirectedS>>);

static_assert(!UndirectedGraph<adjacency_list<boost::vecS, boost::vecS, boost::directedS>>,
              "a directed graph would lose half of its rows");
static_assert(!UndirectedGraph<int>);

// Views are made implicitly, so that exact::count_triangles(g) takes any of them.
static_assert(std::convertible_to<const adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>&,
                                  edgeldp::graph_view>);
static_assert(std::convertible_to<const edgeldp::csr_graph&, edgeldp::graph_view>);

struct labelled_graph : edgeldp::csr_graph {};
static_assert(std::convertible_to<const labelled_graph&, edgeldp::graph_view>);
static_assert(!std::convertible_to<int, edgeldp::graph_view>);
static_assert(!std::convertible_to<const std::vector<std::vector<int>>&, edgeldp::graph_view>);

// Lists are ranges of integers: a row of an adjacency matrix is none.
using edgeldp::NeighborLists;
static_assert(NeighborLists<std::vector<int> (*)(edgeldp::vertex_id)>);
static_assert(!NeighborLists<std::vector<bool> (*)(edgeldp::vertex_id)>);
static_assert(!NeighborLists<std::vector<double> (*)(edgeldp::vertex_id)>);
static_assert(!NeighborLists<int (*)(edgeldp::vertex_id)>);

}  // namespace
