// SPDX-License-Identifier: MIT
#include "triangles/counted_pairs_simulation.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <utility>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/protocol/bounds/clip_user.hpp"
#include "edgeldp/graph/protocol/bounds/limited_pairs.hpp"
#include "edgeldp/graph/protocol/bounds/limited_weights.hpp"
#include "noisy/huge_pages.hpp"

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

/// The readers of every row: the transposed lists. Order within a row depends on scheduling and on
/// nothing else does anything depend on it.
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

/// Readers are spread over all lists, which do not fit in a cache on large graphs: asks for a list
/// some readers ahead (4.0 instead of 5.7 ns a pair with 12 million edges).
constexpr std::size_t prefetch_distance = 4, prefetch_lines = 24, positions_per_line = 16;

template <class State>
void prefetch_user(const kept_neighbors& kept, const std::vector<State>& states, const reader& r) {
  __builtin_prefetch(&kept.offset[r.user]);
  __builtin_prefetch(&states[r.user], 1);
}

void prefetch_list(const kept_neighbors& kept, const reader& r) {
  const std::uint32_t* list = kept.positions.data() + kept.offset[r.user];
  const std::size_t lines = std::min<std::size_t>(prefetch_lines, r.count / positions_per_line + 1);
  for (std::size_t line = 0; line < lines; ++line) __builtin_prefetch(list + line * positions_per_line);
}

/// Calls read(row, r) for every reader r of the owner's row that asks for something. states: what
/// read needs of r.user, one a user.
template <class State, class Read>
void visit_readers(const release& published, const kept_neighbors& kept, vertex_id owner,
                   std::span<const reader> readers, std::optional<row_access> access,
                   const std::vector<State>& states, std::vector<std::uint64_t>& scratch, Read&& read) {
  std::uint64_t tests = 0;
  for (const reader& r : readers) tests += r.count;
  if (tests == 0) return;
  with_row(published, owner, access ? *access : choose_access(published, owner, tests), scratch,
           [&](const auto& row) {
             for (std::size_t i = 0; i < readers.size(); ++i) {
               if (i + 2 * prefetch_distance < readers.size())
                 prefetch_user(kept, states, readers[i + 2 * prefetch_distance]);
               if (i + prefetch_distance < readers.size())
                 prefetch_list(kept, readers[i + prefetch_distance]);
               if (readers[i].count > 0) read(row, readers[i]);
             }
           });
}

constexpr std::uint64_t words_for(std::uint64_t bits) {
  return (bits + 63) / 64;
}

/// Words of rows 0 .. rows - 1 of a user's list, row i having i bits.
constexpr std::uint64_t words_before(std::uint64_t rows) {
  if (rows == 0) return 0;
  const std::uint64_t whole = (rows - 1) / 64, rest = (rows - 1) % 64;
  return 32 * whole * (whole + 1) + rest * (whole + 1);
}

/// Where a user's greedy acceptance has got to: rows before `row` are done, those before `end` are
/// in the buffer, row i at word start + words_before(i).
struct acceptance_state {
  std::uint64_t start = 0;
  std::uint32_t row = 0, end = 0;
};

auto bits_of(std::span<const std::uint64_t> words) {
  return [words](std::size_t k) { return ((words[k / 64] >> (k % 64)) & 1) != 0; };
}

/// Pairs by their number (limited_pairs.hpp).
class pair_acceptance {
 public:
  using member = pair_degrees;
  using result = pair_counts;

  explicit pair_acceptance(std::span<const user_bound> bounds) : m_bounds(bounds) {}

  /// The rows of one user's list that are in the buffer; words(row) are the bits of one.
  template <class Words>
  void accept(vertex_id u, std::span<const vertex_id>, std::span<member> degrees, acceptance_state& state,
              Words&& words, result& accepted) const {
    const pair_limits& limits = m_bounds[u].pairs;
    const bool takes_all_zeros = degrees.size() <= limits.zeros;
    for (; state.row < state.end; ++state.row) {
      const std::span<const std::uint64_t> bits = words(state.row);
      const pair_degrees of_row = takes_all_zeros ? accept_ones_of_row(degrees, state.row, limits, bits)
                                                  : accept_row(degrees, state.row, limits, bits_of(bits));
      accepted[0] += of_row[0];
      accepted[1] += of_row[1];
    }
  }

