// SPDX-License-Identifier: MIT
#include "kernels/kept_neighbors_simulation.hpp"

#include <algorithm>
#include <bit>
#include <boost/atomic/atomic_ref.hpp>
#include <cstddef>
#include <numeric>
#include <utility>

#include "edgeldp/core/base/huge_pages.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/prefetch.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/limits/clip_user.hpp"
#include "edgeldp/graph/rounds/pair_round_user.hpp"

namespace edgeldp {

namespace {

/// The ranks that lists name, numbered from the lowest: what belongs to rows that are read takes no
/// room for others.
class named_ranks {
 public:
  named_ranks(std::span<const std::uint32_t> named, std::uint64_t users)
      : m_words((users + 63) / 64), m_before(m_words.size()) {
    parallel_for(0, named.size(), 65536, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i) mark(named[i]);
    });
    for (std::size_t w = 0; w < m_words.size(); ++w) {
      m_before[w] = static_cast<std::uint32_t>(m_count);
      m_count += static_cast<std::uint64_t>(std::popcount(m_words[w]));
    }
  }

  std::uint64_t count() const { return m_count; }
  bool has(std::uint32_t rank) const { return ((m_words[rank / 64] >> (rank % 64)) & 1) != 0; }
  std::uint32_t number_of(std::uint32_t rank) const {
    const std::uint64_t lower = m_words[rank / 64] & ((std::uint64_t{1} << (rank % 64)) - 1);
    return m_before[rank / 64] + static_cast<std::uint32_t>(std::popcount(lower));
  }

 private:
  void mark(std::uint32_t rank) {
    const boost::atomic_ref<std::uint64_t> word(m_words[rank / 64]);
    const std::uint64_t bit = std::uint64_t{1} << (rank % 64);
    // Most are marked already: reading leaves the word where it is.
    if ((word.load(boost::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, boost::memory_order_relaxed);
  }

  std::vector<std::uint64_t> m_words;
  std::vector<std::uint32_t> m_before;  // marks in the words before
  std::uint64_t m_count = 0;
};

/// Who owns them.
std::vector<vertex_id> owners_of(const named_ranks& named, std::span<const std::uint32_t> ranks) {
  auto owners = huge_table<vertex_id>(named.count());
  parallel_for(0, ranks.size(), 65536, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t u = first; u < last; ++u)
      if (named.has(ranks[u])) owners[named.number_of(ranks[u])] = static_cast<vertex_id>(u);
  });
  return owners;
}

/// Which users keep whom, where it does not matter what for.
struct keeping {
  const graph_view& g;
  std::span<const std::uint32_t> rank;
  const coin_source& coins;
  counted_side side;
  std::span<const vertex_id> left_out = {};

  /// The neighbours on u's side, in the graph's order.
  void find(vertex_id u, std::vector<vertex_id>& scratch, std::vector<vertex_id>& counted) const {
    const auto neighbors = g.neighbors(u, scratch);
    const std::uint64_t begin = side == counted_side::following ? rank[u] + std::uint64_t{1} : 0;
    const std::uint64_t end = side == counted_side::preceding ? rank[u] : rank.size();
    counted.resize(neighbors.size());
    std::size_t count = 0;  // without a branch ranks are fetched side by side
    for (const vertex_id w : neighbors) {
      counted[count] = w;
      count += rank[w] - begin < end - begin ? 1 : 0;
    }
    counted.resize(count);
    if (!left_out.empty())
      std::erase_if(counted, [&](vertex_id w) { return ranges::binary_search(left_out, w); });
  }

  void clip(vertex_id u, std::uint64_t cap, std::vector<vertex_id>& counted) const {
    if (counted.size() <= cap) return;
    coins(coin_purpose::clip, u, [&](private_randomness& source) { clip_neighbors(counted, cap, source); });
  }
};

keeping keeping_of(const counting_users& counting) {
  return {counting.graph, counting.published.layout().ranks(), counting.coins, counting.side,
          left_out_of(counting.published, counting.side)};
}

