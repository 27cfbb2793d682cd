// SPDX-License-Identifier: MIT
#include "bench/audit/likelihood.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "bench/audit/likelihood_parts.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/nullspace/nullspace.hpp"

namespace edgeldp::audit {

namespace {

int128 distance(int128 a, int128 b) {
  return a < b ? b - a : a - b;
}

/// The number of vectors in an echelon basis over GF(p) grows or not by one more row of 0s and 1s.
class echelon {
 public:
  explicit echelon(unsigned p) : m_p(p) {}

  bool add(std::uint64_t coefficients) {
    std::array<unsigned, 64> row{};
    for (unsigned c = 0; c < 64; ++c) row[c] = (coefficients >> c) & 1;
    for (const auto& [pivot, of_basis] : m_basis) {
      const unsigned factor = row[pivot];
      if (factor == 0) continue;
      for (unsigned c = 0; c < 64; ++c) row[c] = (row[c] + (m_p - factor) * of_basis[c]) % m_p;
    }
    const auto pivot = std::ranges::find_if(row, [](unsigned x) { return x != 0; });
    if (pivot == row.end()) return false;
    const unsigned inverse = inverse_of(*pivot);
    for (unsigned& x : row) x = x * inverse % m_p;
    m_basis.emplace_back(static_cast<std::size_t>(pivot - row.begin()), row);
    return true;
  }

 private:
  unsigned inverse_of(unsigned x) const {
    unsigned y = 1;
    while (x * y % m_p != 1) ++y;
    return y;
  }
  unsigned m_p;
  std::vector<std::pair<std::size_t, std::array<unsigned, 64>>> m_basis;
};

/// Addition in GF(q) of codes: digits without carry for powers of two, residues for primes.
unsigned add_in_field(unsigned a, unsigned b, unsigned q) {
  return std::has_single_bit(q) ? a ^ b : (a + b) % q;
}

}  // namespace

double laplace_log_ratio(int128 message, int128 first, int128 second, uint128 sensitivity, epsilon budget) {
  const int128 nearer = distance(message, second) - distance(message, first);
  return static_cast<double>(nearer) / static_cast<double>(sensitivity) * budget.nats();
}

double nullspace_likelihood(std::span<const std::uint64_t> matrix, std::span<const unsigned> element,
                            unsigned field_order, double drop) {
  std::vector<std::uint64_t> orthogonal;
  for (const std::uint64_t row : matrix) {
    unsigned product = 0;
    for (std::size_t c = 0; c < element.size(); ++c)
      if ((row >> c) & 1) product = add_in_field(product, element[c], field_order);
    if (product == 0) orthogonal.push_back(row);
  }
  // Ranks of 0/1 rows are those over the prime field.
  const unsigned p = std::has_single_bit(field_order) ? 2 : field_order;
  double sum = 0.0;
  const auto visit = [&](auto&& self, std::size_t next, const echelon& kept, double weight) -> void {
    if (next == orthogonal.size()) {
      sum += weight;
      return;
    }
    self(self, next + 1, kept, weight * drop);
    echelon with = kept;
    const double grown = with.add(orthogonal[next]) ? field_order : 1.0;
    self(self, next + 1, with, weight * (1.0 - drop) * grown);
  };
  const auto refused = static_cast<double>(matrix.size() - orthogonal.size());
  visit(visit, 0, echelon(p), std::pow(drop, refused));
  return sum;
}

double nullspace_row_likelihood(const nullspace_codec& codec, const row_shape& shape,
                                std::span<const std::uint64_t> words,
                                std::span<const std::uint32_t> positions) {
  if (shape.columns > nullspace_matrix::window)
    throw invalid_parameter("columns of a row = " + std::to_string(shape.columns) + ": the audit takes 64");
  const unsigned q = codec.response().field_order();
  const auto planes = static_cast<std::size_t>(std::bit_width(q - 1));
  // What no column pays for must not be there.
  for (std::size_t w = 0; w < words.size(); ++w)
    if (const std::uint64_t column_bits = w < planes ? words[w] >> (shape.columns - 1) >> 1 : words[w];
        column_bits != 0)
      return 0.0;
  std::vector<unsigned> element(shape.columns);
  for (std::size_t c = 0; c < element.size(); ++c)
    for (std::size_t t = 0; t < planes; ++t) element[c] |= static_cast<unsigned>((words[t] >> c) & 1) << t;
  const nullspace_matrix public_matrix = codec.matrix(shape);
  std::vector<std::uint64_t> matrix;
  for (const std::uint32_t position : positions) matrix.push_back(public_matrix.coefficients(position));
  return nullspace_likelihood(matrix, element, q, codec.response().drop_probability());
}

double bitmap_likelihood(const randomized_response& response, std::span<const std::uint64_t> words,
                         std::span<const std::uint32_t> values) {
  const auto bits = static_cast<std::size_t>(std::bit_width(response.alphabet() - 1));
  const std::size_t in_a_word = 64 / bits;
  double likelihood = 1.0;
  std::vector<std::uint64_t> rest(words.begin(), words.end());
  for (std::size_t x = 0; x < values.size(); ++x) {
    std::uint64_t& word = rest[x / in_a_word];
    const std::size_t shift = bits * (x % in_a_word);
    const std::uint64_t sent = (word >> shift) & ((std::uint64_t{1} << bits) - 1);
    if (sent >= response.alphabet()) return 0.0;
    likelihood *= sent == values[x] ? response.same_probability() : response.other_probability();
    word ^= sent << shift;
  }
  // What no position pays for must not be there.
  return std::ranges::all_of(rest, [](std::uint64_t word) { return word == 0; }) ? likelihood : 0.0;
}

}  // namespace edgeldp::audit