 private:
  std::span<const user_bound> m_bounds;
};

/// Pairs by weights of the rows that hold them (limited_weights.hpp).
class weight_acceptance {
 public:
  using member = accepted_weight;
  using result = int128;

  weight_acceptance(const release& published, std::span<const std::uint64_t> limits,
                    std::span<const bit_weights> weights, std::int64_t of_absent)
      : m_layout(published.layout()), m_limits(limits), m_weights(weights), m_of_absent(of_absent) {
    if (!published.absent().empty()) m_is_absent.resize(m_layout.users());
    for (const vertex_id u : published.absent()) m_is_absent[u] = true;
  }

  template <class Words>
  void accept(vertex_id u, std::span<const vertex_id> owners, std::span<member> members,
              acceptance_state& state, Words&& words, result& sum) const {
    const weight_limits limits{m_limits[u], m_limits[u]};
    for (; state.row < state.end; ++state.row) {
      const auto bit = bits_of(words(state.row));
      const auto& [zero, one] = m_weights[m_layout.class_of(owners[state.row])];
      const auto weight = [&bit, of_zero = zero, of_one = one](std::size_t k) {
        return bit(k) ? of_one : of_zero;
      };
      const vertex_id owner = owners[state.row];
      const accepted_weight of_row =
          m_is_absent.empty()
              ? accept_weights(members, state.row, limits, weight)
              : accept_weights(members, state.row, limits, [&](std::size_t k) {
                  return m_is_absent[owner] || m_is_absent[owners[k]] ? m_of_absent : weight(k);
                });
      sum += static_cast<int128>(of_row[1]) - static_cast<int128>(of_row[0]);
    }
  }

 private:
  const release_layout& m_layout;
  std::span<const std::uint64_t> m_limits;
  std::span<const bit_weights> m_weights;
  std::int64_t m_of_absent;
  std::vector<bool> m_is_absent;  // empty: nobody
};

/// Greedy acceptance, block after block of the public order. Policy: what is accepted of a list.
template <class Policy>
class acceptance {
 public:
  acceptance(const release& published, const kept_neighbors& kept, const Policy& policy,
             std::optional<row_access> access, std::uint64_t block_words)
      : m_published(published),
        m_kept(kept),
        m_policy(policy),
        m_access(access),
        m_block_words(block_words),
        m_rows(kept),
        m_states(kept.offset.size() - 1),
        m_accepted(m_states.size()) {
    reserve_huge(m_members, kept.owners.size());
  }

  std::vector<typename Policy::result> run() {
    for (std::uint64_t first = 0, last = 0; first < m_states.size(); first = last) {
      last = end_of_block(first);
      place_rows(last);
      read_rows(first, last);
      accept_rows();
    }
    return std::move(m_accepted);
  }

 private:
  vertex_id owner_at(std::uint64_t rank) const {
    return m_published.layout().user_at(static_cast<std::uint32_t>(rank));
  }

  std::uint64_t end_of_block(std::uint64_t rank) const {
    std::uint64_t words = 0;
    for (; rank < m_states.size() && words < m_block_words; ++rank)
      for (const reader& r : m_rows.of(owner_at(rank))) words += words_for(r.count);
    return rank;
  }

  /// Finds each user's rows in the block, and room for them.
  void place_rows(std::uint64_t last) {
    std::uint64_t words = 0;
    for (std::size_t u = 0; u < m_states.size(); ++u) {
      acceptance_state& state = m_states[u];
      const std::uint64_t kept = m_kept.count(static_cast<vertex_id>(u));
      while (state.end < kept &&
             m_published.layout().rank(m_kept.owners[m_kept.offset[u] + state.end]) < last)
        ++state.end;
      state.start = words - words_before(state.row);
      words += words_before(state.end) - words_before(state.row);
    }
    m_bits.resize(words);
  }

