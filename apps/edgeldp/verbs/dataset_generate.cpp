// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generate_file.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/ecsr_file.hpp"
#include "edgeldp/graph/input/gap_file.hpp"
#include "io/edge_file.hpp"
#include "io/page.hpp"
#include "io/progress.hpp"
#include "io/report.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct generate_arguments {
  const verb_options* verb = nullptr;
  std::string model = "affiliation", output;
  std::uint64_t nodes = 2000, edges = 20000, seed = 1;
  double closure = 0.5;
  unsigned halvings = 0;
  std::uint64_t megabytes = 1024;
};

/// R-MAT's number of halvings of the square.
unsigned scale_of(const generate_arguments& a) {
  unsigned scale = 0;
  while ((std::uint64_t{1} << scale) < a.nodes) ++scale;
  return scale;
}

csr_graph generate(const generate_arguments& a) {
  if (a.model == "affiliation") return generate_affiliation(a.nodes, a.edges, a.seed);
  if (a.model == "erdos-renyi") return generate_erdos_renyi(a.nodes, a.edges, a.seed);
  if (a.model == "rmat") return generate_rmat(scale_of(a), a.edges, a.seed);
  if (a.model == "google-plus") return generate_google_plus(a.halvings, a.seed);
  const std::uint64_t each = std::max<std::uint64_t>(1, a.edges / std::max<std::uint64_t>(1, a.nodes));
  return generate_holme_kim(a.nodes, static_cast<unsigned>(each), a.closure, a.seed);
}

csr_graph generate_shown(const generate_arguments& a) {
  const progress line("generating");
  return generate(a);
}

/// What was asked for, as the command line that asks for it again.
std::string title_of(const generate_arguments& a, const csr_graph& g) {
  const std::string size = a.model == "google-plus" ? fmt::format("--halvings {}", a.halvings)
                                                    : fmt::format("--nodes {} --edges {}", a.nodes, a.edges);
  return fmt::format("# edgeldp dataset generate {} {} --seed {}\n# {} nodes, {} edges\n", a.model, size,
                     a.seed, g.vertex_count(), g.edge_count());
}

/// Refuses what the model would ignore.
void check_options(const verb_options& verb, const std::string& model) {
  std::string ignored;
  for (const char* name : {"--nodes", "--edges", "--closure"})
    if (model == "google-plus" && verb.count(name) > 0) ignored += std::string(" ") + name;
  if (!ignored.empty())
    throw invalid_parameter("google-plus takes its size from --halvings: leave out" + ignored);
  if (model != "google-plus" && verb.count("--halvings") > 0)
    throw invalid_parameter("--halvings is an option of google-plus, not of " + model);
}

/// In the format that the file's name ends with.
void write_graph(const std::string& path, const csr_graph& g, const std::string& title) {
  if (path.ends_with(".sg")) return write_gap(path, g);
  if (!path.ends_with(".ecsr")) return write_edge_file(path, g, title);
  read_graph_result made;
  made.graph = g;
  made.users_are_declared = true;
  write_ecsr(path, made);
}

/// The sentences that say what a model is like.
std::string model_text(const generate_arguments& a) {
  if (a.model == "affiliation") return "Users meet in groups of many sizes, which makes triangles and hubs.";
  if (a.model == "holme-kim") return "Users join one by one, at hubs and at neighbours of those they know.";
  if (a.model == "rmat") return "Edges fall into a square that is divided again and again, unevenly.";
  if (a.model == "erdos-renyi") return "Every pair of users is as likely to be connected as any other.";
  return "It has the size and the hubs of SNAP's ego-Gplus, or a fraction of it.";
}

