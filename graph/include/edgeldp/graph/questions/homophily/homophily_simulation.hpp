// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/attributes.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/questions/homophily/homophily.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

/// Homophily (homophily.hpp) of a graph whose users are all in this process.
namespace edgeldp {

/// A graph and what its users are.
struct attributed_graph {
  const graph_view& graph;
  std::span<const user_attribute> attributes;
};

/// The data outlive the population.
simulated_population<attributed_graph> simulated_profiles(const attributed_graph& g,
                                                          const coin_source& coins);

/// Errors: as over a session; bad_graph_input for a graph without vertices; invalid_parameter for
///     attributes of other users, or without values.
homophily_result estimate_homophily(const graph_view& g, std::span<const user_attribute> attributes,
                                    const homophily_options& options, release_key key,
                                    const coin_source& coins);

/// The round `attributes` alone.
struct attribute_round {
  std::vector<attribute_reports> attributes;
  std::uint64_t upload_bytes = 0;    ///< summed over users
  std::uint64_t download_bytes = 0;  ///< all reports in one message, for who wants to know its neighbours'
};

/// Round `attributes`: every user draws a report of each attribute.
/// Errors: invalid_parameter unless there is a channel for each attribute, whose inputs are the
///     attribute's values, and all have as many users.
attribute_round release_attributes(std::span<const user_attribute> attributes,
                                   std::span<const channel> channels, const coin_source& coins);

/// The round `count` alone.
/// Errors: invalid_parameter unless there is a report a user.
neighbor_count_round release_neighbor_counts(const graph_view& g, std::span<const attribute_reports> reports,
                                             epsilon budget, const coin_source& coins);

}  // namespace edgeldp
