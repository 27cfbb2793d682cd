// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/graph/input/read_graph.hpp"

/// Graph files `.ecsr`: a graph in a file as it lies in memory, which is mapped and not read.
/// Format: graph/doc/graph_file.md.
namespace edgeldp {

/// Whether a file that begins so is an .ecsr file, of whatever version.
bool begins_as_ecsr(std::string_view first_bytes) noexcept;

/// The graph of an .ecsr file, which stays mapped as long as the graph or a copy of it lives.
///
/// Untrusted: every byte is under a checksum, sizes follow from the header, and lists have the
///     shapes of csr_graph, so that no reader of the graph leaves it. Checksums find damage; they
///     do not say who wrote the file. Within a public_memory_scope one process checks it, and those
///     that open it in the same state meanwhile take its word.
/// Requires: nobody changes or cuts the file while the graph lives, which is not noticed.
/// Errors: io_error with path and cause; bad_graph_input naming what is wrong and where: a file
///     that was cut, extended or altered, a version or a flag that is not known here.
/// Cost: one pass over the file, in parallel: 0.3 s for 12.2 million edges (99 MB, in the page
///     cache, 2 cores). No memory: pages of the file are shared between processes.
read_graph_result open_ecsr(const std::string& path);

/// The same of bytes in memory that `owner` keeps; `name` appears in messages.
/// Requires: bytes aligned to 8.
read_graph_result ecsr_over(std::span<const std::byte> bytes, std::shared_ptr<const void> owner,
                            const std::string& name);

/// Writes a graph that is in memory, whole or not at all.
/// Errors: io_error; invalid_parameter for a graph with names, which such files do not hold, and
///     for a path that is no file.
void write_ecsr(const std::string& path, const read_graph_result& read);

/// What an ecsr_builder made.
struct ecsr_summary {
  std::uint64_t vertices = 0;
  count_type edges = 0;
  bool users_are_declared = false;
  std::uint64_t self_loops = 0, duplicates = 0;  ///< added, and left out
  std::uint64_t spilled_bytes = 0;               ///< of temporary data, at most, beside the file
};

/// Writes a graph whose edges do not fit into memory: they are sorted outside of it.
///
/// Edges fill a buffer; each time it is full it is sorted and goes to a temporary file without a
/// name, in the folder of the result. At the end all parts are merged. The file is the same as
/// write_ecsr's, whatever the size of the buffer, the order of edges and the number of threads.
///
/// Memory: the buffer, and 8 bytes a vertex at the end. Disk: 16 bytes an edge besides the result;
///     the system frees it however the process ends.
/// Threads: one object a thread; sorting is parallel.
class ecsr_builder {
 public:
  /// memory: bytes of the buffer, at least 1 MiB.
  /// Errors: io_error; invalid_parameter for a path that is no file.
  ecsr_builder(std::string path, std::uint64_t memory);
  ~ecsr_builder();
  ecsr_builder(const ecsr_builder&) = delete;
  ecsr_builder& operator=(const ecsr_builder&) = delete;

  /// An edge in any direction; self-loops and repeats vanish.
  /// Errors: io_error, such as a full disk.
  void add(vertex_id u, vertex_id v);

  /// Writes the file. labels: one a vertex, or none if a vertex is called by its number.
  /// Errors: invalid_parameter for an edge that was added with an end that is not below n, or
  ///     another number of labels; io_error.
  ecsr_summary finish(std::uint64_t n, std::span<const std::uint64_t> labels, bool users_are_declared);

 private:
  struct parts;
  std::unique_ptr<parts> m_parts;
};

/// What convert_to_ecsr made, and of what.
struct conversion {
  ecsr_summary written;
  clean_up_report clean_up;
  bool is_streamed = false;
};

/// From a text file to an .ecsr file within so many bytes of memory (and 70 bytes a vertex).
///
/// A text that takes more, six times its length, is streamed as an edge list: ids are numbered as
/// read_graph does, so that the graph is the same, but nothing tells users from items. Others are
/// read by read_graph, in any of its formats.
/// Errors: those of read_graph and ecsr_builder; bad_graph_input where streaming would need what a
///     header or another format says, naming how much memory that takes.
conversion convert_to_ecsr(const std::string& from, const reading& how, const std::string& to,
                           std::uint64_t memory);

}  // namespace edgeldp
