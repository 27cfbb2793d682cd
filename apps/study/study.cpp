// SPDX-License-Identifier: MIT
#include "study/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/progress.hpp"
#include "io/stop_note.hpp"
#include "io/text_file.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "study/answer.hpp"
#include "study/sweep_figure.hpp"
#include "study/tally.hpp"

namespace edgeldp::cli {

namespace {

/// What plays at one budget give together.
struct sums {
  std::vector<tally> numbers;
  std::vector<double> means;
  double upload = 0.0, download = 0.0, edge_section = 0.0, edges = 0.0;
  std::uint64_t plays = 0;
  run_cost cost;  ///< of the play that cost most: one in which nobody counts costs less

  void add(const findings& f) {
    ++plays;
    cost = largest_of(cost, f.cost);
    if (numbers.empty()) numbers = {f.numbers.begin(), f.numbers.end()};
    for (std::size_t i = 0; i < f.numbers.size(); ++i) numbers[i].add(f.numbers[i]);
    means.resize(f.means.size());
    for (std::size_t i = 0; i < means.size(); ++i) means[i] += f.means[i].second;
    upload += f.communication.upload_bytes;
    download += f.communication.download_bytes;
    edge_section += f.communication.edge_section_bytes;
    edges += f.released_edges.value_or(0.0);
  }
  double mean(double sum) const { return sum / static_cast<double>(plays); }
};

void add_costs(record& r, const run_cost& cost, const spending& spent) {
  r["epsilon"] = budget(cost.total);
  r["edge_ldp"] = budget(cost.edge_ldp);
  r["relationship_dp"] = budget(cost.relationship_dp, shares_of_a_run);
  r["spent"] = spent.fields();
}

void add_bytes(record& r, const study_plan& s, const sums& all, const findings& last) {
  r["upload_bytes"] = all.mean(all.upload);
  r["download_bytes"] = all.mean(all.download);
  r["bits_per_edge"] = !last.released_edges ? record(0.0)
                       : s.divides_sums     ? bits_per_edge(all.edge_section, all.edges)
                                            : bits_per_edge(all.mean(all.edge_section), all.mean(all.edges));
}

/// The result of one number at one budget, or of one run. `last`: of the last play.
record summarize(const study_plan& s, const sums& all, const tally& number, const findings& last,
                 const spending& spent, double seconds) {
  const std::uint64_t runs = all.plays / s.plays;
  record r = s.input;
  r.update(number.what().what);
  number.add_estimate(r, runs, last.budget_that_would_do);
  r.update(number.what().keys);
  add_costs(r, all.cost, spent);
  r.update(last.keys);
  for (std::size_t i = 0; i < all.means.size(); ++i)
    r[record::json_pointer(last.means[i].first)] = all.mean(all.means[i]);
  number.fill_error_parts(r, runs);
  add_bytes(r, s, all, last);
  r["runs"] = runs;
  if (number.missing(runs) > 0) r["runs_without_estimate"] = number.missing(runs);
  r.update(s.assumed);
  add_guarantee(
      r, last.published ? last.published->parameters().simulated : s.arguments.protocol.seed.has_value(),
      last.flaws);
  r["key"] = all.plays == 1 && last.key ? record(hex(last.key->value)) : record(nullptr);
  r["told"] = all.plays == 1 ? record(last.told) : record(nullptr);
  if (!s.tells_exact) return r;
  r["exact"] = number.exact(s.edges, runs);
  add_cost(r["exact"], seconds);
  return r;
}

/// Writes the last run's files. True when one of them was printed. Who captures the output gets the
/// numbers, not their texts.
bool write_files(const findings& last) {
  if (captured_output* kept = captured_output::here()) {
    kept->users = last.users;
    return false;
  }
  bool is_printed = false;
  for (const auto& [name, text] : last.files) {
    write_text(name, text);
    is_printed = is_printed || name == "-";
  }
  return is_printed;
}

/// What tells one value of a run from the others: a pair's vertices.
std::string name_of_each(const record& one) {
  const auto name = [&](const char* key) {
    const record& x = one.at(key);
    return x.is_string() ? x.get<std::string>() : x.dump();
  };
  return one.contains("first") ? name("first") + " " + name("second") : "";
}

/// The runs at one budget, which follow a number of plays.
class sweep_point {
 public:
  sweep_point(const study_plan& s, double nats, std::uint64_t first_play, spending& spent,
              answer_printer& answer)
      : m_study(s), m_nats(nats), m_first(first_play), m_spent(spent), m_answer(answer) {}

