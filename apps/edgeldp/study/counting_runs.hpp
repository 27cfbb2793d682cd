// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/wire/told.hpp"
#include "edgeldp/graph/triangles/triangles_simulation.hpp"
#include "io/report.hpp"
#include "options/graph_argument.hpp"
#include "options/protocol_arguments.hpp"

/// What verbs share that count a pattern by the two-step protocol, once or in repeated runs.
namespace edgeldp::cli {

struct counting_arguments {
  graph_argument graph;
  protocol_arguments protocol;
  std::uint64_t runs = 1;
  bool each = false, no_exact = false;
  std::string release_path;

  void add_to(CLI::App& verb);
};

/// One run, of whatever is counted.
struct counted_run {
  estimate value;
  error_parts error;
  ledger spent;
  std::vector<std::pair<std::string, double>>
      budgets;                  ///< of the rounds, in nats; the same names in every run
  std::vector<double> details;  ///< numbers of the verb's own, of which means are printed
  edgeldp::communication communication;
  bool is_private = true;
  std::shared_ptr<const release> published;
  told_digest told;  ///< what users were told, the count's limits included
  budget_search budget_that_would_do = [](const estimate&) { return std::nullopt; };
};

/// What is counted and how.
struct counting {
  std::function<count_type(const csr_graph&)> truth;
  std::function<counted_run(const csr_graph&, const two_step&, release_key, const coin_source&)> estimate;
  std::function<counted_run(const csr_graph&, std::shared_ptr<const release>, const coin_source&)>
      estimate_on;
  /// Adds the verb's own keys. details: means over the runs.
  std::function<void(record&, const std::vector<double>& details)> describe;
};

/// Counts at every budget, prints an object for each.
/// Errors: those of the library; invalid_parameter for options that do not go with --release.
void run_counting(const counting_arguments& arguments, const counting& what, bool json);

/// What users were told of a triangle count: the release's numbers, and the limits of the count.
told_digest told_of(const triangle_result& r);

/// The part of a run that the results of all estimators hold under the same names.
template <class Result>
counted_run counted(const Result& r, const estimate& value) {
  return {value,        r.error,     r.spent,
          {},           {},          r.communication,
          r.is_private, r.published, told(r.published->layout())};
}

}  // namespace edgeldp::cli
