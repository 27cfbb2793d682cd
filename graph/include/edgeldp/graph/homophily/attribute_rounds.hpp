// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/channel/channel.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/attributes.hpp"
#include "edgeldp/graph/input/graph_view.hpp"

/// The rounds of attributed graphs, as every user plays them: `attributes` (each attribute through
/// its channel), then `count` (how many neighbours reported what).
/// Privacy: core/doc/privacy.md, "Attributed graphs". Both: parallel over users, the same for every
///     thread count; bytes are those of messages that were written and read back.
namespace edgeldp {

/// One attribute as everybody knows it after the round.
struct attribute_reports {
  channel law;
  std::vector<std::uint32_t> of;  ///< output of the channel, one a user
};

struct attribute_round {
  std::vector<attribute_reports> attributes;
  std::uint64_t upload_bytes = 0;    ///< summed over users
  std::uint64_t download_bytes = 0;  ///< all reports in one message, for who wants to know its neighbours'
};

/// What a user spends whose attributes all change: the sum of the channels' losses, each rounded up
/// to a unit.
/// Errors: invalid_parameter for a channel without a finite loss.
epsilon loss_of(std::span<const channel> channels);

/// Round `attributes`: every user draws a report of each attribute.
/// Errors: invalid_parameter unless there is a channel for each attribute, whose inputs are the
///     attribute's values, and all have as many users.
attribute_round release_attributes(std::span<const user_attribute> attributes,
                                   std::span<const channel> channels, const coin_source& coins);

/// How many neighbours reported what: counts of the first attribute's outputs, then of the
/// second's, ... One neighbour more adds 1 to one count of each attribute: the L1 sensitivity is
/// the number of attributes.
std::vector<std::int64_t> count_by_report(std::span<const vertex_id> neighbors,
                                          std::span<const attribute_reports> reports);

struct neighbor_count_round {
  std::uint64_t width = 0;           ///< counts a user
  double noise_variance = 0.0;       ///< of each count
  std::vector<std::int64_t> values;  ///< user after user
  std::uint64_t upload_bytes = 0;    ///< summed over users

  std::span<const std::int64_t> of(std::uint64_t user) const noexcept {
    return {values.data() + user * width, width};
  }
};

/// Round `count`: every user sends count_by_report of all its neighbours + discrete Laplace noise
/// on each count, an integer message each. Reports are public by then, so only the user's own edges
/// are protected here. Both endpoints of an edge take part.
/// Errors: invalid_parameter unless there is a report a user.
neighbor_count_round release_neighbor_counts(const graph_view& g, std::span<const attribute_reports> reports,
                                             epsilon budget, const coin_source& coins);

}  // namespace edgeldp
