// SPDX-License-Identifier: MIT
#include "edgeldp/graph/triangles/centred/centred_round_user.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/protocol/bounds/limited_weights.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"

namespace edgeldp {

namespace {

/// A neighbour that precedes me.
struct preceding {
  vertex_id user;
  std::uint32_t rank, position;
  bool is_absent;
};

bool is_absent(const release& rows, vertex_id v) {
  return std::ranges::binary_search(rows.absent(), v);
}
bool is_absent(const release_excerpt& rows, vertex_id v) {
  return rows.is_absent(v);
}

/// By rank.
template <class Release>
std::vector<preceding> preceding_in(const Release& rows, const own_list& me) {
  const auto& layout = rows.layout();
  std::vector<preceding> members;
  for (const vertex_id v : me.neighbors)
    if (layout.rank(v) < layout.rank(me.user))
      members.push_back({v, layout.rank(v), layout.position(v), is_absent(rows, v)});
  std::ranges::sort(members, {}, &preceding::rank);
  return members;
}

}  // namespace

template <class Release>
epsilon price_of(const centred_round_on<Release>& round, const own_list& me) {
  const auto& layout = round.rows->layout();
  require_known(layout.users(), me);
  return round.budget.at(layout.rank(me.user));
}

template <class Release>
int128 weigh_own_pairs(const centred_round_on<Release>& round, std::uint64_t limit, const own_list& me) {
  const Release& rows = *round.rows;
  require_known(rows.layout().users(), me);
  const std::vector<preceding> members = preceding_in(rows, me);
  const std::vector<bit_weights> weights = weights_of(rows.layout().codecs(), round.rule.theta);
  const std::int64_t of_absent = weight_of_absent(round.rule.theta);
  std::vector<accepted_weight> accepted(members.size());
  int128 sum = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto& [zero, one] = weights[rows.layout().class_of(members[i].user)];
    rows.visit_row(members[i].user, [&](const auto& row) {
      const accepted_weight added = accept_weights(accepted, i, {limit, limit}, [&](std::size_t k) {
        if (members[i].is_absent || members[k].is_absent) return of_absent;
        return row.bit(members[k].position) ? one : zero;
      });
      sum += static_cast<int128>(added[1]) - static_cast<int128>(added[0]);
    });
  }
  return sum;
}

template <class Release>
byte_string answer(const centred_round_on<Release>& round, const own_list& me, const user_coins& coins) {
  const epsilon budget = price_of(round, me);
  const std::uint64_t limit = limit_of(round.rows->layout(), round.rule, me.user);
  if (limit == 0 || budget.is_zero())
    throw invalid_parameter("asked for pairs that none of my edges can change");
  const int128 statistic = weigh_own_pairs(round, limit, me);
  return coins(coin_purpose::count,
               [&](private_randomness& source) { return noisy_number(statistic, limit, budget, source); });
}

namespace {

std::vector<user_task> with(std::span<const user_task> tasks, const user_task& another) {
  std::vector<user_task> all(tasks.begin(), tasks.end());
  all.push_back(another);
  return all;
}

}  // namespace

std::span<const user_task> centred_tasks() {
  static const std::vector<user_task> tasks = with(row_tasks(), task_of<centred_round>());
  return tasks;
}

std::span<const user_task> centred_tasks_on_excerpts() {
  static const std::vector<user_task> tasks =
      with(row_tasks_on_excerpts(), task_of<centred_round_on<release_excerpt>>());
  return tasks;
}

template epsilon price_of(const centred_round_on<release>&, const own_list&);
template epsilon price_of(const centred_round_on<release_excerpt>&, const own_list&);
template int128 weigh_own_pairs(const centred_round_on<release>&, std::uint64_t, const own_list&);
template byte_string answer(const centred_round_on<release>&, const own_list&, const user_coins&);
template byte_string answer(const centred_round_on<release_excerpt>&, const own_list&, const user_coins&);

}  // namespace edgeldp
