// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/exact.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "input/forward_graph.hpp"

namespace edgeldp::exact {
namespace {

/// A sum shared by threads. It notices when it no longer fits; the addends are bounded by work
/// done, so they do.
class checked_sum {
 public:
  void add(count_type addend) {
    const std::lock_guard lock(m_mutex);
    m_overflow |= __builtin_add_overflow(m_total, addend, &m_total);
  }

  count_type value(const char* what) const {
    if (m_overflow) throw bad_graph_input(std::string("the number of ") + what + " does not fit in 64 bits");
    return m_total;
  }

 private:
  std::mutex m_mutex;
  count_type m_total = 0;
  bool m_overflow = false;
};

}  // namespace

count_type count_triangles(const graph_view& g) {
  const forward_graph forward(g);
  checked_sum total;
  marker_pool<unsigned char> pool(g.vertex_count());
  parallel_for(0, g.vertex_count(), forward_graph::grain, [&](std::uint64_t first, std::uint64_t last) {
    auto marked = pool.take();
    count_type count = 0;
    for (std::uint64_t v = first; v < last; ++v) {
      const auto list = forward.list(v);
      for (const vertex_id u : list) (*marked)[u] = 1;
      for (const vertex_id u : list) {
        for (const vertex_id w : forward.list(u)) count += (*marked)[w];
      }
      for (const vertex_id u : list) (*marked)[u] = 0;
    }
    pool.give_back(std::move(marked));
    total.add(count);
  });
  return total.value("triangles");
}

count_type count_two_stars(const graph_view& g) {
  checked_sum total;
  for (const count_type d : degrees_of(g)) total.add(d % 2 == 0 ? d / 2 * (d - 1) : d * ((d - 1) / 2));
  return total.value("two-stars");
}

std::uint64_t degeneracy(const graph_view& g) {
  std::vector<vertex_id> left = degrees_of(g);
  degree_buckets queue(left);
  std::vector<std::uint64_t> position(left.size());
  for (std::uint64_t i = 0; i < left.size(); ++i) position[queue.vertices[i]] = i;

  std::uint64_t core = 0;
  std::vector<vertex_id> scratch;
  for (std::uint64_t i = 0; i < left.size(); ++i) {
    const vertex_id v = queue.vertices[i];
    core = std::max<std::uint64_t>(core, left[v]);
    for (const vertex_id u : g.neighbors(v, scratch)) {
      if (left[u] <= left[v]) continue;  // removed already, or bound to be removed at this level
      // u moves down one bucket: swap it with the first of its bucket, whose start moves past it.
      const std::uint64_t front = queue.starts[left[u]]++;
      const vertex_id other = queue.vertices[front];
      std::swap(queue.vertices[front], queue.vertices[position[u]]);
      std::swap(position[u], position[other]);
      --left[u];
    }
  }
  return core;
}

std::uint64_t max_degree(const graph_view& g) {
  const std::vector<vertex_id> degrees = degrees_of(g);
  return degrees.empty() ? 0 : ranges::max(degrees);
}

}  // namespace edgeldp::exact
