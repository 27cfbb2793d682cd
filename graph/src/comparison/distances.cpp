// SPDX-License-Identifier: MIT
#include "edgeldp/graph/comparison/distances.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "comparison/diameter.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/random/permutation.hpp"
#include "input/forward_graph.hpp"
#include "input/object_pool.hpp"

namespace edgeldp::exact {

namespace {

constexpr std::uint64_t group_size = 64, groups_at_once = 4, sources_at_once = group_size * groups_at_once;
constexpr unsigned searches_for_diameter = 256;

/// A bit a source, or a number a group of sources.
using by_group = std::array<std::uint64_t, groups_at_once>;

/// The graph relabelled hubs first, so that what most edges lead to lies close together in memory.
struct hubs_first {
  explicit hubs_first(const graph_view& g) : labels(g.vertex_count()), offsets(g.vertex_count() + 1) {
    const std::vector<vertex_id> degrees = degrees_of(g);
    const degree_buckets by_degree(degrees);
    const std::uint64_t n = degrees.size();
    for (std::uint64_t label = 0; label < n; ++label) {
      const vertex_id v = by_degree.vertices[n - 1 - label];
      labels[v] = static_cast<vertex_id>(label);
      offsets[label + 1] = offsets[label] + degrees[v];
    }
    neighbors.resize(offsets.back());
    parallel_for(0, n, 64, [&](std::uint64_t first, std::uint64_t last) {
      std::vector<vertex_id> scratch;
      for (std::uint64_t v = first; v < last; ++v) {
        auto to = neighbors.begin() + static_cast<std::ptrdiff_t>(offsets[labels[v]]);
        const auto begin = to;
        for (const vertex_id u : g.neighbors(static_cast<vertex_id>(v), scratch)) *to++ = labels[u];
        std::sort(begin, to);
      }
    });
  }

  std::span<const vertex_id> list(vertex_id label) const {
    const std::uint64_t first = offsets[label];
    return {neighbors.data() + first, size_of(offsets[label + std::uint64_t{1}] - first)};
  }

  std::vector<vertex_id> labels;  ///< of vertices
  std::vector<std::uint64_t> offsets;
  std::vector<vertex_id> neighbors;
};

/// Breadth-first searches from up to 256 vertices at once: a bit each says where they are.
class many_searches {
 public:
  explicit many_searches(const hubs_first& g)
      : m_graph(g), m_seen(g.labels.size()), m_now(g.labels.size()), m_next(g.labels.size()) {}

  /// By distance, how many vertices each group of sources finds there.
  std::vector<by_group> from(std::span<const vertex_id> sources) {
    std::fill(m_seen.begin(), m_seen.end(), by_group{});
    m_all = {};
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const vertex_id v = sources[i];
      const std::uint64_t bit = std::uint64_t{1} << (i % group_size);
      if (m_next[v] == by_group{}) m_reached.push_back(v);
      m_next[v][i / group_size] |= bit;
      m_all[i / group_size] |= bit;
    }
    std::vector<by_group> found;
    while (!m_reached.empty()) {
      found.push_back(arrive());
      if (m_ends_here > m_graph.neighbors.size() / 8)
        pull();
      else
        push();
      for (const vertex_id v : m_here) m_now[v] = {};
    }
    return found;
  }

 private:
  /// What was reached is seen, and is where the searches are now; how much it is.
  by_group arrive() {
    by_group count{};
    std::swap(m_here, m_reached);
    m_reached.clear();
    m_ends_here = 0;
    for (const vertex_id v : m_here) {
      m_now[v] = std::exchange(m_next[v], by_group{});
      m_ends_here += m_graph.list(v).size();
      for (std::size_t i = 0; i < groups_at_once; ++i) {
        m_seen[v][i] |= m_now[v][i];
        count[i] += static_cast<std::uint64_t>(std::popcount(m_now[v][i]));
      }
    }
    return count;
  }

  /// From where searches are to all neighbours: little work where they are at few vertices.
  void push() {
    for (const vertex_id v : m_here) {
      const by_group now = m_now[v];
      for (const vertex_id u : m_graph.list(v)) {
        std::uint64_t any = 0, there = 0;
        by_group fresh;
        for (std::size_t i = 0; i < groups_at_once; ++i) {
          fresh[i] = now[i] & ~m_seen[u][i];
          any |= fresh[i];
          there |= m_next[u][i];
        }
        if (any == 0) continue;
        if (there == 0) m_reached.push_back(u);
        for (std::size_t i = 0; i < groups_at_once; ++i) m_next[u][i] |= fresh[i];
      }
    }
  }

  /// To each vertex from its neighbours, until all searches that lack it have found it.
  void pull() {
    for (std::uint64_t label = 0; label < m_seen.size(); ++label) {
      const auto u = static_cast<vertex_id>(label);
      by_group lacking, fresh{};
      std::uint64_t any = 0;
      for (std::size_t i = 0; i < groups_at_once; ++i) {
        lacking[i] = m_all[i] & ~m_seen[u][i];
        any |= lacking[i];
      }
      if (any == 0) continue;
      for (const vertex_id v : m_graph.list(u)) {
        std::uint64_t left = 0;
        for (std::size_t i = 0; i < groups_at_once; ++i) {
          fresh[i] |= m_now[v][i];
          left |= lacking[i] & ~fresh[i];
        }
        if (left == 0) break;
      }
      any = 0;
      for (std::size_t i = 0; i < groups_at_once; ++i) {
        fresh[i] &= lacking[i];
        any |= fresh[i];
      }
      if (any == 0) continue;
      m_next[u] = fresh;
      m_reached.push_back(u);
    }
  }

