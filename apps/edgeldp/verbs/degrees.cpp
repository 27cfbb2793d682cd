// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/degrees/exact.hpp"
#include "edgeldp/graph/degrees/methods/local_stars_simulation.hpp"
#include "edgeldp/graph/protocol/interval.hpp"
#include "edgeldp/graph/protocol/run_errors.hpp"
#include "edgeldp/graph/triangles/at_users_simulation.hpp"
#include "edgeldp/graph/triangles/clustering_simulation.hpp"
#include "edgeldp/graph/triangles/exact.hpp"
#include "io/claims.hpp"
#include "io/progress.hpp"
#include "io/release_file.hpp"
#include "io/report.hpp"
#include "io/spent_file.hpp"
#include "io/text_file.hpp"
#include "options/graph_argument.hpp"
#include "options/protocol_arguments.hpp"
#include "study/counting_runs.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct degrees_arguments {
  graph_argument graph;
  protocol_arguments protocol;
  std::uint64_t runs = 1;
  bool no_exact = false, clustering = false;
  std::string method = "one-round", release_path, degree_file, sorted_file, triangle_file;
  std::vector<unsigned> stars = {2};

  bool wants_triangles() const { return clustering || !triangle_file.empty(); }
  bool writes_files() const { return !degree_file.empty() || !sorted_file.empty() || !triangle_file.empty(); }
};

/// One estimated number. No truth with --no-exact.
struct number {
  std::string statistic;
  edgeldp::estimate value;
  std::optional<double> truth;
  record alternatives;  ///< predicted errors of other methods; may be null
  budget_search budget_that_would_do = [](const edgeldp::estimate&) { return std::nullopt; };
};

/// One estimated number a user.
struct sequence {
  std::string statistic;
  sequence_estimate values;          ///< no standard errors: none are known
  std::vector<double> biases;        ///< empty: none
  std::vector<std::uint64_t> truth;  ///< empty with --no-exact
};

/// What one run gives.
struct outcome {
  std::vector<number> numbers;
  std::vector<sequence> sequences;
  std::vector<double> sorted_degrees;
  ledger spent;
  edgeldp::communication communication;
  std::shared_ptr<const release> published;
  std::string method;
  told_digest told;
};

/// Exact counts, each made when it is first asked for.
class exact_counts {
 public:
  exact_counts(const csr_graph& g, bool wanted) : m_graph(g), m_wanted(wanted) {}

  bool is_known() const { return m_wanted; }
  std::optional<double> edges() const {
    return known([&] { return as_double(m_graph.edge_count()); });
  }
  std::optional<double> stars(unsigned k) const {
    return known([&] { return static_cast<double>(exact::count_stars(m_graph, k)); });
  }
  std::optional<double> max() const {
    return known([&] { return as_double(exact::max_degree(m_graph)); });
  }
  std::optional<double> triangles() const {
    return known([&] { return as_double(sum_at_users() / 3); });
  }
  std::optional<double> clustering() const {
    const std::optional<double> wedges = stars(2);
    return known([&] { return *wedges > 0.0 ? as_double(sum_at_users()) / *wedges : 0.0; });
  }
  std::vector<std::uint64_t> degrees() const {
    return m_wanted ? exact::degree_sequence(m_graph) : std::vector<std::uint64_t>();
  }
  const std::vector<std::uint64_t>& at_users() const {
    if (m_wanted && m_at_users.empty()) m_at_users = exact::triangle_sequence(m_graph);
    return m_at_users;
  }

 private:
  static double as_double(std::uint64_t x) { return static_cast<double>(x); }
  template <class F>
  std::optional<double> known(F&& f) const {
    return m_wanted ? std::optional<double>(f()) : std::nullopt;
  }
  std::uint64_t sum_at_users() const {
    return std::accumulate(at_users().begin(), at_users().end(), std::uint64_t{0});
  }

  const csr_graph& m_graph;
  bool m_wanted;
  mutable std::vector<std::uint64_t> m_at_users;
};

