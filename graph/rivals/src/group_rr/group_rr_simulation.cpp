// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/group_rr/group_rr_simulation.hpp"

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/rivals/group_rr/group_rr_user.hpp"
#include "edgeldp/rivals/triangles/method_simulation.hpp"
#include "group_rr/rounds_user.hpp"

namespace edgeldp {

namespace {

/// As one by one, but rows come as words: reading them back would cost the collector more than
/// users need to write them.
void play_rows(const call& asked, const graph_view& g, const coin_source& coins, message_sink& sink) {
  const group_layout& layout = *group_row_round::read(asked.said, asked.published).layout;
  for_each_asked(asked.who, g, [&](std::uint64_t number, const own_list& me) {
    const bin_sets bins = own_bins(layout, me, user_coins(coins, me.user));
    const byte_string message = write_bin_sets(bins, layout.upload_format());
    std::vector<std::uint64_t> row(layout.row_words());
    for (const std::uint32_t b : bins.bins) row[b / 64] |= std::uint64_t{1} << (b % 64);
    if (!sink.put_words(number, row, message.size())) sink.put(number, message);
  });
}

/// Bits of all pairs, before sampling, so many words a place.
std::vector<std::uint64_t> expand(const group_rows& rows, std::uint64_t words) {
  const group_layout& layout = *rows.layout;
  std::vector<std::uint64_t> expanded(layout.users() * words);
  parallel_for(0, layout.users(), 16, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t p = first; p < last; ++p) {
      const auto place = static_cast<std::uint32_t>(p);
      for (std::uint32_t x = 0; x < place; ++x)
        if (has_bin(rows.row(place), layout.bin(place, x)))
          expanded[p * words + x / 64] |= std::uint64_t{1} << (x % 64);
    }
  });
  return expanded;
}

/// Measured users count on what they download, the others ask the server's rule: the same bins.
void play_counts(std::span<const user_task> tasks, const call& asked, const graph_view& g,
                 const coin_source& coins, message_sink& sink) {
  const group_count_round round = group_count_round::read(asked.said, asked.published);
  const group_layout& layout = *round.layout;
  const auto rows = asked.published.get<group_rows>(round.rows);
  const std::uint64_t words = (layout.users() + 63) / 64;
  const bool is_smooth = layout.plan().rule == group_rr::bound::smooth;
  const std::vector<std::uint64_t> expanded = is_smooth ? expand(*rows, words) : std::vector<std::uint64_t>();
  const std::vector<bool> measured = spread_evenly(layout.order()->ranks(), layout.plan().measured);
  const auto count_openly = [&](const own_list& me) {
    const user_coins own(coins, me.user);
    const std::uint32_t place = layout.order()->rank(me.user);
    const sampled_rows received(*rows, me.user, expanded, words);
    const std::vector<std::uint32_t> list = own_places(layout, me, own);
    return noisy_count(layout, place, count_pairs_of(layout, received, place, list), own);
  };
  parallel_for(
      asked.who.first_number(), asked.who.end_number(), 8, [&](std::uint64_t first, std::uint64_t last) {
        std::vector<vertex_id> scratch;
        for (std::uint64_t number = first; number < last; ++number) {
          const vertex_id u = asked.who.user(number);
          const own_list me{u, g.vertex_count(), g.neighbors(u, scratch)};
          if (!measured[u]) {
            sink.put(number, count_openly(me));
            continue;
          }
          const byte_string mine = asked.said_to(number);
          sink.put(number, answer_call(tasks, {asked.asks, asked.said, asked.published, number, mine}, me,
                                       user_coins(coins, u)));
        }
      });
}

simulated_task counting(std::string_view asks, std::span<const user_task> tasks) {
  return {asks, [tasks](const call& asked, const graph_view& g, const coin_source& coins,
                        message_sink& sink) { play_counts(tasks, asked, g, coins, sink); }};
}

}  // namespace

std::vector<simulated_task> simulated_group_rr_tasks() {
  return {{group_row_round::asks, play_rows},
          counting(group_count_round::asks, group_rr_tasks()),
          counting(claimed_group_count_round::asks, open_group_rr_tasks())};
}

baseline_result estimate_triangles(const graph_view& g, const group_rr& method, release_key key,
                                   const coin_source& coins) {
  return simulate_run(g, simulated_group_rr_tasks(), method.total, key, coins,
                      [&](session& s) { return estimate_triangles(s, method); });
}

static_assert(TriangleBaseline<group_rr>);

}  // namespace edgeldp
