// SPDX-License-Identifier: MIT
#include "input/edge_columns.hpp"

#include <algorithm>
#include <array>
#include <boost/atomic/atomic_ref.hpp>
#include <cctype>
#include <cstdint>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

/// The entries without repeats: a mark in the first user's list beside the second, and loops apart.
class directed_entries {
 public:
  directed_entries(std::span<const std::pair<vertex_id, vertex_id>> edges, const csr_graph& merged)
      : m_merged(merged), m_is_listed(2 * merged.edge_count()), m_has_loop(merged.vertex_count()) {
    for (const auto& [u, v] : edges)
      if (u == v) m_has_loop[u] = true;
    parallel_for(0, edges.size(), 1 << 14, [&](std::uint64_t first, std::uint64_t last) {
      for (const auto& [u, v] : edges.subspan(first, last - first)) {
        if (u == v) continue;
        const auto list = merged.neighbors(u);
        const auto at = static_cast<std::size_t>(ranges::lower_bound(list, v) - list.begin());
        boost::atomic_ref<std::uint8_t>(m_is_listed[first_place(u) + at])
            .store(1, boost::memory_order_relaxed);
      }
    });
  }

  /// Without loops.
  std::uint64_t count() const {
    return static_cast<std::uint64_t>(ranges::count(m_is_listed, std::uint8_t{1}));
  }

  bool has_loop(vertex_id u) const { return m_has_loop[u]; }

  /// Calls f(u, v) for every entry but loops.
  template <class F>
  void visit(F&& f) const {
    for (vertex_id u = 0; u < m_has_loop.size(); ++u) {
      const auto list = m_merged.neighbors(u);
      for (std::size_t i = 0; i < list.size(); ++i)
        if (m_is_listed[first_place(u) + i] != 0) f(u, list[i]);
    }
  }

 private:
  std::size_t first_place(vertex_id u) const {
    return static_cast<std::size_t>(m_merged.neighbors(u).data() - m_merged.neighbors(0).data());
  }

  const csr_graph& m_merged;
  std::vector<std::uint8_t> m_is_listed;  // as the lists of m_merged, one after another
  std::vector<bool> m_has_loop;
};

bool is_about(double found, double expected, double factor) {
  return found >= expected / factor && found <= expected * factor;
}

bool are_unrelated(const directed_entries& entries, std::uint64_t n, std::uint64_t reversed) {
  double loops = 0.0;
  for (vertex_id u = 0; u < n; ++u) loops += entries.has_loop(u) ? 1.0 : 0.0;
  // At least a third of 6. Many loops are a manner of writing, to keep users without an edge.
  if (loops < 2.0 || 4.0 * loops > static_cast<double>(n)) return false;
  std::vector<double> first(n), second(n);
  double all = 0.0;
  const auto add = [&](vertex_id u, vertex_id v) {
    first[u] += 1.0;
    second[v] += 1.0;
    all += 1.0;
  };
  entries.visit(add);
  for (vertex_id u = 0; u < n; ++u)
    if (entries.has_loop(u)) add(u, u);
  double expected_loops = 0.0, expected_reversed = 0.0;
  for (vertex_id u = 0; u < n; ++u) expected_loops += first[u] * second[u] / all;
  entries.visit([&](vertex_id u, vertex_id v) { expected_reversed += first[v] * second[u] / all; });
  return expected_loops >= 6.0 && expected_reversed >= 20.0 && is_about(loops, expected_loops, 3.0) &&
         is_about(2.0 * static_cast<double>(reversed), expected_reversed, 2.0);
}

bool are_disjoint(std::span<const std::pair<vertex_id, vertex_id>> edges, std::uint64_t n) {
  std::vector<bool> is_first(n), is_second(n);
  for (const auto& [u, v] : edges) {
    if (u == v) continue;
    is_first[u] = true;
    is_second[v] = true;
  }
  std::uint64_t firsts = 0, seconds = 0;
  for (std::uint64_t u = 0; u < n; ++u) {
    if (is_first[u] && is_second[u]) return false;
    firsts += is_first[u];
    seconds += is_second[u];
  }
  return firsts > 1 && seconds > 1;
}

/// Lower case letters alone.
std::string letters(std::string_view name) {
  std::string result;
  for (const char c : name)
    if (std::isalpha(static_cast<unsigned char>(c)) != 0)
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool names_item(std::string_view name) {
  constexpr std::array<std::string_view, 13> items = {"item",     "movie",    "film", "venue", "place",
                                                      "product",  "book",     "song", "track", "artist",
                                                      "business", "location", "page"};
  const std::string text = letters(name);
  return ranges::any_of(items, [&](std::string_view item) { return text.find(item) != std::string::npos; });
}

}  // namespace

edge_columns compare_columns(std::span<const std::pair<vertex_id, vertex_id>> edges,
                             const csr_graph& merged) {
  edge_columns result;
  const std::uint64_t n = merged.vertex_count();
  result.are_disjoint = are_disjoint(edges, n);
  std::uint64_t entries = 0;
  for (const auto& [u, v] : edges) entries += u == v ? 0 : 1;
  if (entries == merged.edge_count()) return result;  // nothing is repeated or reversed
  const directed_entries directed(edges, merged);
  result.reversed = directed.count() - merged.edge_count();
  result.are_unrelated = are_unrelated(directed, n, result.reversed);
  return result;
}

void refuse_bipartite(const std::string& name, const std::string& why) {
  throw bad_graph_input(name + ": looks like users and items, which are no graph of users: " + why +
                        ". Read it as one (info --bipartite, common-neighbors --bipartite, butterflies), or "
                        "name the format (--format "
                        "edge-list) if both columns hold the same users");
}

bool name_users_and_items(std::string_view column_names) {
  const std::size_t first_end = column_names.find_first_of(",; \t");
  if (first_end == std::string_view::npos) return false;
  std::string_view rest = column_names.substr(first_end);
  rest.remove_prefix(std::min(rest.find_first_not_of(",; \t"), rest.size()));
  const std::string_view second = rest.substr(0, rest.find_first_of(",; \t"));
  return names_item(column_names.substr(0, first_end)) != names_item(second);
}

}  // namespace edgeldp
