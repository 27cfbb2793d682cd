// SPDX-License-Identifier: MIT
// Graphs of Boost that people gave to a counter as they were; cases.sh compares a line a graph.
// Thirty people who all know each other, of whom twenty are in the study: 190 contacts.
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <boost/graph/undirected_graph.hpp>
#include <cstdint>
#include <exception>
#include <functional>
#include <iostream>
#include <vector>

#include "edgeldp/graph/input/graph_view.hpp"

namespace {

using edgeldp::graph_view;
using edgeldp::vertex_id;
using people = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                                     boost::property<boost::edge_weight_t, int>>;
using listed_people = boost::adjacency_list<boost::vecS, boost::listS, boost::undirectedS,
                                            boost::property<boost::vertex_index_t, std::size_t>>;

/// Users and edges of what make() returns, or why there are none.
template <class Make>
void tell(const char* name, const Make& make) {
  std::cout << name << ": ";
  try {
    const graph_view view = make();
    std::vector<vertex_id> space;
    std::uint64_t entries = 0;
    for (vertex_id v = 0; v < view.vertex_count(); ++v) entries += view.neighbors(v, space).size();
    std::cout << view.vertex_count() << " users, " << entries / 2 << " edges\n";
  } catch (const std::exception& e) {
    std::cout << "error: " << e.what() << '\n';
  }
}

void tell_of_hidden_vertices() {
  people all(60);
  for (vertex_id a = 0; a < 30; ++a)
    for (vertex_id b = a + 1; b < 30; ++b) add_edge(a, b, 1, all);
  const std::function<bool(vertex_id)> keep = [](vertex_id v) { return v < 20; };
  const boost::filtered_graph study(all, boost::keep_all(), keep);
  tell("hidden", [&] { return graph_view(study); });

  listed_people six;
  std::vector<listed_people::vertex_descriptor> who;
  for (std::size_t i = 0; i < 6; ++i) who.push_back(add_vertex(i, six));
  for (std::size_t a = 0; a < 6; ++a)
    for (std::size_t b = a + 1; b < 6; ++b) add_edge(who[a], who[b], six);
  const std::function<bool(listed_people::vertex_descriptor)> few = [&](listed_people::vertex_descriptor v) {
    return get(boost::vertex_index, six, v) < 4;
  };
  const boost::filtered_graph some(six, boost::keep_all(), few);
  tell("hidden, listS", [&] { return graph_view(some); });
}

void tell_of_other_graphs() {
  people weighted(5);
  add_edge(0, 1, 5, weighted);
  add_edge(1, 2, 1, weighted);
  add_edge(0, 2, 7, weighted);
  add_edge(3, 4, 9, weighted);
  const std::function<bool(people::edge_descriptor)> is_strong = [&](const people::edge_descriptor& e) {
    return get(boost::edge_weight, weighted, e) > 3;
  };
  const boost::filtered_graph strong(weighted, is_strong);
  tell("edges filtered", [&] { return graph_view(strong); });

  boost::undirected_graph<> club;
  const auto a = club.add_vertex(), b = club.add_vertex(), c = club.add_vertex();
  add_edge(a, b, club);
  add_edge(b, c, club);
  add_edge(a, c, club);
  tell("undirected_graph", [&] { return graph_view(club); });
  club.clear_vertex(b);
  club.remove_vertex(b);
  tell("somebody removed", [&] { return graph_view(club); });

  const std::vector<std::vector<vertex_id>> follows = {{1, 2}, {2}, {}, {0, 1, 2}};
  tell("one-sided", [&] { return graph_view(4, [&](vertex_id v) -> const auto& { return follows[v]; }); });
}

}  // namespace

int main() {
  tell_of_hidden_vertices();
  tell_of_other_graphs();
}
