// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "input/text_input.hpp"

/// Matrix Market coordinate files.
namespace edgeldp {

inline constexpr std::string_view matrix_market_mark = "%%MatrixMarket";

/// True for a text with the banner, behind blank lines or none.
bool begins_as_matrix_market(std::string_view text);

/// True for a text with the banner or a file with the extension.
bool is_matrix_market(std::string_view text, const std::string& name);

struct matrix_entries {
  std::uint64_t rows = 0, columns = 0;
  std::vector<std::pair<vertex_id, vertex_id>> entries;  ///< from 0
  clean_up_report clean_up;
  bool is_symmetric = false;  ///< an entry stands for its mirror image too
};

enum class matrix_shape { square, any };

/// Errors: bad_graph_input that names the line.
matrix_entries parse_matrix_entries(std::string_view text, const std::string& name, matrix_shape shape);

}  // namespace edgeldp
