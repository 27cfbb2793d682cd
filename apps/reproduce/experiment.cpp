// SPDX-License-Identifier: MIT
#include "reproduce/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "io/text_file.hpp"

namespace edgeldp::cli {

namespace {

std::string as_text(const record& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? fmt::format("{:.5g}", value.get<double>()) : value.dump();
}

/// Ours less the paper's, where both are numbers.
record difference(const cell& c) {
  if (!c.paper.is_number() || !c.ours.is_number()) return nullptr;
  return c.ours.get<double>() - c.paper.get<double>();
}

std::string table_line(const cell& c) {
  return fmt::format("{:<38}{:>8}  {:<48}{:>12}{:>8}{:>12}  {}\n", c.mechanism,
                     c.epsilon ? fmt::format("{:.4g}", *c.epsilon) : "-", c.measure, as_text(c.ours),
                     c.is_private ? "yes" : "no", as_text(difference(c)), as_text(c.paper));
}

/// "labels/table-9" before "labels/table-10": of names of the same kind the shorter one has the
/// smaller number. A kind ends at the first hyphen behind the subject, which may have its own.
bool by_subject_and_number(std::string_view a, std::string_view b) {
  const auto kind = [](std::string_view name) { return name.substr(0, name.find('-', name.find('/'))); };
  return std::tuple(kind(a), a.size(), a) < std::tuple(kind(b), b.size(), b);
}

/// Subjects, and the numbers that their papers went by.
constexpr std::pair<std::string_view, std::string_view> numbers_of_papers[] = {
    {"bipartite-response", "000"}, {"randomized-response", "001"}, {"records", "002"}, {"labels", "003"},
    {"compression", "004"},
};

std::string table_heading() {
  return fmt::format("{:<38}{:>8}  {:<48}{:>12}{:>8}{:>12}  {}\n", "mechanism", "epsilon", "measure", "ours",
                     "private", "difference", "paper");
}

}  // namespace

void notebook::add(const cell& c) {
  if (!m_json) {
    if (!m_has_heading) write_stdout(table_heading());
    m_has_heading = true;
    return write_stdout(table_line(c));
  }
  record r = {{"experiment", m_experiment},
              {"mechanism", c.mechanism},
              {"epsilon", c.epsilon ? record(*c.epsilon) : record(nullptr)},
              {"measure", c.measure},
              {"paper", c.paper},
              {"ours", c.ours},
              {"difference", difference(c)}};
  r.update(c.more);
  r["private"] = c.is_private;
  r["simulated"] = true;
  r["seconds"] = elapsed_seconds();
  r["peak_memory_bytes"] = peak_memory_bytes();
  print_record(r, true);
}

void notebook::finish() const {
  if (!m_arguments.out.empty()) write_text(m_arguments.out + ".csv", to_csv(m_points));
  const bool draws = m_arguments.plot.is_asked_for();
  if (draws && m_figures.empty())
    throw invalid_parameter("--plot: this experiment draws no figure; its numbers are above");
  if (draws) draw(m_figures, m_arguments.plot);
  if (!m_json)
    write_stdout(fmt::format("{:.3g} s, {:.3g} MB\n", elapsed_seconds(),
                             1e-6 * static_cast<double>(peak_memory_bytes())));
}

std::vector<experiment> all_experiments() {
  std::vector<experiment> all;
  for (const auto& of_paper :
       {experiments_of_bipartite_response, experiments_of_randomized_response_tables,
        experiments_of_randomized_response_graphs, experiments_of_randomized_response_theorems,
        experiments_of_records, experiments_of_labels, experiments_of_compression,
        experiments_of_triangle_counts, experiments_of_learning}) {
    const std::vector<experiment> found = of_paper();
    all.insert(all.end(), found.begin(), found.end());
  }
  std::ranges::sort(all, by_subject_and_number, &experiment::name);
  return all;
}

std::string former_name(std::string_view name) {
  const std::string_view subject = name.substr(0, name.find('/'));
  for (const auto& [named, number] : numbers_of_papers)
    if (subject == named) return fmt::format("{}{}", number, name.substr(subject.size()));
  return std::string(name);
}

}  // namespace edgeldp::cli
