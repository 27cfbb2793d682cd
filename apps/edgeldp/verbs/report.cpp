// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "io/file_digest.hpp"
#include "io/page.hpp"
#include "io/progress.hpp"
#include "io/report.hpp"
#include "io/text_file.hpp"
#include "options/graph_argument.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "study/answer_parts.hpp"
#include "verbs/called_verb.hpp"
#include "verbs/report_page.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct report_arguments {
  graph_argument graph;
  double epsilon = 1.0;
  std::vector<double> epsilons = {0.5, 1.0, 2.0, 4.0, 8.0};
  std::vector<std::string> questions = {"triangles", "degrees"};
  std::uint64_t runs = 1;
  std::optional<std::uint64_t> seed;
  std::string output;
  bool markdown = false, no_exact = false;
  const verb_options* verb = nullptr;
};

/// Of --epsilon, beside which --epsilons takes several.
std::string read_one_of_several(std::string& typed) {
  const std::size_t budgets = budgets_in(typed);
  if (budgets < 2) return read_budget(typed);
  return fmt::format("\"{0}\" is no number; did you mean --epsilons {0}?{1}", typed,
                     budgets == 2 ? " A decimal comma is a point." : "");
}

std::vector<std::string> names_of_questions() {
  std::vector<std::string> names;
  for (const reported_question& q : reported_questions()) names.emplace_back(q.name);
  return names;
}

/// Errors: invalid_parameter for one that is named twice.
std::vector<const reported_question*> asked_questions(const report_arguments& a) {
  std::vector<const reported_question*> asked;
  for (const std::string& name : a.questions) {
    const reported_question& q = *std::ranges::find(reported_questions(), name, &reported_question::name);
    if (std::ranges::find(asked, &q) != asked.end())
      throw invalid_parameter("--questions: '" + name + "' is named twice");
    asked.push_back(&q);
  }
  return asked;
}

/// Results of a question's verb; what it says besides is added to the notes.
std::vector<record> play_question(const report_arguments& a, const reported_question& q,
                                  const given_graph& graph, const std::vector<double>& budgets,
                                  std::uint64_t runs, std::set<std::string>& notes) {
  std::vector<setting> settings = {{"epsilon", {budgets.begin(), budgets.end()}}, {"runs", {runs}}};
  if (a.seed) settings.push_back({"seed", {*a.seed}});
  if (a.no_exact) settings.push_back({"no-exact", {true}});
  if (!q.flag.empty()) settings.push_back({std::string(q.flag), {true}});
  if (q.verb == "cycles") settings.push_back({"length", {std::uint64_t{4}}});
  captured_output kept;
  call_verb(q.verb, std::move(settings), &graph);
  notes.insert(kept.notes.begin(), kept.notes.end());
  return numbers_of(q, kept.results);
}

std::vector<reported_results> play_all(const report_arguments& a, const given_graph& graph) {
  std::vector<double> budgets = a.epsilons;
  std::ranges::sort(budgets);
  budgets.erase(std::ranges::unique(budgets).begin(), budgets.end());
  const std::vector<const reported_question*> asked = asked_questions(a);
  std::vector<reported_results> all;
  std::set<std::string> notes;
  progress bar("runs of questions", 2 * asked.size());
  for (const reported_question* q : asked) {
    reported_results one{q, play_question(a, *q, graph, {a.epsilon}, 1, notes), {}};
    bar.step();
    one.sweep = play_question(a, *q, graph, budgets, a.runs, notes);
    bar.step();
    if (one.asked.empty() || one.sweep.empty())
      throw invalid_parameter(fmt::format("{}: '{}' has no number there", graph.name, q->name));
    all.push_back(std::move(one));
  }
  bar.hide();
  for (const std::string& note : notes) write_stderr(note);
  return all;
}

