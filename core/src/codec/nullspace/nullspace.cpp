// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/nullspace/nullspace.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "codec/nullspace/small_field.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"

namespace edgeldp {

namespace {

/// Calls f with the small_field of q elements. q is one of nullspace_response::field_orders.
template <class F>
decltype(auto) with_field(unsigned q, F&& f) {
  switch (q) {
    case 2:
      return f(small_field<2>{});
    case 3:
      return f(small_field<3>{});
    case 4:
      return f(small_field<4>{});
    case 5:
      return f(small_field<5>{});
    case 7:
      return f(small_field<7>{});
    case 8:
      return f(small_field<8>{});
    case 11:
      return f(small_field<11>{});
    case 13:
      return f(small_field<13>{});
    default:
      return f(small_field<16>{});
  }
}

/// 64 elements from column `start` on.
template <class Field>
typename Field::lanes window_at(std::span<const std::uint64_t> words, std::uint64_t start) {
  typename Field::lanes out{};
  const std::uint64_t* at = words.data() + start / 64 * Field::planes;
  const unsigned shift = start % 64;
  for (unsigned t = 0; t < Field::planes; ++t)
    out[t] = (at[t] >> shift) | (at[Field::planes + t] << 1 << (63 - shift));
  return out;
}

template <class Field>
void set_element(std::span<std::uint64_t> words, std::uint64_t column, unsigned code) {
  for (unsigned t = 0; t < Field::planes; ++t) {
    std::uint64_t& word = words[size_of(column / 64 * Field::planes + t)];
    const std::uint64_t bit = std::uint64_t{1} << (column % 64);
    word = (word & ~bit) | ((code >> t) & 1 ? bit : 0);
  }
}

/// Uniform elements of GF(q), many to a coin: the last base-q digits of a 64-bit word below a
/// multiple of q^digits; other words are drawn again, so each element is exactly uniform.
template <class Field>
class uniform_elements {
 public:
  explicit uniform_elements(private_randomness& coins) : m_coins(coins) {}

  unsigned operator()() {
    if (m_left == 0) {
      do m_word = m_coins();
      while (m_word >= limit);
      m_left = digits;
    }
    --m_left;
    const auto element = static_cast<unsigned>(m_word % Field::order);
    m_word /= Field::order;
    return element;
  }

 private:
  /// q^digits < 2^56, so fewer than one coin in 256 is drawn again.
  static constexpr unsigned digits = [] {
    unsigned count = 0;
    for (std::uint64_t p = 1; p < (std::uint64_t{1} << 56) / Field::order; p *= Field::order) ++count;
    return count;
  }();
  /// The largest multiple of q^digits that a coin can reach.
  static constexpr std::uint64_t limit = [] {
    std::uint64_t p = 1;
    for (unsigned i = 0; i < digits; ++i) p *= Field::order;
    return ~std::uint64_t{0} / p * p;
  }();

  private_randomness& m_coins;
  std::uint64_t m_word = 0;
  unsigned m_left = 0;
};

/// Row echelon form of rows that are nonzero in 64 neighbouring columns: a row with pivot in column
/// c is kept in place c, shifted so that the pivot is its lane 0, with pivot 1. Rows never grow
/// wider than 64 columns, since both rows of a step end within 64 columns of a start that is not
/// larger than the pivot.
template <class Field>
class banded_echelon {
 public:
  using lanes = typename Field::lanes;

  explicit banded_echelon(std::uint64_t columns)
      : m_rows(size_of(columns)), m_has_pivot(size_of((columns + 63) / 64)) {}

  /// Adds a row; one that depends on the rows so far changes nothing.
  void insert(std::uint64_t start, std::uint64_t coefficients) {
    lanes row{};
    row[0] = coefficients;
    for (std::uint64_t any = row[0]; any != 0; any = Field::nonzero(row)) {
      const auto skip = static_cast<unsigned>(std::countr_zero(any));
      start += skip;
      row = Field::shifted_down(row, skip);
      const unsigned pivot = Field::at(row, 0);
      if (!has_pivot(start)) {
        m_rows[size_of(start)] = Field::scale(Field::inverse(pivot), row);
        m_has_pivot[size_of(start / 64)] |= std::uint64_t{1} << (start % 64);
        return;
      }
      row = Field::add(row, Field::scale(Field::negate(pivot), m_rows[size_of(start)]));
    }
  }

