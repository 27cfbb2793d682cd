// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/input/attributes.hpp"
#include "edgeldp/graph/input/bipartite_graph.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"
#include "edgeldp/graph/input/sparse_vectors.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_neighbors_simulation.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"
#include "study/questions/simulated_question.hpp"

/// Graphs on which every estimating verb can be run again and again, the truth counted once.
namespace edgeldp::cli {

/// One estimate and its truth.
struct known_estimate {
  std::string statistic;
  estimate value;
  double truth = 0.0;
};

/// What is run: a verb, what it may spend, and how rows are sent.
struct coverage_setting {
  std::string verb;  ///< one of coverage_verbs()
  double epsilon = 1.0;
  std::string codec;  ///< ppr, nullspace, bitmap, auto; not read where no rows are sent
};

/// The questions of the table (study/questions/question.hpp), and beside them what users of
/// common-neighbors and vectors answer, and triangles on uniform and on sampled rows.
std::span<const std::string> coverage_verbs();

/// False where nothing depends on the codec.
bool sends_rows(const std::string& verb);

class coverage_subject {
 public:
  explicit coverage_subject(csr_graph g) : m_graph(std::move(g)) {}

  const csr_graph& graph() const noexcept { return m_graph; }

  /// One run. Of common-neighbors: of 32 pairs, or as many as there are, of users next to each
  /// other in the order of true degrees, largest first; of homophily: of three generated labels; of
  /// vectors and butterflies: lists as binary vectors, of vectors their entries, the 32 most
  /// frequent items, and the pairs of common-neighbors.
  /// Errors: invalid_parameter for an unknown verb or codec, and those of the estimators.
  std::vector<known_estimate> run(const coverage_setting& setting, release_key key, const coin_source& coins);

  /// Counted again.
  std::vector<study::exact_number> exact(const study::question& q, const coverage_setting& setting);

 private:
  double triangles();
  std::vector<known_estimate> ask(const study::question& q, const coverage_setting& setting, release_key key,
                                  const coin_source& coins);
  study::input data_for(study::input_kind kind);
  std::vector<known_estimate> run_common(const two_step& options, release_key key, const coin_source& coins);
  std::vector<known_estimate> run_vectors(const two_step& rows, release_key key, const coin_source& coins);
  void choose_pairs();
  void make_vectors();

  csr_graph m_graph;
  std::optional<double> m_triangles;
  std::map<std::string, std::vector<study::exact_number>> m_exact;  // by question
  std::vector<user_pair> m_pairs;
  std::vector<double> m_common;  // neighbours of these pairs
  std::optional<sparse_vectors> m_vectors;
  std::optional<bipartite_graph> m_bipartite;
  std::optional<arc_graph> m_arcs;
  std::vector<vertex_id> m_items;
  std::optional<user_attribute> m_attribute;
};

}  // namespace edgeldp::cli
