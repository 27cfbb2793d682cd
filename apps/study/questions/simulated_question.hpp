// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/arc_graph.hpp"
#include "edgeldp/graph/input/attributes.hpp"
#include "edgeldp/graph/input/bipartite_graph.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"
#include "edgeldp/graph/questions/mixing/mixing.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"
#include "study/questions/question.hpp"

/// Questions over all users in one process, for who may see everybody's lists: experiments,
/// predictions, coverage. A collector knows question.hpp alone.
namespace edgeldp::study {

/// All that users have: for simulations, and for exact numbers. Only what its kind names is there.
struct input {
  const csr_graph* graph = nullptr;
  std::span<const user_attribute> attributes = {};
  const bipartite_graph* layers = nullptr;
  const arc_graph* arcs = nullptr;
  layer users = layer::left;
};

/// What a question is where everybody's data are at hand.
struct question_simulation {
  /// The numbers of an answer as they are, as far as there are exact ones; where they depend on
  /// what a run released (exact_numbers_of), as they would be without noise.
  std::vector<exact_number> (*exact)(const input&, const settings&) = nullptr;
  /// What users of a graph answer beyond degrees, sizes and rows, all of them at once; null where
  /// nothing is left.
  std::vector<simulated_task> (*tasks)() = nullptr;
  /// Of rows over layers, or over all users: all of these at once.
  simulated_population<sparse_vectors> (*users)(const sparse_vectors&, const coin_source&) = nullptr;
};

/// Plays a question over all users in this process, with the attributes and the shape of the data.
/// Errors: what `play` throws; bad_graph_input for data without users.
answer simulate(const question& q, const input& data, settings asked, release_key key,
                const coin_source& coins);

/// Public labels, where one value says that there is none (no_label).
public_groups public_labels(const user_attribute& given);

/// The exact numbers that an answer is compared with: its own, where they depend on the run, else
/// the question's, which are the same in every run.
inline std::vector<exact_number> exact_numbers_of(const answer& a, const input& data,
                                                  const std::vector<exact_number>& of_question) {
  return a.exact ? a.exact(data) : of_question;
}

}  // namespace edgeldp::study
