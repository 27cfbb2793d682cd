// SPDX-License-Identifier: MIT
#include "bench/coverage_subject.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "edgeldp/channel/channel.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/attributes.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_items.hpp"
#include "edgeldp/graph/questions/common_neighbors/exact.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles_simulation.hpp"
#include "edgeldp/graph/questions/vectors/sparse_vectors.hpp"
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"

namespace edgeldp::cli {

namespace {

constexpr const char* other_verbs[] = {"uniform-triangles", "sampled-triangles", "common-neighbors",
                                       "vectors"};
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
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    for (const study::question* q : study::questions()) names.emplace_back(q->name);
    names.insert(names.end(), std::begin(other_verbs), std::end(other_verbs));
    return names;
  }();
  return all;
}

bool sends_rows(const std::string& verb) {
  const study::question* q = study::find_question(verb);
  return q != nullptr ? q->has_rows : verb != "sampled-triangles";
}

double coverage_subject::triangles() {
  if (!m_triangles) m_triangles = static_cast<double>(exact::count_triangles(m_graph));
  return *m_triangles;
}

namespace {

/// Of each edge one direction, the other, or both, by what its ends are.
arc_graph some_directions(const csr_graph& g) {
  std::vector<std::pair<vertex_id, vertex_id>> arcs;
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u)
    for (const vertex_id v : g.neighbors(static_cast<vertex_id>(u))) {
      const std::uint64_t kind = (std::min<std::uint64_t>(u, v) * 7 + std::max<std::uint64_t>(u, v)) % 3;
      if (kind == 2 || (kind == 0) == (u < v)) arcs.emplace_back(static_cast<vertex_id>(u), v);
    }
  return {g.vertex_count(), arcs};
}

/// Lists as those of users over as many items.
bipartite_graph users_and_items(const csr_graph& g) {
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u)
    for (const vertex_id item : g.neighbors(static_cast<vertex_id>(u)))
      edges.emplace_back(static_cast<vertex_id>(u), item);
  return {g.vertex_count(), g.vertex_count(), edges};
}

}  // namespace

study::input coverage_subject::data_for(study::input_kind kind) {
  switch (kind) {
    case study::input_kind::arcs:
      if (!m_arcs) m_arcs = some_directions(m_graph);
      return {.arcs = &*m_arcs};
    case study::input_kind::layers:
      if (!m_bipartite) m_bipartite = users_and_items(m_graph);
      return {.layers = &*m_bipartite};
    case study::input_kind::attributed_graph:
      if (!m_attribute)
        m_attribute = user_attribute{"generated", numbered_labels(label_count),
                                     generate_labels(m_graph, label_count, label_homophily, 1)};
      return {.graph = &m_graph, .attributes = {&*m_attribute, 1}};
    case study::input_kind::graph:
      break;
  }
  return {.graph = &m_graph};
}

namespace {

study::settings settings_of(const study::question& q, const coverage_setting& setting) {
  study::settings asked{epsilon::from_nats(setting.epsilon)};
  asked.stars = {2, 3};
  if (q.has_rows) asked.codec = codec_spec::parse(setting.codec);
  return asked;
}

}  // namespace

std::vector<study::exact_number> coverage_subject::exact(const study::question& q,
                                                         const coverage_setting& setting) {
  return q.simulation->exact(data_for(q.kind), settings_of(q, setting));
}

std::vector<known_estimate> coverage_subject::ask(const study::question& q, const coverage_setting& setting,
                                                  release_key key, const coin_source& coins) {
  const study::settings asked = settings_of(q, setting);
  const study::input data = data_for(q.kind);
  const auto [known, is_new] = m_exact.try_emplace(std::string(q.name));
  if (is_new) known->second = exact(q, setting);
  std::vector<known_estimate> all;
  const study::answer found = study::simulate(q, data, asked, key, coins);
  const std::vector<study::exact_number> exact = exact_numbers_of(found, data, known->second);
  for (const study::number& n : found.numbers) {
    const auto truth = std::ranges::find(exact, n.statistic, &study::exact_number::statistic);
    if (truth != exact.end()) all.push_back({n.statistic, n.value, truth->value.get<double>()});
  }
  return all;
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

std::vector<known_estimate> coverage_subject::run(const coverage_setting& setting, release_key key,
                                                  const coin_source& coins) {
  if (const study::question* q = study::find_question(setting.verb)) return ask(*q, setting, key, coins);
  const epsilon total = epsilon::from_nats(setting.epsilon);
  if (setting.verb == "sampled-triangles")
    return {{"triangles", estimate_sampled_triangles(m_graph, {total, sampled_bytes}, key, coins).triangles,
             triangles()}};
  const two_step options = options_of(setting);
  if (setting.verb == "uniform-triangles")
    return {{"triangles", estimate_triangles(m_graph, options, key, coins).triangles, triangles()}};
  if (setting.verb == "common-neighbors") return run_common(options, key, coins);
  if (setting.verb == "vectors") return run_vectors(options, key, coins);
  throw invalid_parameter("verb '" + setting.verb + "' estimates nothing that is known");
}

}  // namespace edgeldp::cli
