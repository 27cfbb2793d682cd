// SPDX-License-Identifier: MIT
#include "edgeldp/graph/common_neighbors/common_neighbors_simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/permutation.hpp"
#include "edgeldp/graph/common_neighbors/exact.hpp"
#include "edgeldp/graph/protocol/interval.hpp"
#include "io/claims.hpp"
#include "io/progress.hpp"
#include "io/report.hpp"
#include "io/text_file.hpp"
#include "options/graph_argument.hpp"
#include "options/protocol_arguments.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct common_neighbors_arguments {
  graph_argument graph;
  protocol_arguments protocol;
  bool bipartite = false, each = false, no_exact = false;
  std::string side = "left", method = "double-source", variant = "optimized", measure = "common", pairs_path,
              items_path;
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
  bool are_declared(layer of) const {
    return graph ? graph->users_are_declared : bipartite->are_declared[static_cast<std::size_t>(of)];
  }
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
  if (!a.bipartite && !a.items_path.empty()) throw invalid_parameter("--items belongs to --bipartite");
  if (a.bipartite)
    p.bipartite = a.graph.load_bipartite(p.side, a.items_path);
  else
    p.graph = a.graph.load();
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
  double count = 0, truth = 0, variance = 0, squares = 0, absolute = 0, predicted = 0;
  estimate_means values;
  double response = 0, laplace = 0;
  double protocols = 0, upload = 0, download = 0, rows = 0, entries = 0;
  double degree = 0, size = 0, edges = 0, counted = 0;
  std::uint64_t participants = 0;  ///< of the largest run of the protocol
  release_key key;                 ///< of the last run of the protocol

  void add(const pair_result& r, double exact) {
    count += 1.0;
    truth += exact;
    values.add(r.value);
    variance += r.value.standard_error * r.value.standard_error;
    const double error = r.value.value - exact;
    squares += error * error;
    absolute += std::abs(error);
    predicted += mean_absolute(r.value);
    response += r.error.response_variance;
    laplace += r.error.laplace_variance;
  }
  void add(const common_result& r, release_key its_key) {
    protocols += 1.0;
    key = its_key;
    participants = std::max(participants, r.participants);
    upload += r.communication.upload_bytes;
    download += r.communication.download_bytes;
    rows += r.communication.edge_section_bytes;
    entries += r.released_entries;
    degree += budget(r.budgets.degree);
    size += budget(r.budgets.size);
    edges += budget(r.budgets.edges);
    counted += budget(r.budgets.count);
  }
};

/// What users have spent, over all runs of the protocol. In a graph everybody pays degree and row
/// in every run, and its own counts besides; in a bipartite graph only users of the run's pairs pay
/// anything.
class pair_spending {
 public:
  void add(const common_result& run, std::span<const user_pair> pairs, bool is_graph) {
    ++m_runs;
    if (is_graph) {
      const epsilon degree = run.first_spent.spent(rounds::degree),
                    rows = run.first_spent.spent(rounds::edges);
      m_everybody += degree.units() + rows.units();
      m_every_edge += 2 * degree.units() + rows.units();
    }
    const auto own = [&](const ledger& spent) {
      return (is_graph ? spent.spent(rounds::count) : spent.spent()).units();
    };
    // Pairs that rows alone answer may share users, who pay once.
    std::unordered_set<vertex_id> paid;
    for (const user_pair& p : pairs) {
      if (paid.insert(p.first).second) m_own[p.first] += own(run.first_spent);
      if (paid.insert(p.second).second) m_own[p.second] += own(run.second_spent);
    }
    m_is_graph = is_graph;
  }

  /// The largest sum of a user, and of an edge: in a graph both of its ends may count with it.
  spending largest() const {
    std::uint64_t most = 0, next = 0;
    for (const auto& [user, units] : m_own) {
      next = std::max(next, std::min(most, units));
      most = std::max(most, units);
    }
    const std::uint64_t edge = m_everybody + most;
    return {edge, edge, m_is_graph ? m_every_edge + most + next : edge, m_runs};
  }

 private:
  bool m_is_graph = false;
  std::uint64_t m_runs = 0, m_everybody = 0, m_every_edge = 0;  // units
  std::unordered_map<vertex_id, std::uint64_t> m_own;           // units, of users in pairs
};