struct context {
  const degrees_arguments& arguments;
  const read_graph_result& input;
  exact_counts truth;
  std::shared_ptr<const release> published;  ///< from --release
  spending spent;                            ///< so far
};

std::string star_name(unsigned k) {
  return k == 1 ? "edge_ends" : k == 2 ? "wedges" : fmt::format("{}-stars", k);
}

// --- one round

/// Root mean squared errors that other methods would have at the same total, as far as one can say
/// now.
record alternatives_of(const released_degrees& released, unsigned k) {
  record r;
  const std::vector<double> degrees = estimate_sorted_degrees(released);
  const auto add = [&](const char* name, const local_stars& method) {
    try {
      const edgeldp::estimate e = predict_stars(degrees, method);
      r[name] = std::hypot(e.standard_error, e.bias);
    } catch (const invalid_parameter&) {
      r[name] = nullptr;  // its integers would not fit
    }
  };
  add("local-lap", local_stars::published(released.budget, k));
  add("own-caps", local_stars::strongest(released.budget, k));
  return r;
}

/// For numbers of k-stars from degrees that get the same share of any total.
budget_search search_for_stars(const released_degrees& released, unsigned k, epsilon total) {
  return [released, k, total](const edgeldp::estimate&) {
    return least_usable_epsilon(total.nats(), [&](double other) {
      const double budget = other * released.budget.nats() / total.nats();
      return predict_relative_half_width(released, k, epsilon::from_nats(budget));
    });
  };
}

void add_degree_statistics(const context& c, const released_degrees& released, epsilon total, bool compare,
                           outcome& o) {
  for (const unsigned k : c.arguments.stars)
    o.numbers.push_back({star_name(k), estimate_stars(released, k), c.truth.stars(k),
                         compare ? alternatives_of(released, k) : record(),
                         search_for_stars(released, k, total)});
  // The noise on the largest of noisy numbers is in proportion to 1 / budget.
  o.numbers.push_back(
      {"max_degree", estimate_max_degree(released), c.truth.max(), {}, [total](const edgeldp::estimate& e) {
         return least_usable_epsilon(
             total.nats(), [&](double other) { return relative_half_width(e) * total.nats() / other; });
       }});
  o.sorted_degrees = estimate_sorted_degrees(released);
}

/// The number of edges and the mean degree, which is twice that over the number of users.
void add_edges(const context& c, const edgeldp::estimate& edges, const budget_search& search, outcome& o) {
  const double factor = 2.0 / static_cast<double>(c.input.graph.vertex_count());
  const std::optional<double> truth = c.truth.edges();
  o.numbers.push_back({"edges", edges, truth, {}, search});
  o.numbers.push_back({"mean_degree",
                       scaled(edges, factor),
                       truth ? std::optional(factor * *truth) : std::nullopt,
                       {},
                       search});
}

/// The error before and after what is known of the noise is used.
void add_sorted_degrees(const context& c, const released_degrees& released, outcome& o) {
  std::vector<std::uint64_t> truth = c.truth.degrees();
  std::ranges::sort(truth);
  std::vector<double> sorted(released.values.begin(), released.values.end());
  std::ranges::sort(sorted);
  o.sequences.push_back({"released_degrees_sorted", {std::move(sorted), {}}, {}, truth});
  o.sequences.push_back({"sorted_degrees", {o.sorted_degrees, {}}, {}, std::move(truth)});
}

outcome run_one_round(const context& c, epsilon total, const coin_source& coins) {
  degree_result r = release_all_degrees(c.input.graph, total, coins);
  outcome o{{}, {}, {}, std::move(r.spent), r.communication, nullptr, "one-round", {}};
  o.told.add("users", c.input.graph.vertex_count()).add("total", total.units());
  add_edges(c, estimate_edges(r.degrees), search_for_stars(r.degrees, 1, total), o);
  add_degree_statistics(c, r.degrees, total, true, o);
  o.sequences.push_back({"degrees", estimate_degree_sequence(r.degrees), {}, c.truth.degrees()});
  add_sorted_degrees(c, r.degrees, o);
  return o;
}

