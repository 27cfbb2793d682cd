// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/report.hpp"
#include "study/plot.hpp"

/// Published experiments, done again. A paper's file lists its own; see all_experiments.
namespace edgeldp::cli {

/// What was typed after the name; what is left out, the experiment chooses.
struct reproduce_arguments {
  std::string data, out;
  plot_argument plot;
  std::optional<std::uint64_t> users, runs;
  std::vector<double> epsilons;
  std::vector<unsigned> levels;
  std::uint64_t seed = 1;  ///< generated data, keys and coins follow from it: experiments are simulations
};

/// One comparison: what the paper says and what was found.
struct cell {
  std::string mechanism;
  std::optional<double> epsilon;  ///< all that a user spends, in nats; none where nothing is protected
  std::string measure;            ///< what is compared, with its unit
  record paper;                   ///< a number, the paper's words, or null
  record ours;
  bool is_private = false;
  record more = record::object();  ///< further keys of the JSON object
};

/// Takes what an experiment finds: cells are printed at once, points and figures are written by
/// finish().
class notebook {
 public:
  notebook(std::string_view experiment, const reproduce_arguments& arguments, bool json)
      : m_experiment(experiment), m_arguments(arguments), m_json(json) {}

  void add(const cell& c);
  /// A line of PREFIX.csv. Flat; every point of an experiment has the same keys.
  void add_point(record point) { m_points.push_back(std::move(point)); }
  void add_figure(figure f) { m_figures.push_back(std::move(f)); }
  void finish() const;

 private:
  std::string m_experiment;
  const reproduce_arguments& m_arguments;
  bool m_json, m_has_heading = false;
  std::vector<record> m_points;
  std::vector<figure> m_figures;
};

struct experiment {
  std::string_view name;       ///< SUBJECT/figure-N, SUBJECT/table-N, SUBJECT/lemma-N
  std::string_view statement;  ///< what the paper says it shows
  void (*run)(const reproduce_arguments& arguments, notebook& notes);
};

/// By subject and number.
std::vector<experiment> all_experiments();

/// What an experiment was called when papers went by numbers, "004/figure-1" for
/// "compression/figure-1"; the name itself where the subject never had a number.
std::string former_name(std::string_view name);

std::vector<experiment> experiments_of_bipartite_response();
std::vector<experiment> experiments_of_randomized_response_tables();
std::vector<experiment> experiments_of_randomized_response_graphs();
std::vector<experiment> experiments_of_randomized_response_theorems();
std::vector<experiment> experiments_of_records();
std::vector<experiment> experiments_of_labels();
std::vector<experiment> experiments_of_compression();
std::vector<experiment> experiments_of_triangle_counts();  ///< of several papers
std::vector<experiment> experiments_of_learning();         ///< of several papers

}  // namespace edgeldp::cli