  /// start: when this began, in seconds of the program.
  std::vector<record> run(double start) {
    const std::uint64_t runs = m_study.arguments.runs;
    progress bar(runs * m_study.plays == 1 ? "run" : "runs", runs * m_study.plays);
    stop_note note(kept(0));
    for (std::uint64_t run = 0; run < runs; ++run) {
      const double run_start = elapsed_seconds();
      for (std::uint64_t part = 0; part < m_study.plays; ++part) {
        play_part(run, part);
        bar.step();
      }
      if (m_study.arguments.each) {
        bar.hide();
        print_run(run, elapsed_seconds() - run_start);
      }
      note.say(kept(run + 1));
    }
    bar.hide();
    if (m_last->published) warn_if_crowded(m_last->published->layout());
    if (!m_last->is_rest_reserved) note_if_unspent(m_all.cost.total, m_all.cost.spent);
    const std::vector<record> found = results(m_all, elapsed_seconds() - start);
    if (!write_files(*m_last))
      m_answer.add(found);
    else if (m_study.arguments.graph.is_told)
      m_study.arguments.graph.note_reading();
    return found;
  }

  /// What a figure shows of the last run.
  std::optional<figure> picture() const { return m_last->picture; }

 private:
  /// What is left if the program is stopped after so many runs.
  std::string kept(std::uint64_t done) const {
    return fmt::format("{} of {} runs at epsilon {:g} were done{}", done, m_study.arguments.runs, m_nats,
                       m_study.arguments.each && done > 0 ? " and are printed" : "");
  }

  void play_part(std::uint64_t run, std::uint64_t part) {
    m_last =
        m_study.play_once({m_study.arguments.protocol, m_nats, part, m_first + run * m_study.plays + part});
    m_all.add(*m_last);
    if (m_last->spent_so_far)
      m_spent = *m_last->spent_so_far;
    else
      m_spent.add(m_last->cost);
  }

  void print_run(std::uint64_t run, double seconds) const {
    if (m_last->each) {
      for (std::size_t i = 0; i < m_last->numbers.front().values.size(); ++i) {
        const record one = m_last->each(i);
        m_answer.add_run(name_of_each(one), {&one, 1});
      }
    } else if (m_study.arguments.runs > 1) {
      sums one;
      one.add(*m_last);
      m_answer.add_run(fmt::format("run {}", run + 1), results(one, seconds));
    }
  }

  std::vector<record> results(const sums& of_runs, double seconds) const {
    std::vector<record> all;
    for (const tally& number : of_runs.numbers)
      all.push_back(summarize(m_study, of_runs, number, *m_last, m_spent, seconds));
    return all;
  }

