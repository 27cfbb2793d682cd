// SPDX-License-Identifier: MIT
#include "io/edge_file.hpp"

#include <fmt/format.h>

#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <iterator>

#include "edgeldp/core/base/atomic_file.hpp"

namespace edgeldp::cli {

void write_edges(const csr_graph& g, const std::string& title,
                 const std::function<void(const std::string&)>& write) {
  write(title);
  std::string buffer;
  for (std::uint64_t v = 0; v < g.vertex_count(); ++v) {
    const auto u = static_cast<vertex_id>(v);
    for (const vertex_id w : g.neighbors(u))
      if (u < w) fmt::format_to(std::back_inserter(buffer), "{}\t{}\n", u, w);
    if (buffer.size() > 65536 || v + 1 == g.vertex_count()) {
      write(buffer);
      buffer.clear();
    }
  }
}

/// Compresses piece by piece in memory, so that the file alone says whether there is room for it.
void write_edge_file(const std::string& path, const csr_graph& g, const std::string& title) {
  namespace io = boost::iostreams;
  atomic_file file(path);
  std::string ready;
  const auto write_ready = [&] {
    file.write(ready);
    ready.clear();
  };
  {
    io::filtering_ostream out;
    if (path.ends_with(".gz")) out.push(io::gzip_compressor());
    out.push(io::back_inserter(ready));
    write_edges(g, title, [&](const std::string& text) {
      out << text;
      write_ready();
    });
  }  // ends the stream
  write_ready();
  file.commit();
}

}  // namespace edgeldp::cli
