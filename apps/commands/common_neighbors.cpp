// SPDX-License-Identifier: MIT
#include "edgeldp/graph/estimate/common_neighbors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cli/graph_argument.hpp"
#include "cli/progress.hpp"
#include "cli/protocol_arguments.hpp"
#include "cli/report.hpp"
#include "cli/text_file.hpp"
#include "commands/commands.hpp"
#include "edgeldp/core/error.hpp"
#include "edgeldp/core/random/permutation.hpp"
#include "edgeldp/graph/exact/common_neighbors.hpp"

namespace edgeldp::cli {

namespace {

struct common_neighbors_arguments {
  graph_argument graph;
  protocol_arguments protocol;
  bool bipartite = false, each = false, no_exact = false;
  std::string side = "left", method = "double-source", variant = "optimized", measure = "common", pairs_path;
  std::uint64_t sample = 0, runs = 1;
  double degree_share = common_options().degree_share;
};

template <class Enum>
using names = std::map<std::string, Enum>;
const names<common_method> methods = {{"naive", common_method::naive},
                                      {"one-round", common_method::one_round},
                                      {"single-source", common_method::single_source},
                                      {"double-source", common_method::double_source}};
const names<common_variant> variants = {{"optimized", common_variant::optimized},
                                        {"basic", common_variant::basic},
                                        {"public-degrees", common_variant::public_degrees},
                                        {"separate-roles", common_variant::separate_roles}};
const names<pair_measure> measures = {
    {"common", pair_measure::common}, {"cosine", pair_measure::cosine}, {"jaccard", pair_measure::jaccard}};

/// The users that are asked about and their lists, whichever kind of graph they come from.
struct population {
  std::optional<read_graph_result> graph;
  std::optional<read_bipartite_result> bipartite;
  layer side = layer::left;

  const std::vector<std::uint64_t>& labels() const { return graph ? graph->labels : bipartite->labels(side); }
  std::uint64_t users() const { return labels().size(); }
  std::uint64_t edges() const { return graph ? graph->graph.edge_count() : bipartite->graph.edge_count(); }
  std::span<const vertex_id> neighbors(vertex_id u) const {
    return graph ? graph->graph.neighbors(u) : bipartite->graph.neighbors(side, u);
  }
  common_result estimate(std::span<const user_pair> pairs, const common_options& options, release_key key,
                         const coin_source& coins) const {
    return graph ? estimate_common_neighbors(graph->graph, pairs, options, key, coins)
                 : estimate_common_neighbors(bipartite->graph, side, pairs, options, key, coins);
  }
};

population load(const common_neighbors_arguments& a) {
  population p;
  p.side = a.side == "right" ? layer::right : layer::left;
  if (!a.bipartite) {
    p.graph = a.graph.load();
    return p;
  }
  if (a.graph.path.empty()) throw invalid_parameter("--bipartite needs a file: the default graph is not");
  if (a.graph.format != "auto" && a.graph.format != "edge-list")
    throw invalid_parameter("--bipartite reads edge lists, not --format " + a.graph.format);
  p.bipartite = read_bipartite_graph(a.graph.path);
  return p;
}

/// Reads two labels a line; blank lines and '#' comments are skipped.
std::vector<user_pair> read_pairs(const std::string& path, const population& p) {
  const std::optional<std::string> text = read_text(path);
  if (!text) throw io_error("cannot open " + path + ": no such file");
  std::unordered_map<std::uint64_t, vertex_id> numbers;
  for (std::size_t u = 0; u < p.users(); ++u) numbers.emplace(p.labels()[u], static_cast<vertex_id>(u));
  std::vector<user_pair> pairs;
  std::uint64_t line_number = 0;
  for (std::size_t at = 0; at < text->size();) {
    const std::size_t end = std::min(text->find('\n', at), text->size());
    std::string line = text->substr(at, end - at);
    at = end + 1;
    ++line_number;
    std::ranges::replace_if(line, [](char c) { return c == '\t' || c == ',' || c == '\r'; }, ' ');
    std::vector<vertex_id> found;
    const char *next = line.data(), *const last = line.data() + line.size();
    const auto fail = [&](const std::string& what) {
      throw bad_graph_input(fmt::format("{}: line {}: {}", path, line_number, what));
    };
    for (;;) {
      while (next != last && *next == ' ') ++next;
      if (next == last || (found.empty() && *next == '#')) break;
      std::uint64_t label = 0;
      const auto [rest, error] = std::from_chars(next, last, label);
      if (error != std::errc() || (rest != last && *rest != ' ') || found.size() == 2)
        fail("expected two labels of users");
      const auto known = numbers.find(label);
      if (known == numbers.end()) fail(fmt::format("no user has the label {}", label));
      found.push_back(known->second);
      next = rest;
    }
    if (found.empty()) continue;
    if (found.size() == 1) fail("expected two labels of users, found one");
    if (found[0] == found[1]) fail("a user has no common neighbours with itself");
    pairs.push_back({found[0], found[1]});
  }
  if (pairs.empty()) throw bad_graph_input(path + ": no pair of labels");
  return pairs;
}

/// Uniform pairs of users; public, so that they may follow from the seed.
std::vector<user_pair> sample_pairs(std::uint64_t count, std::uint64_t users, release_key key) {
  if (users < 2) throw invalid_parameter("--sample needs at least two users");
  const public_randomness random(key);
  std::vector<user_pair> pairs;
  for (std::uint64_t i = 0; i < count; ++i) {
    const philox_block b = random.block(stream_tag::query_pairs, static_cast<std::uint32_t>(i), i >> 32, 0);
    const auto below = [](std::uint32_t low, std::uint32_t high, std::uint64_t bound) {
      return static_cast<vertex_id>((uint128{low | (std::uint64_t{high} << 32)} * bound) >> 64);
    };
    const vertex_id first = below(b[0], b[1], users), other = below(b[2], b[3], users - 1);
    pairs.push_back({first, other < first ? other : other + 1});
  }
  return pairs;
}

/// E |bias + noise| for normal noise.
double mean_absolute(const estimate& e) {
  const double s = e.standard_error, b = std::abs(e.bias);
  if (!(s > 0.0)) return b;
  return s * std::sqrt(2.0 / 3.14159265358979323846) * std::exp(-0.5 * b * b / (s * s)) +
         b * std::erf(b / (s * std::sqrt(2.0)));
}

/// Sums over pairs and runs.
struct tally {
  double count = 0, truth = 0, value = 0, bias = 0, variance = 0, squares = 0, absolute = 0, predicted = 0;
  double response = 0, laplace = 0;
  double protocols = 0, upload = 0, download = 0, rows = 0;
  double degree = 0, size = 0, edges = 0, counted = 0;
  std::uint64_t participants = 0;  ///< of the largest run of the protocol

