// SPDX-License-Identifier: MIT
#include "bench/coverage_subject.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/butterflies/butterflies_simulation.hpp"
#include "edgeldp/graph/questions/butterflies/exact.hpp"
#include "edgeldp/graph/questions/clustering/clustering_simulation.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_items.hpp"
#include "edgeldp/graph/questions/common_neighbors/exact.hpp"
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/questions/cycles/exact.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/questions/degrees/exact.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles_simulation.hpp"
#include "edgeldp/graph/questions/vectors/sparse_vectors.hpp"
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"

namespace edgeldp::cli {

namespace {

const std::array<std::string, 11> all_verbs = {
    "triangles", "uniform-triangles", "sampled-triangles", "cycles-4", "cycles-5",   "clustering",
    "degrees",   "common-neighbors",  "homophily",         "vectors",  "butterflies"};
/// Read by each user where a sample of rows is.
constexpr double sampled_bytes = 10'000.0;
constexpr std::size_t most_pairs = 32, most_items = 32;
constexpr std::uint32_t label_count = 3;
constexpr double label_homophily = 0.5;

two_step options_of(const coverage_setting& setting) {
  two_step options;
  options.total = epsilon::from_nats(setting.epsilon);
  options.codec = codec_spec::parse(setting.codec);
  return options;
}

}  // namespace

std::span<const std::string> coverage_verbs() {
  return all_verbs;
}

bool sends_rows(const std::string& verb) {
  return verb != "degrees" && verb != "homophily" && verb != "sampled-triangles";
}

double coverage_subject::exact(const std::string& statistic) {
  const auto known = m_exact.find(statistic);
  if (known != m_exact.end()) return known->second;
  const auto count = [&]() -> double {
    if (statistic == "triangles") return static_cast<double>(exact::count_triangles(m_graph));
    if (statistic == "cycles-4") return static_cast<double>(exact::count_cycles(m_graph, 4));
    if (statistic == "cycles-5") return static_cast<double>(exact::count_cycles(m_graph, 5));
    if (statistic == "wedges") return static_cast<double>(exact::count_stars(m_graph, 2));
    if (statistic == "3-stars") return static_cast<double>(exact::count_stars(m_graph, 3));
    if (statistic == "edges") return static_cast<double>(m_graph.edge_count());
    if (statistic == "max_degree") return static_cast<double>(exact::max_degree(m_graph));
    const double wedges = exact("wedges");  // of the clustering coefficient
    return wedges > 0.0 ? 3.0 * exact("triangles") / wedges : 0.0;
  };
  return m_exact[statistic] = count();
}

std::vector<known_estimate> coverage_subject::run_degrees(epsilon total, const coin_source& coins) {
  const released_degrees released = release_all_degrees(m_graph, total, coins).degrees;
  return {{"edges", estimate_edges(released), exact("edges")},
          {"wedges", estimate_stars(released, 2), exact("wedges")},
          {"3-stars", estimate_stars(released, 3), exact("3-stars")},
          {"max_degree", estimate_max_degree(released), exact("max_degree")}};
}

void coverage_subject::generate_attribute() {
  m_attribute = user_attribute{"generated", numbered_labels(label_count),
                               generate_labels(m_graph, label_count, label_homophily, 1)};
  m_mixing = exact::measure_mixing(m_graph, *m_attribute);
}

std::vector<known_estimate> coverage_subject::run_homophily(epsilon total, release_key key,
                                                            const coin_source& coins) {
  if (!m_attribute) generate_attribute();
  homophily_options options;
  options.total = total;
  options.method = homophily_method::counts;
  const homophily_result run = estimate_homophily(m_graph, {&*m_attribute, 1}, options, key, coins);
  const mixing_estimate& m = run.attributes.front();
  std::vector<known_estimate> numbers = {
      {"within", m.within().estimate, static_cast<double>(m_mixing.within)},
      {"across", m.across().estimate, static_cast<double>(m_mixing.edges - m_mixing.within)}};
  if (const auto fraction = m.fraction_within(); fraction && m_mixing.fraction_within)
    numbers.push_back({"fraction_within", fraction->estimate, *m_mixing.fraction_within});
  if (const auto ratio = m.assortativity(); ratio && m_mixing.assortativity)
    numbers.push_back({"assortativity", ratio->estimate, *m_mixing.assortativity});
  return numbers;
}

void coverage_subject::choose_pairs() {
  std::vector<vertex_id> users(m_graph.vertex_count());
  std::iota(users.begin(), users.end(), vertex_id{0});
  const std::uint64_t n = m_graph.vertex_count();
  std::ranges::sort(users, {}, [&](vertex_id u) { return std::pair(n - m_graph.neighbors(u).size(), u); });
  for (std::size_t i = 0; i + 1 < users.size() && m_pairs.size() < most_pairs; i += 2) {
    m_pairs.push_back({users[i], users[i + 1]});
    m_common.push_back(static_cast<double>(
        exact::count_common_neighbors(m_graph.neighbors(users[i]), m_graph.neighbors(users[i + 1])).common));
  }
}

std::vector<known_estimate> coverage_subject::run_common(const two_step& rows, release_key key,
                                                         const coin_source& coins) {
  if (m_pairs.empty()) choose_pairs();
  common_options options;
  options.total = rows.total;
  options.codec = rows.codec;
  const common_result run = estimate_common_neighbors(m_graph, m_pairs, options, key, coins);
  std::vector<known_estimate> numbers;
  numbers.reserve(m_pairs.size());
  for (std::size_t i = 0; i < m_pairs.size(); ++i)
    numbers.push_back({"common", run.pairs[i].value, m_common[i]});
  return numbers;
}

void coverage_subject::make_vectors() {
  std::vector<std::vector<row_entry>> rows(m_graph.vertex_count());
  std::vector<vertex_id> items(m_graph.vertex_count());
  std::iota(items.begin(), items.end(), vertex_id{0});
  for (const vertex_id u : items)
    for (const vertex_id item : m_graph.neighbors(u)) rows[u].push_back({item, 1});
  m_vectors.emplace(m_graph.vertex_count(), 2, rows);
  const std::uint64_t n = m_graph.vertex_count();
  std::ranges::sort(items, {}, [&](vertex_id i) { return std::pair(n - m_graph.neighbors(i).size(), i); });
  items.resize(std::min(items.size(), most_items));
  m_items = std::move(items);
}

std::vector<known_estimate> coverage_subject::run_vectors(const two_step& rows, release_key key,
                                                          const coin_source& coins) {
  if (!m_vectors) make_vectors();
  if (m_pairs.empty()) choose_pairs();
  vector_options options;
  options.total = rows.total;
  options.codec = rows.codec;
  const published_vectors run = publish_vectors(*m_vectors, options, key, coins);
  const any_codec& codec = run.published->layout().codec();
  const value_counts noisy = count_noisy_values(*run.published);
  std::vector<known_estimate> numbers = {
      {"entries", estimate_values(noisy, codec)[1], static_cast<double>(m_vectors->entry_count())}};
  numbers.reserve(1 + m_items.size() + m_pairs.size());
  for (const vertex_id item : m_items)
    numbers.push_back({"frequency", estimate_frequency(noisy, codec, item),
                       static_cast<double>(m_graph.neighbors(item).size())});
  for (std::size_t i = 0; i < m_pairs.size(); ++i)
    numbers.push_back({"common_items",
                       estimate_common_items(*run.published, m_pairs[i].first, m_pairs[i].second),
                       m_common[i]});
  return numbers;
}

/// The graph's lists as those of users over as many items.
std::vector<known_estimate> coverage_subject::run_butterflies(const two_step& rows, release_key key,
                                                              const coin_source& coins) {
  if (!m_bipartite) {
    std::vector<std::pair<vertex_id, vertex_id>> edges;
    for (std::uint64_t u = 0; u < m_graph.vertex_count(); ++u)
      for (const vertex_id item : m_graph.neighbors(static_cast<vertex_id>(u)))
        edges.emplace_back(static_cast<vertex_id>(u), item);
    m_bipartite.emplace(m_graph.vertex_count(), m_graph.vertex_count(), edges);
    m_exact["butterflies"] = static_cast<double>(exact::count_butterflies(*m_bipartite));
  }
  const butterfly_options options{rows.total, rows.codec};
  const butterfly_result run = estimate_butterflies(*m_bipartite, layer::left, options, key, coins);
  return {{"butterflies", run.butterflies, m_exact["butterflies"]}};
}

std::vector<known_estimate> coverage_subject::run(const coverage_setting& setting, release_key key,
                                                  const coin_source& coins) {
  const epsilon total = epsilon::from_nats(setting.epsilon);
  if (setting.verb == "degrees") return run_degrees(total, coins);
  if (setting.verb == "homophily") return run_homophily(total, key, coins);
  if (setting.verb == "sampled-triangles")
    return {{"triangles", estimate_sampled_triangles(m_graph, {total, sampled_bytes}, key, coins).triangles,
             exact("triangles")}};
  two_step options = options_of(setting);
  if (setting.verb == "triangles") {
    const centred_options centred{options.total, options.codec};
    return {{"triangles", estimate_centred_triangles(m_graph, centred, key, coins).triangles,
             exact("triangles")}};
  }
  if (setting.verb == "uniform-triangles")
    return {{"triangles", estimate_triangles(m_graph, options, key, coins).triangles, exact("triangles")}};
  if (setting.verb == "cycles-4" || setting.verb == "cycles-5") {
    const unsigned length = setting.verb.back() == '4' ? 4 : 5;
    return {
        {setting.verb, estimate_cycles(m_graph, length, options, key, coins).cycles, exact(setting.verb)}};
  }
  if (setting.verb == "clustering") {
    const centred_options centred{options.total, options.codec, clustering_degree_share};
    return {
        {"clustering", estimate_clustering(m_graph, centred, key, coins).clustering, exact("clustering")}};
  }
  if (setting.verb == "common-neighbors") return run_common(options, key, coins);
  if (setting.verb == "vectors") return run_vectors(options, key, coins);
  if (setting.verb == "butterflies") return run_butterflies(options, key, coins);
  throw invalid_parameter("verb '" + setting.verb + "' estimates nothing that is known");
}

}  // namespace edgeldp::cli
