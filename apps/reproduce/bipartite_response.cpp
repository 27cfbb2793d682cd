// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "edgeldp/channel/mechanisms/bipartite.hpp"
#include "reproduce/bipartite_domain.hpp"
#include "reproduce/bipartite_response.hpp"
#include "reproduce/experiment.hpp"

/// [Zhang 2025], bipartite randomized response: what its figures 4, 5, 9, 11 and 12 show and its
/// closed form of m. Nothing is sampled: a channel's expected utilities are sums over its matrix.
namespace edgeldp::cli {

namespace {

using namespace bipartite;

// --- figures 4 and 5

enum class utility_kind { jaccard, distance };

Eigen::MatrixXd utility_of(utility_kind kind, std::size_t n) {
  if (kind == utility_kind::distance) return line_utility(n);
  const auto size = static_cast<Eigen::Index>(n);
  const Eigen::ArrayXd x = Eigen::ArrayXd::LinSpaced(size, 1.0, static_cast<double>(n));
  const Eigen::ArrayXXd truth = x.transpose().replicate(size, 1), report = x.replicate(1, size);
  return (truth * report / (truth.square() + report.square() - truth * report)).matrix();
}

/// The mean utility of naming the one best output, whatever the truth is: a channel without any
/// loss.
double best_constant(const Eigen::MatrixXd& utility) {
  return utility.rowwise().mean().maxCoeff();
}

class utility_study {
 public:
  utility_study(utility_kind kind, const reproduce_arguments& a, notebook& notes)
      : m_kind(kind), m_notes(notes), m_budgets(budgets_or(a, {0.5, 1.0, 2.0, 3.0, 4.0, 5.0})) {}

  void run() {
    for (const std::size_t n : {20U, 40U, 60U, 80U, 100U}) measure_size(n);
    const auto at_least = [&](const std::string& statement, const record& paper, const char* first,
                              const char* second) {
      compare(m_notes, statement, paper, m_means[first], m_means[second]);
    };
    at_least("BRR at least as good as GRR", "all", "BRR", "GRR");
    at_least("BRR at least as good as exponential", "all", "BRR", "exponential");
    at_least("BRR as good as exponential, exact loss", nullptr, "BRR", "exponential, exact loss");
    at_least("BRR* at least as good as BRR", nullptr, "BRR*", "BRR");
    at_least("BRR as good as a constant answer", nullptr, "BRR", constant);
    at_least("BRR* as good as a constant answer", nullptr, "BRR*", constant);
    compare(m_notes, "loss at most epsilon, all channels", "all", m_allowed, m_losses);
  }

 private:
  void measure_size(std::size_t n) {
    const domain d{numbered_labels(n, 1), utility_of(m_kind, n), {}};
    figure f{
        fmt::format("{}, N = {}", m_kind == utility_kind::jaccard ? "Jaccard similarity" : "Distance", n),
        "epsilon", measure()};
    const std::vector<mechanism> mechanisms = {{"BRR", brr_on},
                                               {"GRR", randomized_response_on},
                                               {"exponential", printed_exponential_on},
                                               {"BRR*", brr_star_on},
                                               {"exponential, exact loss", exponential_on}};
    for (const mechanism& m : mechanisms) {
      plot_curve curve{m.name, {}, plot_curve::look::line, static_cast<unsigned>(f.curves.size()), false};
      for (const double nats : m_budgets) curve.points.push_back({nats, measure_cell(m, d, nats)});
      f.curves.push_back(std::move(curve));
    }
    m_means[constant].resize(m_means["BRR"].size(), best_constant(d.utility));
    m_notes.add({constant,
                 std::nullopt,
                 cell_name(n),
                 nullptr,
                 shown(best_constant(d.utility)),
                 true,
                 {{"n", n}, {"loss", 0.0}}});
    m_notes.add_figure(std::move(f));
  }

  double measure_cell(const mechanism& m, const domain& d, double nats) {
    const channel c = m.make(epsilon::from_nats(nats), d);
    const double mean = expected_utility(c, d.utility).mean();
    m_means[m.name].push_back(mean);
    m_allowed.push_back(nats);
    m_losses.push_back(c.loss().nats);
    record more = {{"n", d.names.size()}, {"loss", c.loss().nats}};
    if (m.name.starts_with("BRR")) more["m"] = high_count_of(c);
    m_notes.add({m.name, nats, cell_name(d.names.size()), nullptr, shown(mean), true, more});
    m_notes.add_point(
        {{"mechanism", m.name}, {"n", d.names.size()}, {"epsilon", nats}, {"value", shown(mean)}});
    return shown(mean);
  }

