// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reproduce/experiment.hpp"

/// Experiments that train models on data made private ([Zhang 2025] and [Liu 2026]), and what they
/// share.
namespace edgeldp::cli {

void run_boosted_leaves(const reproduce_arguments& a, notebook& notes);   ///< [Zhang 2025], figure 6
void run_noisy_gradients(const reproduce_arguments& a, notebook& notes);  ///< [Zhang 2025], figure 7
void run_noisy_features(const reproduce_arguments& a, notebook& notes);   ///< [Zhang 2025], figure 10
void run_label_table_3(const reproduce_arguments& a, notebook& notes);    ///< [Liu 2026], tables 3 to 6
void run_label_table_4(const reproduce_arguments& a, notebook& notes);
void run_label_table_5(const reproduce_arguments& a, notebook& notes);
void run_label_table_6(const reproduce_arguments& a, notebook& notes);

struct spread {
  double mean = 0.0;
  double deviation = 0.0;  ///< of a single value; zero for one value
};

/// values is not empty.
spread spread_of(std::span<const double> values);

/// How far each value is from their mean: what is compared when one mechanism is said to vary less.
std::vector<double> distances_from_mean(std::vector<double> values);

/// f(run) for each run, concurrently; in order of runs.
std::vector<double> over_runs(std::uint64_t runs, const std::function<double(std::uint32_t)>& f);

/// One mechanism's results: at each budget, of each run.
struct learning_curve {
  std::string mechanism;
  std::vector<std::vector<double>> results;
};

enum class better { smaller, larger };

/// Two curves of the same budgets and runs.
struct compared_curves {
  const learning_curve &first, &second;
  better which;
};

/// Notes at how many budgets the first curve's mean is strictly better than the second's, and at
/// how many the difference, run by run, is clear: beyond two of its standard errors. `paper` is
/// what the paper says of the statement: null where it makes no such comparison.
void compare_curves(notebook& notes, const std::string& statement, const std::string& compared,
                    const compared_curves& curves, const record& paper);

/// Curves over budgets as a figure of the experiment.
figure figure_of(const std::string& title, const std::string& y_label, std::span<const double> budgets,
                 std::span<const learning_curve> curves);

}  // namespace edgeldp::cli
