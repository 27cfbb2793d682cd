// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "options/protocol_arguments.hpp"
#include "reproduce/learning/draws.hpp"
#include "reproduce/learning/grid_noise.hpp"
#include "reproduce/learning/leaf_bounds.hpp"
#include "reproduce/learning/tables.hpp"
#include "reproduce/learning_experiments.hpp"

/// Zhang, Zhu, Chen, Xiong, section V C: the leaf values of boosted trees, perturbed by a curator.
///
/// Every record goes to one tree by a public draw that looks at nothing but its number, so trees
/// hold disjoint records and each tree may spend the whole budget. A tree spends half on its splits
/// (exponential mechanism, equal shares for the levels, whose nodes are disjoint too) and half on
/// its leaves (disjoint too). What is protected is one record, added or removed; a changed record
/// counts as two.
namespace edgeldp::cli {

namespace {

using namespace learning;

constexpr unsigned tree_count = 50;
constexpr unsigned cell_count = 32;
constexpr std::size_t grid_points = 21;  // the paper does not tell its interval length
constexpr boosting shape;

enum class leaf_noise { none, laplace, clipped_laplace, bipartite, sum_and_count };

struct mechanism {
  std::string name;
  leaf_noise noise;
  bool shares_records = false;  // every tree sees all records: for the reference without privacy
};

std::vector<mechanism> mechanisms() {
  return {{"BRR", leaf_noise::bipartite},
          {"Laplace", leaf_noise::laplace},
          {"Laplace, clipped", leaf_noise::clipped_laplace},
          {"Laplace on sum and number", leaf_noise::sum_and_count},
          {"no noise, disjoint records", leaf_noise::none},
          {"no noise, all records", leaf_noise::none, true}};
}

/// One training.
class trial {
 public:
  trial(const table& data, std::uint64_t seed, std::uint32_t run)
      : m_data(data),
        m_seed(seed),
        m_run(run),
        m_split(split_rows(static_cast<std::uint32_t>(data.target.size()), 0.8, seed, run)) {}

  /// Root mean squared error on the fifth of the rows that is not trained on, in the target's unit.
  double error(const mechanism& m, std::optional<epsilon> budget) const {
    const celled_table train = cells_of(m_data, m_split.train, cell_count);
    const celled_table test = cells_of(m_data, m_split.test, cell_count);
    simulation_randomness coins(key_of_run(m_seed, m_run).value, tree_noise, 0);
    const auto hooks = [&](unsigned t) { return hooks_of(m, budget, t, coins); };
    return error_of(boost(train, scaled(m_split.train), test, records_of_trees(m), shape, hooks).test);
  }

  /// The same for a prediction of 0, the middle of the public interval.
  double error_of_middle() const {
    return error_of(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(m_split.test.size())));
  }

  double error_of_mean() const {
    return error_of(Eigen::VectorXd::Constant(static_cast<Eigen::Index>(m_split.test.size()),
                                              scaled(m_split.train).mean()));
  }

 private:
  double error_of(const Eigen::VectorXd& predicted) const {
    const table_column& c = m_data.layout.target;
    return 0.5 * (c.high - c.low) *
           std::sqrt((predicted - scaled(m_split.test)).squaredNorm() /
                     static_cast<double>(predicted.size()));
  }

  /// Targets in [-1, 1] by the public interval.
  Eigen::VectorXd scaled(std::span<const std::uint32_t> rows) const {
    const table_column& c = m_data.layout.target;
    Eigen::VectorXd y(static_cast<Eigen::Index>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
      y[static_cast<Eigen::Index>(i)] = 2.0 * (m_data.target[rows[i]] - c.low) / (c.high - c.low) - 1.0;
    return y;
  }

  /// As in DPBoost, tree t gets a share of the records in proportion to (1 - shrinkage)^t; each
  /// record draws its tree alone, so that whether one is there changes no other's.
  std::vector<std::vector<std::uint32_t>> records_of_trees(const mechanism& m) const {
    std::vector<std::vector<std::uint32_t>> rows(tree_count);
    const double last = 1.0 - std::pow(1.0 - shape.shrinkage, tree_count);
    for (std::uint32_t i = 0; i < m_split.train.size(); ++i) {
      if (m.shares_records) {
        for (auto& r : rows) r.push_back(i);
        continue;
      }
      simulation_randomness public_coins(key_of_run(m_seed, m_run).value, tree_of_row, m_split.train[i]);
      const double u = last * uniform_open(public_coins);
      rows[static_cast<std::size_t>(std::log1p(-u) / std::log1p(-shape.shrinkage))].push_back(i);
    }
    return rows;
  }

  static tree_hooks hooks_of(const mechanism& m, std::optional<epsilon> budget, unsigned t,
                             private_randomness& coins) {
    const leaf_bounds bounds(shape, t);
    if (m.noise == leaf_noise::none)
      return {best_split, [bounds](double sum, std::size_t rows) {
                return bounds.value(sum, static_cast<double>(rows));
              }};
    const double per_level = 0.5 * budget->nats() / shape.depth;
    const auto choose = [per_level, &coins](std::span<const double> gains) {
      return private_split(gains, per_level, coins);
    };
    return {choose, leaf_of(m.noise, epsilon::from_units(budget->units() / 2), bounds, coins)};
  }

  static std::function<double(double, std::size_t)> leaf_of(leaf_noise noise, epsilon budget,
                                                            const leaf_bounds& bounds,
                                                            private_randomness& coins) {
    if (noise == leaf_noise::bipartite) {
      const grid g{-bounds.clip(), bounds.clip(), grid_points};
      return [g, bounds, &coins, brr = bipartite_on_grid(g, budget)](double sum, std::size_t rows) {
        return g.value(brr.sample(g.nearest(bounds.value(sum, static_cast<double>(rows))), coins));
      };
    }
    if (noise == leaf_noise::sum_and_count) {
      const lattice_noise half(1.0, epsilon::from_units(budget.units() / 2));
      return [half, bounds, &coins](double sum, std::size_t rows) {
        const double noisy_sum = half(sum, coins);
        return bounds.value(noisy_sum, std::max(half(static_cast<double>(rows), coins), 0.0));
      };
    }
    const double limit =
        noise == leaf_noise::clipped_laplace ? bounds.clip() : std::numeric_limits<double>::infinity();
    return [limit, bounds, &coins, laplace = lattice_noise(bounds.sensitivity(), budget)](double sum,
                                                                                          std::size_t rows) {
      return std::clamp(laplace(bounds.value(sum, static_cast<double>(rows)), coins), -limit, limit);
    };
  }

  const table& m_data;
  std::uint64_t m_seed;
  std::uint32_t m_run;
  row_split m_split;
};

/// One table at all budgets.
class study {
 public:
  study(const table& data, const reproduce_arguments& a, notebook& notes)
      : m_data(data), m_arguments(a), m_notes(notes), m_runs(a.runs.value_or(20)) {
    for (std::uint32_t run = 0; run < m_runs; ++run) m_trials.emplace_back(data, a.seed, run);
  }