  static constexpr const char* constant = "the best constant answer";
  std::string measure() const { return m_kind == utility_kind::jaccard ? "mean Q" : "mean utility loss"; }
  std::string cell_name(std::size_t n) const { return fmt::format("{}, N = {}", measure(), n); }
  double shown(double utility) const { return m_kind == utility_kind::jaccard ? utility : -utility; }

  utility_kind m_kind;
  notebook& m_notes;
  std::vector<double> m_budgets;
  std::map<std::string, std::vector<double>> m_means;  ///< utilities: losses are negative
  std::vector<double> m_allowed, m_losses;
};

void figure_4(const reproduce_arguments& a, notebook& notes) {
  utility_study(utility_kind::jaccard, a, notes).run();
}

void figure_5(const reproduce_arguments& a, notebook& notes) {
  utility_study(utility_kind::distance, a, notes).run();
}

// --- figure 12

void figure_12(const reproduce_arguments& a, notebook& notes) {
  constexpr std::size_t n = 100;
  const domain d{numbered_labels(n, 1), line_utility(n), {}};
  const std::vector<mechanism> mechanisms = {
      {"GRR", randomized_response_on}, {"BRR", brr_on}, {"BRR*", brr_star_on}};
  for (const double nats : budgets_or(a, {3.0, 5.0, 8.0})) {
    std::map<std::string, Eigen::VectorXd> losses;
    figure f{fmt::format("Loss by position, epsilon {:g}, N = {}", nats, n), "position", "loss / (N - 1)"};
    for (const mechanism& m : mechanisms) {
      const channel c = m.make(epsilon::from_nats(nats), d);
      const Eigen::VectorXd loss = -expected_utility(c, d.utility) / static_cast<double>(n - 1);
      notes.add({m.name,
                 nats,
                 "mean loss / (N - 1)",
                 nullptr,
                 loss.mean(),
                 true,
                 {{"m", high_count_of(c)}, {"loss", c.loss().nats}, {"largest", loss.maxCoeff()}}});
      plot_curve curve{m.name, {}, plot_curve::look::line, static_cast<unsigned>(f.curves.size()), false};
      for (Eigen::Index x = 0; x < loss.size(); ++x) {
        curve.points.push_back({static_cast<double>(x + 1), loss[x]});
        notes.add_point({{"mechanism", m.name}, {"epsilon", nats}, {"position", x + 1}, {"loss", loss[x]}});
      }
      f.curves.push_back(std::move(curve));
      losses[m.name] = loss;
    }
    notes.add_figure(std::move(f));
    const bool is_printed = nats == 3.0 || nats == 5.0 || nats == 8.0;
    const auto say = [&](const char* statement, const char* paper, const char* first, const char* second) {
      const Eigen::ArrayXd gap = losses[second].array() - losses[first].array();
      notes.add({statement,
                 nats,
                 "positions of 100",
                 is_printed ? record(paper) : record(nullptr),
                 (gap > 1e-12).count(),
                 true,
                 {{"equal", (gap.abs() <= 1e-12).count()}}});
    };
    say("BRR below GRR", nats < 8.0 ? "all" : "none: equal", "BRR", "GRR");
    say("BRR* below GRR", nats < 8.0 ? "all" : "most", "BRR*", "GRR");
    say("BRR* below BRR", nats < 5.0 ? "some" : "most", "BRR*", "BRR");
  }
}

}  // namespace

std::vector<experiment> experiments_of_bipartite_response() {
  return {
      {"bipartite-response/figure-4",
       "Jaccard similarity of 1..N: BRR's Q is above that of GRR and the exponential mechanism", figure_4},
      {"bipartite-response/figure-5",
       "distance on 1..N: BRR loses less than GRR and the exponential mechanism", figure_5},
      {"bipartite-response/figure-9", "places in zones: BRR loses less than L-SRR and GRR at every budget",
       figure_9},
      {"bipartite-response/figure-11",
       "m grows in proportion to N; the slope falls with epsilon and is larger for BRR*", figure_11},
      {"bipartite-response/figure-12",
       "loss by position: BRR* mostly below BRR, and BRR below GRR until epsilon 8", figure_12},
      {"bipartite-response/closed-form-m",
       "BRR's m on 1..N by formula, which the end decides from epsilon 1 on", closed_form_m}};
}

}  // namespace edgeldp::cli
