// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/homophily/exact.hpp"
#include "edgeldp/graph/homophily/homophily_simulation.hpp"
#include "edgeldp/graph/protocol/interval.hpp"
#include "io/claims.hpp"
#include "io/progress.hpp"
#include "io/report.hpp"
#include "io/table_file.hpp"
#include "options/channel_argument.hpp"
#include "options/graph_argument.hpp"
#include "options/protocol_arguments.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

/// Where the users' attributes come from.
struct attribute_arguments {
  std::string path, id_column, missing;
  std::vector<std::string> columns, values, channels;
  bool no_heading = false;
  std::uint32_t generated = 0;
  double homophily = 0.5;
  std::uint64_t label_seed = 1;

  /// False when the list of values is what the private labels happen to hold. With --values a name
  /// given by --missing is on the list whether or not anybody lacks a value.
  bool are_values_declared() const { return path.empty() || !values.empty() || !channels.empty(); }
};

struct homophily_arguments {
  graph_argument graph;
  protocol_arguments protocol;
  attribute_arguments attributes;
  std::string method = "auto", mechanism = "k-ary";
  std::vector<double> prior;
  std::optional<double> attribute_share;
  assumed_graph assumed;
  std::uint64_t runs = 1;
  bool no_exact = false, matrix = false;
};

const char* name_of(homophily_method method) {
  return method == homophily_method::counts ? "counts" : "edges";
}

/// The channels of a mechanism, whatever the budget.
channel_family family_of(const std::string& mechanism, const std::vector<double>& prior) {
  const auto chosen = std::ranges::find(channel_mechanisms(), mechanism, &channel_mechanism::name);
  return [make = chosen->make, prior](epsilon budget, channel::labels values) {
    return make({.budget = budget, .categories = std::move(values), .prior = prior});
  };
}

// --- attributes

user_attribute generate_attribute(const attribute_arguments& a, const csr_graph& g) {
  return {"generated", numbered_labels(a.generated),
          generate_labels(g, a.generated, a.homophily, a.label_seed)};
}

/// Says on standard error what was assumed or dropped.
void report_reading(const attribute_arguments& a, const attribute_table& table) {
  const auto note = [&](const char* kind, const std::string& what) {
    write_stderr(fmt::format("edgeldp: {}: {}: {}\n", kind, a.path, what));
  };
  if (table.unknown_users() > 0)
    note("note", fmt::format("lines that name users who are not in the graph are dropped: {}",
                             table.unknown_users()));
  // How many lack a value is private.
  if (!a.missing.empty()) note("note", fmt::format("users without a value get the value '{}'", a.missing));
  if (!a.are_values_declared())
    note("warning",
         "the list of values is taken from the labels, which are private: what is estimated is not private "
         "unless the list was public; --values declares it");
}

/// Errors: invalid_parameter where a table without a heading is read as one with: its first line
///     begins with the id of a user.
void check_heading(const attribute_arguments& a, const std::vector<std::string>& known,
                   const std::vector<std::uint64_t>& ids) {
  if (a.no_heading || !a.id_column.empty()) return;
  const bool is_data = std::ranges::any_of(
      ids, [text = known.front()](std::uint64_t id) { return std::to_string(id) == text; });
  if (is_data)
    throw invalid_parameter(fmt::format(
        "\"{}\" begins with the id of a user: if it is no heading, say --no-heading; if it is one, name the "
        "column of users by --id-column",
        fmt::join(known, ",")));
}

/// The column of users, then those of labels.
std::vector<std::string> wanted_columns(const attribute_arguments& a, const std::vector<std::string>& known,
                                        const std::vector<std::uint64_t>& ids) {
  if (a.columns.empty() && known.size() < 2)
    throw invalid_parameter(fmt::format(
        "there is one column, \"{}\": a table of labels has a column of users and one of labels, separated "
        "by tabs, semicolons or commas",
        fmt::join(known, "")));
  check_heading(a, known, ids);
  std::vector<std::string> wanted = {a.id_column.empty() ? known.front() : a.id_column};
  if (a.columns.empty()) wanted.push_back(known[1]);
  wanted.insert(wanted.end(), a.columns.begin(), a.columns.end());
  return wanted;
}

