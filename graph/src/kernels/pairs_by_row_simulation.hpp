// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/huge_pages.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/prefetch.hpp"
#include "edgeldp/graph/noisy/access_plan.hpp"
#include "kernels/kept_neighbors_simulation.hpp"
#include "kernels/pair_reading.hpp"

namespace edgeldp {

/// One list that reads a row: at the positions of its first `count` neighbours.
struct row_reader {
  std::uint32_t list;
  std::uint32_t count;
};

/// The readers of every row: the transposed lists. Order within a row depends on scheduling and on
/// nothing else does anything depend on it.
class readers_by_row {
 public:
  explicit readers_by_row(const kept_neighbors& kept);

  std::span<const row_reader> of(std::size_t row) const {
    return std::span(m_readers).subspan(m_offset[row], m_offset[row + 1] - m_offset[row]);
  }
  /// Those of a row and of all rows after it.
  std::span<const row_reader> from(std::size_t row) const {
    return std::span(m_readers).subspan(m_offset[row]);
  }

 private:
  std::vector<std::uint64_t> m_offset;
  std::vector<row_reader> m_readers;
};

/// Pairs row by row, of all lists: a row is visited once, by all users who keep its owner, so it
/// can be decoded when many do (access_plan.hpp). The answers of a block of rows are kept and then
/// taken up user by user. Policy: what is accepted (pair_acceptance.hpp).
template <class Policy>
class pairs_by_row {
 public:
  pairs_by_row(const counting_users& counting, const Policy& policy, const pair_reading& reading)
      : m_published(counting.published),
        m_policy(policy),
        m_reading(reading),
        m_kept(counting),
        m_rows(m_kept),
        m_states(huge_table<list_state>(m_kept.lists())),
        m_accepted(m_states.size()) {
    resize_huge(m_members, m_kept.rows.size());
    resize_huge(m_kinds, m_kept.owners.size());
    parallel_for(0, m_kinds.size(), 4096, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t row = first; row < last; ++row) m_kinds[row] = m_policy.kind_of(m_kept.owners[row]);
    });
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
  /// Where the acceptance of a list has got to: rows before `row` are done, those before `end` are
  /// in the buffer, row i at word start + words_before(i).
  struct list_state {
    std::uint64_t start = 0;
    std::uint32_t row = 0, end = 0;
  };

  static constexpr std::uint64_t words_for(std::uint64_t bits) { return (bits + 63) / 64; }
  /// Words of rows 0 .. rows - 1 of a list, row i having i bits.
  static constexpr std::uint64_t words_before(std::uint64_t rows) {
    if (rows == 0) return 0;
    const std::uint64_t whole = (rows - 1) / 64, rest = (rows - 1) % 64;
    return 32 * whole * (whole + 1) + rest * (whole + 1);
  }

  std::size_t end_of_block(std::size_t row) const {
    std::uint64_t words = 0;
    for (; row < m_kept.owners.size() && words < m_reading.block_words; ++row)
      for (const row_reader& r : m_rows.of(row)) words += words_for(r.count);
    return row;
  }

  /// Finds each list's rows in the block, and room for them.
  void place_rows(std::size_t last) {
    std::uint64_t words = 0;
    for (std::size_t list = 0; list < m_states.size(); ++list) {
      list_state& state = m_states[list];
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
      for (std::uint64_t row = begin; row < end; ++row) read_row(row, scratch);
    });
  }

  void read_row(std::size_t of_row, std::vector<std::uint64_t>& scratch) {
    ask_for_rows_after(of_row);
    const std::span<const row_reader> readers = m_rows.of(of_row), ahead = m_rows.from(of_row);
    const vertex_id owner = m_kept.owners[of_row];
    std::uint64_t tests = 0;
    for (const row_reader& r : readers) tests += r.count;
    if (tests == 0) return;
    const row_access access = m_reading.access ? *m_reading.access : choose_access(m_published, owner, tests);
    with_row(m_published, owner, access, scratch, [&](const auto& row) {
      for (std::size_t i = 0; i < readers.size(); ++i) {
        if (i + 2 * readers_ahead < ahead.size()) ask_for_state(ahead[i + 2 * readers_ahead]);
        if (i + readers_ahead < ahead.size()) ask_for_list(ahead[i + readers_ahead]);
        const auto [list, count] = readers[i];
        if (count > 0) row.select_bits(m_kept.first_positions(list, count), words_of(list, count));
      }
    });
  }

  // Readers are spread over all lists, which do not fit in a cache on large graphs, and rows over
  // all users: asks for what comes so many readers or rows later, in the next rows too, since most
  // have few readers. To select 17 positions takes 0.13 in place of 0.33 us of a processor with 10
  // million edges.
  static constexpr std::size_t readers_ahead = 8, rows_ahead = 8, lines_of_list = 24, positions_per_line = 16;

  [[gnu::always_inline]] void ask_for_rows_after(std::size_t row) const {
    if (row + 2 * rows_ahead < m_kept.owners.size())
      m_published.layout().prefetch_place(m_kept.owners[row + 2 * rows_ahead]);
    if (row + rows_ahead < m_kept.owners.size()) m_published.prefetch_words(m_kept.owners[row + rows_ahead]);
  }

  [[gnu::always_inline]] void ask_for_state(const row_reader& r) const {
    prefetch_from(&m_kept.offset[r.list]);
    prefetch_from(&m_states[r.list]);
  }

  /// Requires: its state was asked for.
  [[gnu::always_inline]] void ask_for_list(const row_reader& r) const {
    if (r.count == 0) return;
    const std::uint32_t* list = m_kept.positions.data() + m_kept.offset[r.list];
    const std::size_t lines = std::min<std::size_t>(lines_of_list, r.count / positions_per_line + 1);
    for (std::size_t line = 0; line < lines; ++line) prefetch_from(list + line * positions_per_line);
    prefetch_from(list + (r.count - 1));  // lists begin anywhere in a line
  }

  void accept_rows() {
    parallel_for(0, m_states.size(), 64, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t list = first; list < last; ++list) accept_rows_of(list);
    });
  }

  void accept_rows_of(std::size_t list) {
    const std::uint64_t begin = m_kept.offset[list], count = m_kept.count(list);
    const auto rows = std::span(m_kept.rows).subspan(begin, count);
    const auto kind_at = [&](std::size_t k) { return m_kinds[rows[k]]; };
    for (list_state& state = m_states[list]; state.row < state.end; ++state.row)
      m_policy.accept(list, state.row, std::span(m_members).subspan(begin, count), kind_at,
                      words_of(list, state.row), m_accepted[list]);
  }

  std::span<std::uint64_t> words_of(std::size_t list, std::uint32_t row) {
    return std::span(m_bits).subspan(m_states[list].start + words_before(row), words_for(row));
  }

  const release& m_published;
  const Policy& m_policy;
  const pair_reading& m_reading;
  kept_neighbors m_kept;
  readers_by_row m_rows;
  std::vector<list_state> m_states;
  std::vector<typename Policy::result> m_accepted;
  std::vector<typename Policy::member> m_members;  // as kept_neighbors::rows
  std::vector<typename Policy::kind> m_kinds;      // as kept_neighbors::owners
  std::vector<std::uint64_t> m_bits;
};

}  // namespace edgeldp
