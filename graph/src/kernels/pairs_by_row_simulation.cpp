// SPDX-License-Identifier: MIT
#include "kernels/pairs_by_row_simulation.hpp"

#include <boost/atomic/atomic_ref.hpp>

namespace edgeldp {

readers_by_row::readers_by_row(const kept_neighbors& kept) : m_offset(kept.owners.size() + 1) {
  resize_huge(m_readers, kept.rows.size());
  auto next = huge_table<std::uint64_t>(kept.owners.size());
  const auto take = [&next](std::uint32_t row) {
    return boost::atomic_ref<std::uint64_t>(next[row]).fetch_add(1, boost::memory_order_relaxed);
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

}  // namespace edgeldp
