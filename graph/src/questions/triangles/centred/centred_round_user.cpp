// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/centred/centred_round_user.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/limits/limited_weights.hpp"
#include "edgeldp/graph/rounds/pair_rule.hpp"

namespace edgeldp {

namespace {

/// A neighbour that I count on.
struct counted_member {
  vertex_id user;
  std::uint32_t rank, position;
  bool is_absent;
};

bool is_absent(const release& rows, vertex_id v) {
  return ranges::binary_search(rows.absent(), v);
}
bool is_absent(const release_excerpt& rows, vertex_id v) {
  return rows.is_absent(v);
}

/// By rank.
template <class Release>
std::vector<counted_member> members_in(const Release& rows, counted_side side, const own_list& me) {
  const auto& layout = rows.layout();
  std::vector<counted_member> members;
  for (const vertex_id v : me.neighbors)
    if (is_counted(side, layout.rank(v), layout.rank(me.user)))
      members.push_back({v, layout.rank(v), layout.position(v), is_absent(rows, v)});
  ranges::sort(members, {}, &counted_member::rank);
  return members;
}

template <class Release>
int128 weigh_pairs(const Release& rows, std::uint32_t theta, counted_side side, std::uint64_t limit,
                   const own_list& me) {
  require_known(rows.layout().users(), me);
  const std::vector<counted_member> members = members_in(rows, side, me);
  const std::vector<bit_weights> weights = weights_of(rows.layout().codecs(), theta);
  const std::int64_t of_absent = weight_of_absent(theta);
  std::vector<accepted_weight> accepted(members.size());
  int128 sum = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    rows.visit_row(members[i].user, [&](const auto& row) {
      const accepted_weight added = accept_weights(accepted, i, {limit, limit}, [&](std::size_t k) {
        if (members[i].is_absent || members[k].is_absent) return of_absent;
        const auto& [zero, one] = weights[rows.layout().class_of_bit(members[i].user, members[k].user)];
        return row.bit(members[k].position) ? one : zero;
      });
      sum += static_cast<int128>(added[1]) - static_cast<int128>(added[0]);
    });
  }
  return sum;
}

}  // namespace

template <class Release>
uint128 sensitivity(const centred_pairs<Release>& what, const own_list& me, std::uint64_t) {
  require_known(what.rows->layout().users(), me);
  return limit_of(what.rows->layout(), what.rule, me.user);
}

template <class Release>
std::uint32_t rank_of(const centred_pairs<Release>& what, const own_list& me) {
  require_known(what.rows->layout().users(), me);
  return what.rows->layout().rank(me.user);
}

template <class Release>
int128 weigh_own_pairs(const centred_pairs<Release>& what, std::uint64_t limit, const own_list& me) {
  return weigh_pairs(*what.rows, what.rule.theta, counted_side::preceding, limit, me);
}

template <class Release>
int128 statistic(const centred_pairs<Release>& what, const own_list& me, const count_call&) {
  return weigh_own_pairs(what, limit_of(what.rows->layout(), what.rule, me.user), me);
}

template <class Release>
uint128 sensitivity(const forward_pairs<Release>& what, const own_list& me, std::uint64_t limit) {
  require_known(what.rows->layout().users(), me);
  return limit;
}

template <class Release>
std::uint32_t rank_of(const forward_pairs<Release>& what, const own_list& me) {
  const auto& layout = what.rows->layout();
  require_known(layout.users(), me);
  return static_cast<std::uint32_t>(layout.users() - 1) - layout.rank(me.user);
}

template <class Release>
int128 statistic(const forward_pairs<Release>& what, const own_list& me, const count_call& asked) {
  return weigh_pairs(*what.rows, what.theta, counted_side::following, asked.told, me);
}

template uint128 sensitivity(const centred_pairs<release>&, const own_list&, std::uint64_t);
template std::uint32_t rank_of(const centred_pairs<release>&, const own_list&);
template int128 weigh_own_pairs(const centred_pairs<release>&, std::uint64_t, const own_list&);
template int128 statistic(const centred_pairs<release>&, const own_list&, const count_call&);
template uint128 sensitivity(const forward_pairs<release>&, const own_list&, std::uint64_t);
template std::uint32_t rank_of(const forward_pairs<release>&, const own_list&);
template int128 statistic(const forward_pairs<release>&, const own_list&, const count_call&);
template uint128 sensitivity(const centred_pairs<release_excerpt>&, const own_list&, std::uint64_t);
template std::uint32_t rank_of(const centred_pairs<release_excerpt>&, const own_list&);
template int128 weigh_own_pairs(const centred_pairs<release_excerpt>&, std::uint64_t, const own_list&);
template int128 statistic(const centred_pairs<release_excerpt>&, const own_list&, const count_call&);
template uint128 sensitivity(const forward_pairs<release_excerpt>&, const own_list&, std::uint64_t);
template std::uint32_t rank_of(const forward_pairs<release_excerpt>&, const own_list&);
template int128 statistic(const forward_pairs<release_excerpt>&, const own_list&, const count_call&);

}  // namespace edgeldp