  const study_plan& m_study;
  double m_nats;
  std::uint64_t m_first;
  spending& m_spent;
  answer_printer& m_answer;
  sums m_all;
  std::optional<findings> m_last;
};

}  // namespace

void study_arguments::add_runs_to(verb_options& verb, const char* aggregate, const char* each_of,
                                  const char* drawn) {
  verb.add_option("--runs", runs, std::string("Repeat with fresh randomness and print ") + aggregate)
      ->group(section::common)
      ->check(between(std::uint64_t{1}, std::uint64_t{1000000}))
      ->capture_default_str();
  if (each_of != nullptr)
    verb.add_flag("--each", each, std::string("Print ") + each_of + " before the aggregate")
        ->group(section::output);
  verb.add_flag("--no-exact", no_exact, no_exact_help)->group(section::output);
  add_plot(verb, plot, drawn);
}

namespace {

/// What all results of a call say alike.
record common_facts(const study_plan& s, bool is_one_graph) {
  const study_arguments& a = s.arguments;
  record facts = is_one_graph ? s.input : record::object();
  if (a.protocol.epsilons.size() == 1) facts["epsilon"] = a.protocol.epsilons.front();
  facts["runs"] = a.runs;
  return facts;
}

}  // namespace

study_results::study_results(output_style style, std::vector<std::string> graphs, plot_argument plot)
    : m_style(style), m_graphs(std::move(graphs)), m_plot(std::move(plot)) {
  require_drawable(m_plot);
}

answer_printer& study_results::answer_of(const study_plan& s) {
  if (!m_answer) {
    m_words = s.words;
    const bool is_one = m_graphs.size() == 1;
    if (is_one)
      m_words.reading = s.arguments.graph.reading(s.tells_exact);
    else
      m_words.graphs = m_graphs;
    m_answer.emplace(m_style, common_facts(s, is_one), m_words, s.arguments.protocol.epsilons.size() > 1,
                     s.arguments.each);
  }
  return *m_answer;
}

/// One run at one budget is no sweep, where there is something else to see.
std::vector<figure> study_results::figures() const {
  std::vector<figure> all = m_pictures;
  const record& last = m_found.back().back();
  const bool is_swept = m_found.back().front().at("epsilon") != last.at("epsilon") || last.at("runs") > 1;
  if (all.empty() || is_swept) std::ranges::move(sweep_figures(m_found, m_words), std::back_inserter(all));
  return all;
}

void study_results::finish() {
  if (m_plot.is_asked_for()) draw(figures(), m_plot);
  m_answer->finish();
}

void run(const study_plan& s, study_results& to) {
  const study_arguments& a = s.arguments;
  a.protocol.require_key_for(a.runs * a.protocol.epsilons.size());
  std::uint64_t first_play = 0;
  spending spent;
  answer_printer& answer = to.answer_of(s);
  answer.begin_graph();
  to.m_found.emplace_back();
  for (const double nats : a.protocol.epsilons) {
    const double start = first_play == 0 ? to.m_graph_start : elapsed_seconds();
    sweep_point point(s, nats, first_play, spent, answer);
    std::ranges::move(point.run(start), std::back_inserter(to.m_found.back()));
    if (const auto picture = point.picture()) to.m_pictures.push_back(*picture);
    first_play += a.runs * s.plays;
  }
  to.m_graph_start = elapsed_seconds();
  if (to.m_graphs.size() > 1)
    to.m_note.say(fmt::format("{} of {} graphs are done and printed", to.m_found.size(), to.m_graphs.size()));
}

std::vector<record> results_of(const study_plan& s, spending& spent) {
  answer_printer unread(output_style::text, common_facts(s, true), s.words, false, false);
  return sweep_point(s, s.arguments.protocol.epsilons.front(), 0, spent, unread).run(elapsed_seconds());
}

record facts_of(const std::string& name, const read_graph_result& input) {
  return {
      {"graph", name}, {"nodes", input.graph.vertex_count()}, {"users_declared", input.users_are_declared}};
}

record facts_of(const std::string& name, const read_bipartite_result& input, layer users) {
  const std::uint64_t left = input.graph.vertex_count(layer::left),
                      right = input.graph.vertex_count(layer::right);
  const auto is_declared = [&](layer of) { return input.are_declared[static_cast<std::size_t>(of)]; };
  return {{"graph", name},
          {"nodes", left + right},
          {"left", left},
          {"right", right},
          {"layer", users == layer::left ? "left" : "right"},
          {"users_declared", is_declared(users)},
          {"items_declared", is_declared(opposite(users))}};
}

}  // namespace edgeldp::cli
