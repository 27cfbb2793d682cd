// SPDX-License-Identifier: MIT
#include "reproduce/learning_experiments.hpp"

#include <fmt/format.h>

#include <cmath>

#include "edgeldp/core/base/parallel.hpp"

namespace edgeldp::cli {

spread spread_of(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  spread s;
  for (const double v : values) s.mean += v;
  s.mean /= n;
  double squares = 0.0;
  for (const double v : values) squares += (v - s.mean) * (v - s.mean);
  if (values.size() > 1) s.deviation = std::sqrt(squares / (n - 1.0));
  return s;
}

std::vector<double> distances_from_mean(std::vector<double> values) {
  const double mean = spread_of(values).mean;
  for (double& v : values) v = std::abs(v - mean);
  return values;
}

std::vector<double> over_runs(std::uint64_t runs, const std::function<double(std::uint32_t)>& f) {
  std::vector<double> results(runs);
  parallel_for(0, runs, 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t run = first; run < last; ++run) results[run] = f(static_cast<std::uint32_t>(run));
  });
  return results;
}

void compare_curves(notebook& notes, const std::string& statement, const std::string& compared,
                    const compared_curves& curves, const record& paper) {
  const auto& [first, second, which] = curves;
  std::size_t holds = 0, clearly = 0, clearly_not = 0;
  for (std::size_t b = 0; b < first.results.size(); ++b) {
    std::vector<double> gains;
    for (std::size_t run = 0; run < first.results[b].size(); ++run) {
      const double gain = first.results[b][run] - second.results[b][run];
      gains.push_back(which == better::larger ? gain : -gain);
    }
    const spread s = spread_of(gains);
    const double two_errors = 2.0 * s.deviation / std::sqrt(static_cast<double>(gains.size()));
    holds += s.mean > 0.0 ? 1U : 0U;
    clearly += gains.size() > 1 && s.mean > two_errors ? 1U : 0U;
    clearly_not += gains.size() > 1 && -s.mean > two_errors ? 1U : 0U;
  }
  const std::size_t all = first.results.size();
  notes.add({statement,
             std::nullopt,
             compared + ": budgets at which it holds",
             paper,
             fmt::format("{} of {}, clearly {}", holds, all, clearly),
             false,
             {{"compared", compared},
              {"holds", holds},
              {"clearly", clearly},
              {"clearly_not", clearly_not},
              {"budgets", all}}});
}

figure figure_of(const std::string& title, const std::string& y_label, std::span<const double> budgets,
                 std::span<const learning_curve> curves) {
  figure f{title, "epsilon", y_label};
  for (std::size_t i = 0; i < curves.size(); ++i) {
    plot_curve curve{curves[i].mechanism, {}, plot_curve::look::line, static_cast<unsigned>(i), i >= 4};
    for (std::size_t b = 0; b < budgets.size(); ++b)
      curve.points.push_back({budgets[b], spread_of(curves[i].results[b]).mean});
    f.curves.push_back(std::move(curve));
  }
  return f;
}

std::vector<experiment> experiments_of_learning() {
  return {
      {"bipartite-response/figure-6",
       "boosted trees with noisy leaves: BRR errs less than Laplace noise at every budget, and varies less",
       run_boosted_leaves},
      {"bipartite-response/figure-7",
       "SGD with noisy gradients: BRR is stabler and ends at least as well as Laplace noise",
       run_noisy_gradients},
      {"bipartite-response/figure-10",
       "networks on noisy features: BRR is more accurate than Laplace noise at every budget",
       run_noisy_features},
      {"labels/table-3", "accuracy with private labels, first class profile", run_label_table_3},
      {"labels/table-4", "mean accuracy per class with private labels, first class profile",
       run_label_table_4},
      {"labels/table-5", "accuracy with private labels, second class profile", run_label_table_5},
      {"labels/table-6", "mean accuracy per class with private labels, second class profile",
       run_label_table_6}};
}

}  // namespace edgeldp::cli