/// The lists of so many users, user_of(i) being the i-th, with its cap.
template <class UserOf>
ranked_lists keep_ranks_of(const keeping& how, UserOf&& user_of, std::span<const std::uint64_t> caps) {
  ranked_lists kept;
  resize_huge(kept.offset, caps.size() + 1);
  const auto for_each_counted = [&](auto&& f) {
    parallel_for(0, caps.size(), 64, [&](std::uint64_t first, std::uint64_t last) {
      std::vector<vertex_id> scratch, counted;
      for (std::uint64_t i = first; i < last; ++i) {
        if (caps[i] < 2) continue;
        how.find(user_of(i), scratch, counted);
        f(i, counted);
      }
    });
  };
  for_each_counted([&](std::size_t i, const std::vector<vertex_id>& counted) {
    kept.offset[i + 1] = std::min<std::uint64_t>(counted.size(), caps[i]);
  });
  std::partial_sum(kept.offset.begin(), kept.offset.end(), kept.offset.begin());
  resize_huge(kept.ranks, kept.offset.back());
  for_each_counted([&](std::size_t i, std::vector<vertex_id>& counted) {
    how.clip(user_of(i), caps[i], counted);
    const std::span<std::uint32_t> ranks(kept.ranks.data() + kept.offset[i], counted.size());
    ranges::transform(counted, ranks.begin(), [&](vertex_id w) { return how.rank[w]; });
    ranges::sort(ranks);
  });
  return kept;
}

}  // namespace

ranked_lists keep_ranks(const graph_view& g, std::span<const std::uint32_t> rank,
                        std::span<const std::uint64_t> caps, const coin_source& coins, counted_side side) {
  return keep_ranks_of({g, rank, coins, side}, [](std::size_t u) { return static_cast<vertex_id>(u); }, caps);
}

kept_neighbors::kept_neighbors(const counting_users& counting) {
  const release_layout& layout = counting.published.layout();
  ranked_lists ranks =
      keep_ranks_of(keeping_of(counting), [&](std::size_t i) { return counting.users[i]; }, counting.caps);
  const named_ranks named(ranks.ranks, layout.users());
  offset = std::move(ranks.offset);
  positions = std::move(ranks.ranks);
  owners = owners_of(named, layout.ranks());
  auto position_of_row = huge_table<std::uint32_t>(owners.size());
  parallel_for(0, owners.size(), 4096, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t row = first; row < last; ++row) position_of_row[row] = layout.position(owners[row]);
  });
  resize_huge(rows, positions.size());
  parallel_for(0, rows.size(), 65536, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      rows[i] = named.number_of(positions[i]);
      positions[i] = position_of_row[rows[i]];
    }
  });
}

void few_kept_neighbors::keep(std::size_t first, std::size_t last) {
  const release_layout& layout = m_counting.published.layout();
  const keeping how = keeping_of(m_counting);
  for (std::size_t i = first; i < last; ++i)
    for (const vertex_id w : m_counting.graph.neighbors(m_counting.users[i], m_scratch))
      prefetch_from(&how.rank[w]);
  m_order.clear();
  m_offset.assign(1, 0);
  for (std::size_t i = first; i < last; ++i) {
    if (m_counting.caps[i] >= 2) {
      how.find(m_counting.users[i], m_scratch, m_counted);
      how.clip(m_counting.users[i], m_counting.caps[i], m_counted);
      for (const vertex_id w : m_counted) {
        m_order.push_back(std::uint64_t{how.rank[w]} << 32 | w);
        layout.prefetch_place(w);
      }
    }
    m_offset.push_back(m_order.size());
  }
  m_owners.resize(m_order.size());
  m_positions.resize(m_order.size());
  for (std::size_t i = 0; i + 1 < m_offset.size(); ++i) {
    ranges::sort(std::span(m_order).subspan(m_offset[i], m_offset[i + 1] - m_offset[i]));
    for (std::size_t k = m_offset[i]; k < m_offset[i + 1]; ++k) {
      m_owners[k] = static_cast<vertex_id>(m_order[k]);
      m_positions[k] = layout.position(m_owners[k]);
      m_counting.published.prefetch_words(m_owners[k]);
    }
  }
}

}  // namespace edgeldp
