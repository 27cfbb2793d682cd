// SPDX-License-Identifier: MIT
#include "io/release_file.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace edgeldp::cli {

namespace {

// How files of messages begin (core/doc/format.md).
constexpr std::string_view release_magic =
    "\x89"
    "ELDP\r\n\x1a";
constexpr std::string_view vectors_magic =
    "\x89"
    "ELDV\r\n\x1a";

std::string first_bytes(const std::string& path) {
  if (!std::filesystem::is_regular_file(path)) return "";  // what a pipe says is said once
  std::array<char, release_magic.size()> bytes{};
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), bytes.size());
  return {bytes.data(), static_cast<std::size_t>(file.gcount())};
}

bad_graph_input fault_in(const std::string& path, const format_error& fault, const char* hint) {
  const bool is_another_kind = fault.offset() < release_magic.size();
  return bad_graph_input(path + ": " + fault.what() + (is_another_kind ? hint : ""));
}

}  // namespace

void refuse_file_of_messages(const std::string& path) {
  const std::string bytes = first_bytes(path);
  if (bytes == release_magic)
    throw bad_graph_input(path +
                          ": is a release, not a graph: `inspect` and `query` read it, and triangles, cycles "
                          "and degrees take it as --release " +
                          path);
  if (bytes == vectors_magic)
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
