// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/homophily/exact.hpp"

#include <algorithm>
#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::exact {

namespace {

/// Calls f(u, v) for every edge u < v.
template <class F>
void for_each_edge(const graph_view& g, std::size_t values, F&& f) {
  if (values != g.vertex_count())
    throw invalid_parameter(std::to_string(values) + " values for " + std::to_string(g.vertex_count()) +
                            " users");
  std::vector<vertex_id> scratch;
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u)
    for (const vertex_id v : g.neighbors(static_cast<vertex_id>(u), scratch))
      if (u < v) f(static_cast<vertex_id>(u), v);
}

}  // namespace

std::vector<count_type> count_edges_between(const graph_view& g, const user_attribute& attribute) {
  const std::size_t k = attribute.values.size();
  std::vector<count_type> edges(k * k);
  for_each_edge(g, attribute.of.size(), [&](vertex_id u, vertex_id v) {
    const auto [a, b] = std::minmax(attribute.of[u], attribute.of[v]);
    ++edges[a * k + b];
  });
  return edges;
}

mixing measure_mixing(const graph_view& g, const user_attribute& attribute) {
  mixing m;
  std::vector<double> ends(attribute.values.size());
  for_each_edge(g, attribute.of.size(), [&](vertex_id u, vertex_id v) {
    ++m.edges;
    if (attribute.of[u] == attribute.of[v]) ++m.within;
    ++ends[attribute.of[u]];
    ++ends[attribute.of[v]];
  });
  if (m.edges == 0) return m;
  const auto edges = static_cast<double>(m.edges);
  m.fraction_within = static_cast<double>(m.within) / edges;
  double expected = 0.0;
  for (const double e : ends) expected += (e / (2.0 * edges)) * (e / (2.0 * edges));
  if (expected < 1.0) m.assortativity = (*m.fraction_within - expected) / (1.0 - expected);
  return m;
}

numeric_mixing measure_numeric_mixing(const graph_view& g, std::span<const double> x) {
  double ends = 0.0, sum = 0.0, squares = 0.0, products = 0.0;
  for_each_edge(g, x.size(), [&](vertex_id u, vertex_id v) {
    ends += 2.0;
    sum += x[u] + x[v];
    squares += x[u] * x[u] + x[v] * x[v];
    products += 2.0 * x[u] * x[v];
  });
  numeric_mixing m;
  if (ends == 0.0) return m;
  const double mean = sum / ends, variance = squares / ends - mean * mean;
  m.mean_product = products / ends;
  m.covariance = products / ends - mean * mean;
  if (variance > 0.0) m.assortativity = *m.covariance / variance;
  return m;
}

}  // namespace edgeldp::exact
