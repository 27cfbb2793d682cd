// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "study/questions/question.hpp"
#include "study/study.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

/// The options of a question that has none of its own, and its action: it is played with the
/// settings that it plans by itself, as often as is asked, beside its exact numbers.
/// Requires: a question about a graph, or about layers.
void add_question(verb_options& verb, const common_arguments& common, const edgeldp::study::question& asked);

/// A question of directed graphs, by a verb that has options of its own for undirected ones.
/// values_file: for the numbers of users; empty for none.
void run_on_arcs(const study_arguments& arguments, const edgeldp::study::question& asked,
                 const std::string& values_file, study_results& to);

/// The same as a row of a table of verbs has it.
template <const edgeldp::study::question& asked>
void add_question(verb_options& verb, const common_arguments& common) {
  add_question(verb, common, asked);
}

}  // namespace edgeldp::cli