void print_generated(const generate_arguments& a, const record& r) {
  page p(fmt::format("{}: a made-up graph of {} and {}", a.output, counted(number_of(r, "nodes"), "user"),
                     counted(number_of(r, "edges"), "edge")));
  p.group("Model", {a.model + ", seed " + std::to_string(a.seed) + ".", model_text(a),
                    "The same options give the same graph everywhere; the first line of a text names them."});
  p.group("Cost",
          {fmt::format("Here, for the whole file: {}, {} of memory.", duration(number_of(r, "seconds")),
                       byte_count(number_of(r, "peak_memory_bytes")))});
  p.group("Next",
          {fmt::format("`edgeldp info {0}` says what is in it, `edgeldp triangles {0}` counts triangles. "
                       "-v and --json tell every field.",
                       as_typed(a.output))});
  write_stdout(p.text());
}

/// Writes a graph file without the graph in memory.
ecsr_summary generate_file(const generate_arguments& a) {
  const progress line("generating");
  const std::uint64_t memory = a.megabytes << 20;
  if (a.model == "rmat") return generate_rmat_file(scale_of(a), a.edges, a.seed, {}, a.output, memory);
  return generate_affiliation_file(a.nodes, a.edges, a.seed, {}, a.output, memory);
}

record generated_facts(const generate_arguments& a, std::uint64_t nodes, count_type edges) {
  record r = {{"file", a.output}, {"model", a.model}};
  if (a.model == "google-plus") r["halvings"] = a.halvings;
  r["seed"] = a.seed;
  r["nodes"] = nodes;
  r["edges"] = edges;
  r["seconds"] = elapsed_seconds();
  r["peak_memory_bytes"] = peak_memory_bytes();
  return r;
}

/// Errors: those of the generator and of the file's format.
record generate_into_file(const generate_arguments& a) {
  if (a.output.ends_with(".ecsr") && (a.model == "rmat" || a.model == "affiliation")) {
    const ecsr_summary made = generate_file(a);
    return generated_facts(a, made.vertices, made.edges);
  }
  const csr_graph g = generate_shown(a);
  write_graph(a.output, g, title_of(a, g));
  return generated_facts(a, g.vertex_count(), g.edge_count());
}

void run_generate(const generate_arguments& a, output_style style) {
  check_options(*a.verb, a.model);
  if (a.output == "-") {
    const csr_graph g = generate_shown(a);
    return write_edges(g, title_of(a, g), write_stdout);
  }
  const record r = generate_into_file(a);
  if (style == output_style::text) return print_generated(a, r);
  print_record(r, style == output_style::json);
}

}  // namespace

void add_dataset_generate(verb_options& verb, const common_arguments& common) {
  generate_arguments& a = acts_by(verb, common, run_generate);
  a.verb = &verb;
  verb.add_option("model", a.model,
                  "affiliation (social: triangles and hubs), holme-kim, rmat, erdos-renyi; google-plus (of "
                  "the size of SNAP's ego-Gplus, or 2^-halvings of it)")
      ->check(one_of({"affiliation", "holme-kim", "rmat", "erdos-renyi", "google-plus"}))
      ->capture_default_str();
  verb.add_option("--nodes", a.nodes, "Nodes (rmat: rounded up to a power of two)")->capture_default_str();
  verb.add_option("--edges", a.edges, "Edges wanted; repeats are dropped, so there may be fewer")
      ->capture_default_str();
  add_seed(verb, a.seed, "the graph: the same one gives the same graph everywhere");
  verb.add_option("--closure", a.closure, "Probability of a triad-closing step (holme-kim)")
      ->capture_default_str();
  verb.add_option("--halvings", a.halvings, "How often to halve the nodes and edges (google-plus)")
      ->check(between(0U, google_plus_max_halvings))
      ->capture_default_str();
  verb.add_option("--memory", a.megabytes,
                  "Megabytes for sorting: affiliation and rmat write .ecsr files of any size")
      ->check(between(std::uint64_t{1}, std::uint64_t{1} << 20))
      ->group(section::expert)
      ->capture_default_str();
  add_output(verb, a.output, "File to write, gzip if it ends in .gz, a graph file if in .ecsr or .sg");
}

}  // namespace edgeldp::cli
