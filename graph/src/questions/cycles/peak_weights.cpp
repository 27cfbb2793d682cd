// SPDX-License-Identifier: MIT
#include "questions/cycles/peak_weights.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

/// std::llround without a call, and without a branch that half of all numbers take.
std::int64_t nearest(double x) {
  const double whole = std::trunc(x), half_or_more = std::trunc(2.0 * std::fabs(x - whole));
  return static_cast<std::int64_t>(whole + std::copysign(half_or_more, x));
}

}  // namespace

peak_shares::peak_shares(std::span<const double> importance) {
  const std::uint64_t n = importance.size(), words = std::max<std::uint64_t>(1, (n + 63) / 64);
  m_length = 64 * ((words + most_segments - 1) / most_segments);
  for (std::uint64_t first = 0; first < n; first += m_length) m_begin.push_back(first);
  m_begin.push_back(n);
  std::vector<double> mean(segments());
  double all = 0.0;
  for (std::size_t b = 0; b < segments(); ++b) {
    for (std::uint64_t r = begin(b); r < end(b); ++r) mean[b] += importance[r];
    all += mean[b];
    mean[b] /= static_cast<double>(end(b) - begin(b));
  }
  // Nobody's importance is below a thousandth of the mean: released numbers may be wrong about
  // anyone.
  const double least = std::fmax(1e-3 * all / static_cast<double>(std::max<std::uint64_t>(n, 1)), 1e-12);
  m_share.resize(segments() * segments());
  for (std::size_t a = 0; a < segments(); ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      const double at_a = std::fmax(mean[a], least), at_b = std::fmax(mean[b], least);
      m_share[a * segments() + b] = at_b / (at_a + at_b);
      m_share[b * segments() + a] = 1.0 - m_share[a * segments() + b];
    }
  }
}

peak_weights::peak_weights(noisy_matrix bits, const bit_law& law, peak_shares shares, unsigned length)
    : m_bits(std::move(bits)), m_shares(std::move(shares)), m_length(length), m_phi(law) {
  const auto n = static_cast<double>(m_bits.rows());
  const double largest = m_phi.largest();
  m_unit = unit_for(length == 4 ? n * largest * largest : n * n * largest * largest * largest);
  const std::size_t stride = m_shares.segments() + 1;
  m_ones_before.resize(m_bits.rows() * stride);
  parallel_for(0, m_bits.rows(), 64, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t r = first; r < last; ++r) {
      for (std::size_t b = 0; b < m_shares.segments(); ++b) {
        std::uint32_t ones = m_ones_before[r * stride + b];
        for (std::uint64_t w = m_shares.begin(b) / 64; w < (m_shares.end(b) + 63) / 64; ++w)
          ones += static_cast<std::uint32_t>(std::popcount(m_bits.row(r)[w]));
        m_ones_before[r * stride + b + 1] = ones;
      }
    }
  });
}

double peak_weights::words_a_pair() const noexcept {
  const double row = static_cast<double>(m_bits.word_count()) + 16.0;
  return m_length == 4 ? row : 28.0 * row;
}

double peak_weights::words_in_advance() const noexcept {
  const auto n = static_cast<double>(m_bits.rows());
  return m_length == 4 ? 0.0 : n * n * n / 128.0;
}

std::uint64_t peak_weights::ones_below(std::uint64_t r, std::uint64_t c) const noexcept {
  const std::size_t b = m_shares.segment_of(c);
  const std::uint64_t before = m_ones_before[r * (m_shares.segments() + 1) + b];
  return before + ones_in(m_bits.row(r), m_bits.row(r), m_shares.begin(b), c);
}

