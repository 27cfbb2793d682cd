// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/channel/channel.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"
#include "edgeldp/core/protocol/count_round.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/protocol/roster.hpp"

/// The rounds of attributed graphs: `attributes` (each attribute through its channel), then `count`
/// (how many neighbours reported what). The users' side: attribute_rounds_user.hpp.
/// Privacy: core/doc/privacy.md, "Attributed graphs".
namespace edgeldp {

/// In the place of a report of users who sent none: no channel has such an output.
inline constexpr std::uint32_t no_report = ~std::uint32_t{0};

/// One attribute as everybody knows it after the round.
struct attribute_reports {
  channel law;
  std::vector<std::uint32_t> of;  ///< output of the channel, one a user; or no_report
};

/// How many neighbours reported what: counts of the first attribute's outputs, then of the
/// second's, ... Neighbours without a report are in no count. One neighbour more adds 1 to one
/// count of each attribute: the L1 sensitivity is the number of attributes.
std::vector<std::int64_t> count_by_report(std::span<const vertex_id> neighbors,
                                          std::span<const attribute_reports> reports);

struct neighbor_count_round {
  std::uint64_t width = 0;           ///< counts a user
  double noise_variance = 0.0;       ///< of each count
  std::vector<std::int64_t> values;  ///< user after user; those of absent ones mean nothing
  std::vector<vertex_id> absent{};   ///< who sent none, in increasing order
  std::vector<double> spans{};       ///< of each count, how far apart two plausible ones are at most

  std::span<const std::int64_t> of(std::uint64_t user) const noexcept {
    return {values.data() + user * width, size_of(width)};
  }
};

/// All reports, which everybody may read: one attribute after the other. Who sent one sent all.
struct public_reports {
  std::vector<attribute_reports> attributes;

  std::uint64_t users() const noexcept { return attributes.empty() ? 0 : attributes.front().of.size(); }
  /// Counts that a user sends of its neighbours.
  std::uint64_t width() const noexcept;
  bool has(vertex_id user) const noexcept { return attributes.front().of[user] != no_report; }
  /// As messages, one user after the other; zeros of who sent none.
  byte_string packed() const;
};

template <>
struct public_form<public_reports> {
  static byte_string write(const public_reports& reports);
  static public_reports read(std::span<const std::byte> in, const public_objects&);
};

/// Round `attributes`: every user draws a report of each of its attributes. No edge takes part.
struct report_round {
  static constexpr std::string_view asks = "reports";
  epsilon budget;  ///< at least loss_of(channels), which every user checks
  std::vector<channel> channels;

  struct answers {
    std::vector<channel> channels;
    std::vector<std::uint32_t> reports;  ///< user after user
    void accept(std::uint64_t number, std::span<const std::byte> message);
    /// Attribute after attribute.
    public_reports publish() &&;
  };

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  static report_round read(std::span<const std::byte> in, const public_objects&);
  answers open(const roster& who) const;
};

/// Round `count`: count_by_report of all neighbours + discrete Laplace noise on each count. Reports
/// are public by then, so only the user's own edges are protected here. Both endpoints of an edge
/// take part.
struct neighbors_by_report {
  static constexpr std::string_view asks = "neighbors by report";
  static constexpr round_kind round{rounds::count, edge_use::both_endpoints};
  using answers = released_vectors;
  /// Of a noisy count: noise at the smallest budget stays below with all but a probability of
  /// exp(-2^29).
  static constexpr std::int64_t most = std::int64_t{1} << 40;
  public_ref<public_reports> reports;

  std::uint64_t width() const noexcept { return reports->width(); }
  void write(canonical_writer& to) const { to.text(reports.name); }
  static neighbors_by_report read(canonical_reader& from, const public_objects& published) {
    return {published.get<public_reports>(from.text())};
  }
};
using neighbor_round = count_round<neighbors_by_report>;

/// The answers of such a round, with what its noise is.
neighbor_count_round counts_of(released_vectors answers, const public_reports& reports, epsilon budget);

}  // namespace edgeldp
