// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "edgeldp/core/error.hpp"
#include "edgeldp/graph/input/read_graph.hpp"

/// The first byte chooses the format, the others are the text. Only bad_graph_input may escape the parser.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto format = static_cast<edgeldp::graph_format>(data[0] % 4);
  try {
    edgeldp::parse_graph({reinterpret_cast<const char*>(data) + 1, size - 1}, "fuzz", format);
  } catch (const edgeldp::bad_graph_input&) {
    return 0;  // refused with a message, as promised
  }
  return 0;
}