  void run() {
    const auto middle = over_runs(m_runs, [&](std::uint32_t r) { return m_trials[r].error_of_middle(); });
    note("middle of the public interval", std::nullopt, middle, "needs no data");
    note("mean of the training rows", std::nullopt,
         over_runs(m_runs, [&](std::uint32_t r) { return m_trials[r].error_of_mean(); }), "not private");
    std::vector<learning_curve> curves, deviations;
    for (const mechanism& m : mechanisms()) {
      learning_curve curve{m.name, {}}, distances{m.name, {}};
      for (const double e : budgets()) {
        curve.results.push_back(m.noise == leaf_noise::none && !curve.results.empty() ? curve.results.back()
                                                                                      : measure(m, e));
        distances.results.push_back(distances_from_mean(curve.results.back()));
      }
      curves.push_back(std::move(curve));
      deviations.push_back(std::move(distances));
    }
    const std::string data(m_data.layout.name);
    const auto compare = [&](const std::string& statement, const std::vector<learning_curve>& of,
                             std::size_t second, const record& paper) {
      compare_curves(m_notes, statement, data, {of[0], of[second], better::smaller}, paper);
    };
    compare("BRR below Laplace", curves, 1, "all");
    compare("BRR varies less than Laplace", deviations, 1, "all");
    compare("BRR below Laplace, clipped", curves, 2, nullptr);
    compare("BRR below Laplace on sum and number", curves, 3, nullptr);
    m_notes.add_figure(
        figure_of("Boosted trees on " + data + " (Zhang 2025, figure 6)", "RMSE", budgets(), curves));
  }

 private:
  std::vector<double> budgets() const {
    return m_arguments.epsilons.empty() ? std::vector<double>{1, 2, 3, 4, 6, 8, 10} : m_arguments.epsilons;
  }

  std::vector<double> measure(const mechanism& m, double nats) {
    std::optional<epsilon> budget;
    if (m.noise != leaf_noise::none) budget = epsilon::from_nats(nats);
    const auto errors = over_runs(m_runs, [&](std::uint32_t r) { return m_trials[r].error(m, budget); });
    note(m.name, budget ? std::optional(nats) : std::nullopt, errors,
         budget ? "curator, one record added or removed" : "not private");
    return errors;
  }

  void note(const std::string& name, std::optional<double> nats, const std::vector<double>& errors,
            const std::string& model) {
    const spread s = spread_of(errors);
    const std::string data(m_data.layout.name);
    for (std::size_t run = 0; run < errors.size(); ++run)
      m_notes.add_point({{"data", data},
                         {"mechanism", name},
                         {"epsilon", nats ? record(*nats) : record(nullptr)},
                         {"run", run},
                         {"rmse", errors[run]}});
    m_notes.add({name,
                 nats,
                 data + ": RMSE",
                 nullptr,
                 s.mean,
                 nats || model == "needs no data",
                 {{"data", data}, {"deviation", s.deviation}, {"runs", m_runs}, {"model", model}}});
  }

  const table& m_data;
  const reproduce_arguments& m_arguments;
  notebook& m_notes;
  std::uint64_t m_runs;
  std::vector<trial> m_trials;
};

}  // namespace

void run_boosted_leaves(const reproduce_arguments& a, notebook& notes) {
  if (a.data.empty()) {
    study(generate_table(static_cast<std::uint32_t>(a.users.value_or(4000)), false, a.seed), a, notes).run();
    return;
  }
  for (const table_layout* layout : {&abalone(), &bias_correction()})
    study(read_table_of(*layout, a.data), a, notes).run();
}

}  // namespace edgeldp::cli
