// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/graph/comparison/graph_profile.hpp"
#include "edgeldp/graph/input/read_graph.hpp"

/// How far a graph is from another, by the fifteen queries of PGB and its measures of error. Not
/// private: of two graphs in the clear. The first is the true one.
namespace edgeldp::exact {

enum class error_measure {
  relative,       ///< |a - b| / |a|; none where a is 0 and b is not
  divergence,     ///< Kullback and Leibler: sum of a ln(a / b), in nats, 2^-52 added to each share
  information,    ///< normalized mutual information of two divisions: 1 where they are equal, 0 is worst
  mean_absolute,  ///< mean of |a - b|
};

struct compared_query {
  std::string_view name;
  std::string_view shown;  ///< what the values are, where the answer is no number
  error_measure measure = error_measure::relative;
  std::optional<double> first, second;
  std::optional<double> error;  ///< none where one of the answers does not exist
};

/// A user of both graphs: its number in the first, and in the second.
using user_in_both = std::pair<vertex_id, vertex_id>;

/// Users whom both files call the same, by their numbers in the first; numbers and names are the
/// same where their texts are.
/// Cost: O(n log n).
std::vector<user_in_both> users_in_both(const read_graph_result& a, const read_graph_result& b);

/// The fifteen, in the order of PGB. Communities are compared for users of both graphs; of
/// centralities the largest 1% (of a's users, one at least), the k-th of one with the k-th of the
/// other.
std::array<compared_query, 15> compare_profiles(const graph_profile& a, const graph_profile& b,
                                                std::span<const user_in_both> same);

/// Sum of p ln(p / q), with 2^-52 added to each share; the shorter is continued by zeros.
double divergence(std::span<const double> p, std::span<const double> q);

/// Of two divisions of the same things, as labels below 2^32: their mutual information over the
/// mean of their entropies; 1 where neither divides, none of nothing.
/// Cost: O(n log n).
std::optional<double> normalized_information(std::span<const std::pair<vertex_id, vertex_id>> labels);

}  // namespace edgeldp::exact
