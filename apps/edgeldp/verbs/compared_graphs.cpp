// SPDX-License-Identifier: MIT
#include "verbs/compared_graphs.hpp"

#include <algorithm>
#include <utility>

#include "edgeldp/graph/comparison/graph_comparison.hpp"
#include "io/claims.hpp"

namespace edgeldp::cli {

namespace {

const char* name_of(exact::error_measure measure) {
  switch (measure) {
    case exact::error_measure::relative:
      return "relative";
    case exact::error_measure::divergence:
      return "kl_divergence";
    case exact::error_measure::information:
      return "nmi";
    case exact::error_measure::mean_absolute:
      return "mean_absolute";
  }
  return "";
}

record number_or_null(const std::optional<double>& x) {
  return optional_number(x.has_value(), x.value_or(0.0));
}

record describe_query(const exact::compared_query& q) {
  record r;
  if (!q.shown.empty()) r["shown"] = q.shown;
  r["value"] = number_or_null(q.first);
  r["other_value"] = number_or_null(q.second);
  r["error"] = number_or_null(q.error);
  r["measure"] = name_of(q.measure);
  return r;
}

record describe_search(const exact::distance_counts& d) {
  return {{"sources", d.sources},
          {"mean_error", d.mean_error},
          {"share_error", d.share_error},
          {"diameter_at_most", d.diameter_at_most}};
}

exact::graph_profile profile(const clear_graph& g, const distance_search& search) {
  const csr_graph& graph = g.input.graph;
  const std::uint64_t affordable = exact::affordable_sources(graph.vertex_count(), graph.edge_count());
  return exact::profile_of(graph, search.sources.value_or(affordable), search.seed);
}

}  // namespace

graph_comparison compare_graphs(const clear_graph& a, const clear_graph& b, const distance_search& search) {
  exact::graph_profile of_a = profile(a, search), of_b = profile(b, search);
  const auto same = b.has_other_users ? decltype(exact::users_in_both(a.input, b.input))()
                                      : exact::users_in_both(a.input, b.input);
  record queries;
  for (const exact::compared_query& q : exact::compare_profiles(of_a, of_b, same))
    queries[std::string(q.name)] = describe_query(q);
  record r = {
      {"graph", a.name},
      {"other_graph", b.name},
      {"queries", queries},
      {"users_in_both", same.size()},
      {"distances",
       {{"graph", describe_search(of_a.distances)}, {"other_graph", describe_search(of_b.distances)}}},
      {"centrality_change", std::max(of_a.centrality_change, of_b.centrality_change)}};
  add_guarantee(r, false, {"exact numbers of both graphs"});
  return {std::move(of_a), std::move(of_b), std::move(r)};
}

}  // namespace edgeldp::cli
