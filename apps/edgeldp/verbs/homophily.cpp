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
#include "edgeldp/graph/questions/homophily/exact.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"
#include "options/channel_argument.hpp"
#include "options/verb_options.hpp"
#include "study/study.hpp"
#include "verbs/acts_on_graphs.hpp"
#include "verbs/homophily_attributes.hpp"

namespace edgeldp::cli {

namespace {

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