/// Ones that row a and each of some rows share, by segments.
template <std::size_t rows>
void peak_weights::count_in_segments(std::uint64_t a, const std::array<std::uint64_t, rows>& others,
                                     std::size_t first_segment,
                                     std::array<segment_counts, rows>& counts) const {
  const std::uint64_t* const row_a = m_bits.row(a).data();
  std::array<const std::uint64_t*, rows> row;
  for (std::size_t r = 0; r < rows; ++r) row[r] = m_bits.row(others[r]).data();
  for (std::size_t s = first_segment; s < m_shares.segments(); ++s) {
    std::array<std::uint32_t, rows> ones{};
    for (std::uint64_t w = m_shares.begin(s) / 64; w < (m_shares.end(s) + 63) / 64; ++w)
      for (std::size_t r = 0; r < rows; ++r)
        ones[r] += static_cast<std::uint32_t>(std::popcount(row_a[w] & row[r][w]));
    for (std::size_t r = 0; r < rows; ++r) counts[r][s] = ones[r];
  }
}

/// Sum over ranks u outside {a, b, cut} of phi(a,u) phi(u,b), times `before` below the cut and
/// after[segment] above it. Neither a nor b lies above the cut. both: ones that they share, by
/// segments, where `before` is 0 from the cut's on.
double peak_weights::two_steps(std::uint64_t a, std::uint64_t b, std::uint64_t cut, double before,
                               std::span<const double> after, segment_counts both) const {
  const std::size_t stride = m_shares.segments() + 1, at_cut = m_shares.segment_of(cut);
  const std::uint32_t* const ones_a = m_ones_before.data() + a * stride;
  const std::uint32_t* const ones_b = m_ones_before.data() + b * stride;
  const std::uint64_t both_before_cut = ones_in(m_bits.row(a), m_bits.row(b), m_shares.begin(at_cut), cut);
  std::uint64_t passed = ones_below(a, cut) + ones_below(b, cut);
  double sum = 0.0;
  if (before != 0.0) {
    const std::uint64_t ranks = cut - (a < cut ? 1 : 0) - (b < cut ? 1 : 0);
    const std::uint64_t ends = (a < cut ? 1 : 0) * m_bits.bit(b, a) + (b < cut ? 1 : 0) * m_bits.bit(a, b);
    std::uint64_t below = both_before_cut;
    for (std::size_t s = 0; s < at_cut; ++s) below += both[s];
    sum = before * m_phi.two_steps(below, passed - ends, ranks);
  }
  const bool a_at_cut = m_bits.bit(a, cut), b_at_cut = m_bits.bit(b, cut);
  passed += (a_at_cut ? 1 : 0) + (b_at_cut ? 1 : 0);
  both[at_cut] -= static_cast<std::uint32_t>(both_before_cut) + (a_at_cut && b_at_cut ? 1 : 0);
  std::uint64_t first = cut + 1;
  for (std::size_t s = at_cut; s < m_shares.segments(); ++s) {
    const std::uint64_t end = m_shares.end(s), ones = std::uint64_t{ones_a[s + 1]} + ones_b[s + 1];
    sum += after[s] * m_phi.two_steps(both[s], ones - passed, end - first);
    passed = ones;
    first = end;
  }
  return sum;
}

/// Sum over ranks x above i  of phi(i,x)^2 times the share of x's segment.
double peak_weights::squares_above(std::uint64_t i, std::span<const double> shares) const {
  const std::uint32_t* const ones_before = m_ones_before.data() + i * (m_shares.segments() + 1);
  std::uint64_t first = i + 1, passed = ones_below(i, i);
  double sum = 0.0;
  for (std::size_t s = m_shares.segment_of(i); s < m_shares.segments(); ++s) {
    const std::uint64_t end = m_shares.end(s), ones = ones_before[s + 1] - passed;
    sum += shares[s] * (m_phi.one * m_phi.one * static_cast<double>(ones) +
                        m_phi.beta * m_phi.beta * static_cast<double>(end - first - ones));
    passed = ones_before[s + 1];
    first = end;
  }
  return sum;
}

std::int64_t peak_weights::rounded(double weight) const noexcept {
  return nearest(weight / m_unit);
}

