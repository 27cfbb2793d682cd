// SPDX-License-Identifier: MIT
// Whatever bytes arrive, a batch is refused with a format_error, or its messages write the same
// bytes.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "collect/task/batch.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  try {
    std::vector<edgeldp::byte_string> messages;
    for (const auto m : edgeldp::collect::read_batch(bytes)) messages.emplace_back(m.begin(), m.end());
    if (!edgeldp::ranges::equal(edgeldp::collect::write_batch(messages), bytes)) std::abort();
  } catch (const edgeldp::format_error&) {
  }
  return 0;
}