  void add(const pair_result& r, double exact) {
    count += 1.0;
    truth += exact;
    value += r.value.value;
    bias += r.value.bias;
    variance += r.value.standard_error * r.value.standard_error;
    const double error = r.value.value - exact;
    squares += error * error;
    absolute += std::abs(error);
    predicted += mean_absolute(r.value);
    response += r.error.response_variance;
    laplace += r.error.laplace_variance;
  }
  void add(const common_result& r) {
    protocols += 1.0;
    participants = std::max(participants, r.participants);
    upload += r.traffic.upload_bytes;
    download += r.traffic.download_bytes;
    rows += r.traffic.edge_section_bytes;
    degree += r.budgets.degree.nats();
    size += r.budgets.size.nats();
    edges += r.budgets.edges.nats();
    counted += r.budgets.count.nats();
  }
};

struct context {
  const common_neighbors_arguments& arguments;
  const population& users;
  std::vector<user_pair> pairs;
  std::vector<double> truth;  ///< empty with --no-exact
  std::vector<std::vector<std::uint64_t>> groups;
  double entries = 0;  ///< edges that the rows of all groups report
};

double exact_measure(const population& users, user_pair p, pair_measure measure) {
  const neighborhood_overlap o = count_common_neighbors(users.neighbors(p.first), users.neighbors(p.second));
  return measure == pair_measure::common   ? static_cast<double>(o.common)
         : measure == pair_measure::cosine ? o.cosine()
                                           : o.jaccard();
}

void print_pair(const context& c, std::uint64_t i, const pair_result& r, bool json) {
  const auto& labels = c.users.labels();
  record out = {{"first", labels[c.pairs[i].first]}, {"second", labels[c.pairs[i].second]}};
  out["truth"] = c.truth.empty() ? record(nullptr) : record(c.truth[i]);
  out["estimate"] = r.value.value;
  out["standard_error"] = r.value.standard_error;
  out["interval"] = {r.value.low(), r.value.high()};
  out["predicted_bias"] = r.value.bias;
  out["weight"] = r.weight;
  print_record(out, json);
}

/// How many runs of the protocol the busiest user takes part in: each costs it the total.
std::uint64_t most_runs_of_a_user(std::span<const user_pair> pairs) {
  std::unordered_map<vertex_id, std::uint64_t> runs;
  std::uint64_t most = 0;
  for (const user_pair& p : pairs) most = std::max({most, ++runs[p.first], ++runs[p.second]});
  return most;
}

record summarize(const context& c, const tally& t, const common_result& last, double seconds) {
  const common_neighbors_arguments& a = c.arguments;
  const bool exact = !c.truth.empty();
  const auto if_exact = [&](double x) { return exact ? record(x) : record(nullptr); };
  const double n = t.count, p = t.protocols, rmse = std::sqrt(t.squares / n), truth = t.truth / n;
  record r = {{"graph", a.graph.name()}};
  if (c.users.graph) {
    r["nodes"] = c.users.users();
  } else {
    const bipartite_graph& g = c.users.bipartite->graph;
    r["nodes"] = g.vertex_count(layer::left) + g.vertex_count(layer::right);
    r["left"] = g.vertex_count(layer::left);
    r["right"] = g.vertex_count(layer::right);
    r["layer"] = a.side;
  }
  r["edges"] = c.users.edges();
  r["method"] = a.method;
  r["variant"] = a.variant;
  r["measure"] = a.measure;
  r["pairs"] = c.pairs.size();
  r["protocol_runs"] = c.groups.size();
  r["runs_of_a_user"] = most_runs_of_a_user(c.pairs);
  r["truth"] = if_exact(truth);
  r["estimate"] = t.value / n;
  r["standard_error"] = std::sqrt(t.variance / n);
  r["predicted_bias"] = t.bias / n;
  r["rmse"] = if_exact(rmse);
  r["relative_error"] = exact && truth > 0.0 ? record(rmse / truth) : record(nullptr);
  r["mean_absolute_error"] = if_exact(t.absolute / n);
  r["predicted_absolute_error"] = t.predicted / n;
  r["error_parts"] = {{"randomized_response", std::sqrt(t.response / n)},
                      {"laplace", std::sqrt(t.laplace / n)}};
  r["epsilon"] = last.first_spent.total().nats();
  r["edge_ldp"] = std::max(last.first_spent.edge_ldp(), last.second_spent.edge_ldp()).nats();
  r["relationship_dp"] =
      std::max(last.first_spent.relationship_dp(), last.second_spent.relationship_dp()).nats();
  r["split"] = {
      {"degree", t.degree / p}, {"size", t.size / p}, {"edges", t.edges / p}, {"count", t.counted / p}};
  const codec_choice& codec = last.codec;
  const bool ppr = codec.kind == codec_kind::ppr;
  r["codec"] = name_of(*codec.kind);
  r["alpha"] = ppr ? record(codec.alpha.value()) : record(nullptr);
  r["level"] = ppr && !codec.beta ? record(codec.level) : record(nullptr);
  r["participants"] = t.participants;
  r["upload_bytes"] = t.upload / p;
  r["download_bytes"] = t.download / p;
  r["bits_per_edge"] = c.entries > 0.0 ? 8.0 * t.rows / static_cast<double>(a.runs) / c.entries : 0.0;
  r["seconds"] = seconds;
  r["peak_memory_bytes"] = peak_memory_bytes();
  r["runs"] = a.runs;
  // Degrees that cost nothing are true ones: the guarantee holds only where they were public before.
  r["private"] = variants.at(a.variant) != common_variant::public_degrees;
  if (a.protocol.seed) r["simulated"] = true;
  return r;
}

void run_point(const context& c, double total, std::uint64_t first_run, bool json) {
  const common_neighbors_arguments& a = c.arguments;
  const double start = first_run == 0 ? 0.0 : elapsed_seconds();
  common_options options;
  options.total = epsilon::from_nats(total);
  options.codec = a.protocol.codec_by_hand();
  options.method = methods.at(a.method);
  options.variant = variants.at(a.variant);
  options.measure = measures.at(a.measure);
  options.degree_share = a.degree_share;
  progress bar("runs", a.runs * c.groups.size());
  tally all;
  std::optional<common_result> last;
  for (std::uint64_t run = 0; run < a.runs * c.groups.size(); ++run) {
    const std::vector<std::uint64_t>& group = c.groups[run % c.groups.size()];
    std::vector<user_pair> pairs;
    for (const std::uint64_t i : group) pairs.push_back(c.pairs[i]);
    last = c.users.estimate(pairs, options, a.protocol.key_of(first_run + run),
                            a.protocol.coins_of(first_run + run));
    all.add(*last);
    for (std::size_t k = 0; k < group.size(); ++k) {
      all.add(last->pairs[k], c.truth.empty() ? 0.0 : c.truth[group[k]]);
      if (a.each) print_pair(c, group[k], last->pairs[k], json);
    }
    bar.step();
  }
  print_record(summarize(c, all, *last, elapsed_seconds() - start), json);
}

void run_all(const common_neighbors_arguments& a, bool json) {
  const population users = load(a);
  context c{a, users, {}, {}, {}};
  if (a.pairs_path.empty() == (a.sample == 0))
    throw invalid_parameter("which pairs? give --pairs FILE or --sample N");
  c.pairs = a.sample != 0
                ? sample_pairs(a.sample, users.users(), key_of_run(a.protocol.seed, ~std::uint64_t{0}))
                : read_pairs(a.pairs_path, users);
  c.groups = split_into_disjoint(c.pairs);
  if (!a.no_exact)
    for (const user_pair& p : c.pairs) c.truth.push_back(exact_measure(users, p, measures.at(a.measure)));
  if (a.bipartite) {
    for (const user_pair& p : c.pairs)
      c.entries += static_cast<double>(users.neighbors(p.second).size() +
                                       (a.method == "single-source" ? 0 : users.neighbors(p.first).size()));
  } else {
    c.entries = static_cast<double>(users.edges() * c.groups.size());
  }
  std::uint64_t first_run = 0;
  for (const double total : a.protocol.epsilons) {
    run_point(c, total, first_run, json);
    first_run += a.runs * c.groups.size();
  }
}

template <class Enum>
std::vector<std::string> keys(const names<Enum>& map) {
  std::vector<std::string> list;
  for (const auto& [name, value] : map) list.push_back(name);
  return list;
}

}  // namespace

void add_common_neighbors(CLI::App& program, const common_arguments& common) {
  CLI::App* verb = program.add_subcommand(
      "common-neighbors",
      "Estimate how many neighbours pairs of users have in common, or how similar their lists are");
  auto a = std::make_shared<common_neighbors_arguments>();
  a->graph.add_to(*verb);
  a->protocol.add_rows_to(*verb);
  verb->add_flag("--bipartite", a->bipartite,
                 "The file's columns name two kinds of vertices; an optional header line is skipped");
  verb->add_option("--layer", a->side, "With --bipartite: the column whose vertices are users")
      ->check(CLI::IsMember({"left", "right"}))
      ->capture_default_str();
  verb->add_option("--method", a->method, "Who counts what on whose noisy row")
      ->check(CLI::IsMember(keys(methods)))
      ->capture_default_str();
  verb->add_option(
          "--variant", a->variant,
          "optimized: split and weights by predicted error; basic: halves; public-degrees (bipartite): "
          "nothing is spent on degrees, which must be public (NOT private otherwise); separate-roles "
          "(bipartite, single-source): each user does one "
          "thing, with all of its budget")
      ->check(CLI::IsMember(keys(variants)))
      ->capture_default_str();
  verb->add_option("--measure", a->measure, "Number of common neighbours, or similarity of the two lists")
      ->check(CLI::IsMember(keys(measures)))
      ->capture_default_str();
  verb->add_option("--pairs", a->pairs_path, "File with two labels of users a line; '-' for standard input");
  verb->add_option("--sample", a->sample, "Ask about so many uniformly drawn pairs instead")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{100000000}));
  verb->add_option("--degree-share", a->degree_share, "Share of the budget that the degrees get")
      ->capture_default_str();
  verb->add_option("--runs", a->runs, "Repeat with fresh randomness and print one aggregate")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000000}))
      ->capture_default_str();
  verb->add_flag("--each", a->each, "Print every pair before the aggregate");
  verb->add_flag("--no-exact", a->no_exact, "Do not count exactly: truth and errors are null");
  verb->callback([a, &common] { run_all(*a, common.json); });
}

}  // namespace edgeldp::cli
