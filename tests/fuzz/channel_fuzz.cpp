// SPDX-License-Identifier: MIT
// Any text as a channel: refused with one of two errors, or a channel that writes and reads itself
// back. And any bytes as a record's message: refused with format_error, or counted. The first byte
// chooses the record.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/channel/channel_json.hpp"
#include "edgeldp/channel/records/records.hpp"
#include "edgeldp/core/base/error.hpp"

namespace {

void read_channel(std::string_view text) {
  try {
    const edgeldp::channel c = edgeldp::channel_from_json(text);
    if (!(edgeldp::channel_from_json(edgeldp::channel_to_json(c)) == c)) std::abort();
    if (!(c.loss().nats >= 0.0)) std::abort();
    edgeldp::simulation_randomness coins(1, 1, 1);
    if (c.sample(0, coins) >= c.output_count()) std::abort();
  } catch (const edgeldp::format_error&) {
  } catch (const edgeldp::invalid_parameter&) {
  }
}

void read_message(unsigned choice, std::span<const std::byte> message) {
  const std::vector<std::uint32_t> categories = {2 + choice % 7, 2, 3 + choice % 11};
  const edgeldp::epsilon total = edgeldp::epsilon::from_nats(1.0);
  const edgeldp::record_format format(
      choice % 3 == 0   ? edgeldp::sampled_plan(total, categories)
      : choice % 3 == 1 ? edgeldp::mixed_plan(total, categories)
                        : edgeldp::even_plan(total, categories, edgeldp::answer_encoding::direct),
      edgeldp::release_key{choice});
  edgeldp::record_tally tally(format);
  try {
    tally.add(choice, message.first(std::min(message.size(), format.message_bytes(choice))));
    const auto [first, last] = format.asked(choice);
    for (std::size_t i = first; i < last; ++i)
      if (tally.histogram(i).reports != 1) std::abort();
  } catch (const edgeldp::format_error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  read_channel({reinterpret_cast<const char*>(data), size});
  if (size != 0) read_message(data[0], {reinterpret_cast<const std::byte*>(data) + 1, size - 1});
  return 0;
}