/// Errors: bad_graph_input naming the file, the first user without a value, and what to do.
user_attribute finish(const attribute_arguments& a, const attribute_table& table) {
  try {
    return table.finish();
  } catch (const invalid_parameter& e) {
    throw bad_graph_input(a.path + ": " + e.what() +
                          ": add lines for them, or name a value that they get by --missing VALUE");
  }
}

std::vector<user_attribute> read_attributes(const attribute_arguments& a,
                                            const std::vector<std::uint64_t>& ids) {
  if (!a.values.empty() && a.columns.size() > 1)
    throw invalid_parameter("--values declares the values of one column: give one --columns");
  std::vector<attribute_table> tables;
  read_table(
      a.path,
      [&](const std::vector<std::string>& known) {
        std::vector<std::string> wanted = wanted_columns(a, known, ids);
        for (std::size_t i = 1; i < wanted.size(); ++i) {
          declared_attribute declared{wanted[i], a.values, std::nullopt};
          if (!a.missing.empty()) declared.missing = a.missing;
          tables.emplace_back(ids, std::move(declared));
        }
        return wanted;
      },
      [&](std::span<const std::string_view> fields) {
        for (std::size_t i = 0; i < tables.size(); ++i) tables[i].add(fields[0], fields[i + 1]);
      },
      a.no_heading ? table_heading::absent : table_heading::present);
  std::vector<user_attribute> attributes;
  for (const attribute_table& table : tables) {
    attributes.push_back(finish(a, table));
    report_reading(a, table);
  }
  return attributes;
}

std::vector<user_attribute> load_attributes(const attribute_arguments& a, const read_graph_result& input) {
  if (a.path.empty() == (a.generated == 0))
    throw invalid_parameter("give either --labels FILE or --generate-labels");
  if (!a.path.empty()) return read_attributes(a, input.labels);
  return {generate_attribute(a, input.graph)};
}

// --- statistics

/// One number of one attribute: absent where a ratio has no denominator.
struct number {
  std::string statistic;
  std::vector<std::string> values;  ///< of a share, or of both ends
  std::optional<mixing_number> value;
  std::optional<double> truth;
};

/// Exact numbers of an attribute.
struct exact_numbers {
  exact::mixing mixing;
  exact::numeric_mixing numeric;
  std::vector<count_type> between;
  std::vector<double> shares;
};

exact_numbers count_exactly(const csr_graph& g, const user_attribute& attribute) {
  exact_numbers truth{exact::measure_mixing(g, attribute), {}, exact::count_edges_between(g, attribute), {}};
  if (const auto numbers = numeric_values(attribute)) {
    std::vector<double> x;
    for (const std::uint32_t value : attribute.of) x.push_back((*numbers)[value]);
    truth.numeric = exact::measure_numeric_mixing(g, x);
  }
  truth.shares.resize(attribute.values.size());
  for (const std::uint32_t value : attribute.of)
    truth.shares[value] += 1.0 / static_cast<double>(attribute.of.size());
  return truth;
}

