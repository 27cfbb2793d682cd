// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "collect/collector/public_path.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"

/// The files of public_path.hpp, as a server hands them out.
namespace edgeldp::collect {

/// A file in memory, and its name.
class public_file {
 public:
  /// Maps it.
  /// Errors: io_error.
  public_file(int descriptor, std::uint64_t size);
  /// A copy, for files that somebody may write over.
  explicit public_file(byte_string bytes);
  ~public_file();
  public_file(const public_file&) = delete;
  public_file& operator=(const public_file&) = delete;

  std::span<const char> bytes() const noexcept { return {m_data, m_size}; }
  /// The SHA-256 of the bytes, in quotation marks: a strong validator.
  const std::string& etag() const noexcept { return m_etag; }

 private:
  byte_string m_copy;
  const char* m_data = nullptr;
  std::size_t m_size;
  std::string m_etag;
};

/// Opens each file once as long as nobody replaces it.
/// Threads: one at a time; files that it gave outlive it.
class public_files {
 public:
  explicit public_files(std::filesystem::path folder) : m_folder(std::move(folder)) {}
  /// Null: there is none.
  /// Errors: io_error.
  std::shared_ptr<const public_file> open(const public_path& path);

 private:
  struct opened {
    std::uint64_t inode = 0, size = 0;
    std::int64_t changed = 0;  ///< nanoseconds since 1970
    std::shared_ptr<const public_file> file;
  };
  std::filesystem::path m_folder;
  std::map<std::string, opened> m_opened;
};

}  // namespace edgeldp::collect
