// SPDX-License-Identifier: MIT
#include "kept_neighbors.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "edgeldp/core/parallel.hpp"
#include "edgeldp/graph/noisy/access_plan.hpp"
#include "edgeldp/graph/protocol/cap.hpp"

namespace edgeldp {

namespace {

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

  explicit readers_by_owner(const kept_neighbors& kept)
      : offset(kept.offset.size()), readers(kept.owners.size()) {
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

}  // namespace

kept_neighbors keep_neighbors(const graph_view& g, const release_layout& layout,
                              std::span<const std::uint64_t> caps, const coin_source& coins) {
  const std::uint64_t users = layout.users();
  kept_neighbors kept;
  kept.offset.resize(users + 1);
  const auto for_each_list = [&](auto&& f) {
    parallel_for(0, users, 64, [&](std::uint64_t first, std::uint64_t last) {
      std::vector<vertex_id> scratch, preceding;
      for (std::uint64_t v = first; v < last; ++v) {
        const auto u = static_cast<vertex_id>(v);
        if (caps[u] < 2) continue;
        preceding.clear();
        for (const vertex_id w : g.neighbors(u, scratch))
          if (layout.rank(w) < layout.rank(u)) preceding.push_back(w);
        f(u, preceding);
      }
    });
  };
  for_each_list([&](vertex_id u, const std::vector<vertex_id>& preceding) {
    kept.offset[u + std::size_t{1}] = std::min<std::uint64_t>(preceding.size(), caps[u]);
  });
  std::partial_sum(kept.offset.begin(), kept.offset.end(), kept.offset.begin());
  kept.owners.resize(kept.offset.back());
  kept.positions.resize(kept.offset.back());
  for_each_list([&](vertex_id u, std::vector<vertex_id>& preceding) {
    coins(coin_purpose::clip, u,
          [&](private_randomness& source) { clip_neighbors(preceding, caps[u], source); });
    std::ranges::sort(preceding, {}, [&](vertex_id v) { return layout.rank(v); });
    for (std::size_t i = 0; i < preceding.size(); ++i) {
      kept.owners[kept.offset[u] + i] = preceding[i];
      kept.positions[kept.offset[u] + i] = layout.position(preceding[i]);
    }
  });
  return kept;
}

std::vector<std::uint64_t> count_noisy_pairs(const release& published, const kept_neighbors& kept) {
  const readers_by_owner rows(kept);
  const std::uint64_t users = kept.offset.size() - 1;
  std::vector<std::atomic<std::uint64_t>> noisy(users);
  parallel_for(0, users, 16, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint64_t> bits;
    for (std::uint64_t v = first; v < last; ++v) {
      const auto owner = static_cast<vertex_id>(v);
      std::uint64_t tests = 0;
      for (const reader& r : rows.of(owner)) tests += r.count;
      if (tests == 0) continue;
      with_row_counter(published, owner, tests, bits, [&](const auto& count) {
        for (const reader& r : rows.of(owner))
          if (r.count != 0)
            noisy[r.user].fetch_add(count(kept.first_positions(r.user, r.count)), std::memory_order_relaxed);
      });
    }
  });
  return {noisy.begin(), noisy.end()};
}

}  // namespace edgeldp
