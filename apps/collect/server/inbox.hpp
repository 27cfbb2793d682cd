// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "collect/task/problem.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"

namespace edgeldp::collect {

/// A folder of messages, a file each, into which anybody may have put anything.
///
/// Names are looked up relative to the folder as it was opened, and no link is followed, so nothing
/// outside of it is read, moved or written. What is refused goes to its folder `refused`, where
/// that is a folder of this user that nobody else may write to (it is made where it is missing);
/// otherwise to a folder `refused` of the collection's own.
/// Errors: io_error with the path, here and below.
class inbox {
 public:
  /// spare: the collection's private folder.
  inbox(std::filesystem::path folder, std::filesystem::path spare);
  ~inbox();
  inbox(const inbox&) = delete;
  inbox& operator=(const inbox&) = delete;

  /// Of what lies there, in their order, but for folders, `refused` and what begins with a dot.
  /// Cost: the names of at most so many; `more` says whether there are others.
  struct listing {
    std::vector<std::string> names;
    bool has_more = false;
  };
  listing names(std::size_t most) const;

  /// A message. Nothing is waited for, and no more than `most` bytes are held.
  /// Errors: problem for what is no file or is longer; io_error where it cannot be read.
  byte_string read(const std::string& name, std::uint64_t most) const;

  void remove(const std::string& name) const;

  /// Moves a file away, with the reason beside it.
  void put_aside(const std::string& name, const problem& why);
  /// Whether that was to the collection's own folder.
  bool uses_spare() const noexcept { return m_uses_spare; }

 private:
  std::filesystem::path m_path, m_spare;
  int m_folder = -1, m_refused = -1;
  bool m_uses_spare = false;
};

}  // namespace edgeldp::collect
