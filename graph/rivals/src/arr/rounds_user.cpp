// SPDX-License-Identifier: MIT
#include "arr/rounds_user.hpp"

#include <array>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/rounds/pair_round_user.hpp"
#include "edgeldp/graph/rounds/rounds_user.hpp"
#include "edgeldp/rivals/arr/arr_user.hpp"
#include "edgeldp/rivals/arr/asymmetric_response_user.hpp"

namespace edgeldp {

std::vector<std::uint64_t> own_noisy_edges(const arr_layout& layout, const own_list& me,
                                           const user_coins& coins) {
  require_known(layout.users(), me);
  const std::uint32_t place = layout.order->rank(me.user);
  const std::vector<std::uint32_t> edges =
      counted_ranks(layout.order->ranks(), counted_side::preceding, place, me, coins);
  std::vector<std::uint64_t> row((place + std::size_t{63}) / 64);
  coins(coin_purpose::edges, [&](private_randomness& source) {
    encode_asymmetric(layout.plan.response, edges, place, source, row);
  });
  return row;
}

namespace {

/// Costs the plan's edges for one bit of the list.
byte_string answer_noisy_edges(const user_call& asked, const own_list& me, const user_coins& coins) {
  const arr_row_round round = arr_row_round::read(asked.said, asked.published);
  const std::vector<std::uint64_t> row = own_noisy_edges(*round.layout, me, coins);
  return round.layout->format().write_row(row, round.layout->order->rank(me.user));
}

/// Qualifying pairs of my kept neighbours, as my download has them.
int128 own_statistic(const arr_layout& layout, std::span<const std::byte> said_to_me, const own_list& me,
                     const user_coins& coins) {
  const arr_plan& plan = layout.plan;
  const arr_format format = layout.format();
  const std::uint32_t place = layout.order->rank(me.user);
  canonical_reader mine(said_to_me);
  const std::string own = mine.text();
  std::vector<std::uint64_t> row((place + std::size_t{63}) / 64);
  if (plan.variant != arr_variant::full)
    format.read_row(std::as_bytes(std::span(own)), place, row);
  else if (!own.empty())
    throw format_error(0, "a row that nothing refers to");
  const std::vector<std::uint32_t> members =
      counted_ranks(layout.order->ranks(), counted_side::preceding, plan.caps[me.user], me, coins);
  pair_clip clip(plan.rule, members.size(), plan.kappa[me.user]);
  count_on_download(mine.rest(), format, plan.variant, {place, row, members}, clip);
  return arr_statistic(clip, members.size(), plan.offset);
}

/// Costs the plan's count for one bit of the list under the greedy rule; tells more under the
/// other.
byte_string answer_under(pair_clip::rule rule, const user_call& asked, const own_list& me,
                         const user_coins& coins) {
  const arr_count_round round = arr_count_round::read(asked.said, asked.published);
  const arr_plan& plan = round.layout->plan;
  require_known(round.layout->users(), me);
  if (plan.rule != rule) throw format_error(0, "a plan with another rule of clipping");
  const uint128 sensitivity = plan.sensitivity(me.user);
  if (sensitivity == 0) throw invalid_parameter("asked for pairs that none of my edges can change");
  const int128 statistic = own_statistic(*round.layout, asked.said_to_me, me, coins);
  return coins(coin_purpose::count, [&](private_randomness& source) {
    return noisy_number(statistic, sensitivity, plan.count, source);
  });
}

byte_string answer_pairs(const user_call& asked, const own_list& me, const user_coins& coins) {
  return answer_under(pair_clip::rule::greedy, asked, me, coins);
}

byte_string answer_claimed_pairs(const user_call& asked, const own_list& me, const user_coins& coins) {
  return answer_under(pair_clip::rule::first_member, asked, me, coins);
}

}  // namespace

std::span<const user_task> arr_tasks() {
  static const std::vector<user_task> tasks = [] {
    std::vector<user_task> all(row_tasks().begin(), row_tasks().end());
    all.push_back({arr_row_round::asks, answer_noisy_edges});
    all.push_back({arr_count_round::asks, answer_pairs});
    return all;
  }();
  return tasks;
}

std::span<const user_task> open_arr_tasks() {
  static constexpr std::array<user_task, 1> tasks{{{claimed_arr_count_round::asks, answer_claimed_pairs}}};
  return tasks;
}

}  // namespace edgeldp
