// SPDX-License-Identifier: MIT
#include "triangles/counted_pairs_simulation.hpp"

#include <atomic>
#include <cstddef>

#include "triangles/pair_acceptance.hpp"
#include "triangles/pairs_by_list_simulation.hpp"
#include "triangles/pairs_by_row_simulation.hpp"

namespace edgeldp {

readers_by_row::readers_by_row(const kept_neighbors& kept) : m_offset(kept.owners.size() + 1) {
  resize_huge(m_readers, kept.rows.size());
  auto next = huge_table<std::uint64_t>(kept.owners.size());
  const auto take = [&next](std::uint32_t row) {
    return std::atomic_ref(next[row]).fetch_add(1, std::memory_order_relaxed);
  };
  parallel_for(0, kept.rows.size(), 4096, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) take(kept.rows[i]);
  });
  for (std::size_t row = 0; row < next.size(); ++row) {
    m_offset[row + 1] = m_offset[row] + next[row];
    next[row] = m_offset[row];
  }
  parallel_for(0, kept.lists(), 64, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t list = first; list < last; ++list)
      for (std::uint32_t i = 0; i < kept.count(list); ++i)
        m_readers[take(kept.rows[kept.offset[list] + i])] = {static_cast<std::uint32_t>(list), i};
  });
}

namespace {

template <class Policy>
std::vector<typename Policy::result> accept_all(const counting_users& counting, const Policy& policy,
                                                const pair_reading& reading) {
  const pair_order order =
      reading.order ? *reading.order
                    : choose_order(counting.published.layout(), counting.users.size(), counting.side);
  if (order == pair_order::by_row) return pairs_by_row(counting, policy, reading).run();
  return pairs_by_list(counting, policy).run();
}

}  // namespace

std::vector<pair_counts> accept_pairs(const counting_users& counting, std::span<const user_bound> bounds,
                                      const pair_reading& reading) {
  return accept_all(counting, pair_acceptance(bounds), reading);
}

std::vector<int128> accept_weights_of_pairs(const counting_users& counting,
                                            std::span<const std::uint64_t> limits,
                                            std::span<const bit_weights> weights, std::int64_t of_absent,
                                            const pair_reading& reading) {
  return accept_all(counting, weight_acceptance(counting.published, limits, weights, of_absent), reading);
}

}  // namespace edgeldp
