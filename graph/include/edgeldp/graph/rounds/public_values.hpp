// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"
#include "edgeldp/core/protocol/count_round.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/estimate.hpp"

/// Rounds in which users answer about public numbers of their neighbours: sums of them, the
/// h-index, and how many are in which group. No noisy rows are needed. The collector makes the
/// numbers from what was released; users read all of them. The users' side: public_values_user.hpp.
/// Privacy: core/doc/privacy.md, "Public values".
namespace edgeldp {

/// Whole numbers of each user that everybody may read. Real ones are rounded to a lattice before
/// they are published (to_lattice), so that what users add up is exact, and what bounds it too.
class public_values {
 public:
  /// Of the numbers of one user together, in size: more steps than noise ever leaves visible.
  static constexpr std::int64_t most_reach = std::int64_t{1} << 20;
  static constexpr std::uint64_t most_width = std::uint64_t{1} << 16;

  /// values: user after user, `width` each.
  /// Errors: invalid_parameter unless width is from 1 to most_width, divides their number, and no
  ///     user's are larger together than most_reach.
  public_values(std::uint64_t width, std::vector<std::int64_t> values);

  std::uint64_t width() const noexcept { return m_width; }
  std::uint64_t users() const noexcept { return m_values.size() / m_width; }
  std::span<const std::int64_t> of(std::uint64_t user) const noexcept {
    return std::span(m_values).subspan(size_of(user * m_width), size_of(m_width));
  }
  std::span<const std::int64_t> all() const noexcept { return m_values; }
  /// The largest sum of |numbers| of a user: how far one neighbour moves sums together.
  std::uint64_t reach() const noexcept { return m_reach; }

 private:
  std::uint64_t m_width;
  std::vector<std::int64_t> m_values;
  std::uint64_t m_reach = 0;
};

template <>
struct public_form<public_values> {
  static byte_string write(const public_values& values);
  /// Errors: format_error for what no public_values are.
  static public_values read(std::span<const std::byte> in, const public_objects&);
};

/// Of a run whose users read all that is published, and no rows.
communication sent_in(const session& s);

/// Publishes numbers; those that were published before, as on tiny graphs, stand for themselves.
public_ref<public_values> publish_values(session& s, public_values values);

/// Real numbers on a lattice around public centres, one a column: what is published stands for
/// centre + unit x number.
struct lattice_values {
  public_values numbers;
  double unit = 1.0;
  std::vector<double> centres;  ///< one a column
};

/// x_v - centre in units of the largest sum of sizes over 2^19, rounded to the nearest.
/// Errors: invalid_parameter for numbers or centres that are not finite, or not `width` a user; as
///     public_values.
lattice_values to_lattice(std::uint64_t width, std::span<const double> values,
                          std::span<const double> centres);

/// Sums of the public numbers of all neighbours, one a column, + discrete Laplace noise on each.
/// Both ends of an edge take part: a relationship pays twice.
struct neighbor_sums {
  static constexpr std::string_view asks = "neighbor sums";
  static constexpr round_kind round{rounds::count, edge_use::both_endpoints};
  using answers = released_vectors;
  /// Of a noisy sum: noise at the smallest budget stays below with all but a probability of
  /// exp(-2^9).
  static constexpr std::int64_t most = std::int64_t{1} << 61;
  public_ref<public_values> values;
  std::uint32_t step = 0;

  std::uint64_t width() const noexcept { return values->width(); }
  void write(canonical_writer& to) const { to.text(values.name).number(step); }
  static neighbor_sums read(canonical_reader& from, const public_objects& published);
};
using sum_round = count_round<neighbor_sums>;

/// The same over neighbours of smaller numbers than the user's own: each edge once, at the later of
/// its ends. Asked in the order of users' numbers, so that a relationship pays once; of sums over
/// edges, which need no edge twice.
struct earlier_neighbor_sums {
  static constexpr std::string_view asks = "earlier neighbor sums";
  static constexpr round_kind round{rounds::count, edge_use::one_endpoint};
  using answers = released_vectors;
  static constexpr std::int64_t most = neighbor_sums::most;
  public_ref<public_values> values;
  std::uint32_t step = 0;

  std::uint64_t width() const noexcept { return values->width(); }
  void write(canonical_writer& to) const { to.text(values.name).number(step); }
  static earlier_neighbor_sums read(canonical_reader& from, const public_objects& published);
};
using earlier_sum_round = count_round<earlier_neighbor_sums>;

/// The h-index of the neighbours' public numbers, one a user: the largest h such that h neighbours
/// have at least h. Both ends of an edge take part.
struct neighbor_h_index {
  static constexpr std::string_view asks = "h-index";
  static constexpr round_kind round{rounds::count, edge_use::both_endpoints};
  using answers = released_values;
  public_ref<public_values> values;
  std::uint32_t step = 0;

  void write(canonical_writer& to) const { to.text(values.name).number(step); }
  /// Errors: format_error also for more than one number a user.
  static neighbor_h_index read(canonical_reader& from, const public_objects& published);
};
using h_index_round = count_round<neighbor_h_index>;

/// How many neighbours are in each group: one number a group. Public numbers below `groups`, from
/// 0, name a user's; who has another number is in none. Sums of one-hot columns, for one number a
/// user to read. Both ends of an edge take part.
struct neighbor_groups {
  static constexpr std::string_view asks = "neighbor groups";
  static constexpr round_kind round{rounds::count, edge_use::both_endpoints};
  using answers = released_vectors;
  static constexpr std::int64_t most = std::int64_t{1} << 61;  ///< as of sums
  public_ref<public_values> values;
  std::uint64_t groups = 1;  ///< from 1 to public_values::most_width
  std::uint32_t step = 0;

  std::uint64_t width() const noexcept { return groups; }
  void write(canonical_writer& to) const {
    to.text(values.name).number(static_cast<int128>(groups)).number(step);
  }
  /// Errors: format_error also for more than one number a user, and for no groups.
  static neighbor_groups read(canonical_reader& from, const public_objects& published);
};
using group_round = count_round<neighbor_groups>;

/// What users may answer who keep to the protocol, by group: no more than are in it.
/// Shapes: of: as published, one a user.
std::vector<plausible_number> plausible_in_groups(std::span<const std::int64_t> of, std::uint64_t groups,
                                                  epsilon budget);

}  // namespace edgeldp
