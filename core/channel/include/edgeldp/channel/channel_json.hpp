// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "edgeldp/channel/channel.hpp"

namespace edgeldp {

/// One JSON object: {"edgeldp_channel": 1, "inputs": [...], "outputs": [...], "resolution_bits":
/// 62, "weights": [[a column's integers], ...]}. Reading it back gives an equal channel.
std::string channel_to_json(const channel& c);

/// Reads channel_to_json's object, or one with "probabilities" (columns of numbers) in place of
/// "weights" and "resolution_bits". Nothing that the text claims about privacy is believed: ask
/// loss().
/// Errors: format_error with line and column for text that is no JSON; invalid_parameter naming the
///     key otherwise.
channel channel_from_json(std::string_view text);

/// Reads channel_to_json's text and no other: one channel, one text, as announcements need.
/// Errors: format_error.
channel channel_from_own_json(std::string_view text);

}  // namespace edgeldp
