// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/questions/degrees/exact.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "study/study.hpp"

/// What `degrees` finds in one run: of which numbers, and what is exact beside them.
namespace edgeldp::cli::degrees {

struct degrees_arguments : study_arguments {
  bool clustering = false;
  std::string method = "one-round", release_path, degree_file, sorted_file, triangle_file;
  std::vector<unsigned> stars = {2};

  bool wants_triangles() const { return clustering || !triangle_file.empty(); }
  bool writes_files() const { return !degree_file.empty() || !sorted_file.empty() || !triangle_file.empty(); }
};

/// Exact counts, each made when it is first asked for.
class exact_counts {
 public:
  exact_counts(const csr_graph& g, bool wanted) : m_graph(g), m_wanted(wanted) {}

  bool is_known() const { return m_wanted; }
  std::optional<double> edges() const {
    return known([&] { return as_double(m_graph.edge_count()); });
  }
  std::optional<double> stars(unsigned k) const {
    return known([&] { return static_cast<double>(exact::count_stars(m_graph, k)); });
  }
  std::optional<double> max() const {
    return known([&] { return as_double(exact::max_degree(m_graph)); });
  }
  std::optional<double> triangles() const {
    return known([&] { return as_double(sum_at_users() / 3); });
  }
  std::optional<double> clustering() const {
    const std::optional<double> wedges = stars(2);
    return known([&] { return *wedges > 0.0 ? as_double(sum_at_users()) / *wedges : 0.0; });
  }
  std::vector<std::uint64_t> degrees() const {
    return m_wanted ? exact::degree_sequence(m_graph) : std::vector<std::uint64_t>();
  }
  const std::vector<std::uint64_t>& at_users() const {
    if (m_wanted && m_at_users.empty()) m_at_users = exact::triangle_sequence(m_graph);
    return m_at_users;
  }

 private:
  static double as_double(std::uint64_t x) { return static_cast<double>(x); }
  template <class F>
  std::optional<double> known(F&& f) const {
    return m_wanted ? std::optional<double>(f()) : std::nullopt;
  }
  std::uint64_t sum_at_users() const {
    return std::accumulate(at_users().begin(), at_users().end(), std::uint64_t{0});
  }

  const csr_graph& m_graph;
  bool m_wanted;
  mutable std::vector<std::uint64_t> m_at_users;
};

struct context {
  const degrees_arguments& arguments;
  const read_graph_result& input;
  exact_counts truth;
  std::shared_ptr<const release> published;  ///< from --release
};

/// What one run gives: numbers first, then what is a number a user.
struct outcome {
  findings found;
  std::vector<found_number> sequences = {};

  void add_number(std::string statistic, const edgeldp::estimate& value, std::optional<double> truth,
                  budget_search search = nullptr) {
    found.numbers.push_back({std::move(statistic), {{value}}, truth ? record(*truth) : record(nullptr)});
    found.numbers.back().budget_that_would_do = std::move(search);
  }

  /// No standard errors: none are known. biases, truth: may be empty.
  void add_sequence(std::string statistic, const sequence_estimate& s, const std::vector<double>& biases,
                    const std::vector<std::uint64_t>& truth);
};

outcome play_once(const context& c, const play& p);

}  // namespace edgeldp::cli::degrees
