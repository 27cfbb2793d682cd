// SPDX-License-Identifier: MIT
#include "edgeldp/graph/homophily/homophily.hpp"

#include <utility>

#include "edgeldp/channel/channel_json.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "edgeldp/graph/protocol/release_plan.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"

namespace edgeldp {

namespace {

/// What the rounds after `attributes` bring.
struct edge_knowledge {
  std::vector<noisy_profiles> profiles;
  std::shared_ptr<const release> published;
  std::uint64_t upload_bytes = 0, edge_section_bytes = 0;
  neighbor_count_round counts{};
};

edge_knowledge hold_count_round(const graph_view& g, std::span<const attribute_reports> reports,
                                const homophily_plan& plan, ledger& spent, const coin_source& coins) {
  spent.spend(rounds::count, plan.count, edge_use::both_endpoints);
  neighbor_count_round counts = release_neighbor_counts(g, reports, plan.count, coins);
  std::vector<noisy_profiles> profiles = profiles_of(reports, counts);
  return {std::move(profiles), nullptr, counts.upload_bytes, 0, std::move(counts)};
}

edge_knowledge hold_edge_rounds(const graph_view& g, std::span<const attribute_reports> reports,
                                const homophily_plan& plan, const homophily_options& options, ledger& spent,
                                release_key key, const coin_source& coins) {
  spent.spend(rounds::degree, plan.degree, edge_use::both_endpoints);
  released_numbers degrees = release_degrees(g, plan.degree, coins);
  std::uint64_t upload_bytes = degrees.upload_bytes;
  two_step rows;
  rows.total = options.total;
  rows.codec = options.codec;
  public_view known(rows.order, key, std::move(degrees.values), plan.degree);
  if (!plan.size.is_zero()) {
    spent.spend(rounds::size, plan.size);
    released_numbers sizes = release_sizes_of_rows(g, known.rank(), plan.size, coins);
    upload_bytes += sizes.upload_bytes;
    known.learn_sizes(std::move(sizes.values), plan.size);
  }
  spent.spend(rounds::edges, plan.edges);
  const round_budgets budgets{plan.degree, plan.size, plan.edges, epsilon()};
  const release_parameters p = plan_release(rows, known, budgets, key, coins.is_simulated());
  published_rows round = release_edges(g, release_layout(p, known.degrees(), known.sizes()), coins);
  edge_knowledge result;
  result.upload_bytes = upload_bytes + round.upload_bytes;
  result.published = std::make_shared<const release>(std::move(round.published));
  release_sizes sizes;
  result.published->serialize(&sizes);
  result.edge_section_bytes = sizes.edges;
  result.profiles = profiles_of(reports, *result.published, materialize(*result.published));
  return result;
}

/// Channels and budgets; then, where users count, everybody's reports, else what precedes the rows.
std::string what_was_told(const homophily_plan& plan, std::span<const attribute_reports> reports,
                          const release* published) {
  told_digest d = published != nullptr ? told(published->layout()) : told_digest();
  d.add("attributes", plan.attributes.units()).add("count", plan.count.units());
  for (const attribute_reports& r : reports) {
    d.add("channel", channel_to_json(r.law));
    if (published == nullptr) d.add("reports", std::vector<std::int64_t>(r.of.begin(), r.of.end()));
  }
  return d.hex();
}

}  // namespace

homophily_result estimate_homophily(const graph_view& g, std::span<const user_attribute> attributes,
                                    const homophily_options& options, release_key key,
                                    const coin_source& coins) {
  if (g.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  std::vector<channel::labels> values;
  for (const user_attribute& a : attributes) values.push_back(a.values);
  homophily_result result{
      {}, plan_homophily(options, g.vertex_count(), values), ledger(options.total), {}, {}, {}, {}, {}};
  const homophily_plan& plan = result.plan;
  result.spent.spend(rounds::attributes, plan.attributes, edge_use::none);
  attribute_round reports = release_attributes(attributes, plan.channels, coins);
  edge_knowledge edges =
      plan.method == homophily_method::counts
          ? hold_count_round(g, reports.attributes, plan, result.spent, coins)
          : hold_edge_rounds(g, reports.attributes, plan, options, result.spent, key, coins);
  for (std::size_t a = 0; a < attributes.size(); ++a)
    result.attributes.emplace_back(plan.channels[a], std::move(edges.profiles[a]));
  const auto users = static_cast<double>(g.vertex_count());
  result.published = std::move(edges.published);
  result.reports = std::move(reports.attributes);
  result.counts = std::move(edges.counts);
  result.communication.upload_bytes = static_cast<double>(reports.upload_bytes + edges.upload_bytes) / users;
  // Only who counts needs the reports of others.
  if (plan.method == homophily_method::counts)
    result.communication.download_bytes = static_cast<double>(reports.download_bytes);
  result.communication.edge_section_bytes = static_cast<double>(edges.edge_section_bytes);
  result.told = what_was_told(plan, result.reports, result.published.get());
  return result;
}

}  // namespace edgeldp