outcome run_local_stars(const context& c, epsilon total, const coin_source& coins) {
  const unsigned k = c.arguments.stars.front();
  const bool published = c.arguments.method == "local-lap";
  stars_result r = estimate_stars(
      c.input.graph, published ? local_stars::published(total, k) : local_stars::strongest(total, k), coins);
  outcome o{{}, {}, {}, std::move(r.spent), r.communication, nullptr, c.arguments.method, {}};
  o.told.add("users", c.input.graph.vertex_count())
      .add("total", total.units())
      .add("method", c.arguments.method)
      .add("leaves", k)
      .add("largest_cap", r.largest_cap);
  o.numbers.push_back({star_name(k), r.stars, c.truth.stars(k), {}});
  return o;
}

// --- with triangles

outcome run_clustering(const context& c, const two_step& options, release_key key, const coin_source& coins) {
  clustering_result r = estimate_clustering(c.input.graph, options, key, coins);
  outcome o{
      {}, {}, {}, std::move(r.run.spent), r.run.communication, r.run.published, "clustering", told_of(r.run)};
  const auto triangles_at = [published = r.run.published, closure = r.run.closure, options](double total) {
    return predict_relative_half_width(*published, closure, options, total);
  };
  const released_degrees degrees = degrees_of(*r.run.published);
  const double total = options.total.nats(), share = degrees.budget.nats() / total;
  const auto wedges_at = [degrees, share](double other) {
    return predict_relative_half_width(degrees, 2, epsilon::from_nats(other * share));
  };
  o.numbers = {{"triangles",
                r.run.triangles,
                c.truth.triangles(),
                {},
                [=](const edgeldp::estimate&) { return least_usable_epsilon(total, triangles_at); }},
               {"wedges",
                r.wedges,
                c.truth.stars(2),
                {},
                [=](const edgeldp::estimate&) { return least_usable_epsilon(total, wedges_at); }},
               {"clustering", r.clustering, c.truth.clustering(), {}, [=](const edgeldp::estimate&) {
                  return least_usable_epsilon(
                      total, [&](double other) { return std::hypot(triangles_at(other), wedges_at(other)); });
                }}};
  return o;
}

outcome run_triangle_sequence(const context& c, const two_step& options, release_key key,
                              const coin_source& coins) {
  triangle_sequence_options wanted;
  wanted.total = options.total;
  wanted.codec = options.codec;
  wanted.order = options.order;
  triangle_sequence_result r = estimate_triangle_sequence(c.input.graph, wanted, key, coins);
  outcome o{{},
            {},
            {},
            std::move(r.spent),
            r.communication,
            r.published,
            "triangle-sequence",
            told(r.published->layout())};
  o.told.add("count", r.budgets.count.units());
  o.numbers.push_back({"triangles", r.triangles, c.truth.triangles(), {}});
  o.sequences.push_back(
      {"triangles_at_users", std::move(r.at_users), std::move(r.biases), c.truth.at_users()});
  return o;
}

