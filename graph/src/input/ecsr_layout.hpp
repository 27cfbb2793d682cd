// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "edgeldp/core/base/atomic_file.hpp"
#include "input/open_file.hpp"

/// Where what lies in an .ecsr file (graph/doc/graph_file.md), and its checksums.
namespace edgeldp {

static_assert(std::endian::native == std::endian::little, "mapped files are little-endian");

struct ecsr_layout {
  static constexpr std::uint64_t header_bytes = 64, block_bytes = std::uint64_t{1} << 20;

  std::uint64_t vertices = 0, entries = 0;  ///< entries: neighbours of all vertices
  bool has_labels = false, users_are_declared = false;

  static constexpr std::uint64_t offsets_at() { return header_bytes; }
  std::uint64_t neighbors_at() const { return offsets_at() + 8 * (vertices + 1); }
  std::uint64_t labels_at() const { return (neighbors_at() + 4 * entries + 7) / 8 * 8; }
  /// Ends what the blocks' checksums cover, from the header on.
  std::uint64_t checksums_at() const { return labels_at() + (has_labels ? 8 * vertices : 0); }
  std::uint64_t blocks() const { return (checksums_at() - header_bytes + block_bytes - 1) / block_bytes; }
  /// A number a block, and one of them all.
  std::uint64_t size() const { return checksums_at() + 4 * (blocks() + 1); }
};

/// Whether every vertex is called by its number, so that the file need not say how.
bool are_own_numbers(std::span<const std::uint64_t> labels);

/// Errors: bad_graph_input, for a file that is not as long as it says too.
ecsr_layout read_ecsr_layout(std::span<const std::byte> file, const std::string& name);

/// Errors: bad_graph_input naming the first block that is damaged.
void check_ecsr_sums(std::span<const std::byte> file, const ecsr_layout& layout, const std::string& name);

/// An .ecsr file that is being written: its parts in any order, then the rest.
class ecsr_writer {
 public:
  /// Errors: io_error; invalid_parameter for a path that is no file.
  explicit ecsr_writer(const std::string& path);

  template <class T>
  void put(std::uint64_t at, std::span<const T> numbers) {
    m_bytes.write_at(at, std::as_bytes(numbers));
  }

  /// Writes checksums and header, and makes the file visible. All parts have been put.
  void finish(const ecsr_layout& layout);

 private:
  atomic_file m_file;
  open_file m_bytes;
};

}  // namespace edgeldp
