// SPDX-License-Identifier: MIT
#include "edgeldp/graph/noisy/noisy_matrix.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/huge_pages.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/noisy/access_plan.hpp"

namespace edgeldp {

namespace {

using tile = std::array<std::uint64_t, 64>;

/// Transposes 64 x 64 bits in place: halves of 32, 16, ... 1 columns change places.
void transpose(tile& t) noexcept {
  std::uint64_t mask = 0xffffffffU;
  for (unsigned half = 32; half != 0; half /= 2, mask ^= mask << half) {
    for (unsigned r = 0; r < 64; r = ((r | half) + 1) & ~half) {
      const std::uint64_t moved = ((t[r] >> half) ^ t[r | half]) & mask;
      t[r] ^= moved << half;
      t[r | half] ^= moved;
    }
  }
}

/// Where the bits of the users sit, in public order.
std::vector<std::uint32_t> positions_by_place(const release_layout& layout) {
  std::vector<std::uint32_t> positions(layout.users());
  for (std::uint32_t rank = 0; rank < positions.size(); ++rank)
    positions[rank] = layout.position(layout.user_at(rank));
  return positions;
}

/// Row r gets the bits of its pairs with ranks below r.
void decode_lower_half(const release& published, noisy_matrix& m) {
  const release_layout& layout = published.layout();
  const std::vector<std::uint32_t> positions = positions_by_place(layout);
  parallel_for(0, m.rows(), 16, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint64_t> bits(m.word_count());
    for (std::uint64_t r = first; r < last; ++r) {
      published.visit_row(layout.user_at(static_cast<std::uint32_t>(r)),
                          [&](const auto& row) { row.decode_bits(bits); });
      select_bits(bits, std::span(positions).first(r), m.row(r).first((r + 63) / 64));
    }
  });
}

/// The tile of rows 64 i .. and columns 64 j ..; rows beyond the matrix are zero.
tile read_tile(const noisy_matrix& m, std::uint64_t i, std::uint64_t j) {
  tile t{};
  for (std::uint64_t r = 0; r < std::min<std::uint64_t>(64, m.rows() - 64 * i); ++r)
    t[r] = m.row(64 * i + r)[j];
  return t;
}

/// Copies the lower half over the diagonal. Each call of the body writes tiles of its own above the
/// diagonal.
void mirror(noisy_matrix& m) {
  parallel_for(0, m.word_count(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      for (std::uint64_t j = 0; j <= i; ++j) {
        tile t = read_tile(m, i, j);
        transpose(t);
        for (std::uint64_t r = 0; r < std::min<std::uint64_t>(64, m.rows() - 64 * j); ++r)
          m.row(64 * j + r)[i] |= t[r];
      }
    }
  });
}

/// The users that rows are asked for, in public order.
struct wanted_rows {
  std::vector<std::uint32_t> ranks, positions;
  std::vector<std::size_t> rows;  ///< of the matrix

  wanted_rows(const release_layout& layout, std::span<const vertex_id> users) : rows(users.size()) {
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    for (const vertex_id u : users)
      if (u >= layout.users())
        throw invalid_parameter("user = " + std::to_string(u) + ": must be below " +
                                std::to_string(layout.users()));
    ranges::sort(rows, {}, [&](std::size_t i) { return layout.rank(users[i]); });
    for (const std::size_t i : rows) {
      if (!ranks.empty() && ranks.back() == layout.rank(users[i]))
        throw invalid_parameter("user = " + std::to_string(users[i]) + ": asked for twice");
      ranks.push_back(layout.rank(users[i]));
      positions.push_back(layout.position(users[i]));
    }
  }

  /// How many precede a rank.
  std::size_t before(std::uint64_t rank) const {
    return static_cast<std::size_t>(ranges::lower_bound(ranks, rank) - ranks.begin());
  }
};

/// Columns of users that come later than those asked for: their rows hold these bits. A call of the
/// body owns the words of its columns.
void select_from_later(const release& published, const wanted_rows& wanted, noisy_matrix& m) {
  const release_layout& layout = published.layout();
  parallel_for(0, m.word_count(), 1, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint64_t> scratch, selected;
    for (std::uint64_t rank = 64 * first; rank < std::min(64 * last, layout.users()); ++rank) {
      const std::size_t earlier = wanted.before(rank);
      if (earlier == 0) continue;
      selected.resize((earlier + 63) / 64);
      const vertex_id owner = layout.user_at(static_cast<std::uint32_t>(rank));
      with_row(published, owner, choose_access(published, owner, earlier), scratch, [&](const auto& row) {
        row.select_bits(std::span(wanted.positions).first(earlier), selected);
      });
      for (std::size_t i = 0; i < earlier; ++i)
        m.row(wanted.rows[i])[rank / 64] |= ((selected[i / 64] >> (i % 64)) & 1) << (rank % 64);
    }
  });
}

/// Columns of users that precede those asked for: their own rows.
void decode_own(const release& published, const wanted_rows& wanted, noisy_matrix& m) {
  const release_layout& layout = published.layout();
  const std::vector<std::uint32_t> positions = positions_by_place(layout);
  parallel_for(0, wanted.ranks.size(), 16, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint64_t> bits(m.word_count()), own;
    for (std::uint64_t i = first; i < last; ++i) {
      const std::uint32_t rank = wanted.ranks[i];
      own.resize((std::size_t{rank} + 63) / 64);
      published.visit_row(layout.user_at(rank), [&](const auto& row) { row.decode_bits(bits); });
      select_bits(bits, std::span(positions).first(rank), own);
      const std::span<std::uint64_t> row = m.row(wanted.rows[i]);
      for (std::size_t w = 0; w < own.size(); ++w) row[w] |= own[w];
    }
  });
}

}  // namespace

noisy_matrix materialize(const release& published, std::span<const vertex_id> users) {
  const wanted_rows wanted(published.layout(), users);
  noisy_matrix m(users.size(), published.layout().users());
  select_from_later(published, wanted, m);
  decode_own(published, wanted, m);
  return m;
}

noisy_matrix::noisy_matrix(std::uint64_t rows, std::uint64_t columns)
    : m_rows(rows), m_columns(columns), m_words((columns + 63) / 64) {
  resize_huge(m_bits, rows * m_words);
}

noisy_matrix materialize(const release& published) {
  noisy_matrix m(published.layout().users(), published.layout().users());
  decode_lower_half(published, m);
  mirror(m);
  return m;
}

noisy_matrix materialize(const vector_release& published, std::span<const vertex_id> users) {
  const std::uint64_t known = published.layout().users();
  for (const vertex_id u : users)
    if (u >= known)
      throw invalid_parameter("user " + std::to_string(u) + ": must lie in [0, " + std::to_string(known) +
                              ")");
  noisy_matrix m(users.size(), published.layout().length());
  parallel_for(0, m.rows(), 16, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t r = first; r < last; ++r) published.decode_differences(users[r], m.row(r));
  });
  return m;
}

noisy_matrix transposed(const noisy_matrix& m) {
  noisy_matrix turned(m.columns(), m.rows());
  parallel_for(0, m.word_count(), 4, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t j = first; j < last; ++j) {
      for (std::uint64_t i = 0; i < turned.word_count(); ++i) {
        tile t = read_tile(m, i, j);
        transpose(t);
        for (std::uint64_t r = 0; r < std::min<std::uint64_t>(64, turned.rows() - 64 * j); ++r)
          turned.row(64 * j + r)[i] = t[r];
      }
    }
  });
  return turned;
}

}  // namespace edgeldp