outcome read_release(const context& c) {
  const release& published = *c.published;
  if (published.layout().users() != c.input.graph.vertex_count())
    throw invalid_parameter(fmt::format("the graph has {} vertices, the release {}",
                                        c.input.graph.vertex_count(), published.layout().users()));
  outcome o{{}, {},          {},        spent_on(published.parameters()),
            {}, c.published, "release", told(published.layout())};
  release_sizes sizes;
  o.communication.download_bytes = static_cast<double>(published.serialize(&sizes).size());
  o.communication.edge_section_bytes = static_cast<double>(sizes.edges);
  const noisy_matrix noisy = materialize(published);
  combined_degrees degrees = combine_degrees(published, noisy);
  const epsilon total = published.parameters().total;
  add_edges(c, degrees.edges, search_for_stars(degrees_of(published), 1, total), o);
  add_degree_statistics(c, degrees_of(published), total, false, o);
  o.sequences.push_back({"degrees", std::move(degrees.degrees), {}, c.truth.degrees()});
  if (!c.arguments.wants_triangles()) return o;
  noisy_triangles triangles = count_noisy_triangles(published, noisy);
  o.numbers.push_back({"triangles", triangles.triangles, c.truth.triangles(), {}});
  if (c.arguments.clustering)
    o.numbers.push_back({"clustering",
                         ratio_of(triangles.triangles, estimate_stars(degrees_of(published), 2)),
                         c.truth.clustering(),
                         {}});
  o.sequences.push_back({"triangles_at_users", std::move(triangles.at_users), {}, c.truth.at_users()});
  return o;
}

outcome run_once(const context& c, double epsilon_nats, std::uint64_t run) {
  const degrees_arguments& a = c.arguments;
  if (c.published) return read_release(c);
  const coin_source coins = a.protocol.coins_of(run);
  if (!a.wants_triangles()) {
    const epsilon total = epsilon::from_nats(epsilon_nats);
    return a.method == "one-round" ? run_one_round(c, total, coins) : run_local_stars(c, total, coins);
  }
  two_step options = a.protocol.options(epsilon_nats);
  if (!a.clustering) return run_triangle_sequence(c, options, a.protocol.key_of(run), coins);
  options.degree_share = clustering_degree_share;
  return run_clustering(c, options, a.protocol.key_of(run), coins);
}

// --- results

/// One statistic over the runs; of a sequence the mean over users, and errors entry by entry.
struct tally {
  std::string statistic;
  std::optional<double> truth;
  bool has_error = true, is_sequence = false;
  run_errors errors{0.0};
  estimate_means value;
  budget_search budget_that_would_do;
  std::optional<double> squared_entry_error, absolute_entry_error;  ///< sums over runs of means over users
  record alternatives;

  static tally of(const number& n) {
    tally t;
    t.statistic = n.statistic;
    t.truth = n.truth;
    t.errors = run_errors(n.truth.value_or(0.0));
    t.alternatives = n.alternatives;
    t.budget_that_would_do = n.budget_that_would_do;
    return t;
  }
  static tally of(const sequence& s) {
    tally t;
    t.statistic = s.statistic;
    t.has_error = !s.values.standard_errors.empty();
    t.is_sequence = true;
    if (!s.truth.empty())
      t.truth = static_cast<double>(std::accumulate(s.truth.begin(), s.truth.end(), std::uint64_t{0})) /
                static_cast<double>(s.truth.size());
    t.errors = run_errors(t.truth.value_or(0.0));
    return t;
  }

  void add(const number& n) {
    errors.add(n.value.value);
    value.add(n.value);
  }

  void add(const sequence& s) {
    const auto users = static_cast<double>(s.values.values.size());
    double sum = 0.0, squares = 0.0, off = 0.0, off_squares = 0.0, off_absolute = 0.0;
    for (std::size_t u = 0; u < s.values.values.size(); ++u) {
      sum += s.values.values[u];
      if (has_error) squares += s.values.standard_errors[u] * s.values.standard_errors[u];
      off += s.biases.empty() ? 0.0 : s.biases[u];
      if (s.truth.empty()) continue;
      const double error = s.values.values[u] - static_cast<double>(s.truth[u]);
      off_squares += error * error;
      off_absolute += std::abs(error);
    }
    errors.add(sum / users);
    value.add({sum / users, std::sqrt(squares / users), off / users});
    if (s.truth.empty()) return;
    squared_entry_error = squared_entry_error.value_or(0.0) + off_squares / users;
    absolute_entry_error = absolute_entry_error.value_or(0.0) + off_absolute / users;
  }

  double mean(double total) const { return total / static_cast<double>(errors.runs()); }
};

struct sums {
  double upload = 0.0, download = 0.0, edge_section = 0.0, edges = 0.0;
};

