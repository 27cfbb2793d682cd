// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/public_order.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/codec_parameters.hpp"
#include "edgeldp/core/random/permutation.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp {

std::vector<std::uint32_t> rank_users(user_order order, release_key key, std::uint64_t users,
                                      std::span<const std::int64_t> degrees) {
  std::vector<std::uint32_t> rank(users);
  switch (order) {
    case user_order::id:
      std::iota(rank.begin(), rank.end(), 0U);
      return rank;
    case user_order::random:
      return permutation(key, users, stream_tag::order).table();
    case user_order::noisy_degree: {
      std::vector<vertex_id> user_at(users);
      std::iota(user_at.begin(), user_at.end(), 0U);
      std::ranges::sort(user_at, [&](vertex_id a, vertex_id b) {
        return degrees[a] != degrees[b] ? degrees[a] > degrees[b] : a < b;
      });
      for (std::uint64_t place = 0; place < users; ++place)
        rank[user_at[place]] = static_cast<std::uint32_t>(place);
      return rank;
    }
  }
  throw invalid_parameter("order = " + std::to_string(static_cast<int>(order)) +
                          ": must be 1 (id), 2 (random) or 3 (noisy-degree)");
}

public_order::public_order(user_order kind, release_key key, shared_numbers<std::int64_t> degrees,
                           std::string_view name)
    : m_kind(kind),
      m_key(key),
      m_degrees(std::move(degrees)),
      m_rank(shared_numbers<std::uint32_t>::held(
          name, "ranks", [&] { return rank_users(kind, key, m_degrees.size(), m_degrees); })),
      m_by_rank(std::make_shared<users_by_place>()) {
  m_by_rank->name = name;
  check_released_numbers("degree", m_degrees);
}

const vertex_id* public_order::make_by_rank() const {
  std::call_once(m_by_rank->once, [this] {
    m_by_rank->users = shared_numbers<vertex_id>::held(m_by_rank->name, "users by place", [this] {
      std::vector<vertex_id> users(m_rank.size());
      for (std::size_t u = 0; u < m_rank.size(); ++u) users[m_rank[u]] = static_cast<vertex_id>(u);
      return users;
    });
    m_by_rank->made.store(m_by_rank->users.data(), std::memory_order_release);
  });
  return m_by_rank->users.data();
}

std::vector<std::byte> public_order::write(user_order kind, release_key key,
                                           std::span<const std::int64_t> degrees) {
  std::vector<std::byte> out;
  canonical_writer(out)
      .number(static_cast<int128>(kind))
      .number(static_cast<int128>(key.value))
      .numbers(degrees);
  return out;
}

public_order public_order::read(std::span<const std::byte> in, std::string_view name) {
  canonical_reader from(in);
  const auto kind = static_cast<user_order>(from.count(static_cast<std::uint64_t>(user_order::noisy_degree)));
  if (kind < user_order::id) throw format_error(0, "unknown order");
  const release_key key{from.word()};
  auto degrees = shared_numbers<std::int64_t>::held(name, "degrees", [&] {
    std::vector<std::int64_t> read = from.numbers();
    from.end();
    return read;
  });
  try {
    return {kind, key, std::move(degrees), name};
  } catch (const invalid_parameter& e) {
    throw format_error(0, std::string("an order that cannot be: ") + e.what());
  }
}

}  // namespace edgeldp
