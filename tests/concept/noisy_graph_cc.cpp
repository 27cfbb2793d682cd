// SPDX-License-Identifier: MIT
// Compile-time: noisy_graph models the Boost.Graph concepts that its header promises.
#include <boost/concept/assert.hpp>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <boost/graph/lookup_edge.hpp>
#include <type_traits>

#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/noisy/noisy_graph_bgl.hpp"

BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<edgeldp::noisy_graph>));
BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<edgeldp::noisy_graph>));
BOOST_CONCEPT_ASSERT((boost::AdjacencyGraphConcept<edgeldp::noisy_graph>));
BOOST_CONCEPT_ASSERT((boost::AdjacencyMatrixConcept<edgeldp::noisy_graph>));
static_assert(std::is_convertible_v<boost::graph_traits<edgeldp::noisy_graph>::traversal_category,
                                    boost::adjacency_matrix_tag>);

using list_graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
using set_graph = boost::adjacency_list<boost::setS, boost::vecS, boost::undirectedS>;
using directed_graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
static_assert(edgeldp::UndirectedGraph<list_graph>);
static_assert(edgeldp::UndirectedGraph<set_graph>);
static_assert(edgeldp::UndirectedGraph<edgeldp::noisy_graph>);
static_assert(!edgeldp::UndirectedGraph<directed_graph>);

int main() {
  return 0;
}