struct context {
  const common_neighbors_arguments& arguments;
  const population& users;
  std::vector<user_pair> pairs;
  std::vector<double> truth;                       ///< empty with --no-exact
  std::vector<std::vector<std::uint64_t>> groups;  ///< pairs of each run of the protocol
  pair_spending spent;                             ///< so far
};

double exact_measure(const population& users, user_pair p, pair_measure measure) {
  const exact::neighborhood_overlap o =
      exact::count_common_neighbors(users.neighbors(p.first), users.neighbors(p.second));
  return measure == pair_measure::common   ? static_cast<double>(o.common)
         : measure == pair_measure::cosine ? o.cosine()
                                           : o.jaccard();
}

/// For pairs of these degrees.
budget_search search_for_pairs(std::span<const two_degrees> degrees, double items,
                               const common_options& options) {
  return [=](const estimate& seen) {
    return least_usable_epsilon(options.total.nats(), [&](double total) {
      return predict_relative_half_width(degrees, items, options, seen, total);
    });
  };
}

void print_pair(const context& c, std::uint64_t i, const pair_result& r, const budget_search& search,
                bool json) {
  const auto& labels = c.users.labels();
  record out = {{"first", labels[c.pairs[i].first]}, {"second", labels[c.pairs[i].second]}};
  out["estimate"] = r.value.value;
  out["standard_error"] = r.value.standard_error;
  out["predicted_bias"] = r.value.bias;
  add_interval_fields(out, r.value, search);
  out["weight"] = r.weight;
  out["simulated"] = c.arguments.protocol.seed.has_value();
  if (!c.truth.empty()) out["exact"] = {{"truth", c.truth[i]}};
  print_record(out, json);
}

/// How many runs of the protocol the busiest user takes part in: in a graph everybody sends a row
/// in each.
std::uint64_t most_runs_of_a_user(const context& c) {
  if (c.users.graph || c.groups.size() == 1) return c.groups.size();
  std::unordered_map<vertex_id, std::uint64_t> runs;
  std::uint64_t most = 0;
  for (const user_pair& p : c.pairs) most = std::max({most, ++runs[p.first], ++runs[p.second]});
  return most;
}

record summarize(const context& c, const tally& t, const common_result& last, const common_options& options,
                 double seconds) {
  const common_neighbors_arguments& a = c.arguments;
  const double n = t.count, p = t.protocols;
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
  r["users_declared"] = c.users.are_declared(c.users.side);
  if (c.users.bipartite) r["items_declared"] = c.users.are_declared(opposite(c.users.side));
  r["method"] = a.method;
  r["variant"] = a.variant;
  r["measure"] = a.measure;
  r["pairs"] = c.pairs.size();
  r["protocol_runs"] = c.groups.size();
  r["runs_of_a_user"] = most_runs_of_a_user(c);
  edgeldp::estimate typical = t.values.mean();
  typical.standard_error = std::sqrt(t.variance / n);
  r["estimate"] = typical.value;
  r["standard_error"] = typical.standard_error;
  r["predicted_bias"] = typical.bias;
  r["predicted_absolute_error"] = t.predicted / n;
  add_interval_fields(r, typical, search_for_pairs(last.degrees, last.items, options));
  r["error_parts"] = {{"randomized_response", std::sqrt(t.response / n)},
                      {"laplace", std::sqrt(t.laplace / n)}};
  r["epsilon"] = budget(last.first_spent.total());
  r["edge_ldp"] = budget(std::max(last.first_spent.edge_ldp(), last.second_spent.edge_ldp()));
  r["relationship_dp"] = budget(
      std::max(last.first_spent.relationship_dp(), last.second_spent.relationship_dp()), shares_of_a_run);
  r["spent"] = c.spent.largest().fields();
  r["split"] = {
      {"degree", t.degree / p}, {"size", t.size / p}, {"edges", t.edges / p}, {"count", t.counted / p}};
  const codec_spec& codec = last.codec;
  const bool ppr = codec.kind == codec_kind::ppr;
  r["codec"] = name_of(*codec.kind);
  r["alpha"] = ppr ? record(codec.alpha.value()) : record(nullptr);
  r["level"] = ppr && !codec.beta ? record(codec.level) : record(nullptr);
  r["participants"] = t.participants;
  r["upload_bytes"] = t.upload / p;
  r["download_bytes"] = t.download / p;
  r["bits_per_edge"] = bits_per_edge(t.rows, t.entries);
  r["runs"] = a.runs;
  add_guarantee(r, a.protocol.seed.has_value(), last.run->flaws);
  r["key"] = t.protocols == 1.0 ? record(hex(t.key.value)) : record(nullptr);
  r["told"] = t.protocols == 1.0 ? record(last.told) : record(nullptr);
  if (!c.truth.empty()) {
    r["exact"] = exact_facts(c.users.edges(), t.truth / n, std::sqrt(t.squares / n));
    r["exact"]["mean_absolute_error"] = t.absolute / n;
    add_cost(r["exact"], seconds);
  }
  return r;
}

