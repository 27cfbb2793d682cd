// SPDX-License-Identifier: MIT

#include <fmt/format.h>

#include <algorithm>
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
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/questions/common_neighbors/exact.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "study/study.hpp"
#include "verbs/acts_on_graphs.hpp"
#include "verbs/asked_pairs.hpp"

namespace edgeldp::cli {

namespace {

using common_neighbors::population;
using common_neighbors::read_pairs;
using common_neighbors::sample_pairs;

struct common_neighbors_arguments : study_arguments {
  layer_argument layers;
  bool bipartite = false;
  std::string method = "double-source", variant = "optimized", measure = "common", pairs_path;
  std::uint64_t sample = 0;
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

population load(const common_neighbors_arguments& a) {
  population p;
  p.side = a.layers.users();
  if (!a.bipartite && !a.layers.items_path.empty()) throw invalid_parameter("--items belongs to --bipartite");
  if (a.bipartite)
    p.bipartite = a.graph.load_bipartite(p.side, a.layers.items_path);
  else
    p.graph = a.graph.load();
  return p;
}

/// What users have spent, over all runs of the protocol. In a graph everybody pays degree and row
/// in every run, and its own counts besides; in a bipartite graph only users of the run's pairs pay
/// anything.
class pair_spending {
 public:
  void add(const common_result& run, std::span<const user_pair> pairs, bool is_graph) {
    ++m_runs;
    // First users of pairs pay alike, and so do second ones. A layer's users are those of the
    // pairs.
    const account& paid_all = run.run.spent;
    const ledger first = paid_all.of(is_graph ? pairs[0].first : 0),
                 second = paid_all.of(is_graph ? pairs[0].second : 1);
    if (is_graph) {
      const epsilon degree = first.spent(rounds::degree), rows = first.spent(rounds::edges);
      m_everybody += degree.units() + rows.units();
      m_every_edge += 2 * degree.units() + rows.units();
    }
    const auto own = [&](const ledger& spent) {
      return (is_graph ? spent.spent(rounds::count) : spent.spent()).units();
    };
    // Pairs that rows alone answer may share users, who pay once.
    std::unordered_set<vertex_id> paid;
    for (const user_pair& p : pairs) {
      if (paid.insert(p.first).second) m_own[p.first] += own(first);
      if (paid.insert(p.second).second) m_own[p.second] += own(second);
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

struct answered_pair {
  pair_result result;
  two_degrees degrees;
};

/// One play is a run of the protocol on one group of pairs.
struct context {
  const common_neighbors_arguments& arguments;
  const population& users;
  std::vector<user_pair> pairs;
  std::vector<double> truth;                       ///< empty with --no-exact
  std::vector<std::vector<std::uint64_t>> groups;  ///< pairs of each play
  std::vector<answered_pair> answers;              ///< of all pairs, in this run
  pair_spending spent;                             ///< so far
  std::uint64_t participants = 0;                  ///< of the largest play
};

double exact_measure(const population& users, user_pair p, pair_measure measure) {
  const exact::neighborhood_overlap o =
      exact::count_common_neighbors(users.neighbors(p.first), users.neighbors(p.second));
  return measure == pair_measure::common   ? static_cast<double>(o.common)
         : measure == pair_measure::cosine ? o.cosine()
                                           : o.jaccard();
}

common_options options_at(const common_neighbors_arguments& a, double total) {
  common_options options;
  options.total = epsilon::from_nats(total);
  options.codec = a.protocol.codec_by_hand();
  options.method = methods.at(a.method);
  options.variant = variants.at(a.variant);
  options.measure = measures.at(a.measure);
  options.degree_share = a.degree_share;
  return options;
}

/// For pairs of these degrees.
budget_search search_for_pairs(std::vector<two_degrees> degrees, double items,
                               const common_options& options) {
  return [=, degrees = std::move(degrees)](const estimate& seen) {
    return least_usable_epsilon(options.total.nats(), [&](double total) {
      return predict_relative_half_width(degrees, items, options, seen, total);
    });
  };
}

/// What --each prints of pair i.
record describe_pair(const context& c, std::size_t i, double items, const common_options& options) {
  const pair_result& r = c.answers[i].result;
  record out = {{"first", c.users.id(c.pairs[i].first)}, {"second", c.users.id(c.pairs[i].second)}};
  out["estimate"] = r.value.value;
  out["standard_error"] = r.value.standard_error;
  out["predicted_bias"] = r.value.bias;
  add_interval_fields(out, r.value, search_for_pairs({c.answers[i].degrees}, items, options));
  out["weight"] = r.weight;
  out["simulated"] = c.arguments.protocol.seed.has_value();
  if (!c.truth.empty()) out["exact"] = {{"truth", c.truth[i]}};
  return out;
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

/// All pairs, once the last group has answered.
found_number number_of(const context& c) {
  found_number all;
  all.kind = number_kind::over_pairs;
  all.keys["error_parts"] = nullptr;
  all.parts_of_error = {"randomized_response", "laplace"};
  all.values.reserve(c.pairs.size());
  for (std::size_t i = 0; i < c.pairs.size(); ++i) {
    const pair_result& r = c.answers[i].result;
    all.values.push_back(
        {r.value, c.truth.empty() ? 0.0 : c.truth[i], {r.error.response_variance, r.error.laplace_variance}});
  }
  return all;
}

void add_keys(findings& f, const context& c, const common_result& r) {
  const round_budgets& b = r.budgets;
  f.add_mean_split({{"degree", b.degree}, {"size", b.size}, {"edges", b.edges}, {"count", b.count}});
  add_codec(f.keys, r.codec);
  f.keys["participants"] = c.participants;
}

findings play_once(context& c, const play& p) {
  const common_options options = options_at(c.arguments, p.nats);
  const std::vector<std::uint64_t>& group = c.groups[p.part];
  std::vector<user_pair> pairs;
  pairs.reserve(group.size());
  for (const std::uint64_t i : group) pairs.push_back(c.pairs[i]);
  const release_key key = p.key();
  const common_result r = c.users.estimate(pairs, options, key, p.coins());
  for (std::size_t k = 0; k < group.size(); ++k) c.answers[group[k]] = {r.pairs[k], r.degrees[k]};
  c.spent.add(r, pairs, c.users.graph.has_value());
  c.participants = std::max(c.participants, r.participants);
  const bool is_graph = c.users.graph.has_value();
  findings f{{}, is_graph ? cost_of(r.run.spent) : cost_with_items(r.run.spent), r.communication, r.run.told};
  f.flaws = r.run.flaws;
  f.key = key;
  f.released_edges = r.released_entries;
  add_keys(f, c, r);
  f.budget_that_would_do = search_for_pairs(r.degrees, r.items, options);
  f.each = [&c, items = r.items, options](std::size_t i) { return describe_pair(c, i, items, options); };
  if (p.part + 1 < c.groups.size()) return f;
  f.numbers.push_back(number_of(c));
  f.spent_so_far = c.spent.largest();
  return f;
}

/// Where nobody counts one release answers for all pairs; otherwise each run answers for disjoint
/// ones.
std::vector<std::vector<std::uint64_t>> groups_of(std::span<const user_pair> pairs, common_method method) {
  if (users_count(method)) return split_into_disjoint(pairs);
  std::vector<std::uint64_t> all(pairs.size());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  return {std::move(all)};
}

void run_common_neighbors(const common_neighbors_arguments& a, study_results& to) {
  const population users = load(a);
  context c{a, users, {}, {}, {}, {}, {}};
  if (a.pairs_path.empty() == (a.sample == 0))
    throw invalid_parameter("which pairs? give --pairs FILE or --sample N");
  c.pairs = a.sample != 0
                ? sample_pairs(a.sample, users.users(), key_of_run(a.protocol.seed, ~std::uint64_t{0}))
                : read_pairs(a.pairs_path, users);
  c.groups = groups_of(c.pairs, methods.at(a.method));
  if (!a.no_exact)
    for (const user_pair& p : c.pairs) c.truth.push_back(exact_measure(users, p, measures.at(a.measure)));
  c.answers.resize(c.pairs.size());
  study_plan s{a,
               users.facts(a.graph.name()),
               users.edges(),
               !a.no_exact,
               [&](const play& p) { return play_once(c, p); },
               c.groups.size()};
  s.input.update({{"method", a.method},
                  {"variant", a.variant},
                  {"measure", a.measure},
                  {"pairs", c.pairs.size()},
                  {"protocol_runs", c.groups.size()},
                  {"runs_of_a_user", most_runs_of_a_user(c)}});
  s.divides_sums = true;
  s.words.quantity =
      a.measure == "common" ? "common neighbours of a pair (mean)" : a.measure + " of a pair (mean)";
  run(s, to);
}

template <class Enum>
std::vector<std::string> keys(const names<Enum>& map) {
  std::vector<std::string> list;
  for (const auto& [name, value] : map) list.push_back(name);
  return list;
}

}  // namespace

void add_common_neighbors(verb_options& verb, const common_arguments& common) {
  common_neighbors_arguments& a = acts_on_graphs(verb, common, run_common_neighbors);
  a.graph.add_several_to(verb);
  a.protocol.add_rows_to(verb);
  add_bipartite(verb, a.bipartite);
  a.layers.add_to(verb, "With --bipartite: ");
  verb.add_option("--method", a.method, "Who counts what on whose noisy row")
      ->check(one_of(keys(methods)))
      ->capture_default_str();
  verb.add_option(
          "--variant", a.variant,
          "optimized: split and weights by predicted error; basic: halves; public-degrees (bipartite): "
          "nothing is spent on degrees, which must be public (NOT private otherwise), and counts are centred "
          "by them; separate-roles (bipartite, single-source): each user does one thing, with all of its "
          "budget")
      ->check(one_of(keys(variants)))
      ->capture_default_str();
  verb.add_option("--measure", a.measure, "Number of common neighbours, or similarity of the two lists")
      ->check(one_of(keys(measures)))
      ->capture_default_str();
  add_pairs_file(verb, a.pairs_path);
  verb.add_option("--sample", a.sample, "Ask about so many uniformly drawn pairs instead")
      ->check(between(std::uint64_t{1}, std::uint64_t{100000000}));
  verb.add_option("--degree-share", a.degree_share, "Share of the budget that the degrees get")
      ->group(section::expert)
      ->capture_default_str();
  a.add_runs_to(verb, "one aggregate", "every pair");
}

}  // namespace edgeldp::cli
