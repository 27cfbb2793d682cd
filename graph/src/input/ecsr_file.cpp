// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/ecsr_file.hpp"

#include <algorithm>
#include <boost/iostreams/device/mapped_file.hpp>
#include <memory>
#include <numeric>

#include "edgeldp/core/base/error.hpp"
#include "input/ecsr_layout.hpp"

namespace edgeldp {

namespace {

/// Numbers of a part of the file, which is aligned.
template <class T>
std::span<const T> numbers_at(std::span<const std::byte> file, std::uint64_t at, std::uint64_t count) {
  return {reinterpret_cast<const T*>(file.data() + at), count};
}

}  // namespace

read_graph_result ecsr_over(std::span<const std::byte> bytes, std::shared_ptr<const void> owner,
                            const std::string& name) {
  const ecsr_layout layout = read_ecsr_layout(bytes, name);
  check_ecsr_sums(bytes, layout, name);
  read_graph_result read;
  try {
    read.graph = csr_graph::over(
        numbers_at<std::uint64_t>(bytes, ecsr_layout::offsets_at(), layout.vertices + 1),
        numbers_at<vertex_id>(bytes, layout.neighbors_at(), layout.entries), std::move(owner));
  } catch (const invalid_parameter& e) {
    throw bad_graph_input(name + ": " + e.what());
  }
  read.labels.resize(layout.vertices);
  if (layout.has_labels)
    std::ranges::copy(numbers_at<std::uint64_t>(bytes, layout.labels_at(), layout.vertices),
                      read.labels.begin());
  else
    std::iota(read.labels.begin(), read.labels.end(), std::uint64_t{0});
  read.users_are_declared = layout.users_are_declared;
  return read;
}

read_graph_result open_ecsr(const std::string& path) {
  auto mapped = std::make_shared<boost::iostreams::mapped_file_source>();
  try {
    mapped->open(path);
  } catch (const std::exception& e) {
    throw io_error("cannot open " + path + ": " + e.what());
  }
  const std::span<const char> bytes(mapped->data(), mapped->size());
  return ecsr_over(std::as_bytes(bytes), std::move(mapped), path);
}

void write_ecsr(const std::string& path, const read_graph_result& read) {
  if (!read.names.empty())
    throw invalid_parameter("a graph file numbers its users and has no names: write " + path +
                            " from a file of numbers");
  const csr_graph& g = read.graph;
  ecsr_layout layout{g.vertex_count(), g.all_neighbors().size(), false, read.users_are_declared};
  layout.has_labels = !are_own_numbers(read.labels);
  ecsr_writer file(path);
  const std::uint64_t no_vertex = 0;
  file.put(ecsr_layout::offsets_at(),
           g.vertex_count() == 0 ? std::span<const std::uint64_t>(&no_vertex, 1) : g.offsets());
  file.put(layout.neighbors_at(), g.all_neighbors());
  if (layout.has_labels) file.put<std::uint64_t>(layout.labels_at(), read.labels);
  file.finish(layout);
}

}  // namespace edgeldp
