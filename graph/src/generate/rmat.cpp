// SPDX-License-Identifier: MIT
#include "edgeldp/graph/generate/generators.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generate_file.hpp"
#include "generate/draws.hpp"

namespace edgeldp {

namespace {

using namespace drawn;

/// The edges that R-MAT draws, each by itself.
class rmat_draws {
 public:
  rmat_draws(unsigned scale, count_type edges, std::uint64_t seed, const rmat_options& options)
      : m_scale(scale), m_seed(seed) {
    require(scale >= 1 && scale <= 32, "scale", scale, interval(1, 32));
    require(options.a >= 0 && options.a <= 1, "a", options.a, "[0, 1]");
    require(options.b >= 0 && options.b <= 1, "b", options.b, "[0, 1]");
    require(options.c >= 0 && options.c <= 1, "c", options.c, "[0, 1]");
    m_a = threshold(options.a);
    m_ab = m_a + threshold(options.b);
    m_abc = m_ab + threshold(options.c);
    require(m_abc <= vertex_limit, "a + b + c", options.a + options.b + options.c, "[0, 1]");
    require_sizes(vertices(), edges, "edges");
  }

  std::uint64_t vertices() const { return std::uint64_t{1} << m_scale; }

  /// Draws `before` and following.
  void fill(count_type before, std::span<edge_list::value_type> out) const {
    parallel_for(0, out.size(), 1 << 12, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i) out[i] = draw(before + i);
    });
  }

 private:
  edge_list::value_type draw(count_type number) const {
    draw_stream stream(m_seed, purpose::rmat, number);
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    for (unsigned level = 0; level < m_scale; ++level) {
      const std::uint32_t word = stream.word();
      row = 2 * row + (word >= m_ab ? 1 : 0);
      column = 2 * column + ((word >= m_a && word < m_ab) || word >= m_abc ? 1 : 0);
    }
    return {static_cast<vertex_id>(row), static_cast<vertex_id>(column)};
  }

  unsigned m_scale;
  std::uint64_t m_seed, m_a = 0, m_ab = 0, m_abc = 0;
};

}  // namespace

csr_graph generate_rmat(unsigned scale, count_type edges, std::uint64_t seed, const rmat_options& options) {
  const rmat_draws draws(scale, edges, seed, options);
  edge_list drawn(edges);
  draws.fill(0, drawn);
  return {draws.vertices(), drawn};
}

ecsr_summary generate_rmat_file(unsigned scale, count_type edges, std::uint64_t seed,
                                const rmat_options& options, const std::string& path, std::uint64_t memory) {
  const rmat_draws draws(scale, edges, seed, options);
  ecsr_builder file(path, memory);
  edge_list drawn;
  for (count_type done = 0; done < edges; done += drawn.size()) {
    drawn.resize(std::min(edges - done, most_at_a_time));
    draws.fill(done, drawn);
    for (const auto& [u, v] : drawn) file.add(u, v);
  }
  return file.finish(draws.vertices(), {}, true);
}

}  // namespace edgeldp
