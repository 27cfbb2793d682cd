// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/gap_file.hpp"

#include <algorithm>
#include <boost/iostreams/device/mapped_file.hpp>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/run_watch.hpp"

namespace edgeldp {

namespace {

struct gap_header {
  bool is_directed = false;
  std::uint64_t entries = 0, vertices = 0;
};
constexpr std::uint64_t header_bytes = 17;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw bad_graph_input(path + ": " + why);
}

template <class T>
std::vector<T> numbers_at(std::span<const char> bytes, std::uint64_t at, std::uint64_t count) {
  std::vector<T> numbers(count);
  if (count > 0) std::memcpy(numbers.data(), bytes.data() + at, count * sizeof(T));
  return numbers;
}

gap_header read_header(std::span<const char> bytes, const std::string& path) {
  if (bytes.size() < header_bytes) refuse(path, "ends within the header of a .sg file: it was cut");
  gap_header h;
  if (bytes[0] != 0 && bytes[0] != 1) refuse(path, "does not begin like a .sg file, with a byte 0 or 1");
  h.is_directed = bytes[0] == 1;
  std::memcpy(&h.entries, bytes.data() + 1, 8);
  std::memcpy(&h.vertices, bytes.data() + 9, 8);
  constexpr std::uint64_t most_vertices = std::uint64_t{1} << 31, most_entries = std::uint64_t{1} << 56;
  if (h.vertices > most_vertices || h.entries > most_entries)
    refuse(path, "its header names " + std::to_string(h.vertices) + " vertices and " +
                     std::to_string(h.entries) + " entries: more than a .sg file can have");
  const std::uint64_t lists = 8 * (h.vertices + 1) + 4 * h.entries;
  const std::uint64_t size = header_bytes + (h.is_directed ? 2 : 1) * lists;
  // Directed graphs may come without their incoming edges, which say nothing new.
  if (bytes.size() != size && !(h.is_directed && bytes.size() == header_bytes + lists))
    refuse(path, "has " + std::to_string(bytes.size()) + " bytes where its header says " +
                     std::to_string(size) + ": it was cut or added to, or has weights");
  return h;
}

struct lists {
  std::vector<std::uint64_t> offsets;
  std::vector<vertex_id> neighbors;
};

lists read_lists(std::span<const char> bytes, const gap_header& h, const std::string& path) {
  lists read{numbers_at<std::uint64_t>(bytes, header_bytes, h.vertices + 1),
             numbers_at<vertex_id>(bytes, header_bytes + 8 * (h.vertices + 1), h.entries)};
  if (read.offsets.front() != 0 || read.offsets.back() != h.entries || !ranges::is_sorted(read.offsets))
    refuse(path, "its offsets do not rise from 0 to the number of entries, " + std::to_string(h.entries));
  const auto outside = ranges::find_if(read.neighbors, [&](vertex_id v) { return v >= h.vertices; });
  if (outside != read.neighbors.end())
    refuse(path, "entry " + std::to_string(outside - read.neighbors.begin()) + " is vertex " +
                     std::to_string(*outside) + " of " + std::to_string(h.vertices));
  return read;
}

/// From lists of any order, with loops and repeats, at one end of an edge or at both.
csr_graph cleaned(const lists& read) {
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  edges.reserve(read.neighbors.size());
  for (std::uint64_t v = 0; v + 1 < read.offsets.size(); ++v)
    for (std::uint64_t i = read.offsets[v]; i < read.offsets[v + 1]; ++i)
      edges.emplace_back(static_cast<vertex_id>(v), read.neighbors[i]);
  return {read.offsets.size() - 1, edges};
}

}  // namespace

csr_graph read_gap(const std::string& path) {
  boost::iostreams::mapped_file_source mapped;
  try {
    mapped.open(path);
  } catch (const std::exception& e) {
    throw io_error("cannot open " + path + ": " + e.what());
  }
  tell_stage("reading");
  const std::span<const char> bytes(mapped.data(), mapped.size());
  const gap_header h = read_header(bytes, path);
  const auto read = std::make_shared<const lists>(read_lists(bytes, h, path));
  if (h.is_directed) return cleaned(*read);
  try {
    return csr_graph::over(read->offsets, read->neighbors, read);
  } catch (const invalid_parameter&) {  // what its converter cleans away
    return cleaned(*read);
  }
}

void write_gap(const std::string& path, const csr_graph& g) {
  if (g.vertex_count() > std::numeric_limits<std::int32_t>::max())
    throw invalid_parameter(path + ": a .sg file has at most 2^31 - 1 vertices, not " +
                            std::to_string(g.vertex_count()));
  atomic_file file(path);
  const auto put = [&]<class T>(std::span<const T> numbers) { file.write(std::as_bytes(numbers)); };
  const char undirected = 0;
  const std::uint64_t sizes[] = {g.all_neighbors().size(), g.vertex_count()};
  const std::uint64_t no_vertex = 0;
  put(std::span(&undirected, 1));
  put(std::span<const std::uint64_t>(sizes));
  put(g.vertex_count() == 0 ? std::span(&no_vertex, 1) : g.offsets());
  put(g.all_neighbors());
  file.commit();
}

}  // namespace edgeldp
