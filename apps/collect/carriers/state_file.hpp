// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "collect/client/state.hpp"

namespace edgeldp::collect {

/// A file that one process at a time may use.
class state_file final : public state_keeper {
 public:
  enum class opening { anew, existing };
  /// The file that the path leads to: two names of one file are one state. `anew` begins again
  /// where a state is there of which nothing was said yet.
  /// Errors: io_error, which says what to do, for a state of which something was said (anew), one
  ///     that is missing (existing), has a second name on the disk (a hard link) or is in use by
  ///     another process.
  state_file(std::filesystem::path path, opening how);
  ~state_file() override;
  state_file(const state_file&) = delete;
  state_file& operator=(const state_file&) = delete;

  bool exists() const;
  byte_string load() override;
  void save(const byte_string& bytes) override;

 private:
  /// Errors: format_error.
  void require_sound(const byte_string& bytes) const;
  void require_usable(opening how);

  std::filesystem::path m_path;
  int m_lock = -1;
};

}  // namespace edgeldp::collect