std::vector<number> numbers_of(const mixing_estimate& m, const user_attribute& attribute,
                               const std::optional<exact_numbers>& exact, bool with_matrix) {
  const auto truth = [&](auto&& f) { return exact ? std::optional<double>(f(*exact)) : std::nullopt; };
  const auto count = [](count_type c) { return static_cast<double>(c); };
  std::vector<number> all = {
      {"edges", {}, m.edges(), truth([&](const exact_numbers& e) { return count(e.mixing.edges); })},
      {"within", {}, m.within(), truth([&](const exact_numbers& e) { return count(e.mixing.within); })},
      {"across", {}, m.across(), truth([&](const exact_numbers& e) {
         return count(e.mixing.edges - e.mixing.within);
       })},
      {"fraction_within", {}, m.fraction_within(), exact ? exact->mixing.fraction_within : std::nullopt},
      {"assortativity", {}, m.assortativity(), exact ? exact->mixing.assortativity : std::nullopt}};
  if (const auto x = numeric_values(attribute)) {
    const numeric_mixing n = m.numeric(*x);
    all.push_back({"mean_product", {}, n.mean_product, exact ? exact->numeric.mean_product : std::nullopt});
    all.push_back({"covariance", {}, n.covariance, exact ? exact->numeric.covariance : std::nullopt});
    all.push_back(
        {"numeric_assortativity", {}, n.assortativity, exact ? exact->numeric.assortativity : std::nullopt});
  }
  for (std::size_t a = 0; a < m.values().size(); ++a)
    all.push_back(
        {"share", {m.values()[a]}, m.share(a), truth([&](const exact_numbers& e) { return e.shares[a]; })});
  for (std::size_t a = 0; with_matrix && a < m.values().size(); ++a)
    for (std::size_t b = a; b < m.values().size(); ++b)
      all.push_back(
          {"edges_between",
           {m.values()[a], m.values()[b]},
           m.edges_between(a, b),
           truth([&](const exact_numbers& e) { return count(e.between[a * m.values().size() + b]); })});
  return all;
}

/// One number over the runs.
struct tally {
  number what;  ///< of the first run; its value is not used
  run_errors errors;
  estimate_means value;
  double labels = 0.0, edges = 0.0;

  explicit tally(number n) : what(std::move(n)), errors(what.truth.value_or(0.0)) {}

  void add(const std::optional<mixing_number>& n) {
    if (!n) return;
    errors.add(n->estimate.value);
    value.add(n->estimate);
    labels += n->label_variance;
    edges += n->edge_variance;
  }
  double mean(double sum) const { return sum / static_cast<double>(errors.runs()); }
};

/// Nothing unless half of the runs have the number: those that have a ratio are selected by their
/// noise, and the mean over few of them misleads.
bool has_estimate(const tally& t, std::uint64_t runs) {
  return 2 * t.errors.runs() >= runs;
}

void add_numbers(record& r, const tally& t, std::uint64_t runs, const budget_search& budget_that_would_do) {
  if (!has_estimate(t, runs)) {
    r["statistic"] = t.what.statistic;
    for (const char* key : {"estimate", "standard_error", "predicted_bias", "measured_spread"})
      r[key] = nullptr;
    add_missing_interval(r);
    r["error_parts"] = nullptr;
    return;
  }
  const edgeldp::estimate mean = t.value.mean();
  add_error_fields(r, t.what.statistic, mean, true, t.errors);
  add_interval_fields(r, mean, budget_that_would_do);
  r["error_parts"] = {{"labels", std::sqrt(t.mean(t.labels))}, {"edges", std::sqrt(t.mean(t.edges))}};
}

record exact_facts_of(const csr_graph& g, const tally& t, std::uint64_t runs, double seconds) {
  record facts = exact_facts(g.edge_count(), t.what.truth ? record(*t.what.truth) : record(nullptr),
                             t.errors.runs() > 0 ? t.errors.rmse() : 0.0);
  if (!has_estimate(t, runs)) facts["rmse"] = facts["relative_error"] = nullptr;
  add_cost(facts, seconds);
  return facts;
}

// --- runs

struct context {
  const homophily_arguments& arguments;
  const read_graph_result& input;
  const std::vector<user_attribute>& attributes;
  std::vector<std::optional<exact_numbers>> truths;
  std::vector<channel> channels;
  spending spent;  ///< so far
};

