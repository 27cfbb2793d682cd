// SPDX-License-Identifier: MIT
// Graphs in gzip: any text reads the same compressed and plain; any bytes behind gzip's first two
// are refused with the error documented, or read.
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "support/fuzz_file.hpp"

namespace {

std::string zipped(std::string_view text) {
  std::string bytes;
  {
    boost::iostreams::filtering_ostream out;
    out.push(boost::iostreams::gzip_compressor(boost::iostreams::gzip_params(1)));
    out.push(boost::iostreams::back_inserter(bytes));
    out << text;
  }
  return bytes;
}

/// Users and edges; none when the file is refused.
std::optional<std::pair<std::uint64_t, std::uint64_t>> sizes_of(const edgeldp::test::memory_file& file) {
  try {
    const auto read = edgeldp::read_graph(file.path());
    return std::pair(read.graph.vertex_count(), read.graph.edge_count());
  } catch (const edgeldp::bad_graph_input&) {
    return std::nullopt;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static edgeldp::test::memory_file file;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (size == 0 || data[0] != 0x1f) {
    file.assign(bytes);
    const auto plain = sizes_of(file);
    file.assign(zipped(bytes));
    if (sizes_of(file) != plain) std::abort();
  }
  file.assign("\x1f\x8b" + std::string(bytes));
  sizes_of(file);
  file.assign(bytes);
  sizes_of(file);
  return 0;
}
