// SPDX-License-Identifier: MIT
#include "verbs/compared_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/graph/questions/degrees/exact.hpp"
#include "edgeldp/graph/questions/homophily/exact.hpp"
#include "io/page.hpp"

namespace edgeldp::cli {

namespace {

/// Degrees at which a figure has points, two for each doubling, up to the largest.
std::vector<std::uint64_t> degree_steps(std::uint64_t largest) {
  std::vector<std::uint64_t> steps;
  for (double at = 1.0; std::llround(at) <= static_cast<std::int64_t>(largest); at *= std::sqrt(2.0))
    if (const auto step = static_cast<std::uint64_t>(std::llround(at)); steps.empty() || step > steps.back())
      steps.push_back(step);
  return steps;
}

std::uint64_t largest_degree(const exact::graph_profile& p) {
  return p.degree_shares.empty() ? 0 : p.degree_shares.size() - 1;
}

/// Shares of users who have at least so many contacts.
std::vector<plot_point> degree_points(const exact::graph_profile& p) {
  const std::uint64_t largest = largest_degree(p);
  std::vector<std::uint64_t> steps = degree_steps(largest);
  if (!steps.empty() && steps.back() < largest) steps.push_back(largest);
  std::vector<plot_point> points;
  for (const std::uint64_t step : steps) {
    const auto from = p.degree_shares.begin() + static_cast<std::ptrdiff_t>(step);
    points.push_back({static_cast<double>(step), std::accumulate(from, p.degree_shares.end(), 0.0)});
  }
  return points;
}

/// Means over users whose degrees are between two steps: their degree, and the share of pairs of
/// their contacts who are contacts.
std::vector<plot_point> clustering_points(const csr_graph& g) {
  const std::vector<std::uint64_t> degrees = exact::degree_sequence(g),
                                   triangles = exact::triangle_sequence(g);
  if (degrees.empty()) return {};
  const std::vector<std::uint64_t> steps = degree_steps(*std::ranges::max_element(degrees));
  std::vector<plot_point> sums(steps.size());
  std::vector<double> users(steps.size());
  for (std::size_t u = 0; u < degrees.size(); ++u) {
    if (degrees[u] < 2) continue;
    const auto degree = static_cast<double>(degrees[u]);
    const auto at = static_cast<std::size_t>(std::ranges::upper_bound(steps, degrees[u]) - steps.begin()) - 1;
    users[at] += 1.0;
    sums[at].x += degree;
    sums[at].y += static_cast<double>(triangles[u]) / (degree * (degree - 1.0) / 2.0);
  }
  std::vector<plot_point> points;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (users[i] > 0.0) points.push_back({sums[i].x / users[i], sums[i].y / users[i]});
  return points;
}

/// The largest groups, and the others as one.
shaded_matrix groups_of(const clear_graph& graph, const vertex_partition& found) {
  constexpr std::size_t most = 11;
  std::vector<std::uint64_t> users(found.count);
  for (const vertex_id group : found.of) ++users[group];
  std::vector<std::size_t> order(found.count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t group) { return users[group]; });
  shaded_matrix m{fmt::format("{}: {}, modularity {:.2f}", graph.name,
                              counted(static_cast<double>(found.count), "group"), found.modularity),
                  {},
                  {},
                  {}};
  std::vector<std::uint32_t> place(found.count);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t at = std::min(i, most);
    place[order[i]] = static_cast<std::uint32_t>(at);
    if (at == m.users.size()) {
      m.users.push_back(0);
      m.names.push_back(at == most ? "others" : std::to_string(at + 1));
    }
    m.users[at] += users[order[i]];
  }
  user_attribute attribute{"group", m.names, {}};
  for (const vertex_id group : found.of) attribute.of.push_back(place[group]);
  const std::vector<count_type> edges = exact::count_edges_between(graph.input.graph, attribute);
  fill_shares(m, [&](std::size_t a, std::size_t b, double pairs) {
    return matrix_cell{pairs > 0.0 ? static_cast<double>(edges[a * m.names.size() + b]) / pairs : 0.0};
  });
  return m;
}

figure with_both(figure f, const clear_graph& a, const clear_graph& b, std::vector<plot_point> of_a,
                 std::vector<plot_point> of_b) {
  f.curves = {{a.name, std::move(of_a)}, {b.name, std::move(of_b)}};
  f.curves[1].color = 1;
  f.curves[1].is_dashed = true;
  return f;
}

}  // namespace

std::vector<figure> figures_of(const clear_graph& a, const clear_graph& b, const graph_comparison& compared) {
  figure degrees{"Not private: degrees of both graphs, exactly", "degree", "users of at least this degree"};
  degrees.x.is_logarithmic = degrees.y.is_logarithmic = degrees.y.is_share = true;
  figure clustering{"Clustering by degree", "degree", "pairs of contacts who are contacts"};
  clustering.x.is_logarithmic = clustering.y.is_share = true;
  figure groups{"Groups of each graph by itself, from the largest on",
                "edges, as a share of all pairs of users", "group"};
  groups.matrices = {groups_of(a, compared.first.groups), groups_of(b, compared.second.groups)};
  return {with_both(std::move(degrees), a, b, degree_points(compared.first), degree_points(compared.second)),
          with_both(std::move(clustering), a, b, clustering_points(a.input.graph),
                    clustering_points(b.input.graph)),
          std::move(groups)};
}

}  // namespace edgeldp::cli