// Some members j together with one i, whose row is then read once for all of them.
void peak_weights::weigh_four(std::uint64_t v, std::span<const std::uint32_t> members,
                              std::vector<std::int64_t>& weights) const {
  constexpr std::size_t together = 4;
  const std::size_t segment = m_shares.segment_of(v);
  const auto shares = m_shares.of(segment);
  weights.resize(members.size() * (members.size() - 1) / 2);
  const auto weigh = [&](std::size_t k, std::size_t row, const segment_counts& both) {
    const std::uint64_t i = members[k], j = members[row];
    const double through_v = shares[segment] * phi(i, v) * phi(j, v);
    weights[row * (row - 1) / 2 + k] = rounded(two_steps(i, j, j, 1.0, shares, both) - through_v);
  };
  for (std::size_t first = 0; first < members.size(); first += together) {
    std::array<std::uint64_t, together> block;
    for (std::size_t r = 0; r < together; ++r) block[r] = members[std::min(first + r, members.size() - 1)];
    const std::size_t end = std::min(first + together, members.size());
    for (std::size_t k = 0; k + 1 < end; ++k) {
      std::array<segment_counts, together> both{};
      count_in_segments(members[k], block, 0, both);
      for (std::size_t row = std::max(first, k + 1); row < end; ++row) weigh(k, row, both[row - first]);
    }
  }
}

/// The rows R(j, .) of two-step sums, R(j, x) = sum over y < x, y != j, of phi(x,y) phi(y,j), one
/// at a time, and their sums against rows of phi.
class peak_weights::rows_of_two_steps {
 public:
  explicit rows_of_two_steps(const peak_weights& w)
      : m_w(w),
        m_parts(w.m_shares.segments() + 1),
        m_sums(w.m_bits.rows() + 1),
        m_stamp(w.m_bits.rows(), ~std::uint32_t{0}),
        m_against(w.m_bits.rows() * m_parts) {
    const double variance = m_w.m_phi.beta * m_w.m_phi.one;  // of phi where there is no edge
    const double fine = variance * std::sqrt(static_cast<double>(w.m_bits.rows())) / 256.0;
    m_step = std::ldexp(1.0, std::max(-32, std::ilogb(fine)));
    m_per_step = 1.0 / m_step;
  }

  /// Places whose rows are computed together, so that the matrix is read once for all of them.
  static constexpr std::uint64_t block = 8;

  /// Two-step sums of ranks first .. first + block - 1, as far as there are.
  void start_block(std::uint64_t first) {
    const std::uint64_t n = m_w.m_bits.rows(), end = std::min(first + block, n);
    const std::uint64_t* const rows = m_w.m_bits.row(first).data();
    const std::size_t stride = m_w.m_bits.word_count();
    m_first = first;
    m_block.resize((end - first) * n);
    std::array<std::uint32_t, block> ones{}, both{};  // of each j below x, and those of x among them
    const auto of_block = std::span(both).first(end - first);
    for (std::uint64_t x = 0; x < n; ++x) {
      const auto row_x = m_w.m_bits.row(x);
      count_common_with_rows(rows, stride, row_x.first(x / 64), of_block);
      const std::uint64_t ones_of_x = m_w.ones_below(x, x), last = row_x[x / 64] & low_bits(x % 64);
      for (std::size_t k = 0; k < of_block.size(); ++k) {
        const auto in_last = static_cast<std::uint32_t>(std::popcount(rows[k * stride + x / 64] & last));
        m_block[k * n + x] = two_steps_below(first + k, x, both[k] + in_last, ones_of_x + ones[k]);
        ones[k] += m_w.m_bits.bit(x, first + k) ? 1 : 0;
      }
    }
  }

