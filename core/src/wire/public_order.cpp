// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/public_order.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/number_counts.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/codec/codec_parameters.hpp"
#include "edgeldp/core/random/permutation.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp {

std::vector<std::uint32_t> rank_users(user_order order, release_key key, std::uint64_t users,
                                      std::span<const std::int64_t> degrees) {
  std::vector<std::uint32_t> rank(size_of(users));
  switch (order) {
    case user_order::id:
      std::iota(rank.begin(), rank.end(), 0U);
      return rank;
    case user_order::random:
      return permutation(key, users, stream_tag::order).table();
    case user_order::noisy_degree:
    case user_order::hubs_last: {
      // The next rank of every degree; users are visited by number. To sort them by degrees takes
      // steps all over memory (10 million took 1.4 s).
      std::unordered_map<std::int64_t, std::uint32_t> next;
      std::uint32_t first = 0;
      const auto counts = number_counts(degrees).sorted();
      for (auto falling = counts.rbegin(); falling != counts.rend(); ++falling) {
        next[falling->number] = first;
        first += static_cast<std::uint32_t>(falling->times);
      }
      for (std::uint64_t u = 0; u < users; ++u) rank[size_of(u)] = next[degrees[size_of(u)]]++;
      if (order == user_order::hubs_last)
        for (std::uint32_t& place : rank) place = static_cast<std::uint32_t>(users - 1) - place;
      return rank;
    }
  }
  throw invalid_parameter("order = " + std::to_string(static_cast<int>(order)) +
                          ": must be 1 (id), 2 (random), 3 (noisy-degree) or 4 (hubs-last)");
}

user_order reverse_of(user_order order) {
  if (order == user_order::noisy_degree) return user_order::hubs_last;
  if (order == user_order::hubs_last) return user_order::noisy_degree;
  throw invalid_parameter("only orders by degrees are turned round");
}

public_order::public_order(user_order kind, release_key key, shared_numbers<std::int64_t> degrees,
                           std::string_view name)
    : m_kind(kind),
      m_key(key),
      m_degrees(std::move(degrees)),
      m_rank(shared_numbers<std::uint32_t>::held(
          name, "ranks", [&] { return rank_users(kind, key, m_degrees.size(), m_degrees); })),
      m_by_rank(std::make_shared<users_by_rank>()) {
  m_by_rank->name = name;
  check_released_numbers("degree", m_degrees);
}

public_order public_order::held_as(std::string_view name) const {
  public_order same = *this;
  same.m_degrees = shared_numbers<std::int64_t>::held(name, "degrees", [&] { return m_degrees; });
  same.m_rank = shared_numbers<std::uint32_t>::held(name, "ranks", [&] { return m_rank; });
  same.m_by_rank = std::make_shared<users_by_rank>();
  same.m_by_rank->name = name;
  return same;
}

const vertex_id* public_order::make_by_rank() const {
  std::call_once(m_by_rank->once, [this] {
    m_by_rank->users = shared_numbers<vertex_id>::held(m_by_rank->name, "users by rank", [this] {
      std::vector<vertex_id> users(m_rank.size());
      for (std::size_t u = 0; u < m_rank.size(); ++u) users[m_rank[u]] = static_cast<vertex_id>(u);
      return users;
    });
    m_by_rank->made.store(m_by_rank->users.data(), std::memory_order_release);
  });
  return m_by_rank->users.data();
}

std::vector<degree_run> public_order::runs() const {
  std::vector<degree_run> all;
  if (m_kind == user_order::noisy_degree || m_kind == user_order::hubs_last) {
    for (const auto& [degree, users] : number_counts(m_degrees).sorted())
      all.push_back({degree, static_cast<std::uint32_t>(users)});
    if (m_kind == user_order::noisy_degree) ranges::reverse(all);
    return all;
  }
  for (std::uint32_t rank = 0; rank < users(); ++rank) {
    const std::int64_t degree = m_degrees[user_at(rank)];
    if (all.empty() || all.back().degree != degree) all.push_back({degree, 0});
    ++all.back().users;
  }
  return all;
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
