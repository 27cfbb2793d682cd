// SPDX-License-Identifier: MIT
#include "triangles/counted_pairs_simulation.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

#include "edgeldp/core/base/huge_pages.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/prefetch.hpp"
#include "edgeldp/graph/protocol/bounds/clip_user.hpp"
#include "edgeldp/graph/protocol/bounds/limited_pairs.hpp"
#include "edgeldp/graph/protocol/bounds/limited_weights.hpp"

namespace edgeldp {

namespace {

template <class F>
void for_each_list(std::size_t lists, F&& f) {
  parallel_for(0, lists, 64, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t list = first; list < last; ++list) f(list);
  });
}

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
    const std::atomic_ref<std::uint64_t> word(m_words[rank / 64]);
    const std::uint64_t bit = std::uint64_t{1} << (rank % 64);
    // Most are marked already: reading leaves the word where it is.
    if ((word.load(std::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, std::memory_order_relaxed);
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

/// One list that reads a row: at the positions of its first `count` neighbours.
struct reader {
  std::uint32_t list;
  std::uint32_t count;
};

/// The readers of every row: the transposed lists. Order within a row depends on scheduling and on
/// nothing else does anything depend on it.
struct readers_by_row {
  std::vector<std::uint64_t> offset;
  std::vector<reader> readers;

  explicit readers_by_row(const kept_neighbors& kept) : offset(kept.owners.size() + 1) {
    resize_huge(readers, kept.rows.size());
    auto next = huge_table<std::uint64_t>(kept.owners.size());
    const auto take = [&next](std::uint32_t row) {
      return std::atomic_ref(next[row]).fetch_add(1, std::memory_order_relaxed);
    };
    for_each_list(kept.lists(), [&](std::size_t list) {
      for (std::uint64_t i = kept.offset[list]; i < kept.offset[list + 1]; ++i) take(kept.rows[i]);
    });
    for (std::size_t row = 0; row < next.size(); ++row) {
      offset[row + 1] = offset[row] + next[row];
      next[row] = offset[row];
    }
    for_each_list(kept.lists(), [&](std::size_t list) {
      for (std::uint32_t i = 0; i < kept.count(list); ++i) {
        const std::uint32_t row = kept.rows[kept.offset[list] + i];
        readers[take(row)] = {static_cast<std::uint32_t>(list), i};
      }
    });
  }

  std::span<const reader> of(std::size_t row) const {
    return std::span(readers).subspan(offset[row], offset[row + 1] - offset[row]);
  }
};

/// Readers are spread over all lists, which do not fit in a cache on large graphs, and rows over
/// all users: asks for what comes so many readers or rows later, in the next rows too, since most
/// have few readers. To select 17 positions takes 0.13 in place of 0.33 us of a processor with 10
/// million edges.
constexpr std::size_t readers_ahead = 8, rows_ahead = 8, lines_of_list = 24, positions_per_line = 16;

template <class State>
[[gnu::always_inline]] inline void prefetch_state(const kept_neighbors& kept,
                                                  const std::vector<State>& states, const reader& r) {
  prefetch(&kept.offset[r.list]);
  prefetch(&states[r.list]);
}

/// Requires: its state was asked for.
[[gnu::always_inline]] inline void prefetch_list(const kept_neighbors& kept, const reader& r) {
  if (r.count == 0) return;
  const std::uint32_t* list = kept.positions.data() + kept.offset[r.list];
  const std::size_t lines = std::min<std::size_t>(lines_of_list, r.count / positions_per_line + 1);
  for (std::size_t line = 0; line < lines; ++line) prefetch(list + line * positions_per_line);
  prefetch(list + (r.count - 1));  // lists begin anywhere in a line
}

[[gnu::always_inline]] inline void prefetch_rows(const release& published, const kept_neighbors& kept,
                                                 std::size_t row) {
  if (row + 2 * rows_ahead < kept.owners.size())
    published.layout().prefetch_shape(kept.owners[row + 2 * rows_ahead]);
  if (row + rows_ahead < kept.owners.size()) published.prefetch_words(kept.owners[row + rows_ahead]);
}

/// Calls read(row, r) for every reader r of a row that asks for something. states: what read needs
/// of r.list, one a list.
template <class State, class Read>
void visit_readers(const release& published, const kept_neighbors& kept, const readers_by_row& by_row,
                   std::size_t of_row, std::optional<row_access> access, const std::vector<State>& states,
                   std::vector<std::uint64_t>& scratch, Read&& read) {
  prefetch_rows(published, kept, of_row);
  const std::span<const reader> readers = by_row.of(of_row);
  const std::span<const reader> ahead = std::span(by_row.readers).subspan(by_row.offset[of_row]);
  const vertex_id owner = kept.owners[of_row];
  std::uint64_t tests = 0;
  for (const reader& r : readers) tests += r.count;
  if (tests == 0) return;
  with_row(published, owner, access ? *access : choose_access(published, owner, tests), scratch,
           [&](const auto& row) {
             for (std::size_t i = 0; i < readers.size(); ++i) {
               if (i + 2 * readers_ahead < ahead.size())
                 prefetch_state(kept, states, ahead[i + 2 * readers_ahead]);
               if (i + readers_ahead < ahead.size()) prefetch_list(kept, ahead[i + readers_ahead]);
               if (readers[i].count > 0) read(row, readers[i]);
             }
           });
}

constexpr std::uint64_t words_for(std::uint64_t bits) {
  return (bits + 63) / 64;
}

/// Words of rows 0 .. rows - 1 of a list, row i having i bits.
constexpr std::uint64_t words_before(std::uint64_t rows) {
  if (rows == 0) return 0;
  const std::uint64_t whole = (rows - 1) / 64, rest = (rows - 1) % 64;
  return 32 * whole * (whole + 1) + rest * (whole + 1);
}

/// Where the greedy acceptance of a list has got to: rows before `row` are done, those before `end`
/// are in the buffer, row i at word start + words_before(i).
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

  /// The rows of one list that are in the buffer; words(row) are the bits of one.
  template <class Words>
  void accept(std::size_t list, std::span<const std::uint32_t>, std::span<member> degrees,
              acceptance_state& state, Words&& words, result& accepted) const {
    const pair_limits& limits = m_bounds[list].pairs;
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

  weight_acceptance(const release& published, std::span<const vertex_id> owners,
                    std::span<const std::uint64_t> limits, std::span<const bit_weights> weights,
                    std::int64_t of_absent)
      : m_limits(limits), m_weights(weights), m_of_absent(of_absent) {
    resize_huge(m_class, owners.size());
    parallel_for(0, owners.size(), 4096, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t row = first; row < last; ++row)
        m_class[row] = static_cast<std::uint8_t>(published.layout().class_of(owners[row]));
    });
    if (published.absent().empty()) return;
    for (const vertex_id v : owners) m_is_absent.push_back(std::ranges::binary_search(published.absent(), v));
  }

  template <class Words>
  void accept(std::size_t list, std::span<const std::uint32_t> rows, std::span<member> members,
              acceptance_state& state, Words&& words, result& sum) const {
    const weight_limits limits{m_limits[list], m_limits[list]};
    for (; state.row < state.end; ++state.row) {
      const bit_weights& weights = m_weights[m_class[rows[state.row]]];
      const accepted_weight of_row =
          m_is_absent.empty()
              ? accept_weights(members, state.row, limits, weights, words(state.row))
              : accept_weights(members, state.row, limits,
                               weight_beside_absent(rows, state.row, weights, bits_of(words(state.row))));
      sum += static_cast<int128>(of_row[1]) - static_cast<int128>(of_row[0]);
    }
  }

 private:
  /// Of a row's pairs, where some users have no row.
  template <class Bit>
  auto weight_beside_absent(std::span<const std::uint32_t> rows, std::size_t row, const bit_weights& weights,
                            Bit&& bit) const {
    return [=, this, own = rows[row]](std::size_t k) {
      if (m_is_absent[own] || m_is_absent[rows[k]]) return m_of_absent;
      return bit(k) ? weights.one : weights.zero;
    };
  }

  std::span<const std::uint64_t> m_limits;
  std::span<const bit_weights> m_weights;
  std::int64_t m_of_absent;
  std::vector<std::uint8_t> m_class;  // of a row's law
  std::vector<bool> m_is_absent;      // of a row's owner; empty: nobody
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
        m_states(huge_table<acceptance_state>(kept.lists())),
        m_accepted(m_states.size()) {
    resize_huge(m_members, kept.rows.size());
  }

  std::vector<typename Policy::result> run() {
    for (std::size_t first = 0, last = 0; first < m_kept.owners.size(); first = last) {
      last = end_of_block(first);
      place_rows(last);
      read_rows(first, last);
      accept_rows();
    }
    return std::move(m_accepted);
  }

 private:
  std::size_t end_of_block(std::size_t row) const {
    std::uint64_t words = 0;
    for (; row < m_kept.owners.size() && words < m_block_words; ++row)
      for (const reader& r : m_rows.of(row)) words += words_for(r.count);
    return row;
  }

  /// Finds each list's rows in the block, and room for them.
  void place_rows(std::size_t last) {
    std::uint64_t words = 0;
    for (std::size_t list = 0; list < m_states.size(); ++list) {
      acceptance_state& state = m_states[list];
      const std::uint64_t kept = m_kept.count(list);
      while (state.end < kept && m_kept.rows[m_kept.offset[list] + state.end] < last) ++state.end;
      state.start = words - words_before(state.row);
      words += words_before(state.end) - words_before(state.row);
    }
    resize_huge(m_bits, words);
  }

  void read_rows(std::size_t first, std::size_t last) {
    parallel_for(first, last, 16, [&](std::uint64_t begin, std::uint64_t end) {
      std::vector<std::uint64_t> scratch;
      for (std::uint64_t i = begin; i < end; ++i) {
        visit_readers(m_published, m_kept, m_rows, i, m_access, m_states, scratch,
                      [&](const auto& row, const reader& r) {
                        row.select_bits(m_kept.first_positions(r.list, r.count), words_of(r.list, r.count));
                      });
      }
    });
  }

  void accept_rows() {
    for_each_list(m_states.size(), [&](std::size_t list) {
      const std::uint64_t begin = m_kept.offset[list], count = m_kept.count(list);
      m_policy.accept(
          list, std::span(m_kept.rows).subspan(begin, count), std::span(m_members).subspan(begin, count),
          m_states[list], [&](std::uint32_t row) { return words_of(list, row); }, m_accepted[list]);
    });
  }

  std::span<std::uint64_t> words_of(std::size_t list, std::uint32_t row) {
    return std::span(m_bits).subspan(m_states[list].start + words_before(row), words_for(row));
  }

  const release& m_published;
  const kept_neighbors& m_kept;
  const Policy& m_policy;
  std::optional<row_access> m_access;
  std::uint64_t m_block_words;
  readers_by_row m_rows;
  std::vector<acceptance_state> m_states;
  std::vector<typename Policy::result> m_accepted;
  std::vector<typename Policy::member> m_members;  // as kept_neighbors::rows
  std::vector<std::uint64_t> m_bits;
};

