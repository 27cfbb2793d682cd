// SPDX-License-Identifier: MIT
#include "io/release_file.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>

#include "edgeldp/core/wire/release_file.hpp"

namespace edgeldp::cli {

namespace {

std::optional<release_kind> kind_of_file(const std::string& path) {
  if (!std::filesystem::is_regular_file(path)) return std::nullopt;  // what a pipe says is said once
  std::array<char, release_magic_bytes> bytes{};
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), bytes.size());
  return kind_of_release(std::as_bytes(std::span(bytes)).first(static_cast<std::size_t>(file.gcount())));
}

bad_graph_input fault_in(const std::string& path, const format_error& fault, const char* hint) {
  const bool is_another_kind = fault.offset() < release_magic_bytes;
  return bad_graph_input(path + ": " + fault.what() + (is_another_kind ? hint : ""));
}

}  // namespace

void refuse_file_of_messages(const std::string& path) {
  const auto kind = kind_of_file(path);
  if (kind == release_kind::graph)
    throw bad_graph_input(path +
                          ": is a release, not a graph: `inspect` and `query` read it, and triangles, cycles "
                          "and degrees take it as --release " +
                          path);
  if (kind == release_kind::vectors)
    throw bad_graph_input(
        path + ": is a file of vectors, not a graph: `vectors stats` and `vectors decode` read it");
}

bad_graph_input fault_in_release(const std::string& path, const format_error& fault) {
  return fault_in(path, fault,
                  "; `edgeldp release GRAPH -o FILE` writes one, from a graph whose noisy edges you want");
}

bad_graph_input fault_in_vectors(const std::string& path, const format_error& fault) {
  return fault_in(path, fault, "; `edgeldp vectors encode DATA -o FILE` writes one");
}

}  // namespace edgeldp::cli
