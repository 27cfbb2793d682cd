// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "support/output_law.hpp"

/// The law of a null-space message by brute force: all vectors w, all kept sets, exact rationals,
/// the most obvious field arithmetic. Nothing is shared with the library, and no rank is ever
/// computed.
namespace edgeldp::test {

/// GF(q): residues for prime q, polynomials over GF(2) for q = 4, 8, 16.
class tiny_field {
 public:
  explicit tiny_field(unsigned q) : m_q(q) {}

  unsigned order() const { return m_q; }
  bool is_prime() const { return m_q == 2 || m_q % 2 == 1; }

  unsigned add(unsigned a, unsigned b) const { return is_prime() ? (a + b) % m_q : a ^ b; }

  unsigned multiply(unsigned a, unsigned b) const {
    if (is_prime()) return a * b % m_q;
    unsigned product = 0;
    for (unsigned i = 0; i < 4; ++i) product ^= (b >> i & 1U) != 0 ? a << i : 0;
    const unsigned modulus = m_q + 3;  // x^b + x + 1 for b = 2, 3, 4
    for (unsigned i = 8; i-- > 0;)
      if ((product >> i) >= m_q) product ^= modulus << i;
    return product;
  }

  unsigned dot(const std::vector<unsigned>& a, const std::vector<unsigned>& b) const {
    unsigned sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum = add(sum, multiply(a[i], b[i]));
    return sum;
  }

 private:
  unsigned m_q;
};

/// A public matrix and a drop probability. A message is w as its M codes, first column first.
class nullspace_model {
 public:
  /// Probability of the vector number `w` given the mask of kept rows.
  using kept_law = std::function<rational(std::uint32_t kept, std::size_t w)>;

  nullspace_model(unsigned q, unsigned columns, std::vector<std::vector<unsigned>> rows, const rational& drop)
      : m_field(q), m_columns(columns), m_rows(std::move(rows)), m_drop(drop) {
    std::vector<unsigned> w(columns, 0);
    for (bool more = true; more;) {
      std::uint32_t orthogonal = 0;
      for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_field.dot(m_rows[i], w) == 0) orthogonal |= 1U << i;
      m_vectors.push_back(w);
      m_orthogonal.push_back(orthogonal);
      more = false;
      for (unsigned c = 0; c < columns && !more; ++c) {
        w[c] = (w[c] + 1) % q;
        more = w[c] != 0;
      }
    }
    m_null_size.assign(std::size_t{1} << m_rows.size(), 0);
    for (std::uint32_t kept = 0; kept < m_null_size.size(); ++kept)
      for (std::size_t v = 0; v < m_vectors.size(); ++v) m_null_size[kept] += is_null(kept, v) ? 1 : 0;
  }

  unsigned positions() const { return static_cast<unsigned>(m_rows.size()); }
  unsigned columns() const { return m_columns; }
  const tiny_field& field() const { return m_field; }
  const rational& drop() const { return m_drop; }
  const std::vector<std::vector<unsigned>>& vectors() const { return m_vectors; }
  bool row_is_zero(unsigned i) const { return m_null_size[std::size_t{1} << i] == m_vectors.size(); }
  bool is_null(std::uint32_t kept, std::size_t w) const { return (m_orthogonal[w] & kept) == kept; }
  std::uint64_t null_size(std::uint32_t kept) const { return m_null_size[kept]; }

  /// The largest factor that the statement allows: r + (1 - r) q.
  rational upper() const { return m_drop + (1 - m_drop) * m_field.order(); }

  /// w uniform in the null space of the kept rows: the mechanism as it is stated.
  rational uniform(std::uint32_t kept, std::size_t w) const {
    return is_null(kept, w) ? rational(1, m_null_size[kept]) : rational(0);
  }

  /// The law of the row whose neighbours are the set bits of `mask`, for any law of w given the
  /// kept rows.
  output_law<rational> law(std::uint32_t mask, const kept_law& given_kept) const {
    output_law<rational> law;
    for (std::uint32_t kept = mask;; kept = (kept - 1) & mask) {  // every subset, the empty one last
      rational probability = 1;
      for (unsigned i = 0; i < positions(); ++i)
        if (mask >> i & 1U) probability *= kept >> i & 1U ? 1 - m_drop : m_drop;
      for (std::size_t w = 0; w < m_vectors.size(); ++w) {
        const rational p = given_kept(kept, w);
        if (p != 0) law[message(w)] += probability * p;
      }
      if (kept == 0) return law;
    }
  }
  output_law<rational> law(std::uint32_t mask) const {
    return law(mask, [this](std::uint32_t kept, std::size_t w) { return uniform(kept, w); });
  }

  std::vector<std::uint64_t> message(std::size_t w) const {
    return {m_vectors[w].begin(), m_vectors[w].end()};
  }

 private:
  tiny_field m_field;
  unsigned m_columns;
  std::vector<std::vector<unsigned>> m_rows;
  rational m_drop;
  std::vector<std::vector<unsigned>> m_vectors;
  std::vector<std::uint32_t> m_orthogonal;  // positions whose row is orthogonal to the vector
  std::vector<std::uint64_t> m_null_size;   // by mask of kept rows
};

}  // namespace edgeldp::test
