// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/questions/degrees/exact.hpp"
#include "edgeldp/graph/questions/triangles/at_users_simulation.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/rivals/triangles/central_sequences_curator.hpp"
#include "options/protocol_arguments.hpp"
#include "reproduce/experiment.hpp"
#include "reproduce/reported_matrix.hpp"

/// Wang, Wu, Hu, EDBT/ICDT workshops 2016, section 6.4: degree and triangle sequences of a social
/// graph, by randomized response or Laplace noise on its adjacency matrix and by a curator.
namespace edgeldp::cli {

namespace {

/// The paper's graph is not public; ours has its size.
constexpr std::uint64_t paper_users = 185;
constexpr count_type paper_edges = 684;

/// Of LM-smooth; the paper names none.
constexpr double smooth_delta = 1e-6;

using edge_list = std::vector<std::pair<vertex_id, vertex_id>>;

/// A clustered graph with hubs and exactly so many edges: an affiliation graph with a few too many,
/// of which a random part is left out.
csr_graph generate_sized(std::uint64_t users, count_type edges, std::uint64_t seed) {
  affiliation_options shape;
  shape.max_group = 30;
  shape.max_activity = 30;
  csr_graph g = generate_affiliation(users, edges, seed, shape);
  for (count_type draws = edges; g.edge_count() < edges;)
    g = generate_affiliation(users, draws += edges - g.edge_count(), seed, shape);
  std::vector<std::pair<std::uint32_t, std::pair<vertex_id, vertex_id>>> all;
  for (vertex_id v = 0; v < users; ++v)
    for (const vertex_id u : g.neighbors(v))
      if (u < v) all.push_back({philox4x32_10(seed, {u, v, 0, 0x303031})[0], {u, v}});
  std::ranges::sort(all);
  edge_list kept;
  for (std::size_t i = 0; i < edges; ++i) kept.push_back(all[i].second);
  return {users, kept};
}

// --- mechanisms

std::vector<double> as_numbers(const std::vector<std::uint64_t>& sequence) {
  return {sequence.begin(), sequence.end()};
}

enum class statistic { degrees, triangles };

std::vector<double> exact_sequence(const csr_graph& g, statistic what) {
  return as_numbers(what == statistic::degrees ? exact::degree_sequence(g) : exact::triangle_sequence(g));
}

/// One run of a mechanism.
struct trial {
  const csr_graph& graph;
  statistic what;
  epsilon budget;
  std::uint64_t run_seed;
  coin_source coins;
  release_key key;
};

struct mechanism {
  std::string name;
  std::vector<double> (*publish)(const trial&);
  bool is_private;
  std::string model;    ///< who is trusted, and what a relationship pays
  bool sorted = false;  ///< an increasing sequence, whoever the numbers belong to
};

std::vector<double> rr_known(const trial& t) {
  const reported_matrix reports(t.graph, rr_threshold(t.budget), t.coins);
  return exact_sequence(reports.instance(t.graph.edge_count(), t.run_seed), t.what);
}

std::vector<double> lm_known(const trial& t) {
  const reported_matrix reports(t.graph, lm_threshold(t.budget), t.coins);
  return exact_sequence(reports.instance(t.graph.edge_count(), t.run_seed), t.what);
}

std::vector<double> rr_estimated(const trial& t) {
  const reported_matrix reports(t.graph, rr_threshold(t.budget), t.coins);
  const double edges = std::max(0.0, std::round(reports.edges()));
  return exact_sequence(reports.instance(static_cast<count_type>(edges), t.run_seed), t.what);
}

std::vector<double> rr_unbiased(const trial& t) {
  const reported_matrix reports(t.graph, rr_threshold(t.budget), t.coins);
  return t.what == statistic::degrees ? reports.degrees() : reports.triangles();
}

std::vector<double> lm_global(const trial& t) {
  return t.what == statistic::degrees ? publish_degrees_globally(t.graph, t.budget, t.coins)
                                      : publish_triangles_globally(t.graph, t.budget, t.coins);
}

std::vector<double> lm_smooth(const trial& t) {
  return publish_triangles_smoothly(t.graph, t.budget, smooth_delta, t.coins);
}

/// The curator sorts, adds noise (sorting keeps the sensitivity), and restores the order.
std::vector<double> lm_global_isotonic(const trial& t) {
  std::vector<std::uint64_t> truth = exact::degree_sequence(t.graph);
  std::vector<double> noisy = publish_degrees_globally(t.graph, t.budget, t.coins);
  for (std::size_t u = 0; u < noisy.size(); ++u) noisy[u] -= static_cast<double>(truth[u]);
  std::ranges::sort(truth);
  for (std::size_t u = 0; u < noisy.size(); ++u) noisy[u] += static_cast<double>(truth[u]);
  return isotonic_regression(noisy);
}

std::vector<double> degree_round(const trial& t) {
  return estimate_degree_sequence(release_all_degrees(t.graph, t.budget, t.coins).degrees).values;
}

std::vector<double> degree_round_sorted(const trial& t) {
  return estimate_sorted_degrees(release_all_degrees(t.graph, t.budget, t.coins).degrees);
}

std::vector<double> two_step_counts(const trial& t) {
  triangle_sequence_options options;
  options.total = t.budget;
  options.codec = nullspace_spec{};
  return estimate_triangle_sequence(t.graph, options, t.key, t.coins).at_users.values;
}

constexpr const char* both_report = "local; a relationship pays twice";
constexpr const char* curator = "central";

std::vector<mechanism> mechanisms_for(statistic what) {
  std::vector<mechanism> all = {{"RR", rr_known, false, both_report},
                                {"LM", lm_known, false, both_report},
                                {"LM-global", lm_global, true, curator}};
  if (what == statistic::triangles) all.push_back({"LM-smooth", lm_smooth, true, "central, delta 1e-6"});
  all.push_back({"RR, number of edges estimated", rr_estimated, true, both_report});
  all.push_back({"RR, unbiased", rr_unbiased, true, both_report});
  if (what == statistic::triangles) {
    all.push_back({"two-step, nullspace", two_step_counts, true, "local; a relationship pays up to twice"});
  } else {
    all.push_back({"degree round", degree_round, true, both_report});
    all.push_back({"LM-global sorted, isotonic", lm_global_isotonic, true, curator, true});
    all.push_back({"degree round, sorted", degree_round_sorted, true, both_report, true});
  }
  return all;
}

// --- the experiment

class study {
 public:
  study(statistic what, const reproduce_arguments& a, notebook& notes)
      : m_what(what),
        m_arguments(a),
        m_notes(notes),
        m_source(a.data.empty() ? "generated, 185 users and 684 edges" : a.data),
        m_graph(a.data.empty() ? generate_sized(paper_users, paper_edges, a.seed) : read_graph(a.data).graph),
        m_truth(exact_sequence(m_graph, what)),
        m_sorted(m_truth) {
    if (m_graph.vertex_count() < 3 || m_graph.vertex_count() > most_users)
      throw invalid_parameter(fmt::format("{}: {} users; this experiment takes 3 to {}", a.data,
                                          m_graph.vertex_count(), most_users));
    std::ranges::sort(m_sorted);
  }

