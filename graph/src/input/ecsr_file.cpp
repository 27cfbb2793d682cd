// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/ecsr_file.hpp"

#include <sys/stat.h>

#include <boost/iostreams/device/mapped_file.hpp>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/public_memory.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "input/ecsr_layout.hpp"

namespace edgeldp {

namespace {

/// Numbers of a part of the file, which is aligned.
template <class T>
std::span<const T> numbers_at(std::span<const std::byte> file, std::uint64_t at, std::uint64_t count) {
  return {reinterpret_cast<const T*>(file.data() + at), size_of(count)};
}

/// The graph of a file whose lists `make` makes a csr_graph of: csr_graph::over, or over_sound.
template <class Make>
read_graph_result graph_over(std::span<const std::byte> bytes, const ecsr_layout& layout,
                             const std::shared_ptr<const void>& owner, const Make& make) {
  read_graph_result read;
  read.graph = make(numbers_at<std::uint64_t>(bytes, ecsr_layout::offsets_at(), layout.vertices + 1),
                    numbers_at<vertex_id>(bytes, layout.neighbors_at(), layout.entries), owner);
  read.labels =
      layout.has_labels
          ? vertex_labels::over(numbers_at<std::uint64_t>(bytes, layout.labels_at(), layout.vertices), owner)
          : vertex_labels::in_a_row(layout.vertices);
  read.users_are_declared = layout.users_are_declared;
  return read;
}

/// Which file a path leads to, and which state of it.
std::string state_of(const std::string& path) {
  struct stat found{};
  if (stat(path.c_str(), &found) != 0) return "";
  std::string state = "sound graph";
  for (const std::int64_t part :
       {static_cast<std::int64_t>(found.st_dev), static_cast<std::int64_t>(found.st_ino),
        static_cast<std::int64_t>(found.st_size), static_cast<std::int64_t>(found.st_mtim.tv_sec),
        static_cast<std::int64_t>(found.st_mtim.tv_nsec)})
    state += ' ' + std::to_string(part);
  return state;
}

struct mapped_file {
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;
};

mapped_file map_file(const std::string& path) {
  auto mapped = std::make_shared<boost::iostreams::mapped_file_source>();
  try {
    mapped->open(path);
  } catch (const std::exception& e) {
    throw io_error("cannot open " + path + ": " + e.what());
  }
  return {std::as_bytes(std::span(mapped->data(), mapped->size())), mapped};
}

/// One process of a machine checks the file for all that have it open together: what they hold of
/// it under its name is nothing, but whoever holds it knows that it was sound.
read_graph_result open_together(public_memory& memory, const std::string& path, const std::string& state,
                                const mapped_file& file) {
  const held_bytes sound = memory.hold(state, [&] {
    ecsr_over(file.bytes, file.owner, path);
    return held_bytes{};
  });
  const auto both =
      std::make_shared<const std::pair<std::shared_ptr<const void>, held_bytes>>(file.owner, sound);
  return graph_over(file.bytes, read_ecsr_layout(file.bytes, path), both, csr_graph::over_sound);
}

}  // namespace

read_graph_result ecsr_over(std::span<const std::byte> bytes, std::shared_ptr<const void> owner,
                            const std::string& name) {
  const ecsr_layout layout = read_ecsr_layout(bytes, name);
  check_ecsr_sums(bytes, layout, name);
  try {
    return graph_over(bytes, layout, owner, csr_graph::over);
  } catch (const invalid_parameter& e) {
    throw bad_graph_input(name + ": " + e.what());
  }
}

read_graph_result open_ecsr(const std::string& path) {
  const std::string state = state_of(path);
  const mapped_file file = map_file(path);
  public_memory* const memory = public_memory_scope::active();
  if (memory != nullptr && !state.empty() && state_of(path) == state)
    return open_together(*memory, path, state, file);
  return ecsr_over(file.bytes, file.owner, path);
}

void write_ecsr(const std::string& path, const read_graph_result& read) {
  if (!read.names.empty())
    throw invalid_parameter("a graph file numbers its users and has no names: write " + path +
                            " from a file of numbers");
  const csr_graph& g = read.graph;
  ecsr_layout layout{g.vertex_count(), g.all_neighbors().size(), false, read.users_are_declared};
  const std::vector<std::uint64_t> labels = read.labels.listed();
  layout.has_labels = !are_own_numbers(labels);
  ecsr_writer file(path);
  const std::uint64_t no_vertex = 0;
  file.put(ecsr_layout::offsets_at(),
           g.vertex_count() == 0 ? std::span<const std::uint64_t>(&no_vertex, 1) : g.offsets());
  file.put(layout.neighbors_at(), g.all_neighbors());
  if (layout.has_labels) file.put<std::uint64_t>(layout.labels_at(), labels);
  file.finish(layout);
}

}  // namespace edgeldp
