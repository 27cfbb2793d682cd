// SPDX-License-Identifier: MIT
#include "group_rr/rounds_user.hpp"

#include <array>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/rounds/pair_round_user.hpp"
#include "edgeldp/graph/rounds/rounds_user.hpp"
#include "edgeldp/rivals/group_rr/group_rr_user.hpp"

namespace edgeldp {

std::vector<std::uint32_t> own_places(const group_layout& layout, const own_list& me,
                                      const user_coins& coins) {
  require_known(layout.users(), me);
  return counted_ranks(layout.order()->ranks(), counted_side::preceding, me.neighbors.size(), me, coins);
}

bin_sets own_bins(const group_layout& layout, const own_list& me, const user_coins& coins) {
  constexpr std::uint32_t unreachable = ~std::uint32_t{0};
  const std::vector<std::uint32_t> list = own_places(layout, me, coins);
  const std::uint32_t place = layout.order()->rank(me.user);
  const bool only_reachable = layout.plan().is_compressed;
  std::vector<std::uint32_t> counts(layout.bins().bins, only_reachable ? unreachable : 0);
  if (only_reachable)
    for (std::uint32_t x = 0; x < place; ++x) counts[layout.bin(place, x)] = 0;
  for (const std::uint32_t x : list) ++counts[layout.bin(place, x)];
  bin_sets report;
  coins(coin_purpose::edges, [&](private_randomness& source) {
    for (std::uint32_t b = 0; b < counts.size(); ++b)
      if (counts[b] != unreachable && report_bin(layout.plan().response, counts[b], source))
        report.bins.push_back(b);
  });
  report.end_row();
  return report;
}

namespace {

byte_string smooth_number(const group_layout& layout, const group_count& counted, const user_coins& coins) {
  const double budget = layout.plan().count.nats();
  const double bound = smooth_bound(static_cast<double>(counted.reach),
                                    static_cast<double>(layout.largest_estimate()), budget / 6.0);
  const output_grid out = smooth_output_grid(layout.users(), layout.largest_estimate(), budget);
  return coins(coin_purpose::count, [&](private_randomness& source) {
    return integer_message(out.release(counted.exact, 6.0 / budget * bound * sample_quartic(source)));
  });
}

/// Costs the plan's edges for one bit of the list.
byte_string answer_bins(const user_call& asked, const own_list& me, const user_coins& coins) {
  const group_row_round round = group_row_round::read(asked.said, asked.published);
  return write_bin_sets(own_bins(*round.layout, me, coins), round.layout->upload_format());
}

byte_string answer_under(bool is_claimed, const user_call& asked, const own_list& me,
                         const user_coins& coins) {
  const group_count_round round = group_count_round::read(asked.said, asked.published);
  const group_layout& layout = *round.layout;
  require_known(layout.users(), me);
  if (is_claimed != (layout.plan().rule == group_rr::bound::allowances))
    throw format_error(0, "a plan with another rule");
  const std::uint32_t place = layout.order()->rank(me.user);
  if (!layout.plan().speaks(layout.sizes_by_user()[me.user]))
    throw invalid_parameter("asked for pairs that none of my edges can change");
  const received_rows received(layout, read_bin_sets(asked.said_to_me, layout.download_format(place)));
  const std::vector<std::uint32_t> list = own_places(layout, me, coins);
  return noisy_count(layout, place, count_pairs_of(layout, received, place, list), coins);
}

byte_string answer_pairs(const user_call& asked, const own_list& me, const user_coins& coins) {
  return answer_under(false, asked, me, coins);
}

byte_string answer_claimed_pairs(const user_call& asked, const own_list& me, const user_coins& coins) {
  return answer_under(true, asked, me, coins);
}

}  // namespace

byte_string noisy_count(const group_layout& layout, std::uint32_t place, const group_count& counted,
                        const user_coins& coins) {
  const group_plan& plan = layout.plan();
  if (plan.rule == group_rr::bound::smooth) return smooth_number(layout, counted, coins);
  const bool is_limited = plan.rule == group_rr::bound::limited_pairs;
  const uint128 sensitivity = static_cast<uint128>(is_limited ? plan.one : 1) * layout.limit(place);
  return coins(coin_purpose::count, [&](private_randomness& source) {
    return noisy_number(counted.exact, sensitivity, plan.count, source);
  });
}

std::span<const user_task> group_rr_tasks() {
  static const std::vector<user_task> tasks = [] {
    std::vector<user_task> all(row_tasks().begin(), row_tasks().end());
    all.push_back({group_row_round::asks, answer_bins});
    all.push_back({group_count_round::asks, answer_pairs});
    return all;
  }();
  return tasks;
}

std::span<const user_task> open_group_rr_tasks() {
  static constexpr std::array<user_task, 1> tasks{{{claimed_group_count_round::asks, answer_claimed_pairs}}};
  return tasks;
}

}  // namespace edgeldp
