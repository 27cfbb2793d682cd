// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/base/wide_numbers.hpp"

/// Noisy numbers of the users asked, in the order of the roster, as the collector reads them. Those
/// of absent users stay 0.
namespace edgeldp {

/// Numbers that a release can carry.
struct released_values {
  std::vector<std::int64_t> values;
  /// Errors: format_error unless the message is one number within +-2^48.
  void accept(std::uint64_t number, std::span<const std::byte> message);
  /// The same, whoever sent it, without room for anybody's number.
  static void check(std::span<const std::byte> message);
};

/// Counts on a lattice.
struct released_counts {
  wide_numbers values;
  /// Errors: format_error unless the message is one number so small that the sum of all that were
  ///     asked stays below 2^126.
  void accept(std::uint64_t number, std::span<const std::byte> message);
};

/// Several numbers of each user.
struct released_vectors {
  std::uint64_t width = 0;           ///< numbers a user
  std::int64_t most = 0;             ///< of the size of a number
  std::vector<std::int64_t> values;  ///< user after user
  /// Errors: format_error unless the message is `width` numbers within +-most.
  void accept(std::uint64_t number, std::span<const std::byte> message);
};

}  // namespace edgeldp
