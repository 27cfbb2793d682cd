// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/channel/mechanisms/laplace_channels.hpp"
#include "edgeldp/core/codec/randomized_response.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"

/// The adjacency matrix of a graph, reported entry by entry, and what follows from the reports.
namespace edgeldp::cli {

/// Everybody's reports: client i sends a bit for each other client, so a pair is reported twice.
class reported_matrix {
 public:
  reported_matrix(const csr_graph& g, std::uint64_t flip_threshold, const coin_source& coins)
      : m_users(g.vertex_count()),
        m_bits(m_users * m_users),
        m_flip(std::ldexp(static_cast<double>(flip_threshold), -40)) {
    for (vertex_id i = 0; i < m_users; ++i) {
      for (const vertex_id j : g.neighbors(i)) m_bits[at(i, j)] = 1;
      coins(coin_purpose::edges, i, [&](private_randomness& source) {
        for (vertex_id j = 0; j < m_users; ++j)
          if (i != j && bernoulli_40(source, flip_threshold)) m_bits[at(i, j)] ^= 1;
      });
    }
  }

  /// Unbiased number of edges.
  double edges() const {
    double ones = 0.0;
    for (const unsigned char bit : m_bits) ones += bit;
    const double entries = static_cast<double>(m_users) * static_cast<double>(m_users - 1);
    return 0.5 * (ones - m_flip * entries) / (1.0 - 2.0 * m_flip);
  }

  /// One graph with so many edges: the pairs that most reports call edges, ties by lot.
  csr_graph instance(count_type edges, std::uint64_t seed) const {
    std::vector<std::pair<std::uint64_t, std::pair<vertex_id, vertex_id>>> pairs;
    for (vertex_id i = 0; i < m_users; ++i) {
      for (vertex_id j = 0; j < i; ++j) {
        const std::uint64_t votes = m_bits[at(i, j)] + std::uint64_t{m_bits[at(j, i)]};
        pairs.push_back({((2 - votes) << 32) | philox4x32_10(seed, {i, j, 1, 0x303031})[0], {j, i}});
      }
    }
    const auto kept = std::min<std::size_t>(edges, pairs.size());
    std::ranges::nth_element(pairs, pairs.begin() + static_cast<std::ptrdiff_t>(kept));
    std::vector<std::pair<vertex_id, vertex_id>> chosen;
    for (std::size_t i = 0; i < kept; ++i) chosen.push_back(pairs[i].second);
    return {m_users, chosen};
  }

  /// Unbiased estimate of an entry, from both reports.
  double entry(vertex_id i, vertex_id j) const {
    const double ones = m_bits[at(i, j)] + m_bits[at(j, i)];
    return (0.5 * ones - m_flip) / (1.0 - 2.0 * m_flip);
  }

  std::vector<double> degrees() const {
    std::vector<double> sums(m_users);
    for (vertex_id i = 0; i < m_users; ++i)
      for (vertex_id j = 0; j < m_users; ++j) sums[i] += i == j ? 0.0 : entry(i, j);
    return sums;
  }

  std::vector<double> triangles() const {
    std::vector<double> matrix(m_users * m_users), sums(m_users);
    for (vertex_id i = 0; i < m_users; ++i)
      for (vertex_id j = 0; j < m_users; ++j) matrix[at(i, j)] = i == j ? 0.0 : entry(i, j);
    for (vertex_id i = 0; i < m_users; ++i) {
      for (vertex_id j = 0; j < m_users; ++j) {
        double paths = 0.0;
        for (vertex_id k = 0; k < j; ++k) paths += matrix[at(i, k)] * matrix[at(j, k)];
        sums[i] += matrix[at(i, j)] * paths;
      }
    }
    return sums;
  }

 private:
  std::size_t at(vertex_id i, vertex_id j) const { return i * m_users + j; }
  std::uint64_t m_users;
  std::vector<unsigned char> m_bits;
  double m_flip;
};

inline std::uint64_t rr_threshold(epsilon e) {
  return randomized_response::for_budget(e).threshold();
}

/// An entry + Lap(1 / epsilon), called 1 from one half on: a flip has probability exp(-epsilon / 2)
/// / 2.
inline std::uint64_t lm_threshold(epsilon e) {
  return static_cast<std::uint64_t>(std::ceil(std::ldexp(laplace_probabilities(2, e.nats())(1, 0), 40)));
}

}  // namespace edgeldp::cli