/// The lists of so many users, user_of(i) being the i-th, with its cap.
template <class UserOf>
ranked_lists keep_ranks_of(const graph_view& g, std::span<const std::uint32_t> rank, UserOf&& user_of,
                           std::span<const std::uint64_t> caps, const coin_source& coins, counted_side side) {
  ranked_lists kept;
  resize_huge(kept.offset, caps.size() + 1);
  const auto for_each_kept = [&](auto&& f) {
    parallel_for(0, caps.size(), 64, [&](std::uint64_t first, std::uint64_t last) {
      std::vector<vertex_id> scratch;
      std::vector<std::uint32_t> counted;  // as ranks: sorting them needs no look-ups
      for (std::uint64_t i = first; i < last; ++i) {
        if (caps[i] < 2) continue;
        const vertex_id u = user_of(i);
        const auto neighbors = g.neighbors(u, scratch);
        const std::uint64_t end = side == counted_side::all ? rank.size() : rank[u];
        counted.resize(neighbors.size());
        std::size_t count = 0;  // without a branch ranks are fetched side by side
        for (const vertex_id w : neighbors) {
          counted[count] = rank[w];
          count += rank[w] < end ? 1 : 0;
        }
        counted.resize(count);
        f(i, counted);
      }
    });
  };
  for_each_kept([&](std::size_t i, const std::vector<std::uint32_t>& counted) {
    kept.offset[i + 1] = std::min<std::uint64_t>(counted.size(), caps[i]);
  });
  std::partial_sum(kept.offset.begin(), kept.offset.end(), kept.offset.begin());
  resize_huge(kept.ranks, kept.offset.back());
  for_each_kept([&](std::size_t i, std::vector<std::uint32_t>& counted) {
    if (counted.size() > caps[i]) {
      coins(coin_purpose::clip, user_of(i),
            [&](private_randomness& source) { clip_neighbors(counted, caps[i], source); });
    }
    std::ranges::sort(counted);
    std::ranges::copy(counted, kept.ranks.begin() + static_cast<std::ptrdiff_t>(kept.offset[i]));
  });
  return kept;
}

}  // namespace

