// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace edgeldp {

/// How many endpoints of an edge take part in a round with that edge in their input: none in a
/// round in which users randomize attributes of their own.
enum class edge_use { none = 0, one_endpoint = 1, both_endpoints = 2 };

/// Which endpoint that one is, in an order of the users. The later one has the edge among its
/// preceding neighbours, the earlier one among its later neighbours: two halves of a list, whose
/// bits are in different rounds.
enum class endpoint { unknown = 0, later = 1, earlier = 2 };

/// A kind of round: its name in ledgers, digests and results, and whose input holds an edge.
struct round_kind {
  std::string_view name;
  edge_use edges = edge_use::one_endpoint;

  friend bool operator==(const round_kind&, const round_kind&) = default;
};

/// Names of the rounds that the protocols share; a protocol may add its own.
namespace rounds {
inline constexpr std::string_view degree = "degree";
inline constexpr std::string_view size = "size";
/// As size, of the neighbours that come after a user.
inline constexpr std::string_view length = "length";
inline constexpr std::string_view edges = "edges";
inline constexpr std::string_view entries = "entries";
/// A rough count that only serves to choose the limits of the round `count`.
inline constexpr std::string_view pilot = "pilot";
inline constexpr std::string_view count = "count";
inline constexpr std::string_view attributes = "attributes";
}  // namespace rounds

}  // namespace edgeldp
