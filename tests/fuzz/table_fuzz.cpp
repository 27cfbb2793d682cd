// SPDX-License-Identifier: MIT
// Any text as a table, with and without a heading: refused with the error documented, or read with
// as many values a line as columns were asked for.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "io/table_file.hpp"
#include "support/fuzz_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace edgeldp::cli;
  static edgeldp::test::memory_file file;
  file.assign({reinterpret_cast<const char*>(data), size});
  for (const table_heading heading : {table_heading::present, table_heading::absent}) {
    try {
      const std::vector<std::string> names = columns_of_table(file.path(), heading);
      if (names.empty()) std::abort();
      const std::vector<std::string_view> both = {names.front(), names.back()};
      std::uint64_t rows = 0;
      read_table(
          file.path(), both,
          [&](std::span<const std::string_view> values) {
            if (values.size() != 2 || (names.size() == 1 && values[0] != values[1])) std::abort();
            ++rows;
            static_cast<void>(number_from(values[1]));
          },
          heading);
      if (rows == 0) std::abort();
    } catch (const edgeldp::bad_graph_input&) {
    }
  }
  return 0;
}
