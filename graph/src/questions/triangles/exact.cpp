// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/exact.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"

namespace edgeldp::exact {
namespace {

constexpr std::uint64_t vertex_grain = 64;

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

/// Lends zeroed byte arrays to loop bodies: as many exist as bodies ran at once. A borrower clears
/// what it sets.
class marker_pool {
 public:
  using markers = std::vector<unsigned char>;

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

/// Degrees fit: a vertex has at most 2^32 - 1 neighbours.
std::vector<vertex_id> copy_degrees(const graph_view& g) {
  std::vector<vertex_id> degrees(g.vertex_count());
  parallel_for(0, degrees.size(), vertex_grain, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<vertex_id> scratch;
    for (std::uint64_t v = first; v < last; ++v) {
      degrees[v] = static_cast<vertex_id>(g.neighbors(static_cast<vertex_id>(v), scratch).size());
    }
  });
  return degrees;
}

vertex_id largest(const std::vector<vertex_id>& degrees) {
  return degrees.empty() ? 0 : *std::max_element(degrees.begin(), degrees.end());
}

/// The vertices by increasing degree, equal degrees by number, and where each degree starts
/// (counting sort).
struct degree_buckets {
  explicit degree_buckets(const std::vector<vertex_id>& degrees)
      : starts(std::uint64_t{largest(degrees)} + 2), vertices(degrees.size()) {
    for (const vertex_id d : degrees) ++starts[d + std::uint64_t{1}];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::uint64_t> next_free = starts;
    for (std::uint64_t v = 0; v < degrees.size(); ++v) {
      vertices[next_free[degrees[v]]++] = static_cast<vertex_id>(v);
    }
  }

  std::vector<std::uint64_t> starts;
  std::vector<vertex_id> vertices;
};

/// The graph relabelled hubs first, each edge kept at its later end only: lists have at most sqrt(2
/// m) entries. Hubs get small labels, so the marks of a list lie close together in memory.
struct forward_graph {
  explicit forward_graph(const graph_view& g) : offsets(g.vertex_count() + 1), labels(g.vertex_count()) {
    {
      const degree_buckets by_degree(copy_degrees(g));
      const std::uint64_t n = labels.size();
      for (std::uint64_t i = 0; i < n; ++i) labels[by_degree.vertices[n - 1 - i]] = static_cast<vertex_id>(i);
    }
    for_each_list(g, [this](std::uint64_t label, std::span<const vertex_id> list) {
      offsets[label + 1] = static_cast<std::uint64_t>(
          std::count_if(list.begin(), list.end(), [&](vertex_id u) { return labels[u] < label; }));
    });
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    earlier.resize(offsets.back());
    for_each_list(g, [this](std::uint64_t label, std::span<const vertex_id> list) {
      std::uint64_t at = offsets[label];
      for (const vertex_id u : list) {
        if (labels[u] < label) earlier[at++] = labels[u];
      }
    });
  }

  template <class Body>
  void for_each_list(const graph_view& g, const Body& body) const {
    parallel_for(0, g.vertex_count(), vertex_grain, [&](std::uint64_t first, std::uint64_t last) {
      std::vector<vertex_id> scratch;
      for (std::uint64_t v = first; v < last; ++v) {
        body(labels[v], g.neighbors(static_cast<vertex_id>(v), scratch));
      }
    });
  }

  std::span<const vertex_id> list(std::uint64_t label) const {
    return {earlier.data() + offsets[label], offsets[label + 1] - offsets[label]};
  }

  std::vector<std::uint64_t> offsets;
  std::vector<vertex_id> labels;
  std::vector<vertex_id> earlier;
};

}  // namespace

count_type count_triangles(const graph_view& g) {
  const forward_graph forward(g);
  checked_sum total;
  marker_pool pool(g.vertex_count());
  parallel_for(0, g.vertex_count(), vertex_grain, [&](std::uint64_t first, std::uint64_t last) {
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
  for (const count_type d : copy_degrees(g)) total.add(d % 2 == 0 ? d / 2 * (d - 1) : d * ((d - 1) / 2));
  return total.value("two-stars");
}

std::uint64_t degeneracy(const graph_view& g) {
  std::vector<vertex_id> left = copy_degrees(g);
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
  return largest(copy_degrees(g));
}

}  // namespace edgeldp::exact