homophily_options options_of(const context& c, double epsilon_nats) {
  const homophily_arguments& a = c.arguments;
  homophily_options options;
  options.total = epsilon::from_nats(epsilon_nats);
  if (a.method != "auto")
    options.method = a.method == "counts" ? homophily_method::counts : homophily_method::edges;
  options.attribute_share = a.attribute_share;
  options.family = family_of(a.mechanism, a.prior);
  options.channels = c.channels;
  options.assumed = a.assumed;
  options.codec = a.protocol.codec_by_hand();
  return options;
}

struct communication_sums {
  double upload = 0.0, download = 0.0, edge_section = 0.0, edges = 0.0;
};

void add_protocol_fields(record& r, const context& c, const homophily_result& last,
                         const mixing_estimate& m) {
  const homophily_arguments& a = c.arguments;
  r["condition_number"] = m.condition_number();
  r["epsilon"] = budget(last.spent.total());
  r["edge_ldp"] = budget(last.spent.edge_ldp());
  r["relationship_dp"] = budget(last.spent.relationship_dp(), shares_of_a_run);
  r["spent"] = c.spent.fields();
  r["attribute_ldp"] = budget(last.spent.spent(rounds::attributes));
  for (const ledger::entry& e : last.spent.entries()) r["split"][e.round] = budget(e.spent);
  r["method"] = name_of(last.plan.method);
  r["mechanism"] = a.attributes.channels.empty() ? record(a.mechanism) : record(nullptr);
  const release_parameters* p = last.published ? &last.published->parameters() : nullptr;
  const bool ppr = p != nullptr && p->codec == codec_kind::ppr;
  r["codec"] = p != nullptr ? record(cli::name_of(p->codec)) : record(nullptr);
  r["alpha"] = ppr ? record(p->alpha_milli / 1000.0) : record(nullptr);
  r["level"] = ppr && !a.protocol.beta ? record(p->level) : record(nullptr);
}

/// The budget at which a statistic would be usable, if its error falls like that of the fraction
/// within in the assumed graph.
budget_search search_for_homophily(const context& c, const homophily_result& last) {
  return [&c, &last](const edgeldp::estimate& e) {
    const double now = last.spent.total().nats();
    std::vector<channel::labels> values;
    for (const user_attribute& attribute : c.attributes) values.push_back(attribute.values);
    return least_usable_epsilon(now, [&](double total) {
      homophily_options options = options_of(c, total);
      options.method = last.plan.method;
      const double error = plan_homophily(options, c.input.graph.vertex_count(), values).predicted_error;
      return relative_half_width(e) * error / last.plan.predicted_error;
    });
  };
}

record summarize(const context& c, const user_attribute& attribute, const mixing_estimate& m, const tally& t,
                 const communication_sums& bytes, const homophily_result& last, double seconds) {
  const csr_graph& g = c.input.graph;
  const auto runs = static_cast<double>(c.arguments.runs);
  record r = {{"graph", c.arguments.graph.name()},
              {"nodes", g.vertex_count()},
              {"users_declared", c.input.users_are_declared},
              {"attribute", attribute.name}};
  if (!t.what.values.empty()) r["values"] = t.what.values;
  add_numbers(r, t, c.arguments.runs, search_for_homophily(c, last));
  add_protocol_fields(r, c, last, m);
  r["upload_bytes"] = bytes.upload / runs;
  r["download_bytes"] = bytes.download / runs;
  r["bits_per_edge"] = last.published ? bits_per_edge(bytes.edge_section, bytes.edges) : record(0.0);
  r["runs"] = c.arguments.runs;
  if (t.errors.runs() < c.arguments.runs) r["runs_without_estimate"] = c.arguments.runs - t.errors.runs();
  r["values_declared"] = c.arguments.attributes.are_values_declared();
  std::vector<std::string> flaws;
  if (!c.arguments.attributes.are_values_declared())
    flaws.emplace_back("the list of values is taken from the private labels (declare it: --values)");
  if (c.arguments.attributes.generated > 0)
    flaws.emplace_back("generated labels follow the edges, which are private");
  add_guarantee(r, c.arguments.protocol.seed.has_value(), flaws);
  r["key"] = c.arguments.runs == 1 && last.published ? record(hex(last.published->parameters().key.value))
                                                     : record(nullptr);
  r["told"] = c.arguments.runs == 1 ? record(last.told) : record(nullptr);
  if (!c.arguments.no_exact) r["exact"] = exact_facts_of(g, t, c.arguments.runs, seconds);
  return r;
}