  std::vector<double> budgets() const {
    return m_arguments.epsilons.empty() ? std::vector<double>{0.5, 1.0, 2.0, 3.0, 5.0, 7.0}
                                        : m_arguments.epsilons;
  }

  void say_graph() {
    const auto say = [&](const char* measure, double ours, const record& paper) {
      m_notes.add({"the graph", std::nullopt, measure, paper, ours, false, {{"data", m_source}}});
    };
    say("users", static_cast<double>(m_graph.vertex_count()), paper_users);
    say("edges", static_cast<double>(m_graph.edge_count()), paper_edges);
    say("largest degree", static_cast<double>(exact::max_degree(m_graph)), nullptr);
    say("triangles", static_cast<double>(exact::count_triangles(m_graph)), nullptr);
    say("clustering coefficient", exact::global_clustering(m_graph), nullptr);
    m_notes.add({"all zeros",
                 std::nullopt,
                 measure_name(),
                 nullptr,
                 mean_error(std::vector<double>(m_truth.size(), 0.0), false),
                 false,
                 {{"data", m_source}}});
  }

  /// Mean errors of one mechanism, a budget each.
  std::vector<double> measure(const mechanism& m) {
    const std::uint64_t runs = m_arguments.runs.value_or(20);
    std::vector<double> errors;
    for (const double epsilon_nats : budgets()) {
      double sum = 0.0;
      for (std::uint64_t run = 0; run < runs; ++run) {
        const release_key key = key_of_run(m_arguments.seed, run);
        const trial t{
            m_graph, m_what, epsilon::from_nats(epsilon_nats), key.value, coins_of_run(m_arguments.seed, run),
            key};
        const double error = mean_error(m.publish(t), m.sorted);
        m_notes.add_point({{"mechanism", m.name}, {"epsilon", epsilon_nats}, {"run", run}, {"error", error}});
        sum += error;
      }
      errors.push_back(sum / static_cast<double>(runs));
      m_notes.add({m.name,
                   epsilon_nats,
                   m.sorted ? measure_name() + ", sorted" : measure_name(),
                   nullptr,
                   errors.back(),
                   m.is_private,
                   {{"data", m_source}, {"model", m.model}, {"runs", runs}}});
    }
    return errors;
  }

