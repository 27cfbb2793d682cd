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
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/homophily/exact.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"
#include "io/table_file.hpp"
#include "options/channel_argument.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "study/study.hpp"
#include "verbs/acts_on_graphs.hpp"
#include "verbs/channel_facts.hpp"

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

struct homophily_arguments : study_arguments {
  attribute_arguments attributes;
  std::string method = "auto", mechanism = "k-ary";
  std::vector<double> prior;
  std::optional<double> attribute_share;
  assumed_graph assumed;
  bool matrix = false;
};

const char* name_of_method(homophily_method method) {
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
                   const read_graph_result& input) {
  if (a.no_heading || !a.id_column.empty()) return;
  bool is_data = false;
  for (vertex_id u = 0; u < input.labels.size() && !is_data; ++u) is_data = input.id_text(u) == known.front();
  if (is_data)
    throw invalid_parameter(fmt::format(
        "\"{}\" begins with the id of a user: if it is no heading, say --no-heading; if it is one, name the "
        "column of users by --id-column",
        fmt::join(known, ",")));
}

/// The column of users, then those of labels.
std::vector<std::string> wanted_columns(const attribute_arguments& a, const std::vector<std::string>& known,
                                        const read_graph_result& input) {
  if (a.columns.empty() && known.size() < 2)
    throw invalid_parameter(fmt::format(
        "there is one column, \"{}\": a table of labels has a column of users and one of labels, separated "
        "by tabs, semicolons or commas",
        fmt::join(known, "")));
  check_heading(a, known, input);
  std::vector<std::string> wanted = {a.id_column.empty() ? known.front() : a.id_column};
  if (a.columns.empty()) wanted.push_back(known[1]);
  wanted.insert(wanted.end(), a.columns.begin(), a.columns.end());
  return wanted;
}

/// Users randomize their labels themselves: of reports the estimate would be about the noise.
/// columns: some of labels, then those that say what made them.
/// Errors: bad_graph_input that tells both mechanisms.
void refuse_reports(const homophily_arguments& all, std::span<const std::string> columns,
                    std::span<const std::string_view> fields) {
  const attribute_arguments& a = all.attributes;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::optional<report_maker> by = report_maker::find(fields[i]);
    if (!by) continue;  // a column of other things that happens to be called so
    throw bad_graph_input(fmt::format(
        "{}: the labels were randomized already, by {} of epsilon {} (column '{}'): homophily takes "
        "true labels, which users randomize by {} of epsilon {}",
        a.path, by->mechanism, by->epsilon, columns[i],
        a.channels.empty() ? all.mechanism : fmt::format("{}", fmt::join(a.channels, ", ")),
        fmt::join(all.protocol.epsilons, ", ")));
  }
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

