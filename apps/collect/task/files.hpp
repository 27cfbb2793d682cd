// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "collect/task/parts.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"

/// Files of whoever keeps or publishes what a collection says.
namespace edgeldp::collect {

/// A file's bytes; nothing where there is none. Pipes and devices are no files.
/// Errors: io_error; format_error for more than `most` bytes.
std::optional<byte_string> read_file(const std::filesystem::path& path, std::uint64_t most);

/// Hands a file's bytes over part after part, as read_file would read them; false where there is no
/// file.
/// Errors: as read_file, once what came before was handed over.
bool read_in_parts(const std::filesystem::path& path, std::uint64_t most, const part_taker& take);

/// A file that is read where it lies: its pages are in memory while somebody looks at them.
/// Errors: io_error, also where there is none. Who shortens it meanwhile ends this process.
class mapped_file {
 public:
  explicit mapped_file(const std::filesystem::path& path);
  ~mapped_file();
  mapped_file(const mapped_file&) = delete;
  mapped_file& operator=(const mapped_file&) = delete;

  std::span<const std::byte> bytes() const noexcept { return m_bytes; }
  /// Lets go of all pages: they are read again where somebody looks again.
  void forget_pages() const noexcept;

 private:
  std::span<const std::byte> m_bytes;
};

/// name_of what is in a file.
/// Errors: io_error, also where there is none, or where it grows or shrinks meanwhile.
std::string name_of_file(const std::filesystem::path& path);

/// Writes a whole file that its owner alone may read, by an atomic_file.
/// Errors: io_error.
void write_private(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace edgeldp::collect
