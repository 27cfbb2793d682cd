// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/core/wire/vector_release.hpp"

/// Files of rows, of both kinds: releases of graphs and of vectors (core/doc/format.md).
namespace edgeldp {

class release_reader;
class vector_release_reader;
using any_release_reader = std::variant<release_reader, vector_release_reader>;

/// What both readers do: a file is read whole when it is opened (mapped above 256 MiB: then nobody
/// may shorten it). Opening checks header and public sections; a block's checksum is checked when
/// it is read.
///
/// Errors: io_error (path, cause); format_error with the byte offset, for every malformed,
///     truncated or altered file. Allocates at most a constant times the file's size.
template <class Layout, class Sizes>
class row_file_reader {
 public:
  explicit row_file_reader(const std::string& path);
  /// Over bytes in memory, which must outlive the reader.
  explicit row_file_reader(std::span<const std::byte> bytes);
  ~row_file_reader();
  row_file_reader(row_file_reader&&) noexcept;

  const Layout& layout() const noexcept;
  Sizes sizes() const noexcept;
  /// Users whose rows never came.
  const std::vector<vertex_id>& absent() const noexcept;
  std::uint64_t block_count() const noexcept;

 protected:
  struct state;
  explicit row_file_reader(std::unique_ptr<state> file);
  friend any_release_reader read_any_release(const std::string& path);
  std::unique_ptr<state> m_state;
};

/// A release file.
class release_reader : public row_file_reader<release_layout, release_sizes> {
 public:
  using row_file_reader::row_file_reader;

  const file_notes& notes() const noexcept;

  /// The noisy bit of {u, v}, decoding only the block of its owner.
  /// Errors: invalid_parameter unless u, v < n.
  bool edge(vertex_id u, vertex_id v) const;

  /// Decodes everything, in parallel over blocks.
  release load() const;
};

/// A file of vectors.
class vector_release_reader : public row_file_reader<vector_layout, vector_release_sizes> {
 public:
  using row_file_reader::row_file_reader;

  const std::string& catalog() const noexcept;

  /// The noisy offset of user u at an item, decoding only u's block.
  /// Errors: invalid_parameter unless u < users and item < length.
  std::uint32_t offset(vertex_id u, std::uint32_t item) const;

  /// Decodes everything, in parallel over blocks.
  vector_release load() const;
};

/// How the bytes of a file divide, without notes, and without making it. Rows are coded and not
/// kept; who has their bytes (write_rows) says how many they are.
release_sizes sizes_of(const release& rows);
release_sizes sizes_of(const release& rows, std::uint64_t row_bytes);
vector_release_sizes sizes_of(const vector_release& rows);

/// A file of either kind, by its first bytes.
/// Errors: as the readers; format_error at offset 0 for a file of neither kind.
any_release_reader read_any_release(const std::string& path);
any_release_reader read_any_release(std::span<const std::byte> bytes);

/// Of which kind a file is that begins so; none for any other.
enum class release_kind { graph, vectors };
std::optional<release_kind> kind_of_release(std::span<const std::byte> first_bytes) noexcept;
/// So many bytes say it.
inline constexpr std::size_t release_magic_bytes = 8;

}  // namespace edgeldp