  /// What the paper says of two curves: the first lies below the second.
  void compare(const std::string& statement, std::span<const double> below, std::span<const double> above) {
    std::size_t holds = 0;
    for (std::size_t i = 0; i < below.size(); ++i) holds += below[i] < above[i] ? 1U : 0U;
    m_notes.add({statement,
                 std::nullopt,
                 "budgets at which it holds",
                 "all",
                 fmt::format("{} of {}", holds, below.size()),
                 false,
                 {{"data", m_source}}});
  }

  void draw(const std::string& title, std::span<const mechanism> mechanisms,
            std::span<const std::vector<double>> errors) {
    figure f{title, "epsilon", measure_name()};
    f.logarithmic();
    for (std::size_t i = 0; i < mechanisms.size(); ++i) {
      plot_curve curve{mechanisms[i].name, {}, plot_curve::look::line, static_cast<unsigned>(i), i >= 4};
      for (std::size_t b = 0; b < errors[i].size(); ++b) curve.points.push_back({budgets()[b], errors[i][b]});
      std::erase_if(curve.points, [](const plot_point& p) { return p.y <= 0.0; });
      f.curves.push_back(std::move(curve));
    }
    m_notes.add_figure(std::move(f));
  }

 private:
  /// Matrices of doubles, and n^3 operations a run.
  static constexpr std::uint64_t most_users = 4096;

  std::string measure_name() const {
    return m_what == statistic::degrees ? "mean |error| of a degree" : "mean |error| of a user's triangles";
  }

  double mean_error(const std::vector<double>& published, bool sorted) const {
    const std::vector<double>& truth = sorted ? m_sorted : m_truth;
    double sum = 0.0;
    for (std::size_t u = 0; u < truth.size(); ++u) sum += std::abs(published[u] - truth[u]);
    return sum / static_cast<double>(truth.size());
  }

  statistic m_what;
  const reproduce_arguments& m_arguments;
  notebook& m_notes;
  std::string m_source;
  csr_graph m_graph;
  std::vector<double> m_truth, m_sorted;
};

void run_figure(statistic what, const reproduce_arguments& a, notebook& notes) {
  study s(what, a, notes);
  s.say_graph();
  const std::vector<mechanism> mechanisms = mechanisms_for(what);
  std::vector<std::vector<double>> errors;
  for (const mechanism& m : mechanisms) errors.push_back(s.measure(m));
  const std::vector<double>&rr = errors[0], &lm = errors[1], &global = errors[2];
  s.compare("RR below LM", rr, lm);
  if (what == statistic::degrees) {
    s.compare("LM-global below RR", global, rr);
    s.compare("LM-global below LM", global, lm);
    s.draw("Degree sequence (Wang 2016, figure 5)", mechanisms, errors);
    return;
  }
  const std::vector<double>& smooth = errors[3];
  s.compare("RR below LM-global", rr, global);
  s.compare("RR below LM-smooth", rr, smooth);
  s.compare("LM below LM-global", lm, global);
  s.compare("LM below LM-smooth", lm, smooth);
  s.draw("Triangle sequence (Wang 2016, figure 6)", mechanisms, errors);
}

void figure_5(const reproduce_arguments& a, notebook& notes) {
  run_figure(statistic::degrees, a, notes);
}

void figure_6(const reproduce_arguments& a, notebook& notes) {
  run_figure(statistic::triangles, a, notes);
}

}  // namespace

std::vector<experiment> experiments_of_randomized_response_graphs() {
  return {{"randomized-response/figure-5",
           "degree sequence: randomized response errs less than Laplace noise on entries, a curator's noise "
           "least",
           figure_5},
          {"randomized-response/figure-6",
           "triangle sequence: randomized response errs least, a curator's noise more than either on entries",
           figure_6}};
}

}  // namespace edgeldp::cli
