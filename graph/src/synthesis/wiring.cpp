// SPDX-License-Identifier: MIT
#include "synthesis/wiring.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "edgeldp/core/base/ranges.hpp"
#include "synthesis/draws.hpp"

namespace edgeldp::synthesis {

namespace {

/// Tries to find an edge to change ends with: of one block, and of the whole graph.
constexpr int tries_in_block = 300, tries_anywhere = 1000;
constexpr std::size_t most_hard = 200;
/// Users of a dense run: hubs have more neighbours, but not in one clique.
constexpr std::size_t largest_run = 1000;
/// Share of users who keep an end for a neighbour outside of their run, so that runs hang together.
constexpr double share_outside = 0.8;

class wiring {
 public:
  wiring(const wanted_graph& wanted, std::span<const std::uint64_t> blocks, double fill,
         private_randomness& coins)
      : m_wanted(wanted),
        m_blocks(blocks),
        m_fill(fill),
        m_coins(coins),
        m_pairs(wanted.degrees.size(), sum_of_degrees() / 2),
        m_inner(wanted.degrees.size()) {}

  edge_list wire() {
    const std::size_t k = m_wanted.group_count;
    std::vector<std::vector<vertex_id>> ends = dealt_ends();
    for (std::size_t a = 0; a < k; ++a)
      for (std::size_t b = a; b < k; ++b)
        if (a == b)
          wire_within(ends[a * k + a]);
        else
          wire_between(ends[a * k + b], ends[b * k + a]);
    place_left();
    return std::move(m_edges);
  }

 private:
  std::uint64_t sum_of_degrees() const {
    return std::accumulate(m_wanted.degrees.begin(), m_wanted.degrees.end(), std::uint64_t{0});
  }

  /// Ends of group a for group b at a k + b, in random order; what no block wants is left.
  std::vector<std::vector<vertex_id>> dealt_ends() {
    const std::size_t k = m_wanted.group_count;
    std::vector<std::vector<vertex_id>> of_group(k), dealt(k * k);
    for (std::size_t u = 0; u < m_wanted.degrees.size(); ++u) {
      std::vector<vertex_id>& mine = of_group[k == 1 ? 0 : m_wanted.group_of[u]];
      mine.insert(mine.end(), static_cast<std::size_t>(m_wanted.degrees[u]), static_cast<vertex_id>(u));
    }
    for (std::size_t a = 0; a < k; ++a) {
      shuffle(m_coins, of_group[a]);
      auto next = of_group[a].begin();
      for (std::size_t b = 0; b < k; ++b) {
        const auto most = static_cast<std::uint64_t>(of_group[a].end() - next);
        const auto end = next + static_cast<std::ptrdiff_t>(std::min(most, m_blocks[a * k + b]));
        dealt[a * k + b].assign(next, end);
        next = end;
      }
      m_left.insert(m_left.end(), next, of_group[a].end());
      of_group[a] = {};
    }
    return dealt;
  }

  void add(vertex_id u, vertex_id v) {
    m_pairs.insert(u, v);
    m_edges.emplace_back(u, v);
  }
  bool may_join(vertex_id u, vertex_id v) const { return u != v && !m_pairs.contains(u, v); }

  void wire_within(std::vector<vertex_id>& ends) {
    const std::size_t first = m_edges.size();
    if (m_fill > 0.0) join_runs(ends);
    edge_list refused;
    std::size_t i = 0;
    for (; i + 1 < ends.size(); i += 2) join_or_refuse(ends[i], ends[i + 1], refused);
    if (i < ends.size()) m_left.push_back(ends[i]);
    repair(refused, first, true);
  }

  void wire_between(const std::vector<vertex_id>& ends, const std::vector<vertex_id>& others) {
    const std::size_t first = m_edges.size(), both = std::min(ends.size(), others.size());
    edge_list refused;
    for (std::size_t i = 0; i < both; ++i) join_or_refuse(ends[i], others[i], refused);
    m_left.insert(m_left.end(), ends.begin() + static_cast<std::ptrdiff_t>(both), ends.end());
    m_left.insert(m_left.end(), others.begin() + static_cast<std::ptrdiff_t>(both), others.end());
    repair(refused, first, false);
  }

  void join_or_refuse(vertex_id u, vertex_id v, edge_list& refused) {
    if (may_join(u, v))
      add(u, v);
    else
      refused.emplace_back(u, v);
  }

  /// Loops and edges that are there already change ends with edges of the same block, from `first`
  /// on.
  void repair(const edge_list& refused, std::size_t first, bool is_within) {
    for (const auto& [u, v] : refused)
      if (!changes_ends(u, v, first, tries_in_block, is_within)) m_left.insert(m_left.end(), {u, v});
  }

  /// Puts u and v to the ends of a random edge from `first` on.
  bool changes_ends(vertex_id u, vertex_id v, std::size_t first, int tries, bool either_way) {
    for (int i = 0; i < tries && first < m_edges.size(); ++i) {
      const std::size_t at = first + draw_below(m_coins, m_edges.size() - first);
      if (changes_ends_at(u, v, at, either_way && m_coins() % 2 == 0)) return true;
    }
    return false;
  }

  bool changes_ends_at(vertex_id u, vertex_id v, std::size_t at, bool backwards) {
    auto [p, q] = m_edges[at];
    if (backwards) std::swap(p, q);
    const bool is_same_pair = (u == p && v == q) || (u == v && p == q);
    if (is_same_pair || !may_join(u, q) || !may_join(p, v)) return false;
    m_pairs.erase(p, q);
    m_pairs.insert(u, q);
    m_edges[at] = {u, q};
    add(p, v);
    return true;
  }