ranked_lists keep_ranks(const graph_view& g, std::span<const std::uint32_t> rank,
                        std::span<const std::uint64_t> caps, const coin_source& coins, counted_side side) {
  return keep_ranks_of(g, rank, [](std::size_t u) { return static_cast<vertex_id>(u); }, caps, coins, side);
}

kept_neighbors keep_neighbors(const graph_view& g, const release_layout& layout,
                              std::span<const vertex_id> users, std::span<const std::uint64_t> caps,
                              const coin_source& coins, counted_side side) {
  ranked_lists ranks =
      keep_ranks_of(g, layout.ranks(), [users](std::size_t i) { return users[i]; }, caps, coins, side);
  const named_ranks named(ranks.ranks, layout.users());
  kept_neighbors kept{std::move(ranks.offset), {}, std::move(ranks.ranks), owners_of(named, layout.ranks())};
  auto position_of_row = huge_table<std::uint32_t>(kept.owners.size());
  parallel_for(0, kept.owners.size(), 4096, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t row = first; row < last; ++row)
      position_of_row[row] = layout.position(kept.owners[row]);
  });
  resize_huge(kept.rows, kept.positions.size());
  parallel_for(0, kept.rows.size(), 65536, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      kept.rows[i] = named.number_of(kept.positions[i]);
      kept.positions[i] = position_of_row[kept.rows[i]];
    }
  });
  return kept;
}

std::vector<pair_counts> count_pairs(const release& published, const kept_neighbors& kept,
                                     std::optional<row_access> access) {
  const readers_by_row rows(kept);
  std::vector<std::atomic<std::uint64_t>> noisy(kept.lists());
  parallel_for(0, kept.owners.size(), 16, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint64_t> scratch;
    for (std::uint64_t i = first; i < last; ++i) {
      visit_readers(published, kept, rows, i, access, noisy, scratch, [&](const auto& row, const reader& r) {
        noisy[r.list].fetch_add(row.count_ones(kept.first_positions(r.list, r.count)),
                                std::memory_order_relaxed);
      });
    }
  });
  std::vector<pair_counts> counts(kept.lists());
  for (std::size_t list = 0; list < counts.size(); ++list) {
    const std::uint64_t all = kept.count(list);
    counts[list] = {all * (all - (all > 0 ? 1 : 0)) / 2 - noisy[list], noisy[list]};
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
  const weight_acceptance policy(published, kept.owners, limits, weights, of_absent);
  return acceptance(published, kept, policy, access, block_words).run();
}

}  // namespace edgeldp
