// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/bipartite_graph.hpp"
#include "edgeldp/graph/input/read_graph.hpp"

/// The first byte chooses the format, the others are the text. Only bad_graph_input may escape the
/// parser.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    if (data[0] % 5 == 4) {
      edgeldp::parse_bipartite_graph(text, "fuzz");
    } else {
      edgeldp::parse_graph(text, "fuzz", static_cast<edgeldp::graph_format>(data[0] % 5));
    }
  } catch (const edgeldp::bad_graph_input&) {
    return 0;  // refused with a message, as promised
  }
  return 0;
}