void add_error_fields(record& r, const tally& t) {
  const edgeldp::estimate mean = t.value.mean();
  cli::add_error_fields(r, t.statistic, mean, t.has_error, t.errors);
  // Of a sequence errors are those of one entry, which say nothing of an interval around the mean.
  if (t.is_sequence)
    add_missing_interval(r);
  else
    add_interval_fields(r, mean, t.budget_that_would_do);
  if (!t.alternatives.is_null()) r["predicted_rmse_of"] = t.alternatives;
}

record exact_facts_of(const context& c, const tally& t, double seconds) {
  const double rmse = t.squared_entry_error ? std::sqrt(t.mean(*t.squared_entry_error)) : t.errors.rmse();
  record facts = exact_facts(c.input.graph.edge_count(), t.truth ? record(*t.truth) : record(nullptr), rmse);
  if (t.absolute_entry_error) facts["mean_absolute_error"] = t.mean(*t.absolute_entry_error);
  add_cost(facts, seconds);
  return facts;
}

void add_protocol_fields(record& r, const context& c, const outcome& last) {
  r["epsilon"] = budget(last.spent.total());
  r["edge_ldp"] = budget(last.spent.edge_ldp());
  r["relationship_dp"] = budget(last.spent.relationship_dp(), shares_of_a_run);
  r["spent"] = c.spent.fields();
  for (const ledger::entry& e : last.spent.entries()) r["split"][e.round] = budget(e.spent);
  const release_parameters* p = last.published ? &last.published->parameters() : nullptr;
  const bool ppr = p != nullptr && p->codec == codec_kind::ppr;
  r["method"] = last.method;
  r["codec"] = p != nullptr ? record(name_of(p->codec)) : record(nullptr);
  r["alpha"] = ppr ? record(p->alpha_milli / 1000.0) : record(nullptr);
  r["level"] = ppr && !c.arguments.protocol.beta ? record(p->level) : record(nullptr);
  r["order"] = p != nullptr ? record(name_of(p->order)) : record(nullptr);
}

record summarize(const context& c, const tally& t, const sums& bytes, const outcome& last, double seconds) {
  const degrees_arguments& a = c.arguments;
  const bool has_graph = a.release_path.empty() || !a.graph.path.empty();
  record r = {{"graph", has_graph ? record(a.graph.name()) : record(nullptr)},
              {"nodes", c.input.graph.vertex_count()},
              {"users_declared", has_graph ? record(c.input.users_are_declared) : record(nullptr)}};
  add_error_fields(r, t);
  add_protocol_fields(r, c, last);
  r["upload_bytes"] = t.mean(bytes.upload);
  r["download_bytes"] = t.mean(bytes.download);
  r["bits_per_edge"] =
      last.published ? bits_per_edge(t.mean(bytes.edge_section), t.mean(bytes.edges)) : record(0.0);
  r["runs"] = t.errors.runs();
  const bool simulated =
      c.published ? c.published->parameters().simulated : c.arguments.protocol.seed.has_value();
  add_guarantee(r, simulated, flaws_of_chunks(!last.published || last.published->parameters().is_private()));
  r["key"] = t.errors.runs() == 1 && last.published ? record(hex(last.published->parameters().key.value))
                                                    : record(nullptr);
  r["told"] = t.errors.runs() == 1 ? record(last.told.hex()) : record(nullptr);
  if (c.truth.is_known()) r["exact"] = exact_facts_of(c, t, seconds);
  return r;
}

std::string sequence_text(const std::vector<std::uint64_t>& labels, const sequence_estimate& s) {
  std::string text = "label\testimate\tstandard_error\n";
  for (std::size_t u = 0; u < labels.size(); ++u)
    text += fmt::format("{}\t{:.6g}\t{:.6g}\n", labels[u], s.values[u], s.standard_errors[u]);
  return text;
}

