// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/core/codec/codec_parameters.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"

namespace edgeldp::test {

/// A count of cycles by rows of a codec.
struct cycle_setting {
  codec_kind codec;
  unsigned length;
};

/// The variance of a weighted sum over paths of noisy bits, from the definition: every path is a
/// product of (true bit + noise), which is expanded; coefficients of the same noises are added.
class expanded_sum {
 public:
  using bit_set = std::array<std::uint32_t, 3>;  ///< increasing, `none` last
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  explicit expanded_sum(const csr_graph& g) : m_graph(g) {}

  static std::uint32_t bit(vertex_id a, vertex_id b) { return std::max(a, b) << 16 | std::min(a, b); }

  void add(const bit_set& path, double weight) {
    for (unsigned noisy = 0; noisy < 8; ++noisy) {  // which bits contribute their noise, not their truth
      bit_set bits = {none, none, none};
      std::size_t size = 0;
      bool is_zero = false;
      for (std::size_t k = 0; k < path.size(); ++k) {
        if ((noisy >> k & 1U) != 0) {
          is_zero |= path[k] == none;
          bits[size++] = path[k];
        } else {
          is_zero |= path[k] != none && !is_edge(path[k]);
        }
      }
      if (is_zero) continue;
      std::ranges::sort(bits);
      m_coefficients[bits] += weight;
    }
  }

  double mean() const { return m_coefficients.at({none, none, none}); }

  double variance(const bit_law& law) const {
    double sum = 0.0;
    for (const auto& [bits, coefficient] : m_coefficients) {
      if (bits[0] == none) continue;
      double product = coefficient * coefficient;
      for (const std::uint32_t b : bits)
        if (b != none) product *= is_edge(b) ? law.edge_variance() : law.non_edge_variance();
      sum += product;
    }
    return sum;
  }

 private:
  bool is_edge(std::uint32_t b) const {
    return std::ranges::binary_search(m_graph.neighbors(b >> 16), b & 0xffffU);
  }
  const csr_graph& m_graph;
  struct hash {
    std::size_t operator()(const bit_set& bits) const {
      std::uint64_t h = 0;
      for (const std::uint32_t b : bits) h = (h ^ b) * 0x9e3779b97f4a7c15U;
      return static_cast<std::size_t>(h ^ (h >> 32));
    }
  };
  std::unordered_map<bit_set, double, hash> m_coefficients;
};

}  // namespace edgeldp::test