  /// The row of rank j of the block.
  void start(std::uint32_t j) {
    const std::uint64_t n = m_w.m_bits.rows();
    m_j = j;
    const auto values = std::span(m_block).subspan((j - m_first) * n, n);
    for (std::uint64_t x = 0; x < n; ++x) m_sums[x + 1] = m_sums[x] + values[x];
    const auto [least, most] = ranges::minmax(values);
    m_least = least;
    cut_into_bytes(static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(most - least)) + 7) /
                   8);
  }

  /// R(j, x).
  double at(std::uint64_t x) const { return m_step * static_cast<double>(value(x)); }

  /// Sums over x outside {i, j} of phi(i,x) R(j,x): [0] below i, [1 + s] above i in segment s.
  std::span<const double> against(std::uint64_t i) {
    double* const parts = m_against.data() + i * m_parts;
    if (m_stamp[i] != m_j) {
      m_stamp[i] = m_j;
      fill(i, parts);
    }
    return {parts, m_parts};
  }

 private:
  std::int64_t value(std::uint64_t x) const { return m_sums[x + 1] - m_sums[x]; }

  /// both, single: ones of row j and of row x below x, shared ones once, or all.
  std::int64_t two_steps_below(std::uint64_t j, std::uint64_t x, std::uint64_t both,
                               std::uint64_t single) const {
    if (x == j) return 0;
    const bool holds_j = j < x;
    if (holds_j && m_w.m_bits.bit(x, j)) --single;
    return nearest(m_w.m_phi.two_steps(both, single, x - (holds_j ? 1 : 0)) * m_per_step);
  }

  /// Values less the least of all, as sum_selected_in_parts takes them.
  void cut_into_bytes(std::size_t width) {
    m_width = width;
    m_bytes.resize(64 * m_w.m_bits.word_count() * width);
    for (std::uint64_t x = 0; x < m_w.m_bits.rows(); ++x) {
      auto above = static_cast<std::uint64_t>(value(x) - m_least);
      const std::uint64_t first = x / 64 * 64 * width + x % 64;
      for (std::size_t b = 0; b < width; ++b, above >>= 8)
        m_bytes[first + 64 * b] = static_cast<std::uint8_t>(above);
    }
  }

  /// Sum of phi(i, .) R(j, .) over ranks [first, last), of which row i has so many ones, with
  /// values that sum to `above` above the least.
  double sum_against(std::uint64_t above, std::uint64_t ones, std::uint64_t first, std::uint64_t last) const {
    const std::int64_t at_ones = static_cast<std::int64_t>(above) + m_least * static_cast<std::int64_t>(ones);
    return m_step * (m_w.m_phi.alpha * static_cast<double>(at_ones) -
                     m_w.m_phi.beta * static_cast<double>(m_sums[last] - m_sums[first]));
  }

  /// Sum of the values above the least at ones of row i in ranks [first, last) of one segment.
  std::uint64_t above_before(std::uint64_t i, std::uint64_t first, std::uint64_t last) {
    m_masked.clear();
    for_each_word(first, last, [&](std::uint64_t w, std::uint64_t mask) {
      m_masked.push_back(m_w.m_bits.row(i)[w] & mask);
    });
    std::uint64_t sum = 0;
    if (!m_masked.empty())
      sum_selected_in_parts(m_masked, std::span(m_bytes).subspan(first / 64 * 64 * m_width), m_width,
                            m_masked.size(), std::span(&sum, 1));
    return sum;
  }

  /// Row i has no bit of its own.
  void fill(std::uint64_t i, double* parts) {
    const peak_shares& shares = m_w.m_shares;
    const std::size_t at_i = shares.segment_of(i);
    const std::uint32_t* const ones = m_w.m_ones_before.data() + i * (shares.segments() + 1);
    std::array<std::uint64_t, peak_shares::most_segments> above{};
    sum_selected_in_parts(m_w.m_bits.row(i), m_bytes, m_width, shares.words(), above);
    const std::uint64_t before_i = above_before(i, shares.begin(at_i), i),
                        ones_before_i = m_w.ones_below(i, i);
    parts[0] =
        sum_against(std::accumulate(above.begin(), above.begin() + at_i, before_i), ones_before_i, 0, i);
    for (std::size_t s = 0; s < shares.segments(); ++s) {
      const std::uint64_t first = std::max(i + 1, shares.begin(s)), end = shares.end(s);
      const bool holds_i = s == at_i;
      parts[1 + s] = first < end ? sum_against(above[s] - (holds_i ? before_i : 0),
                                               ones[s + 1] - (holds_i ? ones_before_i : ones[s]), first, end)
                                 : 0.0;
    }
  }

  const peak_weights& m_w;
  std::size_t m_parts, m_width = 0;
  double m_step = 0.0, m_per_step = 0.0;
  std::uint32_t m_j = 0;
  std::uint64_t m_first = 0;
  std::int64_t m_least = 0;
  std::vector<std::int64_t> m_block;  // R(j, .) of the block's ranks j, in steps
  std::vector<std::int64_t> m_sums;   // running sums of R(j, .), in steps
  std::vector<std::uint8_t> m_bytes;  // of R(j, .) above the least
  std::vector<std::uint64_t> m_masked;
  std::vector<std::uint32_t> m_stamp;  // the j that m_against is of
  std::vector<double> m_against;
};

