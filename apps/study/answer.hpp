// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/page.hpp"
#include "io/report.hpp"
#include "study/answer_parts.hpp"

/// Results of estimating verbs as an answer for people: the estimates in one table, then in
/// sentences what privacy it has, what it cost, how it was made, and, apart from all that, the
/// exact values. Nothing is said that the fields of the results do not hold.
namespace edgeldp::cli {

/// What the fields do not name.
struct answer_words {
  std::string quantity;      ///< what is estimated where results have no statistic: "triangles"
  std::string alternative;   ///< sentences on another method and what it would change; may be empty
  std::string reading = {};  ///< sentences on what was read, and changed while reading; may be empty
  std::vector<std::string> graphs = {};  ///< where there are several: names of numbers tell of which
};

/// Prints results as they come: the whole answer at one budget, and a line a number where there are
/// several graphs or budgets or every run is told.
class answer_printer {
 public:
  /// facts: of the input, and what all results have in common: graph, nodes, epsilon, runs.
  answer_printer(output_style style, record facts, answer_words words, bool has_budgets, bool has_runs);

  /// Results of one run among several, with what tells it from the others: "run 3".
  void add_run(const std::string& run, std::span<const record> results);
  /// Results at one budget, one for each number.
  void add(std::span<const record> results);
  /// Before the results of the next graph.
  void begin_graph() { m_graph = m_last.size(); }
  /// Behind the last budget of the last graph.
  void finish();

 private:
  std::string line_name(const record& r, const std::string& run, bool has_numbers) const;
  void add_lines(const std::string& run, std::span<const record> results);

  output_style m_style;
  record m_facts;
  answer_words m_words;
  bool m_has_budgets, m_has_runs;
  screen m_screen;
  std::optional<table_columns> m_columns;
  std::vector<record> m_last;         ///< at the last budget of each graph
  std::size_t m_graph = 0;            ///< where those of the graph under way begin
  std::vector<named_result> m_known;  ///< at all budgets
};

/// "share red", "frequency item 12": what a result is an estimate of.
std::string number_name(const record& result, const answer_words& words);

/// The whole answer of results at one budget.
std::string answer_text(std::span<const record> results, const answer_words& words, const screen& on);

}  // namespace edgeldp::cli
