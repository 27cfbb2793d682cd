// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/graph/input/graph_view.hpp"

/// Distances: edges of a shortest path. Not private: of a graph in the clear.
namespace edgeldp::exact {

/// How far users are from others, counted from all users, or from some.
///
/// From some, shares[d] and mean are estimates. Their errors are standard errors over the choice of
/// the users, from how groups of 64 of them differ.
struct distance_counts {
  std::uint64_t sources = 0;   ///< users from whom distances were searched
  bool is_exact = true;        ///< those are all
  std::vector<double> shares;  ///< of pairs (source, user it reaches), itself included, by distance
  double share_error = 0.0;    ///< the largest of all shares
  double mean = 0.0;           ///< of pairs of different users with a path; 0 without such
  double mean_error = 0.0;
  std::uint64_t diameter_at_least = 0,
                diameter_at_most = 0;  ///< the largest distance of all, exactly if equal
};

/// Distances in g, of pairs that have a path.
///
/// sources: from how many users, at least 128; a multiple of 64 of them if these are not all. Which
///     ones is public: the first of a permutation under `seed`.
/// Source: breadth-first searches from 256 users at once, a bit each: Then et al., PVLDB 8, 2014;
///     in both directions: Beamer, Asanovic and Patterson, SC 2012. The diameter where these are a
///     sample, by bounds from further searches: Takes and Kosters, CIKM 2011.
/// Promise: the same for every number of threads.
/// Cost: O(sources (n + m) / 256) words of 256 bits where distances are short, at worst 256 times
///     that; parallel over groups of sources: from all of 100 000 users with a million edges 22
///     seconds of a core. 96 n bytes a thread, and 8 m + 12 n. At most 256 single searches for the
///     diameter.
/// Errors: invalid_parameter for fewer than 128 sources, of more users; stopped (run_watch.hpp).
distance_counts count_distances(const graph_view& g, std::uint64_t sources, std::uint64_t seed);

/// How many sources are searched within some seconds: all of n users while n (n + 2 m) is at most
/// 2.5e11; beyond it as many as that allows, and 1024 at least.
std::uint64_t affordable_sources(std::uint64_t vertices, std::uint64_t edges);

}  // namespace edgeldp::exact
