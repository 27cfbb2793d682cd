// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/core/wire/release_layout.hpp"

namespace edgeldp {

/// The public order of all users and the released degrees that it may follow: what users are told
/// before they say how many of their neighbours precede them.
class public_order {
 public:
  /// Errors: as rank_users; invalid_parameter for degrees larger than any can be.
  public_order(user_order kind, release_key key, std::vector<std::int64_t> degrees);

  user_order kind() const noexcept { return m_kind; }
  release_key key() const noexcept { return m_key; }
  const std::vector<std::int64_t>& degrees() const noexcept { return m_degrees; }
  std::uint64_t users() const noexcept { return m_degrees.size(); }

  /// Place of each user, 0 first.
  std::span<const std::uint32_t> ranks() const noexcept { return m_rank; }
  std::uint32_t rank(vertex_id user) const noexcept { return m_rank[user]; }
  bool precedes(vertex_id u, vertex_id v) const noexcept { return m_rank[u] < m_rank[v]; }

  /// Canonical bytes: kind, key, degrees.
  std::vector<std::byte> write() const { return write(m_kind, m_key, m_degrees); }
  static std::vector<std::byte> write(user_order kind, release_key key,
                                      std::span<const std::int64_t> degrees);
  /// Errors: format_error for bytes that write never makes.
  static public_order read(std::span<const std::byte> in);

 private:
  user_order m_kind;
  release_key m_key;
  std::vector<std::int64_t> m_degrees;
  std::vector<std::uint32_t> m_rank;
};

}  // namespace edgeldp
