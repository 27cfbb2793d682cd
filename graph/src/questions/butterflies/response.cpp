// SPDX-License-Identifier: MIT
#include "questions/butterflies/response.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

/// Who has each item, by falling rank.
ranked_lists owners_of(const ranked_lists& lists, std::uint64_t positions) {
  ranked_lists owners{std::vector<std::uint64_t>(positions + 1),
                      std::vector<std::uint32_t>(lists.ranks.size())};
  for (const std::uint32_t x : lists.ranks) ++owners.offset[x + std::uint64_t{1}];
  for (std::uint64_t x = 0; x < positions; ++x) owners.offset[x + 1] += owners.offset[x];
  std::vector<std::uint64_t> next(owners.offset.begin(), owners.offset.end() - 1);
  for (std::size_t rank = lists.offset.size() - 1; rank-- > 0;)
    for (const std::uint32_t x : lists.of(static_cast<vertex_id>(rank)))
      owners.ranks[next[x]++] = static_cast<std::uint32_t>(rank);
  return owners;
}

/// Calls f(later rank) once for each item that a later user shares with this one.
template <class F>
void for_each_shared(const ranked_lists& owners, std::span<const std::uint32_t> list, std::uint64_t rank,
                     F&& f) {
  for (const std::uint32_t x : list) {
    for (const std::uint32_t later : owners.of(x)) {
      if (later <= rank) break;
      f(later);
    }
  }
}

double pairs_of(double members) {
  return 0.5 * members * (members - 1.0);
}

/// What one row adds: the butterflies that its user is in with later ones.
struct row_terms {
  double butterflies = 0.0, shared_pairs = 0.0, of_members = 0.0, of_others = 0.0, inner_pairs = 0.0;
};

class rows_of_lists {
 public:
  rows_of_lists(const ranked_lists& lists, std::uint64_t positions)
      : m_lists(lists), m_owners(owners_of(lists, positions)), m_positions(positions) {}

  std::uint64_t users() const { return m_lists.offset.size() - 1; }

  /// Butterflies and shared pairs with later users, of every row. common: items shared with each
  /// later one, zero before; who they are is in `met`.
  row_terms shared(std::uint64_t rank, std::vector<std::uint32_t>& common,
                   std::vector<std::uint32_t>& met) const {
    row_terms row;
    met.clear();
    for_each_shared(m_owners, of(rank), rank, [&](std::uint32_t later) {
      if (common[later]++ == 0) met.push_back(later);
    });
    std::uint64_t butterflies = 0;
    for (const std::uint32_t later : met)
      butterflies += std::uint64_t{common[later]} * (common[later] - std::uint64_t{1}) / 2;
    row.butterflies = static_cast<double>(butterflies);
    // Rows before this one see a pair of items that both users count.
    row.shared_pairs = 2.0 * static_cast<double>(rank) * row.butterflies;
    return row;
  }

  /// The butterflies of a row with later users alone: whoever is met for the c-th time shares c - 1
  /// pairs of items more. common: zeros, before and after.
  std::uint64_t count(std::uint64_t rank, std::vector<std::uint32_t>& common) const {
    std::uint64_t butterflies = 0, meetings = 0;
    for (const std::uint32_t x : of(rank)) {
      const auto later = later_owners(x, rank);
      for (const std::uint32_t other : later) butterflies += common[other]++;
      meetings += later.size();
    }
    constexpr std::uint64_t numbers_cleared_in_the_time = 16;
    if (meetings * numbers_cleared_in_the_time > common.size()) {
      ranges::fill(common, 0);
      return butterflies;
    }
    for (const std::uint32_t x : of(rank))
      for (const std::uint32_t other : later_owners(x, rank)) common[other] = 0;
    return butterflies;
  }

  /// Squares over items, of rows that stand for others. common, met: as shared() leaves them.
  void add_squares(std::uint64_t rank, std::span<const std::uint32_t> common,
                   std::span<const std::uint32_t> met, row_terms& row) const {
    if (met.empty()) return;
    std::vector<double> through(m_positions);
    for (const std::uint32_t later : met)
      for (const std::uint32_t x : of(later)) through[x] += common[later];
    for (const std::uint32_t x : of(rank)) {
      // A member is no partner of itself.
      double itself = 0.0;
      for (const std::uint32_t later : m_owners.of(x)) {
        if (later <= rank) break;
        itself += 1.0;
      }
      row.of_members += (through[x] - itself) * (through[x] - itself);
      through[x] = 0.0;
    }
    for (const double t : through) row.of_others += t * t;
    row.inner_pairs = inner_pairs(rank);
  }

