// SPDX-License-Identifier: MIT
#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The first lines of a table, cut into cells, as checks of a file look at them.
namespace edgeldp {

/// What is kept of a line.
struct table_row {
  std::vector<std::string> cells;  ///< the first few; of a sample one at least
  std::size_t count = 0;
  bool is_binary = true, is_whole = true, is_numeric = true;
};

struct table_sample {
  std::vector<table_row> rows;  ///< that have a cell
  std::uint64_t lines = 0;      ///< with data, of the whole text
  std::uint64_t written = 0;    ///< all lines but comments, up to the last with data
};

table_sample sample_of(std::string_view text);

bool is_digits(std::string_view cell);
bool is_a_number(std::string_view cell);

using id_set = boost::unordered_flat_set<std::string_view>;

/// What stands in one column; of the cells of the sample, which has to outlive it.
id_set ids_in(const table_sample& sample, std::size_t column);

}  // namespace edgeldp
