// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/homophily/attribute_rounds_user.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "edgeldp/channel/report_message.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

epsilon price_of(const report_round& round, const own_profile&) {
  return round.budget;
}

byte_string answer(const report_round& round, const own_profile& me, const user_coins& coins) {
  const bool fits = ranges::equal(round.channels, me.kinds, {}, &channel::input_count);
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

uint128 sensitivity(const neighbors_by_report& what, const own_list& me, std::uint64_t) {
  require_known(what.reports->users(), me);
  return what.reports->attributes.size();
}

std::vector<int128> statistic(const neighbors_by_report& what, const own_list& me, const count_call&) {
  const std::vector<std::int64_t> counts = count_by_report(me.neighbors, what.reports->attributes);
  return {counts.begin(), counts.end()};
}

}  // namespace edgeldp
