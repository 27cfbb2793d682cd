// SPDX-License-Identifier: MIT
// Any bytes as reports of two channels, whose numbers of outputs the first bytes choose: refused
// with format_error, or exactly the bytes that the result writes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/channel/report_message.hpp"
#include "edgeldp/core/base/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  std::vector<edgeldp::channel> channels;
  for (std::size_t i = 0; i < 2; ++i)
    channels.push_back(edgeldp::k_ary_channel(edgeldp::epsilon::from_nats(1.0),
                                              edgeldp::numbered_labels(2U + data[i] % 6U)));
  const std::vector<std::byte> message(reinterpret_cast<const std::byte*>(data) + 3,
                                       reinterpret_cast<const std::byte*>(data) + size);
  try {
    if (edgeldp::write_reports(channels, edgeldp::read_reports(channels, data[2], message)) != message)
      std::abort();
  } catch (const edgeldp::format_error&) {
  }
  return 0;
}
