// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/release.hpp"

namespace edgeldp {

/// The randomized graph that a release publishes, read on demand: no edge is stored.
///
/// Every pair {u, v} is an edge with probability release::law().p1 if it is one in the hidden graph
/// and p0 if not; expect about p0 n^2 / 2 noisy edges. Debias before drawing conclusions.
/// Boost.Graph concepts: noisy_graph_bgl.hpp.
///
/// Cost: edge: one dependent Philox block for ppr. decode_row: n edges at once. Listing neighbours
///     tests n pairs.
/// Threads: const access is safe concurrently; copies share the release.
class noisy_graph {
 public:
  /// Errors: invalid_parameter when published is null.
  explicit noisy_graph(std::shared_ptr<const release> published) : m_release(std::move(published)) {
    if (!m_release) throw invalid_parameter("noisy_graph needs a release");
  }
  explicit noisy_graph(release published)
      : m_release(std::make_shared<const release>(std::move(published))) {}

  const release& published() const noexcept { return *m_release; }
  std::uint64_t vertex_count() const noexcept { return m_release->layout().users(); }

  /// True when {u, v} is a noisy edge. Requires u, v < n. Does not throw.
  bool has_edge(vertex_id u, vertex_id v) const noexcept { return m_release->edge(u, v); }

  /// Fills a bitset over vertices (bit v of word v / 64) with u's noisy neighbours that precede u
  /// in the public order: the row that u sent.
  /// Shapes: bits holds (n + 63) / 64 words.
  /// Errors: invalid_parameter otherwise.
  /// Cost: n / 16 Philox blocks for ppr.
  void decode_row(vertex_id u, std::span<std::uint64_t> bits) const;

  /// The same row in the codec's own positions (release_layout::position), without relabelling:
  /// what kernels want.
  void decode_row_positions(vertex_id u, std::span<std::uint64_t> bits) const;

 private:
  std::shared_ptr<const release> m_release;
};

}  // namespace edgeldp
