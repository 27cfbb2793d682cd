// SPDX-License-Identifier: MIT
#include "input/sized_pair.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

constexpr std::string_view edges_extension = ".e", sizes_extension = ".meta";

std::string without_extension(const std::string& path, std::string_view extension) {
  const bool is_packed = has_extension(path, extension) && !lower_case(path).ends_with(extension);
  const std::size_t packed = is_packed ? path.size() - path.rfind('.') : 0;
  return path.substr(0, path.size() - packed - extension.size());
}

/// The file, plain or packed, if it is there.
std::optional<std::string> find_file(const std::string& path) {
  for (const char* packed : {"", ".gz", ".bz2", ".xz", ".zst"}) {
    std::error_code ignored;
    if (std::filesystem::exists(path + packed, ignored)) return path + packed;
  }
  return std::nullopt;
}

}  // namespace

std::optional<sized_pair> find_sized_pair(const std::string& path) {
  if (has_extension(path, sizes_extension)) {
    const std::string edges = without_extension(path, sizes_extension).append(edges_extension);
    return sized_pair{find_file(edges).value_or(edges), path};
  }
  if (!has_extension(path, edges_extension)) return std::nullopt;
  const auto sizes = find_file(without_extension(path, edges_extension).append(sizes_extension));
  if (!sizes) return std::nullopt;
  return sized_pair{path, *sizes};
}

size_header parse_sizes(std::string_view text, const std::string& name) {
  text = without_mark(text);
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t lines = 1; !text.empty(); ++lines) {
    const std::string_view line = take_line(text);
    line_cursor cursor(line);
    cursor.skip_blanks();
    if (!cursor.at_end() && (cursor.peek() == '#' || cursor.peek() == '%')) continue;
    while (!cursor.at_end()) {
      std::uint64_t number = 0;
      if (!cursor.take(number) || !cursor.skip_separator())
        fail_line(name, lines, line, "sizes: numbers of left and right vertices, then perhaps of edges");
      numbers.push_back(number);
    }
  }
  if (numbers.size() != 2 && numbers.size() != 3)
    throw bad_graph_input(name + ": expected two or three sizes (left, right, edges), found " +
                          std::to_string(numbers.size()));
  size_header sizes;
  sizes.where = name;
  sizes.is_bipartite = true;
  sizes.left = numbers[0];
  sizes.right = numbers[1];
  if (numbers.size() == 3) sizes.edges = numbers[2];
  return sizes;
}

std::vector<std::uint64_t> ids_of_side(const size_header& sizes, bool is_right,
                                       std::span<const std::uint64_t> labels, const std::string& name,
                                       std::size_t bytes) {
  const std::uint64_t count = is_right ? *sizes.right : *sizes.left;
  const char* const side = is_right ? "right" : "left";
  const std::string said =
      sizes.where + " says that there are " + std::to_string(count) + ' ' + side + " vertices";
  if (count > most_vertices(bytes))
    throw bad_graph_input(said + ", which is too many for a text of " + std::to_string(bytes) + " bytes");
  const auto [least, most] = ranges::minmax(labels);
  std::vector<std::uint64_t> starts = {0, 1};
  if (is_right) starts.insert(starts.end(), {*sizes.left, *sizes.left + 1});
  for (const std::uint64_t start : starts) {
    if (least < start || most - start >= count) continue;
    std::vector<std::uint64_t> ids(count);
    std::iota(ids.begin(), ids.end(), start);
    return ids;
  }
  throw bad_graph_input(said + ", but in " + name + " their ids are " + std::to_string(least) + " to " +
                        std::to_string(most));
}

}  // namespace edgeldp
