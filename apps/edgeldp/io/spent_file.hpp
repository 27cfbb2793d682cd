// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "edgeldp/core/wire/release_layout.hpp"
#include "io/claims.hpp"

namespace edgeldp::cli {

/// The ledger beside a release file, RELEASE.spent: what counts on it have spent, in units of
/// epsilon, so that each count knows of those before it. Simulated releases have none: nothing is
/// protected there.
///
/// It goes by the release, not by what it is called: symbolic links lead to the one beside the file
/// itself, entries carry the digest of the file, and a file with several names (hard links) takes
/// no count. Whoever removes the ledger, or counts on a copy of the release, spends unseen.
class spent_file {
 public:
  spent_file(const std::string& release_path, const release_parameters& parameters);

  /// What the release and all counts on it so far cost a user.
  /// Errors: io_error; invalid_parameter for a file that is no ledger.
  spending so_far() const;

  /// Enters a count of the reserved budget, before any coin is drawn: a count that fails has spent
  /// it too.
  /// Errors: invalid_parameter when a user's total would exceed `ceiling`, or the file has hard
  ///     links; io_error.
  void enter_count(epsilon ceiling) const;

 private:
  struct entry {
    std::uint64_t calls = 0, units = 0;
  };
  /// Of this release in the ledger at `path`.
  entry read(const std::string& path) const;
  /// Beside the file, and beside the link that was named, where earlier versions kept it.
  entry counts() const;
  const std::string& digest() const;

  std::string m_named_path, m_release_path, m_path;
  mutable std::string m_digest;  // of the file; empty until it is asked for
  release_parameters m_parameters;
};

}  // namespace edgeldp::cli