void run_point(context& c, double epsilon, std::uint64_t first_run, bool json) {
  const homophily_arguments& a = c.arguments;
  const double start = first_run == 0 ? 0.0 : elapsed_seconds();
  const homophily_options options = options_of(c, epsilon);
  progress bar("runs", a.runs);
  std::vector<std::vector<tally>> tallies(c.attributes.size());
  communication_sums bytes;
  std::optional<homophily_result> last;
  for (std::uint64_t run = 0; run < a.runs; ++run) {
    last = estimate_homophily(c.input.graph, c.attributes, options, a.protocol.key_of(first_run + run),
                              a.protocol.coins_of(first_run + run));
    c.spent.add(last->spent);
    for (std::size_t i = 0; i < c.attributes.size(); ++i) {
      const auto numbers = numbers_of(last->attributes[i], c.attributes[i], c.truths[i], a.matrix);
      if (run == 0)
        for (const number& n : numbers) tallies[i].emplace_back(n);
      for (std::size_t j = 0; j < numbers.size(); ++j) tallies[i][j].add(numbers[j].value);
    }
    bytes.upload += last->communication.upload_bytes;
    bytes.download += last->communication.download_bytes;
    bytes.edge_section += last->communication.edge_section_bytes;
    if (last->published) bytes.edges += estimate_edges(degrees_of(*last->published)).value;
    bar.step();
  }
  if (last->published) warn_if_crowded(last->published->layout());
  note_if_unspent(last->spent.total(), last->spent.spent());
  for (std::size_t i = 0; i < c.attributes.size(); ++i)
    for (const tally& t : tallies[i])
      print_record(
          summarize(c, c.attributes[i], last->attributes[i], t, bytes, *last, elapsed_seconds() - start),
          json);
}

void check(const homophily_arguments& a) {
  const auto refuse = [&](std::initializer_list<const char*> names, const std::string& why) {
    for (const char* name : names)
      if (a.protocol.typed(name)) throw invalid_parameter(std::string(name) + " " + why);
  };
  if (a.attributes.path.empty())
    refuse({"--columns", "--id-column", "--values", "--missing", "--no-heading"}, "reads --labels FILE");
  if (a.attributes.generated == 0) refuse({"--homophily", "--label-seed"}, "shapes --generate-labels");
  if (a.method == "counts")
    refuse({"--codec", "--alpha", "--level", "--beta"}, "shapes rows, which --method counts does not send");
  if (!a.attributes.channels.empty()) refuse({"--mechanism", "--attribute-share"}, "is settled by --channel");
}

/// The attribute over a channel's inputs.
/// Errors: invalid_parameter naming the channel's file.
user_attribute over_inputs(const user_attribute& attribute, const channel& law, const std::string& path) {
  try {
    return with_values(attribute, law.inputs());
  } catch (const invalid_parameter& e) {
    throw invalid_parameter(
        fmt::format("{}, which are the inputs of {}: {}", e.what(), path, fmt::join(law.inputs(), ", ")));
  }
}