void write_files(const context& c, const outcome& o) {
  for (const sequence& s : o.sequences) {
    if (s.values.standard_errors.empty()) continue;
    const std::string& path = s.statistic == "degrees" ? c.arguments.degree_file : c.arguments.triangle_file;
    if (!path.empty()) write_text(path, sequence_text(c.input.labels, s.values));
  }
  if (c.arguments.sorted_file.empty()) return;
  std::string text = "rank\testimate\n";
  for (std::size_t i = 0; i < o.sorted_degrees.size(); ++i)
    text += fmt::format("{}\t{:.6g}\n", i + 1, o.sorted_degrees[i]);
  write_text(c.arguments.sorted_file, text);
}

bool prints_sequence(const degrees_arguments& a) {
  return a.degree_file == "-" || a.sorted_file == "-" || a.triangle_file == "-";
}

void run_point(context& c, double epsilon, std::uint64_t first_run, bool json) {
  const degrees_arguments& a = c.arguments;
  const double start = first_run == 0 ? 0.0 : elapsed_seconds();
  progress bar("runs", a.runs);
  std::vector<tally> numbers, sequences;
  sums bytes;
  std::optional<outcome> last;
  for (std::uint64_t run = 0; run < a.runs; ++run) {
    last = run_once(c, epsilon, first_run + run);
    c.published ? c.spent.add(spent_file(a.release_path, c.published->parameters()).so_far())
                : c.spent.add(last->spent);
    if (run == 0) {
      for (const number& n : last->numbers) numbers.push_back(tally::of(n));
      for (const sequence& s : last->sequences) sequences.push_back(tally::of(s));
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i].add(last->numbers[i]);
    for (std::size_t i = 0; i < sequences.size(); ++i) sequences[i].add(last->sequences[i]);
    bytes.upload += last->communication.upload_bytes;
    bytes.download += last->communication.download_bytes;
    bytes.edge_section += last->communication.edge_section_bytes;
    if (last->published) bytes.edges += estimate_edges(degrees_of(*last->published)).value;
    bar.step();
  }
  if (last->published) warn_if_crowded(last->published->layout());
  if (!c.published) note_if_unspent(last->spent.total(), last->spent.spent());
  write_files(c, *last);
  if (prints_sequence(a)) return;
  for (const std::vector<tally>* tallies : {&numbers, &sequences})
    for (const tally& t : *tallies)
      print_record(summarize(c, t, bytes, *last, elapsed_seconds() - start), json);
}

/// Options of rows where no rows are sent, files of what is not estimated.
void check(const degrees_arguments& a) {
  const bool sends_rows = a.wants_triangles() && a.release_path.empty();
  const bool local = a.method != "one-round";
  const auto refuse = [&](std::initializer_list<const char*> names, const std::string& why) {
    for (const char* name : names)
      if (a.protocol.typed(name)) throw invalid_parameter(std::string(name) + " " + why);
  };
  if (!sends_rows)
    refuse({"--codec", "--alpha", "--level", "--beta", "--order", "--key", "--max-upload", "--max-error",
            "--prefer"},
           "shapes rows, which are sent for --clustering and --triangles only");
  if (!sends_rows || !a.clustering)
    refuse({"--split", "--margin", "--clip", "--kappa", "--chunk-rule", "--preset"},
           "is an option of the protocol behind --clustering");
  if (!a.clustering)
    refuse({"--max-upload", "--max-error"}, "limits the choice of a codec for --clustering only");
  if (local && (a.wants_triangles() || !a.release_path.empty()))
    throw invalid_parameter("--method is a choice for stars alone");
  if (local && a.stars.size() != 1)
    throw invalid_parameter("--method " + a.method +
                            " spends all of the budget on one kind of star: give one --stars");
  if (a.clustering && !a.triangle_file.empty() && a.release_path.empty())
    throw invalid_parameter(
        "--clustering and --triangles are protocols of their own: give one, or --release FILE");
  if (!a.degree_file.empty() && (sends_rows || local))
    throw invalid_parameter("--degrees needs the protocol of degrees alone, or --release FILE");
  if (!a.sorted_file.empty() && (sends_rows || local))
    throw invalid_parameter("--sorted needs the protocol of degrees alone, or --release FILE");
  if (a.writes_files() && (a.runs > 1 || a.protocol.epsilons.size() > 1))
    throw invalid_parameter("files of sequences hold one run at one epsilon");
  if ((a.degree_file == "-") + (a.sorted_file == "-") + (a.triangle_file == "-") > 1)
    throw invalid_parameter("only one sequence can go to standard output");
}

