// SPDX-License-Identifier: MIT
#include "edgeldp/graph/comparison/graph_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>

namespace edgeldp::exact {

namespace {

std::optional<double> relative_error(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return std::nullopt;
  if (*a == *b) return 0.0;
  if (*a == 0.0) return std::nullopt;
  return std::abs(*a - *b) / std::abs(*a);
}

compared_query number(std::string_view name, std::optional<double> a, std::optional<double> b) {
  return {name, "", error_measure::relative, a, b, relative_error(a, b)};
}

compared_query whole(std::string_view name, std::uint64_t a, std::uint64_t b) {
  return number(name, static_cast<double>(a), static_cast<double>(b));
}

/// An answer that is no number, of which two show something.
compared_query other(std::string_view name, std::string_view shown, error_measure measure, double a, double b,
                     std::optional<double> error) {
  return {name, shown, measure, a, b, error};
}

/// The degree, or distance, of most; of the least where several are.
double most_frequent(const std::vector<double>& shares, std::size_t from) {
  if (shares.size() <= from) return 0.0;
  const auto first = shares.begin() + static_cast<std::ptrdiff_t>(from);
  return static_cast<double>(std::max_element(first, shares.end()) - shares.begin());
}

double largest_degree(const graph_profile& p) {
  return p.degree_shares.empty() ? 0.0 : static_cast<double>(p.degree_shares.size() - 1);
}

double first_of(const std::vector<double>& values) {
  return values.empty() ? 0.0 : values.front();
}

double centrality_error(const graph_profile& a, const graph_profile& b) {
  const std::uint64_t top = std::max<std::uint64_t>(a.nodes / 100, 1);
  const auto at = [](const std::vector<double>& of, std::uint64_t i) { return i < of.size() ? of[i] : 0.0; };
  double sum = 0.0;
  for (std::uint64_t i = 0; i < top; ++i) sum += std::abs(at(a.centralities, i) - at(b.centralities, i));
  return sum / static_cast<double>(top);
}

std::optional<double> agreement(const graph_profile& a, const graph_profile& b,
                                std::span<const user_in_both> same) {
  std::vector<std::pair<vertex_id, vertex_id>> labels;
  labels.reserve(same.size());
  for (const auto& [u, v] : same) labels.emplace_back(a.groups.of[u], b.groups.of[v]);
  return normalized_information(labels);
}

/// Pairs of equal keys; keys of each side differ from each other.
template <class Key>
std::vector<user_in_both> matched(std::vector<std::pair<Key, vertex_id>> a,
                                  std::vector<std::pair<Key, vertex_id>> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::vector<user_in_both> same;
  for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
    if (left->first == right->first)
      same.emplace_back((left++)->second, (right++)->second);
    else if (left->first < right->first)
      ++left;
    else
      ++right;
  }
  std::sort(same.begin(), same.end());
  return same;
}

template <class Key, class F>
std::vector<std::pair<Key, vertex_id>> keyed(std::uint64_t users, F&& key) {
  std::vector<std::pair<Key, vertex_id>> all;
  all.reserve(users);
  for (std::uint64_t i = 0; i < users; ++i) {
    const auto v = static_cast<vertex_id>(i);
    all.emplace_back(key(v), v);
  }
  return all;
}

std::vector<std::pair<std::string, vertex_id>> by_text(const read_graph_result& r) {
  return keyed<std::string>(r.graph.vertex_count(), [&](vertex_id v) { return r.id_text(v); });
}

std::vector<std::pair<std::uint64_t, vertex_id>> by_number(const read_graph_result& r) {
  return keyed<std::uint64_t>(r.graph.vertex_count(), [&](vertex_id v) { return r.labels[v]; });
}

/// Minus the sum of p ln p.
double entropy(const std::map<vertex_id, std::uint64_t>& counts, double all) {
  double sum = 0.0;
  for (const auto& [label, count] : counts) {
    const double p = static_cast<double>(count) / all;
    sum -= p * std::log(p);
  }
  return sum;
}

}  // namespace

std::vector<user_in_both> users_in_both(const read_graph_result& a, const read_graph_result& b) {
  if (a.names.empty() && b.names.empty()) return matched(by_number(a), by_number(b));
  return matched(by_text(a), by_text(b));
}

double divergence(std::span<const double> p, std::span<const double> q) {
  constexpr double added = std::numeric_limits<double>::epsilon();
  const auto at = [](std::span<const double> of, std::size_t i) { return i < of.size() ? of[i] : 0.0; };
  double sum = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += p[i] * std::log((p[i] + added) / (at(q, i) + added));
  return sum;
}

std::optional<double> normalized_information(std::span<const std::pair<vertex_id, vertex_id>> labels) {
  if (labels.empty()) return std::nullopt;
  std::map<vertex_id, std::uint64_t> first, second;
  std::map<std::pair<vertex_id, vertex_id>, std::uint64_t> both;
  for (const auto& pair : labels) {
    ++first[pair.first];
    ++second[pair.second];
    ++both[pair];
  }
  if (first.size() == 1 && second.size() == 1) return 1.0;
  const auto all = static_cast<double>(labels.size());
  double information = 0.0;
  for (const auto& [pair, count] : both) {
    const auto of_first = static_cast<double>(first[pair.first]);
    const auto of_second = static_cast<double>(second[pair.second]);
    const auto of_both = static_cast<double>(count);
    information += of_both / all * std::log(of_both * all / (of_first * of_second));
  }
  const double mean = 0.5 * (entropy(first, all) + entropy(second, all));
  return std::clamp(information / mean, 0.0, 1.0);
}

std::array<compared_query, 15> compare_profiles(const graph_profile& a, const graph_profile& b,
                                                std::span<const user_in_both> same) {
  using enum error_measure;
  const distance_counts &far = a.distances, &far_b = b.distances;
  return {whole("nodes", a.nodes, b.nodes),
          whole("edges", a.edges, b.edges),
          whole("triangles", a.triangles, b.triangles),
          number("average_degree", a.average_degree, b.average_degree),
          number("degree_variance", a.degree_variance, b.degree_variance),
          other("degree_distribution", "largest degree", divergence, largest_degree(a), largest_degree(b),
                exact::divergence(a.degree_shares, b.degree_shares)),
          whole("diameter", far.diameter_at_least, far_b.diameter_at_least),
          number("average_distance", far.mean, far_b.mean),
          other("distance_distribution", "most frequent distance", divergence, most_frequent(far.shares, 1),
                most_frequent(far_b.shares, 1), exact::divergence(far.shares, far_b.shares)),
          number("global_clustering", a.global_clustering, b.global_clustering),
          number("average_clustering", a.average_clustering, b.average_clustering),
          other("communities", "communities", information, static_cast<double>(a.groups.count),
                static_cast<double>(b.groups.count), agreement(a, b, same)),
          number("modularity", a.groups.modularity, b.groups.modularity),
          number("assortativity", a.assortativity, b.assortativity),
          other("eigenvector_centrality", "largest centrality", mean_absolute, first_of(a.centralities),
                first_of(b.centralities), centrality_error(a, b))};
}

}  // namespace edgeldp::exact