namespace {

/// Who holds a rank: users and where in their lists.
struct holder {
  vertex_id user;
  std::uint32_t index;
};

std::vector<std::vector<holder>> holders_of_places(const ranked_lists& members, std::uint64_t n) {
  std::vector<std::vector<holder>> holders(n);
  for (std::uint64_t u = 0; u < n; ++u) {
    const auto list = members.of(static_cast<vertex_id>(u));
    if (list.size() < 2) continue;
    for (std::size_t k = 0; k < list.size(); ++k)
      holders[list[k]].push_back({static_cast<vertex_id>(u), static_cast<std::uint32_t>(k)});
  }
  return holders;
}

}  // namespace

// The weight of {i, j} is S(i, j) + S(j, i), S(i, j) over paths i - x - y - j with y < x: there
// only x can be a peak. S(i, j) = sum over x of phi(i,x) s(x) (R(j,x) - [i < x] phi(x,i) phi(i,j) -
// [v < x] phi(x,v) phi(v,j)).
class peak_weights::five_cycle_weights {
 public:
  five_cycle_weights(const peak_weights& w, const ranked_lists& members, std::span<const std::uint32_t> rank)
      : m_w(w), m_members(members), m_rank(rank), m_offset(rank.size() + 1) {
    for (std::uint64_t u = 0; u < rank.size(); ++u) {
      const std::uint64_t size = members.of(static_cast<vertex_id>(u)).size();
      m_offset[u + 1] = m_offset[u] + (size < 2 ? 0 : size * size);
    }
    m_halves.resize(m_offset.back());
    prepare_members();
    add_halves();
  }

  void get(vertex_id u, std::vector<std::int64_t>& weights) const {
    const std::size_t size = m_members.of(u).size();
    const std::int64_t* const square = m_halves.data() + m_offset[u];
    weights.clear();
    for (std::size_t j = 0; j < size; ++j)
      for (std::size_t i = 0; i < j; ++i) weights.push_back(square[i * size + j] + square[j * size + i]);
  }

 private:
  /// What a member i of v's list brings to all of v's pairs.
  struct member_sums {
    double through_v;  ///< sum over x > v of s(x) phi(i,x) phi(x,v)
    double squares;    ///< sum over x > i, x != v, of s(x) phi(i,x)^2
  };