  /// Joins users of like number of ends, whose ends these are, and leaves the ends that remain.
  void join_runs(std::vector<vertex_id>& ends) {
    std::vector<vertex_id> members;
    for (const vertex_id u : ends)
      if (m_inner[u]++ == 0) members.push_back(u);
    std::vector<std::pair<double, vertex_id>> order;
    for (const vertex_id u : members)
      order.emplace_back(-static_cast<double>(m_inner[u]) * std::exp(0.4 * (uniform_open(m_coins) - 0.5)), u);
    ranges::sort(order);
    std::vector<vertex_id> kept;
    for (const vertex_id u : members)
      if (m_inner[u] > 1 && uniform_open(m_coins) < share_outside) {
        kept.push_back(u);
        --m_inner[u];
      }
    for (std::size_t i = 0; i < order.size();) {
      const auto size = std::clamp<std::size_t>(m_inner[order[i].second] + 1, 3, largest_run);
      const std::size_t end = std::min(order.size(), i + size);
      join_run(std::span(order).subspan(i, end - i));
      i = end;
    }
    for (const vertex_id u : kept) ++m_inner[u];
    ends.clear();
    for (const vertex_id u : members)
      for (; m_inner[u] > 0; --m_inner[u]) ends.push_back(u);
    shuffle(m_coins, ends);
  }

  void join_run(std::span<const std::pair<double, vertex_id>> run) {
    edge_list pairs;
    for (std::size_t i = 0; i < run.size(); ++i)
      for (std::size_t j = i + 1; j < run.size(); ++j) pairs.emplace_back(run[i].second, run[j].second);
    shuffle(m_coins, pairs);
    for (const auto& [u, v] : pairs)
      if (m_inner[u] > 0 && m_inner[v] > 0 && uniform_open(m_coins) < m_fill) {
        add(u, v);
        --m_inner[u];
        --m_inner[v];
      }
  }

  /// Ends that no block took are joined with each other, or change ends with edges anywhere.
  void place_left() {
    shuffle(m_coins, m_left);
    std::vector<vertex_id> hard;
    for (std::size_t i = 0; i + 1 < m_left.size(); i += 2) {
      const vertex_id u = m_left[i], v = m_left[i + 1];
      if (may_join(u, v))
        add(u, v);
      else if (!changes_ends(u, v, 0, tries_anywhere, true))
        hard.insert(hard.end(), {u, v});
    }
    place_hard(join_each_other(std::move(hard)));
  }

  /// Ends that go together, in another order; gives those that remain. In a graph in which nearly
  /// all know each other, that is all there is to do.
  std::vector<vertex_id> join_each_other(std::vector<vertex_id> ends) {
    std::vector<vertex_id> remain;
    while (!ends.empty()) {
      const vertex_id u = ends.back();
      ends.pop_back();
      const auto other = ranges::find_if(ends, [&](vertex_id v) { return may_join(u, v); });
      if (other == ends.end()) {
        remain.push_back(u);
        continue;
      }
      add(u, *other);
      ends.erase(other);
    }
    return remain;
  }

  /// Where chance found nothing every edge is tried, for so many ends.
  void place_hard(const std::vector<vertex_id>& ends) {
    for (std::size_t i = 0; i + 1 < std::min(ends.size(), most_hard); i += 2)
      for (std::size_t at = 0; at < m_edges.size(); ++at)
        if (changes_ends_at(ends[i], ends[i + 1], at, false) ||
            changes_ends_at(ends[i], ends[i + 1], at, true))
          break;
  }

  const wanted_graph& m_wanted;
  std::span<const std::uint64_t> m_blocks;
  double m_fill;
  private_randomness& m_coins;
  pair_set m_pairs;
  std::vector<std::size_t> m_inner;  // ends of the block under way, by user
  edge_list m_edges;
  std::vector<vertex_id> m_left;
};

}  // namespace

edge_list wire_ends(const wanted_graph& wanted, std::span<const std::uint64_t> blocks, double fill,
                    private_randomness& coins) {
  return wiring(wanted, blocks, fill, coins).wire();
}

/// By users of larger degree ahead of each user, so that hubs have short lists.
std::vector<std::uint64_t> triangles_at_users(std::uint64_t users, const edge_list& edges) {
  const auto n = static_cast<std::size_t>(users);
  std::vector<std::size_t> degrees(n), first(n + 1);
  for (const auto& [u, v] : edges) {
    ++degrees[u];
    ++degrees[v];
  }
  const auto is_ahead = [&](vertex_id u, vertex_id v) {
    return degrees[u] != degrees[v] ? degrees[u] < degrees[v] : u < v;
  };
  for (const auto& [u, v] : edges) ++first[(is_ahead(u, v) ? u : v) + std::size_t{1}];
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<vertex_id> ahead(edges.size());
  std::vector<std::size_t> next(first.begin(), first.end());
  for (const auto& [u, v] : edges) {
    const bool forward = is_ahead(u, v);
    ahead[next[forward ? u : v]++] = forward ? v : u;
  }
  std::vector<std::uint64_t> triangles(n);
  std::vector<bool> is_known(n);
  const auto list = [&](std::size_t u) {
    return std::span(ahead).subspan(first[u], first[u + 1] - first[u]);
  };
  for (std::size_t u = 0; u < n; ++u) {
    for (const vertex_id v : list(u)) is_known[v] = true;
    for (const vertex_id v : list(u))
      for (const vertex_id w : list(v))
        if (is_known[w]) {
          ++triangles[u];
          ++triangles[v];
          ++triangles[w];
        }
    for (const vertex_id v : list(u)) is_known[v] = false;
  }
  return triangles;
}

}  // namespace edgeldp::synthesis
