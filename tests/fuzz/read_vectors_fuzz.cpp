// SPDX-License-Identifier: MIT
// Any text as vectors, as a list of items and as a catalog: read, or refused with the error
// documented. What was read goes through a catalog and comes back.
#include <cstdlib>
#include <string>
#include <string_view>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/read_vectors.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  edgeldp::declared_catalog declared;
  try {
    declared = edgeldp::parse_items(text, "fuzz");
  } catch (const edgeldp::bad_graph_input&) {
  }
  try {
    const auto read = edgeldp::parse_vectors(text, "fuzz");
    const auto& catalog = read.catalog;
    const auto back = edgeldp::parse_catalog(edgeldp::write_catalog(catalog), catalog.users.size(),
                                             catalog.items.size(), read.data.alphabet());
    if (back.users != catalog.users || back.items != catalog.items || back.values != catalog.values)
      std::abort();
  } catch (const edgeldp::bad_graph_input&) {
  }
  try {
    if (declared.items) edgeldp::parse_vectors(text, "fuzz", declared);
  } catch (const edgeldp::bad_graph_input&) {
  }
  try {
    edgeldp::parse_catalog(text, 1, 1, 2);
  } catch (const edgeldp::format_error&) {
  }
  return 0;
}