std::vector<user_attribute> read_attributes(const homophily_arguments& all, const read_graph_result& input) {
  const attribute_arguments& a = all.attributes;
  if (!a.values.empty() && a.columns.size() > 1)
    throw invalid_parameter("--values declares the values of one column: give one --columns");
  std::vector<attribute_table> tables;
  std::vector<std::string> makers;
  read_table(
      a.path,
      [&](const std::vector<std::string>& known) {
        std::vector<std::string> wanted = wanted_columns(a, known, input);
        for (std::size_t i = 1; i < wanted.size(); ++i)
          if (!a.no_heading && std::ranges::count(known, maker_column(wanted[i])) == 1)
            makers.push_back(maker_column(wanted[i]));
        for (std::size_t i = 1; i < wanted.size(); ++i) {
          declared_attribute declared{wanted[i], a.values, std::nullopt};
          if (!a.missing.empty()) declared.missing = a.missing;
          tables.emplace_back(input.labels, std::move(declared), input.names);
        }
        wanted.insert(wanted.end(), makers.begin(), makers.end());
        return wanted;
      },
      [&](std::span<const std::string_view> fields) {
        refuse_reports(all, makers, fields.last(makers.size()));
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

std::vector<user_attribute> load_attributes(const homophily_arguments& all, const read_graph_result& input) {
  const attribute_arguments& a = all.attributes;
  if (a.path.empty() == (a.generated == 0))
    throw invalid_parameter("give either --labels FILE or --generate-labels");
  if (!a.path.empty()) return read_attributes(all, input);
  return {generate_attribute(a, input.graph)};
}

// --- statistics

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

/// Appends the numbers of one attribute to those of a run.
class number_list {
 public:
  number_list(std::vector<found_number>& numbers, std::string attribute, double condition_number)
      : m_numbers(numbers), m_attribute(std::move(attribute)), m_condition_number(condition_number) {}

  /// values: of a share, or of both ends. No value: a ratio without a denominator; no truth: not
  /// known, or likewise.
  void add(const char* statistic, const std::vector<std::string>& values,
           const std::optional<mixing_number>& value, const std::optional<double>& truth) {
    found_number n{statistic};
    if (value) n.values = {{value->estimate, 0.0, {value->label_variance, value->edge_variance}}};
    if (truth) n.truth = *truth;
    n.what["attribute"] = m_attribute;
    if (!values.empty()) n.what["values"] = values;
    n.keys = {{"error_parts", nullptr}, {"condition_number", m_condition_number}};
    n.parts_of_error = {"labels", "edges"};
    m_numbers.push_back(std::move(n));
  }

 private:
  std::vector<found_number>& m_numbers;
  std::string m_attribute;
  double m_condition_number;
};

void add_numbers(const mixing_estimate& m, const user_attribute& attribute,
                 const std::optional<exact_numbers>& exact, bool with_matrix,
                 std::vector<found_number>& numbers) {
  number_list all(numbers, attribute.name, m.condition_number());
  const auto truth = [&](auto&& f) { return exact ? std::optional<double>(f(*exact)) : std::nullopt; };
  const auto count = [](count_type c) { return static_cast<double>(c); };
  all.add("edges", {}, m.edges(), truth([&](const exact_numbers& e) { return count(e.mixing.edges); }));
  all.add("within", {}, m.within(), truth([&](const exact_numbers& e) { return count(e.mixing.within); }));
  all.add("across", {}, m.across(),
          truth([&](const exact_numbers& e) { return count(e.mixing.edges - e.mixing.within); }));
  all.add("fraction_within", {}, m.fraction_within(), exact ? exact->mixing.fraction_within : std::nullopt);
  all.add("assortativity", {}, m.assortativity(), exact ? exact->mixing.assortativity : std::nullopt);
  if (const auto x = numeric_values(attribute)) {
    const numeric_mixing n = m.numeric(*x);
    all.add("mean_product", {}, n.mean_product, exact ? exact->numeric.mean_product : std::nullopt);
    all.add("covariance", {}, n.covariance, exact ? exact->numeric.covariance : std::nullopt);
    all.add("numeric_assortativity", {}, n.assortativity,
            exact ? exact->numeric.assortativity : std::nullopt);
  }
  const std::vector<std::string>& values = m.values();
  for (std::size_t a = 0; a < values.size(); ++a)
    all.add("share", {values[a]}, m.share(a), truth([&](const exact_numbers& e) { return e.shares[a]; }));
  for (std::size_t a = 0; with_matrix && a < values.size(); ++a)
    for (std::size_t b = a; b < values.size(); ++b)
      all.add("edges_between", {values[a], values[b]}, m.edges_between(a, b),
              truth([&](const exact_numbers& e) { return count(e.between[a * values.size() + b]); }));
}

// --- runs

struct context {
  const homophily_arguments& arguments;
  const read_graph_result& input;
  const std::vector<user_attribute>& attributes;
  std::vector<std::optional<exact_numbers>> truths;
  std::vector<channel> channels;
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

/// The budget at which a statistic would be usable, if its error falls like that of the fraction
/// within in the assumed graph.
budget_search search_for_homophily(const context& c, const homophily_result& run) {
  return [&c, now = run.run.spent.ceiling().nats(), plan = run.plan](const edgeldp::estimate& e) {
    std::vector<channel::labels> values;
    for (const user_attribute& attribute : c.attributes) values.push_back(attribute.values);
    return least_usable_epsilon(now, [&](double total) {
      homophily_options options = options_of(c, total);
      options.method = plan.method;
      const double error = plan_homophily(options, c.input.graph.vertex_count(), values).predicted_error;
      return relative_half_width(e) * error / plan.predicted_error;
    });
  };
}

std::vector<std::string> flaws_of(const attribute_arguments& a) {
  std::vector<std::string> flaws;
  if (!a.are_values_declared())
    flaws.emplace_back("the list of values is taken from the private labels (declare it: --values)");
  if (a.generated > 0) flaws.emplace_back("generated labels follow the edges, which are private");
  return flaws;
}

findings play_once(const context& c, const play& p) {
  const homophily_arguments& a = c.arguments;
  const homophily_result r =
      estimate_homophily(c.input.graph, c.attributes, options_of(c, p.nats), p.key(), p.coins());
  findings f{{}, cost_of(r.run.spent), r.communication, r.run.told, flaws_of(a.attributes)};
  for (std::size_t i = 0; i < c.attributes.size(); ++i)
    add_numbers(r.attributes[i], c.attributes[i], c.truths[i], a.matrix, f.numbers);
  const ledger paid = r.run.spent.of(r.run.spent.who_paid_most());
  f.keys["attribute_ldp"] = budget(paid.spent(rounds::attributes));
  for (const ledger::entry& e : paid.entries()) f.keys["split"][e.round] = budget(e.spent);
  f.keys["method"] = name_of_method(r.plan.method);
  f.keys["mechanism"] = a.attributes.channels.empty() ? record(a.mechanism) : record(nullptr);
  f.add_rows(r.published, a.protocol.beta.has_value());
  f.budget_that_would_do = search_for_homophily(c, r);
  return f;
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

void run_homophily(const homophily_arguments& a, study_results& to) {
  check(a);
  const read_graph_result input = a.graph.load();
  if (input.graph.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  std::vector<user_attribute> attributes = load_attributes(a, input);
  std::vector<channel> channels;
  for (const std::string& path : a.attributes.channels) channels.push_back(read_channel(path).law);
  for (std::size_t i = 0; i < std::min(attributes.size(), channels.size()); ++i)
    attributes[i] = over_inputs(attributes[i], channels[i], a.attributes.channels[i]);
  context c{a, input, attributes, {}, std::move(channels)};
  for (const user_attribute& attribute : attributes) {
    c.truths.emplace_back();
    if (!a.no_exact) c.truths.back() = count_exactly(input.graph, attribute);
  }
  study_plan s{a, facts_of(a.graph.name(), input), input.graph.edge_count(), !a.no_exact,
               [&](const play& p) { return play_once(c, p); }};
  s.assumed["values_declared"] = a.attributes.are_values_declared();
  s.divides_sums = true;
  s.words.quantity = "mixing by labels";
  run(s, to);
}

void add_attribute_options(verb_options& verb, attribute_arguments& a) {
  verb.add_option("--labels", a.path,
                  "Table of the users' labels, with the ids of the graph file: tabs, semicolons or commas, "
                  "plain or gzip; '-' for standard input")
      ->group(section::input)
      ->type_name(value::file);
  verb.add_option("--columns", a.columns, "Columns of labels, each an attribute; otherwise the second column")
      ->group(section::input)
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--id-column", a.id_column, "Column of user ids; otherwise the first")
      ->group(section::input);
  add_no_heading(verb, a.no_heading);
  verb.add_option("--values", a.values,
                  "All values the attribute can have, which is public knowledge; otherwise those in the file")
      ->group(section::input)
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--missing", a.missing, "Value of users without one; otherwise they are an error")
      ->group(section::input);
  verb.add_option("--generate-labels", a.generated, "Instead of a file: so many labels, drawn along edges")
      ->group(section::input)
      ->check(between(2U, 64U));
  verb.add_option("--homophily", a.homophily,
                  "With --generate-labels: probability that a user copies a neighbour's label")
      ->group(section::expert)
      ->check(between(0.0, 1.0))
      ->capture_default_str();
  verb.add_option("--label-seed", a.label_seed, "With --generate-labels: seed of the labels")
      ->group(section::expert)
      ->capture_default_str();
  verb.add_option("--channel", a.channels,
                  "Report labels through this channel (a JSON file, one an attribute) instead of --mechanism")
      ->group(section::common)
      ->type_name(value::file)
      ->delimiter(',')
      ->allow_extra_args(false);
}

void add_options(verb_options& verb, homophily_arguments& a) {
  std::vector<std::string> mechanisms;
  for (const channel_mechanism& m : channel_mechanisms())
    if (!m.needs_bins) mechanisms.emplace_back(m.name);  // labels in one bin could not be told apart
  verb.add_option("--mechanism", a.mechanism,
                  "How labels are randomized: as in `channel`, whose --help explains them")
      ->group(section::common)
      ->check(one_of(mechanisms))
      ->capture_default_str();
  verb.add_option("--prior", a.prior,
                  "How likely each label is, from public numbers, for mechanisms that use it")
      ->group(section::expert)
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--attribute-share", a.attribute_share,
                  "Share of the budget for labels, in (0, 1); otherwise chosen by predicted error")
      ->group(section::expert);
  verb.add_option("--method", a.method,
                  "counts (users count their neighbours by reported label), edges (users publish noisy "
                  "rows), or auto: the one with the smaller predicted error")
      ->group(section::expert)
      ->check(one_of({"auto", "counts", "edges"}))
      ->capture_default_str();
  verb.add_option("--assume-degree", a.assumed.mean_degree,
                  "Mean degree that the split is planned for; a public guess, never the data's")
      ->group(section::expert)
      ->check(above_zero())
      ->capture_default_str();
  verb.add_flag("--matrix", a.matrix, "Also the edges between each two labels");
  a.add_runs_to(verb, "one aggregate a statistic", nullptr);
}

}  // namespace

void add_homophily(verb_options& verb, const common_arguments& common) {
  homophily_arguments& a = acts_on_graphs(verb, common, run_homophily);
  a.graph.add_several_to(verb);
  a.protocol.add_rows_to(verb);
  add_attribute_options(verb, a.attributes);
  add_options(verb, a);
}

}  // namespace edgeldp::cli
