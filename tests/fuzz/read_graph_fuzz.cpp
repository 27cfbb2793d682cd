// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/bipartite_graph.hpp"
#include "edgeldp/graph/input/read_graph.hpp"

/// The first byte chooses the format (from 200 on those that were added last), the others are the
/// text; of two texts the first ends with the first NUL. Only bad_graph_input may escape the
/// parser.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    if (data[0] >= 200) {
      constexpr std::array added = {edgeldp::graph_format::adjacency_list, edgeldp::graph_format::sif,
                                    edgeldp::graph_format::pajek, edgeldp::graph_format::graphml};
      edgeldp::parse_graph(text, "fuzz", added[data[0] % added.size()]);
      return 0;
    }
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