 private:
  std::span<const std::uint32_t> of(std::uint64_t rank) const {
    return m_lists.of(static_cast<vertex_id>(rank));
  }

  /// Who has an item, by falling rank, as far as they come later.
  std::span<const std::uint32_t> later_owners(std::uint32_t x, std::uint64_t rank) const {
    const auto owners = m_owners.of(x);
    const auto end =
        ranges::lower_bound(owners, rank, [](std::uint64_t a, std::uint64_t b) { return a > b; });
    return owners.first(static_cast<std::size_t>(end - owners.begin()));
  }

  /// Sum over pairs of the row's items of (later users with both)^2.
  double inner_pairs(std::uint64_t rank) const {
    const auto list = of(rank);
    std::vector<std::vector<std::uint32_t>> of_later(users());  // its items that later users have
    std::vector<std::uint32_t> both(list.size());               // of one item, with those before it
    double sum = 0.0;
    for (std::uint32_t k = 0; k < list.size(); ++k) {
      for_each_shared(m_owners, list.subspan(k, 1), rank, [&](std::uint32_t later) {
        for (const std::uint32_t i : of_later[later]) ++both[i];
        of_later[later].push_back(k);
      });
      for (std::uint32_t i = 0; i < k; ++i) {
        sum += static_cast<double>(both[i]) * both[i];
        both[i] = 0;
      }
    }
    return sum;
  }

  const ranked_lists& m_lists;
  ranked_lists m_owners;
  std::uint64_t m_positions;
};

}  // namespace

namespace {

/// Calls f(rank, what shared() finds of it, common, met) for every row, in parallel.
template <class F>
void for_each_row(const rows_of_lists& rows, F&& f) {
  parallel_for(0, rows.users(), 64, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint32_t> common(rows.users()), met;
    for (std::uint64_t rank = first; rank < last; ++rank) {
      row_terms row = rows.shared(rank, common, met);
      f(rank, row, common, met);
      for (const std::uint32_t later : met) common[later] = 0;
    }
  });
}

/// Rows for how many others a row stands, itself included; 0 of those that are not looked at. The
/// first rows are the longest, and each stands for itself.
std::uint64_t stands_for(std::uint64_t rank, std::uint64_t ranks) {
  constexpr std::uint64_t each = 128, others = 128;
  if (rank < each) return 1;
  const std::uint64_t step = std::max<std::uint64_t>(1, (ranks - each) / others);
  return (rank - each) % step == step / 2 ? step : 0;
}

}  // namespace

butterfly_terms predict_terms(const ranked_lists& lists, std::uint64_t positions) {
  const rows_of_lists rows(lists, positions);
  std::vector<row_terms> of_row(rows.users());
  for_each_row(rows, [&](std::uint64_t rank, row_terms& row, const std::vector<std::uint32_t>& common,
                         const std::vector<std::uint32_t>& met) {
    if (stands_for(rank, rows.users()) != 0) rows.add_squares(rank, common, met, row);
    of_row[rank] = row;
  });
  butterfly_terms terms;
  for (std::uint64_t rank = 0; rank < rows.users(); ++rank) {
    const row_terms& row = of_row[rank];
    const auto many = static_cast<double>(stands_for(rank, rows.users()));
    terms.butterflies += row.butterflies;
    terms.shared_pairs += row.shared_pairs;
    terms.of_members += many * row.of_members;
    terms.of_others += many * row.of_others;
    terms.inner_pairs += many * row.inner_pairs;
    const auto size = static_cast<double>(lists.of(static_cast<vertex_id>(rank)).size());
    terms.pairs += static_cast<double>(rank) * pairs_of(size);
  }
  return terms;
}

double count_butterflies_of(const ranked_lists& lists, std::uint64_t positions) {
  const rows_of_lists rows(lists, positions);
  std::vector<std::uint64_t> of_row(rows.users());
  parallel_for(0, rows.users(), 64, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint32_t> common(rows.users());
    for (std::uint64_t rank = first; rank < last; ++rank) of_row[rank] = rows.count(rank, common);
  });
  double sum = 0.0;
  for (const std::uint64_t butterflies : of_row) sum += static_cast<double>(butterflies);
  return sum;
}

double response_variance(const butterfly_terms& t, const bit_law& law, double concentration) {
  const double v1 = law.edge_variance(), v0 = law.non_edge_variance(), c = concentration;
  const double outer = std::fmax(0.0, t.pairs + c * (t.shared_pairs - t.inner_pairs));
  return c * c * (v1 * t.of_members + v0 * t.of_others) + v0 * v0 * outer + v1 * v1 * c * t.inner_pairs;
}

}  // namespace edgeldp