  void read_rows(std::uint64_t first, std::uint64_t last) {
    parallel_for(first, last, 16, [&](std::uint64_t begin, std::uint64_t end) {
      std::vector<std::uint64_t> scratch;
      for (std::uint64_t rank = begin; rank < end; ++rank) {
        const vertex_id owner = owner_at(rank);
        visit_readers(m_published, m_kept, owner, m_rows.of(owner), m_access, m_states, scratch,
                      [&](const auto& row, const reader& r) {
                        row.select_bits(m_kept.first_positions(r.user, r.count), words_of(r.user, r.count));
                      });
      }
    });
  }

  void accept_rows() {
    for_each_user(m_states.size(), [&](vertex_id u) {
      const std::uint64_t begin = m_kept.offset[u], count = m_kept.count(u);
      m_policy.accept(
          u, std::span(m_kept.owners).subspan(begin, count), std::span(m_members).subspan(begin, count),
          m_states[u], [&](std::uint32_t row) { return words_of(u, row); }, m_accepted[u]);
    });
  }

  std::span<std::uint64_t> words_of(vertex_id u, std::uint32_t row) {
    return std::span(m_bits).subspan(m_states[u].start + words_before(row), words_for(row));
  }

  const release& m_published;
  const kept_neighbors& m_kept;
  const Policy& m_policy;
  std::optional<row_access> m_access;
  std::uint64_t m_block_words;
  readers_by_owner m_rows;
  std::vector<acceptance_state> m_states;
  std::vector<typename Policy::result> m_accepted;
  std::vector<typename Policy::member> m_members;  // as kept_neighbors::owners
  std::vector<std::uint64_t> m_bits;
};

}  // namespace

ranked_lists keep_ranks(const graph_view& g, std::span<const std::uint32_t> rank,
                        std::span<const std::uint64_t> caps, const coin_source& coins, counted_side side) {
  const std::uint64_t users = rank.size();
  ranked_lists kept;
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
    if (counted.size() > caps[u]) {
      coins(coin_purpose::clip, u,
            [&](private_randomness& source) { clip_neighbors(counted, caps[u], source); });
    }
    std::ranges::sort(counted);
    std::ranges::copy(counted, kept.ranks.begin() + static_cast<std::ptrdiff_t>(kept.offset[u]));
  });
  return kept;
}

kept_neighbors keep_neighbors(const graph_view& g, const release_layout& layout,
                              std::span<const std::uint64_t> caps, const coin_source& coins,
                              counted_side side) {
  ranked_lists ranks = keep_ranks(g, layout.ranks(), caps, coins, side);
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

std::vector<pair_counts> count_pairs(const release& published, const kept_neighbors& kept,
                                     std::optional<row_access> access) {
  const readers_by_owner rows(kept);
  const std::uint64_t users = kept.offset.size() - 1;
  std::vector<std::atomic<std::uint64_t>> noisy(users);
  parallel_for(0, users, 16, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint64_t> scratch;
    for (std::uint64_t v = first; v < last; ++v) {
      const auto owner = static_cast<vertex_id>(v);
      visit_readers(published, kept, owner, rows.of(owner), access, noisy, scratch,
                    [&](const auto& row, const reader& r) {
                      noisy[r.user].fetch_add(row.count_ones(kept.first_positions(r.user, r.count)),
                                              std::memory_order_relaxed);
                    });
    }
  });
  std::vector<pair_counts> counts(users);
  for (std::uint64_t u = 0; u < users; ++u) {
    const std::uint64_t all = kept.count(static_cast<vertex_id>(u));
    counts[u] = {all * (all - (all > 0 ? 1 : 0)) / 2 - noisy[u], noisy[u]};
  }
  return counts;
}

std::vector<pair_counts> accept_pairs(const release& published, const kept_neighbors& kept,
                                      std::span<const user_bound> bounds, std::optional<row_access> access,
                                      std::uint64_t block_words) {
  const pair_acceptance policy(bounds);
  return acceptance(published, kept, policy, access, block_words).run();
}

std::vector<int128> accept_weights_of_pairs(const release& published, const kept_neighbors& kept,
                                            std::span<const std::uint64_t> limits,
                                            std::span<const bit_weights> weights, std::int64_t of_absent,
                                            std::optional<row_access> access, std::uint64_t block_words) {
  const weight_acceptance policy(published, limits, weights, of_absent);
  return acceptance(published, kept, policy, access, block_words).run();
}

}  // namespace edgeldp