/// Of a file: without folders, which are nobody's business.
std::string file_name(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

/// What was asked of this verb, as a command.
std::string command_of(const report_arguments& a) {
  std::string command = "edgeldp report";
  if (a.graph.given != nullptr) command += " " + as_typed(a.graph.name());
  for (const verb_options::typed_option& typed : a.verb->typed()) {
    const bool is_flag = typed.name == "--markdown" || typed.name == "--no-exact" || typed.name == "--names";
    if (!typed.is_positional) command += " " + typed.name;
    if (is_flag) continue;
    const std::string value = fmt::format("{}", fmt::join(typed.values, ","));
    command += " " + as_typed(typed.takes_file || typed.is_positional ? file_name(value) : value);
  }
  return command;
}

/// The digest of a file follows from every edge: it is as private as exact numbers.
std::string digest_of(const report_arguments& a) {
  const bool has_file = a.graph.given == nullptr && !a.graph.path.empty() && a.graph.path != "-";
  return has_file && !a.no_exact ? file_sha256(a.graph.path) : "";
}

std::string answer_text(const report_arguments& a, const report_facts& f,
                        const std::vector<reported_results>& all) {
  std::vector<named_result> named;
  for (const reported_results& one : all)
    for (const record& r : one.asked) named.push_back({reported_name(*one.question, r), r});
  std::vector<table_row> rows = {estimate_heading()};
  for (const named_result& n : named) rows.push_back(estimate_row(n.fields, n.name));
  page p(fmt::format("{}: a report on {}, epsilon {:g} a question", a.output, f.graph, f.epsilon), f.reading);
  p.table(rows);
  if (const std::string lost = lost_text(named); !lost.empty())
    p.group("Caution", {lost + ". The page says which budget would do, if one does."});
  p.group("Next",
          {a.markdown ? "The file is Markdown, and has no pictures."
                      : "Open the file in a browser, or print it: it needs nothing from elsewhere.",
           f.has_exact ? "It has exact numbers, which are not private; --no-exact leaves them out." : ""});
  return p.text();
}

void run_report(const report_arguments& a, output_style style) {
  asked_questions(a);  // what is wrong with them is said before anything is read
  const given_graph graph{a.graph.name(), a.graph.load()};
  report_facts facts{.graph = graph.name,
                     .reading = a.graph.reading(!a.no_exact),
                     .command = command_of(a),
                     .digest = digest_of(a),
                     .epsilon = a.epsilon,
                     .runs = a.runs,
                     .seed = a.seed,
                     .has_exact = !a.no_exact};
  const std::vector<reported_results> all = play_all(a, graph);
  const document d = report_document(facts, all);
  const file_to_come file(a.output != "-");
  write_text(a.output, a.markdown ? d.markdown() : d.html());
  if (a.output == "-") return;
  if (style == output_style::text) return write_stdout(answer_text(a, facts, all));
  for (const reported_results& one : all)
    for (const record& r : one.asked) print_record(r, style == output_style::json);
}

}  // namespace

void add_report(verb_options& verb, const common_arguments& common) {
  report_arguments& a = acts_by(verb, common, run_report);
  a.verb = &verb;
  a.graph.add_to(verb);
  add_epsilon(verb, a.epsilon, "Privacy budget of a user for each question").transform(read_one_of_several);
  add_simulation_seed(verb, a.seed);
  verb.add_option("--questions", a.questions, "What is asked, each in a run of its own")
      ->group(section::common)
      ->check(one_of(names_of_questions()))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
  add_budgets(verb, "--epsilons", a.epsilons, "Budgets at which errors are shown, in nats")
      .group(section::common);
  add_repeats(verb, a.runs, "each question at each budget of --epsilons, whose errors are measured")
      .capture_default_str();
  add_output(verb, a.output, "The page");
  verb.add_flag("--markdown", a.markdown, "Write Markdown, without pictures, in place of a web page")
      ->group(section::output);
  verb.add_flag("--no-exact", a.no_exact,
                "No exact numbers, and no digest of the graph: the page then holds estimates alone")
      ->group(section::output);
}

}  // namespace edgeldp::cli