  void prepare_members() {
    m_sums.resize(m_members.ranks.size());
    parallel_for(0, m_rank.size(), 16, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t u = first; u < last; ++u) {
        const std::uint64_t v = m_rank[u];
        const std::size_t segment = m_w.m_shares.segment_of(v);
        const auto shares = m_w.m_shares.of(segment);
        member_sums* sums = m_sums.data() + m_members.offset[u];
        for (const std::uint64_t i : m_members.of(static_cast<vertex_id>(u))) {
          const double i_to_v = m_w.phi(i, v);
          std::array<segment_counts, 1> both{};
          m_w.count_in_segments<1>(v, {i}, segment, both);
          *sums++ = {m_w.two_steps(i, v, v, 0.0, shares, both[0]),
                     m_w.squares_above(i, shares) - shares[segment] * i_to_v * i_to_v};
        }
      }
    });
  }

  void add_halves() {
    const auto holders = holders_of_places(m_members, m_rank.size());
    constexpr std::uint64_t block = rows_of_two_steps::block;
    parallel_for(0, (m_rank.size() + block - 1) / block, 1, [&](std::uint64_t first, std::uint64_t last) {
      rows_of_two_steps rows(m_w);
      for (std::uint64_t b = first; b < last; ++b) {
        const auto in_block =
            std::span(holders).subspan(b * block, std::min(block, holders.size() - b * block));
        if (ranges::all_of(in_block, &std::vector<holder>::empty)) continue;
        rows.start_block(b * block);
        for (std::uint64_t j = b * block; j < b * block + in_block.size(); ++j) {
          if (holders[j].empty()) continue;
          rows.start(static_cast<std::uint32_t>(j));
          for (const holder& h : holders[j]) add_halves_of(h, j, rows);
        }
      }
    });
  }

  /// S(i, j) for all i of one user's list.
  void add_halves_of(const holder& h, std::uint64_t j, rows_of_two_steps& rows) {
    const auto list = m_members.of(h.user);
    const std::uint64_t v = m_rank[h.user];
    const std::size_t segment = m_w.m_shares.segment_of(v);
    const auto shares = m_w.m_shares.of(segment);
    const double own = shares[segment], j_to_v = m_w.phi(j, v), from_v = rows.at(v);
    std::int64_t* const halves = m_halves.data() + m_offset[h.user] + h.index * list.size();
    for (std::size_t k = 0; k < list.size(); ++k) {
      if (k == h.index) continue;
      const std::uint64_t i = list[k];
      const member_sums& of_i = m_sums[m_members.offset[h.user] + k];
      const std::span<const double> parts = rows.against(i);
      double sum = parts[0];
      for (std::size_t s = 0; s < shares.size(); ++s) sum += shares[s] * parts[1 + s];
      const double i_to_j = m_w.phi(i, j);
      const double at_j = j > i ? shares[m_w.m_shares.segment_of(j)] * i_to_j * i_to_j : 0.0;
      sum -= own * m_w.phi(i, v) * from_v + i_to_j * (of_i.squares - at_j) + j_to_v * of_i.through_v;
      halves[k] = m_w.rounded(sum);
    }
  }

  const peak_weights& m_w;
  const ranked_lists& m_members;
  std::span<const std::uint32_t> m_rank;
  std::vector<std::uint64_t> m_offset;
  std::vector<std::int64_t> m_halves;  // S(i, j) at row j, column i of a user's square
  std::vector<member_sums> m_sums;     // as members.ranks
};

void peak_weights::for_each_user(const ranked_lists& members, std::span<const std::uint32_t> rank,
                                 const visitor& f) const {
  std::optional<five_cycle_weights> five;
  if (m_length == 5) five.emplace(*this, members, rank);
  parallel_for(0, m_bits.rows(), 4, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::int64_t> weights;
    for (std::uint64_t u = first; u < last; ++u) {
      const auto list = members.of(static_cast<vertex_id>(u));
      if (list.size() < 2) continue;
      if (five) {
        five->get(static_cast<vertex_id>(u), weights);
      } else {
        weigh_four(rank[u], list, weights);
      }
      f(static_cast<vertex_id>(u), weights);
    }
  });
}

}  // namespace edgeldp