  /// A uniform vector of the null space: free columns uniform, pivot columns solved from the right.
  void sample(private_randomness& coins, std::span<std::uint64_t> words) const {
    uniform_elements<Field> uniform(coins);
    for (std::uint64_t c = m_rows.size(); c-- > 0;) {
      const unsigned element = has_pivot(c)
                                   ? Field::negate(Field::dot(m_rows[size_of(c)], window_at<Field>(words, c)))
                                   : uniform();
      set_element<Field>(words, c, element);
    }
  }

 private:
  bool has_pivot(std::uint64_t column) const {
    return (m_has_pivot[size_of(column / 64)] >> (column % 64)) & 1;
  }

  std::vector<lanes> m_rows;
  std::vector<std::uint64_t> m_has_pivot;
};

}  // namespace

void nullspace_codec::encode(const row_shape& shape, std::span<const row_entry> entries,
                             private_randomness& coins, std::span<std::uint64_t> words) const {
  const nullspace_matrix rows = matrix(shape);
  ranges::fill(words, 0);
  if (!entries.empty() && (shape.columns == 0 || entries.back().position >= shape.length))
    throw internal_error("row entries lie outside the row");
  with_field(m_response.field_order(), [&]<class Field>(Field) {
    banded_echelon<Field> echelon(shape.columns);
    for (const row_entry& entry : entries) {
      if (bernoulli_40(coins, m_response.drop_threshold())) continue;
      echelon.insert(rows.start(entry.position), rows.coefficients(entry.position));
    }
    echelon.sample(coins, words);
  });
}

// --- wire: q-ary digits, several to one part of the range coder
// -----------------------------------------------------------------

namespace {

/// Digits that share a part: the most with q^digits <= 2^16.
unsigned digits_per_part(unsigned q) {
  unsigned digits = 0;
  for (std::uint32_t p = q; p <= 65536; p *= q) ++digits;
  return digits;
}

/// Calls f(first column, q^count, count) for each part of a row.
template <class F>
void for_each_part(std::uint64_t columns, unsigned q, F&& f) {
  const unsigned digits = digits_per_part(q);
  for (std::uint64_t first = 0; first < columns; first += digits) {
    const auto count = static_cast<unsigned>(std::min<std::uint64_t>(digits, columns - first));
    std::uint32_t total = 1;
    for (unsigned i = 0; i < count; ++i) total *= q;
    f(first, total, count);
  }
}

unsigned element_at(std::span<const std::uint64_t> words, unsigned planes, std::uint64_t column) {
  unsigned code = 0;
  for (unsigned t = 0; t < planes; ++t)
    code |= static_cast<unsigned>((words[size_of(column / 64 * planes + t)] >> (column % 64)) & 1) << t;
  return code;
}

}  // namespace

void nullspace_codec::write(const row_shape& shape, std::span<const std::uint64_t> words, range_encoder& out,
                            model&) const {
  const unsigned q = m_response.field_order();
  for_each_part(shape.columns, q, [&](std::uint64_t first, std::uint32_t total, unsigned count) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < count; ++i) value = value * q + element_at(words, planes(), first + i);
    out.encode_uniform(value, total);
  });
}

void nullspace_codec::read(const row_shape& shape, range_decoder& in, model&,
                           std::span<std::uint64_t> words) const {
  const unsigned q = m_response.field_order(), b = planes();
  ranges::fill(words, 0);
  for_each_part(shape.columns, q, [&](std::uint64_t first, std::uint32_t total, unsigned count) {
    std::uint32_t value = in.decode_uniform(total);
    for (unsigned i = count; i-- > 0; value /= q) {
      const std::uint64_t column = first + i, code = value % q;
      for (unsigned t = 0; t < b; ++t)
        words[size_of(column / 64 * b + t)] |= ((code >> t) & 1) << (column % 64);
    }
  });
}

}  // namespace edgeldp
