// SPDX-License-Identifier: MIT
#include "edgeldp/graph/homophily/attribute_rounds_user.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "edgeldp/channel/report_message.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/protocol/rounds_user.hpp"

namespace edgeldp {

namespace {

/// A round that uses the list alone.
template <class R>
constexpr user_task_for<own_profile> list_task() {
  return {R::asks,
          [](const user_call& asked, const own_profile& me, const user_coins& coins) {
            return answer(R::read(asked.said, asked.published), me.list, coins);
          },
          [](const user_call& asked, const own_profile& me) {
            return price_of(R::read(asked.said, asked.published), me.list);
          }};
}

}  // namespace

epsilon price_of(const report_round& round, const own_profile&) {
  return round.budget;
}

epsilon price_of(const neighbor_round& round, const own_profile&) {
  return round.budget;
}

byte_string answer(const report_round& round, const own_profile& me, const user_coins& coins) {
  const bool fits = std::ranges::equal(round.channels, me.kinds, {}, &channel::input_count);
  if (!fits) throw format_error(0, "the channels announced are not those of my attributes");
  if (!is_within(round.channels, round.budget))
    throw format_error(0, "the channels announced tell more than the round costs");
  std::vector<std::uint32_t> reports(me.values.size());
  coins(coin_purpose::attributes, [&](private_randomness& source) {
    for (std::size_t a = 0; a < reports.size(); ++a)
      reports[a] = static_cast<std::uint32_t>(round.channels[a].sample(me.values[a], source));
  });
  return write_reports(round.channels, reports);
}

byte_string answer(const neighbor_round& round, const own_profile& me, const user_coins& coins) {
  require_known(round.reports->users(), me.list);
  const discrete_laplace noise(round.reports->attributes.size(), round.budget);
  byte_string message;
  coins(coin_purpose::count, [&](private_randomness& source) {
    for (const std::int64_t count : count_by_report(me.list.neighbors, round.reports->attributes))
      append_integer(message, count + noise(source));
  });
  return message;
}

std::span<const user_task_for<own_profile>> homophily_tasks() {
  static constexpr std::array tasks{task_of<report_round, own_profile>(),
                                    task_of<neighbor_round, own_profile>(), list_task<degree_round>(),
                                    list_task<size_round>(), list_task<row_round>()};
  return tasks;
}

}  // namespace edgeldp
