// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

#include "collect/task/parts.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"

namespace edgeldp::collect {

/// What is being downloaded, part after part: in memory while it is short, and from then on in a
/// file that has no name and is gone with the last who holds it. The system may forget the pages of
/// such a file whenever it needs memory, since they are on the disk.
/// Errors: io_error where the disk refuses.
class download {
 public:
  /// What is no longer than this stays in memory.
  static constexpr std::size_t short_bytes = part_bytes;

  /// folder: where the file lies; empty: where the system has temporary files.
  explicit download(std::filesystem::path folder) : m_folder(std::move(folder)) {}
  ~download();
  download(const download&) = delete;
  download& operator=(const download&) = delete;

  void add(std::span<const std::byte> part);
  /// As if nothing had come.
  void begin_again();
  std::uint64_t size() const noexcept { return m_on_disk + m_waiting.size(); }

  /// All that came; nothing may be added afterwards.
  held_bytes hold() &&;

 private:
  void write_waiting();

  std::filesystem::path m_folder;
  int m_file = -1;
  std::uint64_t m_on_disk = 0;
  byte_string m_waiting;  ///< for the disk, or all of what is short
};

}  // namespace edgeldp::collect
