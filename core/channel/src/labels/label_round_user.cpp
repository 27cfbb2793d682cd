// SPDX-License-Identifier: MIT
#include "edgeldp/channel/labels/label_round_user.hpp"

#include <array>

#include "edgeldp/channel/report_message.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

byte_string answer(const label_round& round, const own_label& me, const user_coins& coins) {
  if (round.law.input_count() != me.labels)
    throw format_error(0, "the channel announced is not one of my labels");
  const auto report = coins(round.is_prior ? coin_purpose::prior : coin_purpose::label,
                            [&](private_randomness& own) { return round.law.sample(me.label, own); });
  return write_reports({&round.law, 1}, std::array{static_cast<std::uint32_t>(report)});
}

std::span<const user_task_for<own_label>> label_tasks() {
  static constexpr std::array tasks{task_of<label_round, own_label>()};
  return tasks;
}

}  // namespace edgeldp
