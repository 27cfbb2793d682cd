// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/random/permutation.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/core/wire/public_order.hpp"

/// Public numbers of all users for who keeps those of a few: they are read one after another from
/// the bytes that travel, and none is kept.
namespace edgeldp {

/// Numbers as canonical_writer::numbers wrote them, at the end of some bytes. A copy goes on from
/// where it was copied.
/// Errors: format_error for bytes that it never writes.
class passing_numbers {
 public:
  explicit passing_numbers(const public_bytes& bytes);

  std::uint64_t left() const noexcept { return m_left; }
  /// Requires: some are left.
  std::int64_t next();

 private:
  canonical_reader m_from;
  std::uint64_t m_left = 0;
};

/// The users of an order, in the order of their numbers.
///
/// Memory: some 60 bytes for each degree that occurs.
/// Cost: making one reads all degrees; then O(1) a user.
class passing_order {
 public:
  /// Errors: format_error for degrees larger than any can be, and as passing_numbers.
  passing_order(user_order kind, release_key key, const passing_numbers& degrees);

  user_order kind() const noexcept { return m_kind; }
  release_key key() const noexcept { return m_key; }
  std::uint64_t users() const noexcept { return m_users; }
  /// Whether predicted_size is known.
  bool predicts_sizes() const noexcept { return m_kind != user_order::random; }

  struct user {
    std::uint32_t rank = 0;
    std::int64_t degree = 0;
    uint128 before = 0;  ///< degrees of users of lower ranks, as predict_sizes adds them up
  };
  /// Requires: some are left.
  user next();
  /// As predict_sizes gives it.
  std::uint32_t predicted_size(const user& u) const noexcept;

 private:
  /// Users who released one degree have neighbouring places.
  struct run {
    std::uint32_t place = 0;
    uint128 before = 0;
  };
  std::uint64_t in_sum(std::int64_t degree) const noexcept;

  user_order m_kind;
  release_key m_key;
  std::uint64_t m_users;
  passing_numbers m_degrees;
  std::optional<permutation> m_places;           // of a random order
  std::unordered_map<std::int64_t, run> m_runs;  // by degree, where the order follows them
  std::uint32_t m_passed = 0;
  uint128 m_total = 0, m_before = 0;
};

}  // namespace edgeldp
