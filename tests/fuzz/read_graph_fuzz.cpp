// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/bipartite_graph.hpp"
#include "edgeldp/graph/input/read_graph.hpp"

/// The first byte chooses the format, the others are the text; of two texts the first ends with the
/// first NUL. Only bad_graph_input may escape the parser.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    const int form = data[0] % 11;
    const auto format = static_cast<edgeldp::graph_format>(form % 5);
    if (form == 10) {
      const std::size_t end = std::min(text.find('\0'), text.size());
      edgeldp::parse_bipartite_pair(text.substr(std::min(end + 1, text.size())), "fuzz.e",
                                    text.substr(0, end), "fuzz.meta");
    } else if (form >= 5) {
      edgeldp::parse_bipartite_graph(text, "fuzz", format);
    } else {
      edgeldp::parse_graph(text, "fuzz", format);
    }
  } catch (const edgeldp::bad_graph_input&) {
    return 0;  // refused with a message, as promised
  }
  return 0;
}
