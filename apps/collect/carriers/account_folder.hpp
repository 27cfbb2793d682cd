// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "collect/client/personal_account.hpp"

namespace edgeldp::collect {

/// A folder of files that are written once: a backup that comes back over them changes none, and
/// removes none that is newer. Each is named by the digest of its bytes.
class account_folder final : public account_keeper {
 public:
  /// Nothing is made before begin(), which makes the folder, for its owner alone.
  explicit account_folder(std::filesystem::path folder);
  ~account_folder() override;
  account_folder(const account_folder&) = delete;
  account_folder& operator=(const account_folder&) = delete;

  /// Errors: io_error where another process is at it for ten seconds; format_error for a file that
  ///     is damaged, with its path.
  byte_string begin() override;
  void end(const byte_string& record) override;
  std::int64_t now() override;

  /// All records, for whoever only looks.
  byte_string records() const;

  /// Where a person's account lies unless somebody says otherwise: edgeldp/account in the folder
  /// for data of the operating system's user.
  /// Errors: invalid_parameter where there is none (HOME is not set).
  static std::filesystem::path usual();

 private:
  void wait_for_lock();
  void unlock() noexcept;

  std::filesystem::path m_folder;
  int m_lock = -1;
};

}  // namespace edgeldp::collect
