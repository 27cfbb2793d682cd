// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/table_file.hpp"
#include "reproduce/learning/boosted_trees.hpp"
#include "reproduce/learning/network.hpp"

/// Tables to learn from: public data sets of the UCI archive, or generated.
namespace edgeldp::learning {

/// A column and what is public about it: the interval of its numbers, or (low == high) that it
/// holds words.
struct table_column {
  std::string_view name;
  double low = 0.0, high = 0.0;
  bool has_words() const { return low == high; }
};

/// A table's public description. Intervals are those of the measured quantity or of the published
/// description, never read off the file.
struct table_layout {
  std::string_view name, file;
  cli::table_heading heading = cli::table_heading::present;
  table_column target;
  std::vector<table_column> features;
};

const table_layout& abalone();          ///< rings of an abalone from its size
const table_layout& bias_correction();  ///< tomorrow's largest temperature from a forecast
const table_layout& adult();            ///< an income above 50 000 dollars, from a census
const table_layout& bank();             ///< whether a client of a bank subscribes, from a campaign

struct table {
  table_layout layout;
  std::vector<std::vector<std::string>> words;  ///< of each feature, sorted; empty where it has numbers
  Eigen::MatrixXd features;                     ///< features x rows; words as their number
  Eigen::VectorXd target;                       ///< numbers, or 0 and 1 in the order of the words
};

/// The layout's file in a folder. Rows with an empty or absent number are left out; an absent word
/// ("?") is a word; numbers are brought into their column's interval. The set of a column's words
/// is part of the data set's published description: it is read off the file only to not repeat it
/// here.
/// Errors: as read_table; bad_graph_input when no row is left or a target of words has not exactly
///     two.
table read_table_of(const table_layout& layout, const std::string& folder);

/// Numbers x0 .. x5 in [0, 1] and words a, b, c; the target follows from them with some noise, as a
/// number in [-4, 6] or as one of two classes of which the second has about a quarter of the rows.
table generate_table(std::uint32_t rows, bool classes, std::uint64_t seed);

/// A random half-open share of the rows, for training, and the others. Rows in random order.
struct row_split {
  std::vector<std::uint32_t> train, test;
};
row_split split_rows(std::uint32_t rows, double train_share, std::uint64_t seed, std::uint32_t run);

/// Numbers by equal cells of their interval, words by their number (modulo the cells).
celled_table cells_of(const table& t, std::span<const std::uint32_t> rows, unsigned cell_count);

}  // namespace edgeldp::learning
