// SPDX-License-Identifier: MIT
#include <memory>

#include "cli/graph_argument.hpp"
#include "cli/report.hpp"
#include "commands/commands.hpp"
#include "edgeldp/graph/exact/triangles.hpp"

namespace edgeldp::cli {

namespace {

record describe(const graph_argument& argument) {
  const read_graph_result input = argument.load();
  const csr_graph& g = input.graph;
  const count_type triangles = count_triangles(g), wedges = count_two_stars(g);
  const clean_up_report& c = input.clean_up;
  return {{"graph", argument.name()},
          {"nodes", g.vertex_count()},
          {"edges", g.edge_count()},
          {"triangles", triangles},
          {"wedges", wedges},
          {"clustering_coefficient",
           wedges == 0 ? 0.0 : 3.0 * static_cast<double>(triangles) / static_cast<double>(wedges)},
          {"max_degree", max_degree(g)},
          {"degeneracy", degeneracy(g)},
          {"clean_up",
           {{"lines", c.lines},
            {"comments", c.comments},
            {"self_loops", c.self_loops},
            {"duplicates", c.duplicates}}},
          {"seconds", elapsed_seconds()},
          {"peak_memory_bytes", peak_memory_bytes()}};
}

}  // namespace

void add_info(CLI::App& program, const common_arguments& common) {
  CLI::App* verb =
      program.add_subcommand("info", "Exact, non-private facts of a graph, and what was cleaned away");
  auto argument = std::make_shared<graph_argument>();
  argument->add_to(*verb);
  verb->callback([argument, &common] { print_record(describe(*argument), common.json); });
}

}  // namespace edgeldp::cli
