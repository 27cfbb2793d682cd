// SPDX-License-Identifier: MIT
#include "kept_neighbors.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

#include "edgeldp/core/parallel.hpp"
#include "edgeldp/graph/protocol/cap.hpp"

namespace edgeldp {

namespace {

/// Asks for huge pages: tables that are read in no order cost a walk of the page table at every other access
/// otherwise. A hint: nothing depends on it.
template <class T>
void reserve_huge(std::vector<T>& table, std::size_t size) {
  table.reserve(size);
#if defined(__linux__)
  constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
  const auto first = (reinterpret_cast<std::uintptr_t>(table.data()) + page - 1) / page * page;
  const auto last = reinterpret_cast<std::uintptr_t>(table.data() + size) / page * page;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
  table.resize(size);
}

template <class F>
void for_each_user(std::uint64_t users, F&& f) {
  parallel_for(0, users, 64, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t u = first; u < last; ++u) f(static_cast<vertex_id>(u));
  });
}

/// One user that reads a row: at the positions of its first `count` kept neighbours.
struct reader {
  vertex_id user;
  std::uint32_t count;
};

/// The readers of every row: the transposed lists. Order within a row depends on scheduling and on nothing
/// else does anything depend on it.
struct readers_by_owner {
  std::vector<std::uint64_t> offset;
  std::vector<reader> readers;

  explicit readers_by_owner(const kept_neighbors& kept) : offset(kept.offset.size()) {
    reserve_huge(readers, kept.owners.size());
    const std::uint64_t users = offset.size() - 1;
    std::vector<std::atomic<std::uint64_t>> next(users);
    for_each_user(users, [&](vertex_id u) {
      for (std::uint64_t i = kept.offset[u]; i < kept.offset[u + std::size_t{1}]; ++i)
        next[kept.owners[i]].fetch_add(1, std::memory_order_relaxed);
    });
    for (std::uint64_t owner = 0; owner < users; ++owner) {
      offset[owner + 1] = offset[owner] + next[owner];
      next[owner] = offset[owner];
    }
    for_each_user(users, [&](vertex_id u) {
      for (std::uint32_t i = 0; i < kept.count(u); ++i) {
        const vertex_id owner = kept.owners[kept.offset[u] + i];
        readers[next[owner].fetch_add(1, std::memory_order_relaxed)] = {u, i};
      }
    });
  }

  std::span<const reader> of(vertex_id owner) const {
    return std::span(readers).subspan(offset[owner], offset[owner + std::size_t{1}] - offset[owner]);
  }
};

/// Readers are spread over all lists, which do not fit in a cache on large graphs: asks for a list some
/// readers ahead (4.0 instead of 5.7 ns a pair with 12 million edges).
constexpr std::size_t prefetch_distance = 4, prefetch_lines = 24, positions_per_line = 16;

void prefetch_user(const kept_neighbors& kept, const std::vector<std::atomic<std::uint64_t>>& noisy,
                   const reader& r) {
  __builtin_prefetch(&kept.offset[r.user]);
  __builtin_prefetch(&noisy[r.user], 1);
}

void prefetch_list(const kept_neighbors& kept, const reader& r) {
  const std::uint32_t* list = kept.positions.data() + kept.offset[r.user];
  const std::size_t lines = std::min<std::size_t>(prefetch_lines, r.count / positions_per_line + 1);
  for (std::size_t line = 0; line < lines; ++line) __builtin_prefetch(list + line * positions_per_line);
}

}  // namespace

kept_ranks keep_ranks(const graph_view& g, std::span<const std::uint32_t> rank,
                      std::span<const std::uint64_t> caps, const coin_source& coins, counted_side side) {
  const std::uint64_t users = rank.size();
  kept_ranks kept;
  kept.offset.resize(users + 1);
  const auto for_each_list = [&](auto&& f) {
    parallel_for(0, users, 64, [&](std::uint64_t first, std::uint64_t last) {
      std::vector<vertex_id> scratch;
      std::vector<std::uint32_t> counted;  // as ranks: sorting them needs no look-ups
      for (std::uint64_t v = first; v < last; ++v) {
        const auto u = static_cast<vertex_id>(v);
        if (caps[u] < 2) continue;
        counted.clear();
        for (const vertex_id w : g.neighbors(u, scratch))
          if (side == counted_side::all || rank[w] < rank[u]) counted.push_back(rank[w]);
        f(u, counted);
      }
    });
  };
  for_each_list([&](vertex_id u, const std::vector<std::uint32_t>& counted) {
    kept.offset[u + std::size_t{1}] = std::min<std::uint64_t>(counted.size(), caps[u]);
  });
  std::partial_sum(kept.offset.begin(), kept.offset.end(), kept.offset.begin());
  reserve_huge(kept.ranks, kept.offset.back());
  for_each_list([&](vertex_id u, std::vector<std::uint32_t>& counted) {
    coins(coin_purpose::clip, u,
          [&](private_randomness& source) { clip_neighbors(counted, caps[u], source); });
    std::ranges::sort(counted);
    std::ranges::copy(counted, kept.ranks.begin() + static_cast<std::ptrdiff_t>(kept.offset[u]));
  });
  return kept;
}

kept_neighbors keep_neighbors(const graph_view& g, const release_layout& layout,
                              std::span<const std::uint64_t> caps, const coin_source& coins,
                              counted_side side) {
  kept_ranks ranks = keep_ranks(g, layout.ranks(), caps, coins, side);
  kept_neighbors kept;
  kept.offset = std::move(ranks.offset);
  kept.positions = std::move(ranks.ranks);
  reserve_huge(kept.owners, kept.positions.size());
  parallel_for(0, kept.positions.size(), 65536, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      kept.owners[i] = layout.user_at(kept.positions[i]);
      kept.positions[i] = layout.position(kept.owners[i]);
    }
  });
  return kept;
}

std::vector<std::uint64_t> count_noisy_pairs(const release& published, const kept_neighbors& kept,
                                             std::optional<row_access> access) {
  const readers_by_owner rows(kept);
  const std::uint64_t users = kept.offset.size() - 1;
  std::vector<std::atomic<std::uint64_t>> noisy(users);
  parallel_for(0, users, 16, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint64_t> bits;
    for (std::uint64_t v = first; v < last; ++v) {
      const auto owner = static_cast<vertex_id>(v);
      const std::span<const reader> readers = rows.of(owner);
      std::uint64_t tests = 0;
      for (const reader& r : readers) tests += r.count;
      if (tests == 0) continue;
      const row_access way = access ? *access : choose_access(published, owner, tests);
      with_row_counter(published, owner, way, bits, [&](const auto& count) {
        for (std::size_t i = 0; i < readers.size(); ++i) {
          if (i + 2 * prefetch_distance < readers.size())
            prefetch_user(kept, noisy, readers[i + 2 * prefetch_distance]);
          if (i + prefetch_distance < readers.size()) prefetch_list(kept, readers[i + prefetch_distance]);
          const reader& r = readers[i];
          if (r.count == 0) continue;
          noisy[r.user].fetch_add(count(kept.first_positions(r.user, r.count)), std::memory_order_relaxed);
        }
      });
    }
  });
  return {noisy.begin(), noisy.end()};
}

}  // namespace edgeldp
