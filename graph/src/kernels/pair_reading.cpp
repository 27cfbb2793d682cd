// SPDX-License-Identifier: MIT
#include "kernels/pair_reading.hpp"

#include <algorithm>
#include <array>

#include "edgeldp/core/codec/codec_parameters.hpp"

namespace edgeldp {

pair_reading pair_reading::of(std::optional<row_access> access) {
  if (!access) return {};
  return {*access == row_access::on_demand ? pair_order::by_list : pair_order::by_row, access};
}

namespace {

/// Users of neighbouring ranks.
struct rank_group {
  double users = 0.0, degrees = 0.0, squares = 0.0;
  vertex_id example = 0;
};
using rank_groups = std::array<rank_group, 256>;

/// Of every so-many-th user: sums of both sides of the comparison are in proportion.
rank_groups group_by_rank(const release_layout& layout) {
  constexpr std::uint64_t most_users = std::uint64_t{1} << 20;
  rank_groups groups{};
  for (std::uint64_t u = 0; u < layout.users(); u += layout.users() / most_users + 1) {
    const auto user = static_cast<vertex_id>(u);
    rank_group& group = groups[std::uint64_t{layout.rank(user)} * groups.size() / layout.users()];
    const auto degree = static_cast<double>(clamp_released(layout.degrees()[u], layout.users() - 1));
    group.users += 1.0;
    group.degrees += degree;
    group.squares += degree * degree;
    group.example = user;
  }
  return groups;
}

/// What it saves to decode one row that is tested so often, in ns.
double saved_by_decoding(const release_layout& layout, vertex_id owner, double tests) {
  const row_access_cost cost = access_cost(layout.codec(owner));
  const auto length = static_cast<double>(layout.shape(owner).length);
  return std::max(0.0, (cost.test - cost.lookup) * tests - cost.position * length);
}

/// Nanoseconds to sort a neighbour by its row and to keep what is read of it: 150 where 10 million
/// edges are sparse, 100 to 200 on dense graphs.
constexpr double cost_of_sorting = 150.0;

}  // namespace

pair_order choose_order(const release_layout& layout, std::uint64_t readers, counted_side side) {
  if (layout.users() == 0) return pair_order::by_list;
  const rank_groups groups = group_by_rank(layout);
  double degrees = 0.0, later_squares = 0.0;
  for (const rank_group& group : groups) {
    degrees += group.degrees;
    later_squares += group.squares;
  }
  if (degrees == 0.0) return pair_order::by_list;
  const double share = static_cast<double>(readers) / static_cast<double>(layout.users());
  const double all_squares = later_squares;
  double before = 0.0, squares_before = 0.0, saved = 0.0;
  for (const rank_group& group : groups) {
    if (group.users == 0.0) continue;
    later_squares -= group.squares;
    // In a random graph with these degrees u keeps w with probability d_u d_w / sum, and then tests
    // w's row at the neighbours before w, d_u times the share of degrees that precede. Of users who
    // count on those that follow them, those before w do, at the half of these.
    const bool is_following = side == counted_side::following;
    const double preceding = (before + 0.5 * group.degrees) / degrees * (is_following ? 0.5 : 1.0);
    const double squares = side == counted_side::all ? all_squares
                           : is_following            ? squares_before + 0.5 * group.squares
                                                     : later_squares + 0.5 * group.squares;
    const double tests = share * group.degrees / group.users * preceding * squares / degrees;
    saved += group.users * saved_by_decoding(layout, group.example, tests);
    before += group.degrees;
    squares_before += group.squares;
  }
  const double kept = share * (side == counted_side::all ? degrees : 0.5 * degrees);
  return saved > cost_of_sorting * kept ? pair_order::by_row : pair_order::by_list;
}

}  // namespace edgeldp