void run_all(const homophily_arguments& a, bool json) {
  check(a);
  const read_graph_result input = a.graph.load();
  if (input.graph.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  std::vector<user_attribute> attributes = load_attributes(a.attributes, input);
  std::vector<channel> channels;
  for (const std::string& path : a.attributes.channels) channels.push_back(read_channel(path).law);
  for (std::size_t i = 0; i < std::min(attributes.size(), channels.size()); ++i)
    attributes[i] = over_inputs(attributes[i], channels[i], a.attributes.channels[i]);
  context c{a, input, attributes, {}, std::move(channels), {}};
  for (const user_attribute& attribute : attributes) {
    c.truths.emplace_back();
    if (!a.no_exact) c.truths.back() = count_exactly(input.graph, attribute);
  }
  std::uint64_t first_run = 0;
  for (const double epsilon : a.protocol.epsilons) {
    run_point(c, epsilon, first_run, json);
    first_run += a.runs;
  }
}

void add_attribute_options(CLI::App& verb, attribute_arguments& a) {
  verb.add_option("--labels", a.path,
                  "Table of the users' labels, with the ids of the graph file: tabs, semicolons or commas, "
                  "plain or gzip; '-' for standard input");
  verb.add_option("--columns", a.columns, "Columns of labels, each an attribute; otherwise the second column")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--id-column", a.id_column, "Column of user ids; otherwise the first");
  verb.add_flag("--no-heading", a.no_heading, "The table has no heading: columns are called 1, 2, ...");
  verb.add_option("--values", a.values,
                  "All values the attribute can have, which is public knowledge; otherwise those in the file")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--missing", a.missing, "Value of users without one; otherwise they are an error");
  verb.add_option("--generate-labels", a.generated, "Instead of a file: so many labels, drawn along edges")
      ->check(CLI::Range(2U, 64U));
  verb.add_option("--homophily", a.homophily,
                  "With --generate-labels: probability that a user copies a neighbour's label")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  verb.add_option("--label-seed", a.label_seed, "With --generate-labels: seed of the labels")
      ->capture_default_str();
  verb.add_option("--channel", a.channels,
                  "Report labels through this channel (a JSON file, one an attribute) instead of --mechanism")
      ->delimiter(',')
      ->allow_extra_args(false);
}

void add_options(CLI::App& verb, homophily_arguments& a) {
  std::vector<std::string> mechanisms;
  for (const channel_mechanism& m : channel_mechanisms())
    if (!m.needs_bins) mechanisms.emplace_back(m.name);  // labels in one bin could not be told apart
  verb.add_option("--mechanism", a.mechanism,
                  "How labels are randomized: as in `channel`, whose --help explains them")
      ->check(CLI::IsMember(mechanisms))
      ->capture_default_str();
  verb.add_option("--prior", a.prior,
                  "How likely each label is, from public numbers, for mechanisms that use it")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--attribute-share", a.attribute_share,
                  "Share of the budget for labels, in (0, 1); otherwise chosen by predicted error");
  verb.add_option("--method", a.method,
                  "counts (users count their neighbours by reported label), edges (users publish noisy "
                  "rows), or auto: the one with the smaller predicted error")
      ->check(CLI::IsMember({"auto", "counts", "edges"}))
      ->capture_default_str();
  verb.add_option("--assume-degree", a.assumed.mean_degree,
                  "Mean degree that the split is planned for; a public guess, never the data's")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  verb.add_flag("--matrix", a.matrix, "Also the edges between each two labels");
  verb.add_option("--runs", a.runs, "Repeat with fresh randomness and print one aggregate a statistic")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000000}))
      ->capture_default_str();
  verb.add_flag("--no-exact", a.no_exact, no_exact_help);
}

}  // namespace

void add_homophily(CLI::App& program, const common_arguments& common) {
  CLI::App* verb = program.add_subcommand(
      "homophily", "Estimate edges within and across the labels of users, labels and edges both private");
  auto a = std::make_shared<homophily_arguments>();
  a->graph.add_to(*verb);
  a->protocol.add_rows_to(*verb);
  add_attribute_options(*verb, a->attributes);
  add_options(*verb, *a);
  verb->callback([a, &common] { run_all(*a, common.json); });
}

}  // namespace edgeldp::cli
