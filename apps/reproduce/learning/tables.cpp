// SPDX-License-Identifier: MIT
#include "reproduce/learning/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "edgeldp/core/base/error.hpp"
#include "reproduce/learning/draws.hpp"

namespace edgeldp::learning {

namespace {

using row_of_text = std::vector<std::string>;

bool is_absent(const table_column& c, std::string_view text) {
  return !c.has_words() && (text.empty() || text == "NA" || text == "NaN" || text == "?");
}

/// The file's rows without those that lack a number; the target last.
std::vector<row_of_text> complete_rows(const table_layout& layout, const std::string& path) {
  std::vector<table_column> columns = layout.features;
  columns.push_back(layout.target);
  std::vector<std::string_view> names;
  for (const table_column& c : columns) names.push_back(c.name);
  std::vector<row_of_text> rows;
  cli::read_table(
      path, names,
      [&](std::span<const std::string_view> values) {
        bool is_complete = true;
        for (std::size_t i = 0; i < columns.size(); ++i) {
          if (is_absent(columns[i], values[i])) {
            is_complete = false;
          } else if (!columns[i].has_words()) {
            cli::number_from(values[i]);  // what is no number is refused while its line is known
          }
        }
        if (is_complete) rows.emplace_back(values.begin(), values.end());
      },
      layout.heading);
  if (rows.empty()) throw bad_graph_input(path + ": no row without a missing number");
  return rows;
}

/// Column i as numbers; its words go to `words`.
Eigen::VectorXd numbers_of(const std::vector<row_of_text>& rows, std::size_t i, const table_column& column,
                           std::vector<std::string>& words) {
  Eigen::VectorXd numbers(static_cast<Eigen::Index>(rows.size()));
  if (column.has_words()) {
    std::set<std::string> found;
    for (const row_of_text& row : rows) found.insert(row[i]);
    words.assign(found.begin(), found.end());
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::string& text = rows[r][i];
    numbers[static_cast<Eigen::Index>(r)] =
        column.has_words() ? static_cast<double>(std::ranges::lower_bound(words, text) - words.begin())
                           : std::clamp(cli::number_from(text), column.low, column.high);
  }
  return numbers;
}

}  // namespace

const table_layout& abalone() {
  static const table_layout layout{"abalone",
                                   "abalone.csv.gz",
                                   cli::table_heading::present,
                                   {"Rings", 0, 30},
                                   {{"Sex"},
                                    {"Length", 0, 1},
                                    {"Diameter", 0, 1},
                                    {"Height", 0, 0.5},
                                    {"Whole.weight", 0, 3},
                                    {"Shucked.weight", 0, 1.5},
                                    {"Viscera.weight", 0, 1},
                                    {"Shell.weight", 0, 1.2}}};
  return layout;
}

const table_layout& bias_correction() {
  static const table_layout layout{"bias correction",
                                   "bias_correction_ucl.csv.gz",
                                   cli::table_heading::present,
                                   {"Next_Tmax", 10, 40},
                                   {{"station", 1, 25},
                                    {"Present_Tmax", 15, 40},
                                    {"Present_Tmin", 10, 30},
                                    {"LDAPS_RHmin", 0, 100},
                                    {"LDAPS_RHmax", 0, 100},
                                    {"LDAPS_Tmax_lapse", 15, 40},
                                    {"LDAPS_Tmin_lapse", 10, 30},
                                    {"LDAPS_WS", 0, 25},
                                    {"LDAPS_LH", -50, 250},
                                    {"LDAPS_CC1", 0, 1},
                                    {"LDAPS_CC2", 0, 1},
                                    {"LDAPS_CC3", 0, 1},
                                    {"LDAPS_CC4", 0, 1},
                                    {"LDAPS_PPT1", 0, 25},
                                    {"LDAPS_PPT2", 0, 25},
                                    {"LDAPS_PPT3", 0, 25},
                                    {"LDAPS_PPT4", 0, 25},
                                    {"lat", 37.4, 37.7},
                                    {"lon", 126.8, 127.2},
                                    {"DEM", 0, 250},
                                    {"Slope", 0, 6},
                                    {"Solar radiation", 4000, 6000}}};
  return layout;
}

const table_layout& adult() {
  static const table_layout layout{"adult",
                                   "adult.data.gz",
                                   cli::table_heading::absent,
                                   {"15"},
                                   {{"1", 15, 100},
                                    {"2"},
                                    {"3", 0, 1500000},
                                    {"4"},
                                    {"5", 1, 16},
                                    {"6"},
                                    {"7"},
                                    {"8"},
                                    {"9"},
                                    {"10"},
                                    {"11", 0, 100000},
                                    {"12", 0, 5000},
                                    {"13", 0, 100},
                                    {"14"}}};
  return layout;
}

const table_layout& bank() {
  static const table_layout layout{"bank",
                                   "bank-additional-full.csv.gz",
                                   cli::table_heading::present,
                                   {"y"},
                                   {{"age", 15, 100},
                                    {"job"},
                                    {"marital"},
                                    {"education"},
                                    {"default"},
                                    {"housing"},
                                    {"loan"},
                                    {"contact"},
                                    {"month"},
                                    {"day_of_week"},
                                    {"duration", 0, 5000},
                                    {"campaign", 0, 60},
                                    {"pdays", 0, 999},
                                    {"previous", 0, 10},
                                    {"poutcome"},
                                    {"emp.var.rate", -4, 2},
                                    {"cons.price.idx", 92, 95},
                                    {"cons.conf.idx", -55, -25},
                                    {"euribor3m", 0, 6},
                                    {"nr.employed", 4900, 5300}}};
  return layout;
}

table read_table_of(const table_layout& layout, const std::string& folder) {
  const std::string path = folder + "/" + std::string(layout.file);
  const std::vector<row_of_text> rows = complete_rows(layout, path);
  table t;
  t.layout = layout;
  t.words.resize(layout.features.size());
  t.features.resize(static_cast<Eigen::Index>(layout.features.size()),
                    static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < layout.features.size(); ++i)
    t.features.row(static_cast<Eigen::Index>(i)) = numbers_of(rows, i, layout.features[i], t.words[i]);
  std::vector<std::string> classes;
  t.target = numbers_of(rows, layout.features.size(), layout.target, classes);
  if (layout.target.has_words() && classes.size() != 2)
    throw bad_graph_input(fmt::format("{}: column '{}' has {} words; two classes are needed", path,
                                      layout.target.name, classes.size()));
  return t;
}

table generate_table(std::uint32_t rows, bool classes, std::uint64_t seed) {
  table t;
  t.layout = {"generated", "", cli::table_heading::present, {"y", -4, 6}, {}};
  if (classes) t.layout.target = {"class"};
  for (const std::string_view name : {"x0", "x1", "x2", "x3", "x4", "x5"})
    t.layout.features.push_back({name, 0, 1});
  t.layout.features.push_back({"word"});
  t.words.resize(t.layout.features.size());
  t.words.back() = {"a", "b", "c"};
  t.features.resize(static_cast<Eigen::Index>(t.layout.features.size()), rows);
  t.target.resize(rows);
  for (Eigen::Index r = 0; r < t.features.cols(); ++r) {
    simulation_randomness coins(seed, generated_row, static_cast<vertex_id>(r));
    auto x = t.features.col(r);
    for (Eigen::Index f = 0; f < 6; ++f) x[f] = uniform_open(coins);
    x[6] = static_cast<double>(uniform_below(coins, 3));
    const double level = 2.0 * x[0] + (x[1] > 0.5 ? 1.5 : 0.0) - 2.0 * x[2] * x[3] + 0.5 * x[6];
    const double y = std::clamp(level + 0.3 * normal(coins), -4.0, 6.0);
    t.target[r] = classes ? (y > 2.5 ? 1.0 : 0.0) : y;
  }
  return t;
}

row_split split_rows(std::uint32_t rows, double train_share, std::uint64_t seed, std::uint32_t run) {
  simulation_randomness coins(seed, split_of_rows, run);
  const std::vector<std::uint32_t> order = shuffled(rows, coins);
  const auto cut = order.begin() + static_cast<std::ptrdiff_t>(train_share * static_cast<double>(rows));
  return {{order.begin(), cut}, {cut, order.end()}};
}

celled_table cells_of(const table& t, std::span<const std::uint32_t> rows, unsigned cell_count) {
  celled_table cells;
  cells.cell_count = cell_count;
  cells.cells.resize(t.features.rows(), static_cast<Eigen::Index>(rows.size()));
  for (Eigen::Index f = 0; f < t.features.rows(); ++f) {
    const table_column& c = t.layout.features[static_cast<std::size_t>(f)];
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const double v = t.features(f, rows[r]);
      const double cell =
          c.has_words() ? std::fmod(v, cell_count) : cell_count * (v - c.low) / (c.high - c.low);
      cells.cells(f, static_cast<Eigen::Index>(r)) =
          static_cast<std::uint8_t>(std::clamp(cell, 0.0, static_cast<double>(cell_count - 1)));
    }
  }
  return cells;
}

}  // namespace edgeldp::learning