  const hubs_first& m_graph;
  by_group m_all{};                             // sources
  std::vector<by_group> m_seen, m_now, m_next;  // of vertices
  std::vector<vertex_id> m_here, m_reached;
  std::uint64_t m_ends_here = 0;  // of edges at m_here
};

/// Sums over groups of sources, of counts c. They are whole, so that no order of threads changes
/// them.
struct whole_sums {
  uint128 c = 0, squares = 0;

  void add(uint128 of_group) {
    c += of_group;
    squares += of_group * of_group;
  }
};

/// The same of counts x that are a part of c.
struct part_sums {
  uint128 x = 0, squares = 0, products = 0;

  void add(uint128 of_group, uint128 whole) {
    x += of_group;
    squares += of_group * of_group;
    products += of_group * whole;
  }

  double share(const whole_sums& of) const {
    return of.c == 0 ? 0.0 : static_cast<double>(x) / static_cast<double>(of.c);
  }

  /// The standard error of the share, of groups drawn without replacement: linearized.
  double error(const whole_sums& of, double groups, double all_groups) const {
    if (of.c == 0) return 0.0;
    const double r = share(of);
    const double spread = static_cast<double>(squares) - 2.0 * r * static_cast<double>(products) +
                          r * r * static_cast<double>(of.squares);
    const double left = std::max(0.0, 1.0 - groups / all_groups);
    return std::sqrt(std::max(0.0, spread) * left * groups / (groups - 1.0)) / static_cast<double>(of.c);
  }
};

/// What all searches found.
class found_distances {
 public:
  void add(const std::vector<by_group>& found) {
    const std::lock_guard lock(m_mutex);
    if (m_at.size() < found.size()) m_at.resize(found.size());
    for (std::size_t i = 0; i < groups_at_once; ++i) {
      uint128 reached = 0, lengths = 0;
      for (std::size_t d = 0; d < found.size(); ++d) {
        reached += found[d][i];
        lengths += uint128{d} * found[d][i];
      }
      for (std::size_t d = 0; d < found.size(); ++d) m_at[d].add(found[d][i], reached);
      m_reached.add(reached);
      m_others.add(reached - found[0][i]);
      m_lengths.add(lengths, reached - found[0][i]);
    }
  }

  distance_counts counts(std::uint64_t sources, std::uint64_t vertices) const {
    distance_counts all;
    all.sources = sources;
    all.is_exact = sources == vertices;
    for (const part_sums& at : m_at) all.shares.push_back(at.share(m_reached));
    all.mean = m_lengths.share(m_others);
    all.diameter_at_least = all.diameter_at_most = m_at.empty() ? 0 : m_at.size() - 1;
    if (all.is_exact) return all;
    const double groups = static_cast<double>(sources) / static_cast<double>(group_size);
    const double all_groups = static_cast<double>(vertices) / static_cast<double>(group_size);
    for (const part_sums& at : m_at)
      all.share_error = std::max(all.share_error, at.error(m_reached, groups, all_groups));
    all.mean_error = m_lengths.error(m_others, groups, all_groups);
    return all;
  }

 private:
  std::mutex m_mutex;
  whole_sums m_reached, m_others;  // of each source: with itself, and without
  std::vector<part_sums> m_at;     // by distance, of m_reached
  part_sums m_lengths;             // of m_others: sums of distances
};

std::uint64_t checked_sources(std::uint64_t sources, std::uint64_t vertices) {
  if (sources >= vertices) return vertices;
  if (sources < 2 * group_size)  // of a single group no error is known
    throw invalid_parameter("sources = " + std::to_string(sources) + ": must be at least 128");
  return sources / group_size * group_size;
}

}  // namespace

distance_counts count_distances(const graph_view& g, std::uint64_t sources, std::uint64_t seed) {
  const std::uint64_t n = g.vertex_count(), chosen = checked_sources(sources, n);
  if (n == 0) return {};
  tell_stage("distances");
  const hubs_first by_hubs(g);
  const permutation order({seed}, n);  // under a key that no release has
  const auto source = [&](std::uint64_t i) {
    const auto number = static_cast<vertex_id>(i);
    return chosen == n ? number : by_hubs.labels[order(number)];
  };
  found_distances found;
  object_pool<many_searches> pool([&] { return std::make_unique<many_searches>(by_hubs); });
  const std::uint64_t batches = (chosen + sources_at_once - 1) / sources_at_once;
  parallel_for(0, batches, 1, [&](std::uint64_t first, std::uint64_t last) {
    auto searching = pool.take();
    for (std::uint64_t batch = first; batch < last; ++batch) {
      std::vector<vertex_id> from;
      for (std::uint64_t i = batch * sources_at_once; i < std::min(chosen, (batch + 1) * sources_at_once);
           ++i)
        from.push_back(source(i));
      found.add(searching->from(from));
    }
    pool.give_back(std::move(searching));
  });
  distance_counts all = found.counts(chosen, n);
  if (all.is_exact) return all;
  const diameter_bounds bounds = bound_diameter(g, all.diameter_at_least, searches_for_diameter);
  all.diameter_at_least = bounds.at_least;
  all.diameter_at_most = bounds.at_most;
  return all;
}

std::uint64_t affordable_sources(std::uint64_t vertices, std::uint64_t edges) {
  constexpr double work = 2.5e11;
  const auto by_work = static_cast<std::uint64_t>(work / static_cast<double>(vertices + 2 * edges + 1));
  return std::min(vertices, std::max<std::uint64_t>(by_work, 1024));
}

}  // namespace edgeldp::exact
