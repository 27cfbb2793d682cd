// SPDX-License-Identifier: MIT
#include "verbs/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "io/progress.hpp"
#include "options/nearest_word.hpp"
#include "options/verb_options.hpp"
#include "study/groups_figure.hpp"
#include "study/questions/simulated_question.hpp"
#include "study/study.hpp"
#include "verbs/acts_on_graphs.hpp"
#include "verbs/homophily_attributes.hpp"

namespace edgeldp::cli {

namespace {

struct question_arguments : study_arguments {
  const study::question* asked = nullptr;
  layer_argument layers;
  std::string values_file;  ///< of numbers of users; empty for none
  attribute_arguments groups;
  bool with_matrix = false;
  double public_share = 1.0;  ///< of labels
};

/// What is asked of, and what is said of it.
struct subject {
  study::input data;
  record facts;         ///< public ones
  std::uint64_t edges;  ///< of the input, an exact fact
  std::function<std::string(vertex_id)> name_of_user;
  std::optional<public_groups> groups = {};
};

/// Empty where nobody wants them.
using exact_numbers = std::vector<study::exact_number>;

record exact_of(const exact_numbers& truth, const std::string& statistic) {
  const auto known = std::ranges::find(truth, statistic, &study::exact_number::statistic);
  return known == truth.end() ? record(nullptr) : known->value;
}

/// is_only: a number that needs no name.
found_number found(const study::number& n, const record& truth, bool is_only) {
  found_number f{is_only ? "" : n.statistic, {}, truth};
  if (!n.is_known) return f;
  f.values.push_back({n.value, 0.0, {}});
  for (std::size_t i = 0; i < n.variances.size(); ++i) {
    f.parts_of_error.push_back(n.variances[i].first);
    f.values.front().variances.at(i) = n.variances[i].second;
  }
  return f;
}

run_cost cost_about(study::input_kind kind, const account& spent) {
  if (kind == study::input_kind::layers) return cost_with_items(spent);
  return kind == study::input_kind::arcs ? cost_of_arcs(spent) : cost_of(spent);
}

findings found(const study::question& q, study::answer r, const exact_numbers& truth) {
  const run_record& run = r.run;
  findings f{{}, cost_about(q.kind, run.spent), r.sent, run.told, run.flaws, r.key};
  const bool is_only = r.numbers.size() == 1;
  for (const study::number& n : r.numbers)
    f.numbers.push_back(found(n, exact_of(truth, n.statistic), is_only));
  f.released_edges = r.released_edges;
  f.keys = std::move(r.facts);
  if (r.published) f.add_rows(r.published, false);
  for (const auto& [where, value] : r.means) f.add_mean(where, value);
  if (std::ranges::any_of(r.numbers, [](const study::number& n) { return !n.variances.empty(); }))
    f.keys["error_parts"] = nullptr;
  for (std::size_t i = 1; i < f.numbers.size(); ++i)  // which nobody knows of these
    f.numbers[i].budget_that_would_do = [](const estimate&) { return std::optional<double>(); };
  if (r.half_width_at)
    f.budget_that_would_do = [at = std::move(r.half_width_at), total = run.spent.ceiling().nats()](
                                 const estimate&) { return least_usable_epsilon(total, at); };
  return f;
}

exact_numbers count_exactly(const question_arguments& a, const study::input& data) {
  if (a.no_exact) return {};
  const progress line("exact count");
  return a.asked->simulation->exact(data, {});
}

std::string statistic_of(const study::numbers_of_users& numbers) {
  return numbers.name + (numbers.refused ? " of a user, refused" : " of a user");
}

/// truth: one a user; empty where none is known.
found_number found_of_users(const study::numbers_of_users& numbers, std::span<const double> truth) {
  const auto mean_of = [](std::span<const double> all) {
    return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
  };
  const double mean = numbers.refused ? *numbers.refused : mean_of(numbers.values);
  found_number n{statistic_of(numbers), {{{mean, numbers.standard_error}, 0.0, {}}}};
  n.kind = number_kind::over_users;
  if (truth.empty()) return n;
  n.truth = mean_of(truth);
  if (numbers.refused) return n;
  std::vector<double> squares, sizes;
  for (std::size_t u = 0; u < truth.size(); ++u) {
    const double error = numbers.values[u] - truth[u];
    squares.push_back(error * error);
    sizes.push_back(std::abs(error));
  }
  n.of_users = {mean_of(squares), mean_of(sizes)};
  return n;
}

std::string value_text(const study::numbers_of_users& numbers, std::size_t user) {
  const double value = numbers.values[user];
  return numbers.names.empty() ? fmt::format("{:.6g}", value)
                               : numbers.names[static_cast<std::size_t>(value)];
}

/// A line a user, a column a number that is not refused.
/// Errors: invalid_parameter where all are.
std::string values_text(const subject& of, std::span<const study::numbers_of_users> all) {
  if (all.empty())
    throw invalid_parameter(
        "--values: the numbers of users are refused, since one errs by more than their mean; "
        "a larger --epsilon errs less");
  std::string text = "label";
  for (const study::numbers_of_users& numbers : all) text += '\t' + numbers.name;
  for (std::size_t u = 0; u < all.front().values.size(); ++u) {
    text += '\n' + of.name_of_user(static_cast<vertex_id>(u));
    for (const study::numbers_of_users& numbers : all) text += '\t' + value_text(numbers, u);
  }
  return text + '\n';
}

/// Numbers of users: means of them, all for who captures the output, and as a file if one was asked
/// for.
void add_values(const question_arguments& a, const subject& of, std::vector<study::numbers_of_users> all,
                findings& f) {
  if (all.empty()) return;
  for (const study::numbers_of_users& numbers : all)
    if (numbers.exact)
      f.numbers.push_back(
          found_of_users(numbers, a.no_exact ? std::vector<double>() : numbers.exact(of.data)));
  std::erase_if(all, [](const study::numbers_of_users& numbers) { return numbers.refused.has_value(); });
  if (!a.values_file.empty()) f.files.emplace_back(a.values_file, values_text(of, all));
  if (captured_output::here() == nullptr) return;
  for (study::numbers_of_users& numbers : all)
    f.users.push_back({statistic_of(numbers), std::move(numbers.values), {}});
}

/// Groups that were found are drawn whether or not their numbers were asked for; others where they
/// were, and of arcs, which have two directions, none.
bool draws_groups(const question_arguments& a) {
  const study::question& q = *a.asked;
  return a.plot.is_asked_for() && q.kind == study::input_kind::graph && q.has_matrix &&
         (a.with_matrix || !q.takes_groups);
}

/// "directed mixing"; of other questions what they give, or their name as it is.
std::string title_of(const study::question& q) {
  std::string title(q.gives.empty() ? q.name : q.gives);
  if (q.kind == study::input_kind::arcs) std::ranges::replace(title, '-', ' ');
  return title;
}

void run_on(const question_arguments& a, const subject& of, study_results& to) {
  const exact_numbers truth = count_exactly(a, of.data);
  run({a,
       of.facts,
       of.edges,
       !a.no_exact,
       [&](const play& p) {
         study::settings settings{p.total()};
         if (a.asked->has_rows) settings.codec = a.protocol.codec_by_hand();
         settings.groups = of.groups ? &*of.groups : nullptr;
         settings.with_matrix = a.with_matrix || draws_groups(a);
         study::answer r = study::simulate(*a.asked, of.data, settings, p.key(), p.coins());
         std::vector<study::numbers_of_users> values = std::move(r.of_users);
         const exact_numbers of_run = a.no_exact ? exact_numbers() : exact_numbers_of(r, of.data, truth);
         std::optional<figure> picture;
         if (draws_groups(a))
           picture = groups_figure({of.facts.at("graph").get<std::string>(), p.nats, a.runs}, r, of_run);
         if (!a.with_matrix) std::erase_if(r.numbers, [](const study::number& n) { return n.is_of_pair; });
         findings f = found(*a.asked, std::move(r), of_run);
         f.picture = std::move(picture);
         add_values(a, of, std::move(values), f);
         return f;
       },
       1,
       record::object(),
       false,
       {title_of(*a.asked), ""}},
      to);
}

/// Of the question about arcs where the graph is directed.
/// Errors: invalid_parameter where there is none.
question_arguments about(const question_arguments& a) {
  if (a.asked->kind == study::input_kind::arcs || !a.graph.is_directed()) return a;
  if (a.asked->of_arcs == nullptr)
    throw invalid_parameter(a.graph.name() + " is directed" + hint_for_option("--directed", {}));
  question_arguments of_arcs = a;
  of_arcs.asked = a.asked->of_arcs;
  return of_arcs;
}

/// A graph, or its arcs.
void run_on_graph(const question_arguments& of_verb, study_results& to) {
  question_arguments a = about(of_verb);
  const bool has_arcs = a.asked->kind == study::input_kind::arcs;
  a.graph.keeps_directions = has_arcs;
  const read_graph_result input = a.graph.load();
  std::optional<public_groups> groups;
  std::optional<user_attribute> truth;
  if (a.asked->takes_labels) {
    truth = load_known_labels(a.groups, input);
    groups = study::public_labels(some_of(*truth, a.public_share));
  } else if (!a.groups.path.empty()) {
    user_attribute given = load_groups(a.groups, input);
    groups = {std::move(given.values), std::move(given.of)};
  }
  record facts = facts_of(a.graph.name(), input);
  if (has_arcs) facts["directed"] = true;
  study::input data;
  if (has_arcs)
    data.arcs = &input.arcs;
  else
    data.graph = &input.graph;
  if (truth) data.attributes = {&*truth, 1};
  run_on(a,
         {data, std::move(facts), has_arcs ? input.arcs.arc_count() : input.graph.edge_count(),
          [&](vertex_id u) { return input.id_text(u); }, std::move(groups)},
         to);
}

void run_question(const question_arguments& a, study_results& to) {
  if (!a.values_file.empty() && (a.runs > 1 || a.protocol.epsilons.size() > 1))
    throw invalid_parameter(
        "a file of the numbers of users holds those of one run at one epsilon: run it once for each");
  if (a.asked->takes_groups && a.groups.path.empty())
    for (const char* name : {"--columns", "--id-column", "--missing", "--no-heading"})
      if (a.protocol.typed(name)) throw invalid_parameter(std::string(name) + " reads --groups FILE");
  if (a.asked->kind == study::input_kind::layers) {
    const layer users = a.layers.users();
    const read_bipartite_result input = a.graph.load_bipartite(users, a.layers.items_path);
    run_on(a,
           {{.layers = &input.graph, .users = users},
            facts_of(a.graph.name(), input, users),
            input.graph.edge_count(),
            [](vertex_id u) { return std::to_string(u); }},
           to);
  } else {
    run_on_graph(a, to);
  }
}

}  // namespace

void run_on_arcs(const study_arguments& arguments, const study::question& asked,
                 const std::string& values_file, study_results& to) {
  question_arguments a;
  static_cast<study_arguments&>(a) = arguments;
  a.asked = &asked;
  a.values_file = values_file;
  run_question(a, to);
}

void add_question(verb_options& verb, const common_arguments& common, const study::question& asked) {
  question_arguments& a = acts_on_graphs(verb, common, run_question);
  a.asked = &asked;
  a.graph.add_several_to(verb);
  if (asked.has_rows)
    a.protocol.add_rows_to(verb);
  else
    a.protocol.add_budget_to(verb);
  if (asked.kind == study::input_kind::layers) a.layers.add_to(verb);
  if (asked.of_arcs != nullptr) a.graph.add_directions_to(verb);
  if (!asked.of_users.empty())
    verb.add_option("--values", a.values_file,
                    fmt::format("Write every user's {}, a line a user; '-' prints them instead of results",
                                asked.of_users))
        ->group(section::output)
        ->type_name(value::file);
  if (asked.takes_groups) add_group_options(verb, a.groups);
  if (asked.has_matrix) verb.add_flag("--matrix", a.with_matrix, "Also the edges between each two groups");
  if (asked.takes_labels) {
    add_known_label_options(verb, a.groups);
    verb.add_option("--public-share", a.public_share,
                    "Take this share of the labels for public, and compare the others with what is inferred")
        ->group(section::input)
        ->check(between(0.001, 1.0))
        ->capture_default_str();
  }
  if (asked.has_matrix && !asked.takes_groups)
    a.add_runs_to(verb, "one aggregate", "every run", "groups against groups; errors by epsilon of several");
  else
    a.add_runs_to(verb);
}

}  // namespace edgeldp::cli
