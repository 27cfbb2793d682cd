// SPDX-License-Identifier: MIT
// What a file of rows says before its rows, whichever its format.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "wire/rows.hpp"
#include "wire/sections.hpp"

namespace edgeldp::wire {

template <class Layout>
inline constexpr bool is_graph = std::is_same_v<Layout, release_layout>;

template <class Layout>
struct file_kind {
  static constexpr file_magic magic = {0x89, 'E', 'L', 'D', is_graph<Layout> ? 'P' : 'V', '\r', '\n', 0x1a};
  static constexpr const char* is_another =
      is_graph<Layout> ? "not an edgeldp release file" : "not an edgeldp file of vectors";
  using parameters = std::conditional_t<is_graph<Layout>, release_parameters, vector_parameters>;
  using bytes = std::conditional_t<is_graph<Layout>, release_sizes, vector_release_sizes>;
};

template <class Layout>
struct file_front {
  typename file_kind<Layout>::parameters parameters;
  std::vector<std::int64_t> degrees, sizes;  ///< degrees: of graphs
  std::vector<vertex_id> absent;
  file_notes notes;     ///< of graphs
  std::string catalog;  ///< of vectors
  typename file_kind<Layout>::bytes bytes;
  /// Index and blocks are bytes [rows_at, rows_end) of the file; `outside` others may stand for
  /// their words.
  std::uint64_t rows_at = 0, rows_end = 0, outside = 0;
  std::uint64_t parameters_at = 0;
  filling filled = filling::least;
};

/// Errors: format_error for what is not a file of format 1 (core/doc/format-1.md).
template <class Layout>
file_front<Layout> read_first_format(byte_span file);
extern template file_front<release_layout> read_first_format<release_layout>(byte_span file);
extern template file_front<vector_layout> read_first_format<vector_layout>(byte_span file);

}  // namespace edgeldp::wire
