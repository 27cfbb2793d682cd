// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/shared_numbers.hpp"
#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/random/public_randomness.hpp"

namespace edgeldp {

/// Public orders of the users. An edge is reported by the endpoint that comes later. Tags are
/// stored; never renumber.
enum class user_order : std::uint8_t {
  id = 1,            ///< by number, that is by first appearance in the file
  random = 2,        ///< by a public permutation under the release key
  noisy_degree = 3,  ///< decreasing noisy degree, hubs first; ties by number
  hubs_last = 4,     ///< noisy_degree the other way round: rows then stand at its earlier ends
};

/// The places of users 0 .. n - 1 in a public order (rank[u] = place, hubs or lowest number first).
std::vector<std::uint32_t> rank_users(user_order order, release_key key, std::uint64_t users,
                                      std::span<const std::int64_t> degrees);

/// The order of the same degrees the other way round, of noisy_degree and hubs_last.
/// Errors: invalid_parameter for any other.
user_order reverse_of(user_order order);

/// Users in neighbouring places who released the same degree.
struct degree_run {
  std::int64_t degree;
  std::uint32_t users;
};

/// The public order of all users and the released degrees that it may follow: what users are told
/// before they say how many of their neighbours precede them.
///
/// Memory: 12 bytes a user, and 4 more once user_at was asked; copies share them.
/// Threads: const access is safe concurrently.
class public_order {
 public:
  /// name: under which its numbers are held (shared_numbers::held).
  /// Errors: as rank_users; invalid_parameter for degrees larger than any can be.
  public_order(user_order kind, release_key key, shared_numbers<std::int64_t> degrees,
               std::string_view name = {});

  /// The same, its numbers held under a name (shared_numbers::held).
  /// Errors: as public_memory::hold.
  public_order held_as(std::string_view name) const;

  user_order kind() const noexcept { return m_kind; }
  release_key key() const noexcept { return m_key; }
  const shared_numbers<std::int64_t>& degrees() const noexcept { return m_degrees; }
  std::uint64_t users() const noexcept { return m_degrees.size(); }

  /// Place of each user, 0 first.
  std::span<const std::uint32_t> ranks() const noexcept { return m_rank; }
  std::uint32_t rank(vertex_id user) const noexcept { return m_rank[user]; }
  bool precedes(vertex_id u, vertex_id v) const noexcept { return m_rank[u] < m_rank[v]; }

  /// The same degrees the other way round.
  /// Errors: as reverse_of.
  public_order turned_round() const { return {reverse_of(m_kind), m_key, m_degrees}; }

  /// Who has a place.
  /// Cost: O(n) when it is first asked for, then O(1).
  vertex_id user_at(std::uint32_t rank) const {
    const vertex_id* made = m_by_rank->made.load(std::memory_order_acquire);
    return (made != nullptr ? made : make_by_rank())[rank];
  }

  /// All users by their ranks, run by run: as many runs as there are degrees where the order
  /// follows them, up to one a user where it does not.
  /// Cost: O(n).
  std::vector<degree_run> runs() const;

  /// Canonical bytes: kind, key, degrees; read takes them of any order but hubs_last, which users
  /// are told as another one turned round (public_forms.hpp).
  std::vector<std::byte> write() const { return write(m_kind, m_key, m_degrees); }
  static std::vector<std::byte> write(user_order kind, release_key key,
                                      std::span<const std::int64_t> degrees);
  /// Errors: format_error for bytes that write never makes.
  static public_order read(std::span<const std::byte> in, std::string_view name = {});

 private:
  /// Made late: users who count their own lists never ask.
  struct users_by_rank {
    std::once_flag once;
    std::string name;
    shared_numbers<vertex_id> users;
    std::atomic<const vertex_id*> made = nullptr;
  };
  const vertex_id* make_by_rank() const;

  user_order m_kind;
  release_key m_key;
  shared_numbers<std::int64_t> m_degrees;
  shared_numbers<std::uint32_t> m_rank;
  std::shared_ptr<users_by_rank> m_by_rank;
};

}  // namespace edgeldp
