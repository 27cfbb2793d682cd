// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/graph/input/graph_view.hpp"

/// What exact counts of triangles walk through.
namespace edgeldp {

/// Degrees fit: a vertex has at most 2^32 - 1 neighbours.
/// Cost: O(n + m), parallel.
std::vector<vertex_id> degrees_of(const graph_view& g);

/// The vertices by increasing degree, equal degrees by number, and where each degree starts
/// (counting sort).
struct degree_buckets {
  explicit degree_buckets(const std::vector<vertex_id>& degrees);

  std::vector<std::uint64_t> starts;
  std::vector<vertex_id> vertices;
};

/// The graph relabelled hubs first, each edge kept at its later end only: lists have at most sqrt(2
/// m) entries. Hubs get small labels, so the marks of a list lie close together in memory.
/// Memory: 4 m + 12 n bytes. A Boost.Graph list is produced three times.
struct forward_graph {
  static constexpr std::uint64_t grain = 64;  ///< of vertices, for loops over lists

  explicit forward_graph(const graph_view& g);

  std::span<const vertex_id> list(std::uint64_t label) const {
    return {earlier.data() + offsets[label], size_of(offsets[label + 1] - offsets[label])};
  }

  std::vector<std::uint64_t> offsets;
  std::vector<vertex_id> labels;  ///< of vertices
  std::vector<vertex_id> earlier;
};

/// Lends zeroed arrays to loop bodies: as many exist as bodies ran at once. A borrower clears what
/// it sets.
template <class Mark>
class marker_pool {
 public:
  using markers = std::vector<Mark>;

  explicit marker_pool(std::uint64_t size) : m_size(size) {}

  std::unique_ptr<markers> take() {
    {
      const std::lock_guard lock(m_mutex);
      if (!m_free.empty()) {
        auto taken = std::move(m_free.back());
        m_free.pop_back();
        return taken;
      }
    }
    return std::make_unique<markers>(m_size);
  }

  void give_back(std::unique_ptr<markers> taken) {
    const std::lock_guard lock(m_mutex);
    m_free.push_back(std::move(taken));
  }

 private:
  std::mutex m_mutex;
  std::uint64_t m_size;
  std::vector<std::unique_ptr<markers>> m_free;
};

}  // namespace edgeldp