struct answered_pair {
  pair_result result;
  two_degrees degrees;
};

/// One run of the whole list of pairs: a run of the protocol a group. Results in the order of the
/// pairs.
std::vector<answered_pair> answer_pairs(context& c, const common_options& options, std::uint64_t first_run,
                                        tally& all, std::optional<common_result>& last, progress& bar) {
  const protocol_arguments& protocol = c.arguments.protocol;
  std::vector<answered_pair> results(c.pairs.size());
  for (std::size_t g = 0; g < c.groups.size(); ++g) {
    std::vector<user_pair> pairs;
    for (const std::uint64_t i : c.groups[g]) pairs.push_back(c.pairs[i]);
    const release_key key = protocol.key_of(first_run + g);
    last = c.users.estimate(pairs, options, key, protocol.coins_of(first_run + g));
    all.add(*last, key);
    c.spent.add(*last, pairs, c.users.graph.has_value());
    for (std::size_t k = 0; k < pairs.size(); ++k)
      results[c.groups[g][k]] = {last->pairs[k], last->degrees[k]};
    bar.step();
  }
  return results;
}

void run_point(context& c, double total, std::uint64_t first_run, bool json) {
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
  for (std::uint64_t run = 0; run < a.runs; ++run) {
    const std::vector<answered_pair> results =
        answer_pairs(c, options, first_run + run * c.groups.size(), all, last, bar);
    for (std::size_t i = 0; i < results.size(); ++i) {
      const answered_pair& answer = results[i];
      all.add(answer.result, c.truth.empty() ? 0.0 : c.truth[i]);
      if (a.each) {
        bar.hide();
        print_pair(c, i, answer.result, search_for_pairs({&answer.degrees, 1}, last->items, options), json);
      }
    }
  }
  note_if_unspent(options.total, std::max(last->first_spent.spent(), last->second_spent.spent()));
  print_record(summarize(c, all, *last, options, elapsed_seconds() - start), json);
}

/// Where nobody counts one release answers for all pairs; otherwise each run answers for disjoint
/// ones.
std::vector<std::vector<std::uint64_t>> groups_of(std::span<const user_pair> pairs, common_method method) {
  if (users_count(method)) return split_into_disjoint(pairs);
  std::vector<std::uint64_t> all(pairs.size());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  return {std::move(all)};
}

void run_all(const common_neighbors_arguments& a, bool json) {
  const population users = load(a);
  context c{a, users, {}, {}, {}, {}};
  if (a.pairs_path.empty() == (a.sample == 0))
    throw invalid_parameter("which pairs? give --pairs FILE or --sample N");
  c.pairs = a.sample != 0
                ? sample_pairs(a.sample, users.users(), key_of_run(a.protocol.seed, ~std::uint64_t{0}))
                : read_pairs(a.pairs_path, users);
  c.groups = groups_of(c.pairs, methods.at(a.method));
  if (!a.no_exact)
    for (const user_pair& p : c.pairs) c.truth.push_back(exact_measure(users, p, measures.at(a.measure)));
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
  verb->add_option("--items", a->items_path,
                   "With --bipartite: file with one id a line, the items; otherwise those of the file");
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
  verb->add_flag("--no-exact", a->no_exact, no_exact_help);
  verb->callback([a, &common] { run_all(*a, common.json); });
}

}  // namespace edgeldp::cli