/// Who reads a release need not have the graph: users are then called by their numbers.
read_graph_result numbered_users(std::uint64_t users) {
  read_graph_result result;
  result.graph = csr_graph(users, {});
  result.labels.resize(users);
  std::iota(result.labels.begin(), result.labels.end(), std::uint64_t{0});
  result.users_are_declared = true;
  return result;
}

void run_all(const degrees_arguments& a, bool json) {
  check(a);
  std::shared_ptr<const release> published;
  if (!a.release_path.empty()) {
    if (a.protocol.typed("--epsilon") || a.protocol.typed("--seed") || a.runs > 1)
      throw invalid_parameter("--release says it all: no --epsilon, --seed or --runs");
    published = reading_release(a.release_path, [&] {
      return std::make_shared<const release>(release_reader(a.release_path).load());
    });
  }
  const bool has_graph = !published || !a.graph.path.empty();
  const read_graph_result input = has_graph ? a.graph.load() : numbered_users(published->layout().users());
  context c{a, input, exact_counts(input.graph, has_graph && !a.no_exact), published, {}};
  if (input.graph.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  a.protocol.require_key_for(a.runs * a.protocol.epsilons.size());
  std::uint64_t first_run = 0;
  for (const double epsilon : a.protocol.epsilons) {
    run_point(c, epsilon, first_run, json);
    first_run += a.runs;
  }
}

void add_options(CLI::App& verb, degrees_arguments& a) {
  verb.add_option("--stars", a.stars, "Count stars of so many leaves; several, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1U, 16U))
      ->capture_default_str();
  verb.add_option(
          "--method", a.method,
          "Of stars: one-round (all of the budget on degrees, unbiased), local-lap (as published: "
          "noisy maximum degree, then clipped counts) or own-caps (clipped at a cap of each user's own)")
      ->check(CLI::IsMember({"one-round", "local-lap", "own-caps"}))
      ->capture_default_str();
  verb.add_flag("--clustering", a.clustering,
                "Global clustering coefficient, by the protocol of `triangles`");
  verb.add_option("--degrees", a.degree_file,
                  "Write every user's degree: label, estimate, standard error; '-' prints it instead of "
                  "results");
  verb.add_option("--sorted", a.sorted_file, "Write the degrees in increasing order, whoever has them");
  verb.add_option("--triangles", a.triangle_file,
                  "Write every user's number of triangles, by a two-step protocol in which all count with "
                  "all their neighbours");
  verb.add_option("--release", a.release_path,
                  "Read everything from this release file; nothing is spent. --clustering and --triangles "
                  "take n^3 / 64 word operations there");
  verb.add_option("--runs", a.runs, "Repeat with fresh randomness and print one aggregate a statistic")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000000}))
      ->capture_default_str();
  verb.add_flag("--no-exact", a.no_exact, no_exact_help);
}

}  // namespace

void add_degrees(CLI::App& program, const common_arguments& common) {
  CLI::App* verb = program.add_subcommand(
      "degrees",
      "Estimate degrees, edges, wedges and stars in one round; clustering and triangles at every user");
  auto a = std::make_shared<degrees_arguments>();
  a->graph.add_to(*verb);
  a->protocol.add_to(*verb);
  add_options(*verb, *a);
  verb->callback([a, &common] { run_all(*a, common.json); });
}

}  // namespace edgeldp::cli
