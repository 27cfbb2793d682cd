// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "edgeldp/graph/triangles/exact.hpp"
#include "io/claims.hpp"
#include "io/progress.hpp"
#include "io/report.hpp"
#include "options/graph_argument.hpp"
#include "options/option_kinds.hpp"
#include "options/shared_options.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

record describe_cleaning(const clean_up_report& c) {
  return {{"lines", c.lines},           {"comments", c.comments},
          {"self_loops", c.self_loops}, {"duplicates", c.duplicates},
          {"reversed", c.reversed},     {"lone_users", c.lone_users},
          {"wide_lines", c.wide_lines}, {"column_names", c.has_column_names}};
}

record finish(record r, const clean_up_report& c) {
  r["clean_up"] = describe_cleaning(c);
  add_cost(r, elapsed_seconds());
  add_guarantee(r, false, {"exact numbers of the graph"});
  return r;
}

record describe(const graph_argument& argument) {
  const read_graph_result input = argument.load();
  const csr_graph& g = input.graph;
  const progress line("exact counts");
  const count_type triangles = exact::count_triangles(g), wedges = exact::count_two_stars(g);
  return finish({{"graph", argument.name()},
                 {"nodes", g.vertex_count()},
                 {"users_declared", input.users_are_declared},
                 {"edges", g.edge_count()},
                 {"triangles", triangles},
                 {"wedges", wedges},
                 {"clustering_coefficient",
                  wedges == 0 ? 0.0 : 3.0 * static_cast<double>(triangles) / static_cast<double>(wedges)},
                 {"max_degree", exact::max_degree(g)},
                 {"degeneracy", exact::degeneracy(g)}},
                input.clean_up);
}

/// Wedges at a layer's vertices: pairs of the other layer with a common neighbour there.
record describe_layer(const bipartite_graph& g, layer side) {
  std::uint64_t largest = 0;
  double wedges = 0.0;
  for (vertex_id v = 0; v < g.vertex_count(side); ++v) {
    const std::uint64_t d = g.degree(side, v);
    largest = std::max(largest, d);
    wedges += 0.5 * static_cast<double>(d) * (static_cast<double>(d) - 1.0);
  }
  const auto n = static_cast<double>(g.vertex_count(side));
  return {{"nodes", g.vertex_count(side)},
          {"mean_degree", n > 0.0 ? static_cast<double>(g.edge_count()) / n : 0.0},
          {"max_degree", largest},
          {"wedges", wedges}};
}

record describe_bipartite(const graph_argument& argument) {
  const read_bipartite_result input = argument.load_bipartite(layer::left, "");
  const bipartite_graph& g = input.graph;
  return finish({{"graph", argument.name()},
                 {"nodes", g.vertex_count(layer::left) + g.vertex_count(layer::right)},
                 {"edges", g.edge_count()},
                 {"left", describe_layer(g, layer::left)},
                 {"right", describe_layer(g, layer::right)}},
                input.clean_up);
}

}  // namespace

void add_info(CLI::App& verb, const common_arguments& common) {
  auto argument = std::make_shared<graph_argument>();
  argument->add_to(verb);
  auto bipartite = std::make_shared<bool>(false);
  add_bipartite(verb, *bipartite);
  verb.callback([argument, bipartite, &common] {
    print_record(*bipartite ? describe_bipartite(*argument) : describe(*argument), common.json);
  });
}

}  // namespace edgeldp::cli
