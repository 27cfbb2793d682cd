// SPDX-License-Identifier: MIT
// Any bytes as a list of a graph, plain or compressed, and as one user's row: refused with
// format_error, or exactly the bytes that the result writes. The first byte chooses the format and,
// behind a checksum that fits, the number of users.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/crc32.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/rivals/triangles/open_list_curator.hpp"

namespace {

using bytes = std::vector<std::byte>;

void read_file(const bytes& file, edgeldp::list_format format) {
  try {
    if (edgeldp::write_list(edgeldp::read_list(file), format) != file) std::abort();
  } catch (const edgeldp::format_error&) {
  }
}

bytes file_of(std::string_view magic, std::span<const std::byte> body, std::uint64_t users) {
  bytes file;
  for (const char c : magic) file.push_back(static_cast<std::byte>(c));
  edgeldp::append_integer(file, static_cast<edgeldp::int128>(users));
  if (magic == "ELDPADJ1") edgeldp::append_integer(file, edgeldp::crc32(body));
  file.insert(file.end(), body.begin(), body.end());
  return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const bytes body(reinterpret_cast<const std::byte*>(data) + 1,
                   reinterpret_cast<const std::byte*>(data) + size);
  const auto format = (data[0] & 1) != 0 ? edgeldp::list_format::edges : edgeldp::list_format::adjacency;
  const std::uint64_t users = 1 + data[0] / 2U;
  read_file(file_of((data[0] & 1) != 0 ? "ELDPEDG1" : "ELDPADJ1", body, users), format);
  read_file(body, body.size() > 4 && body[4] == std::byte{'E'} ? edgeldp::list_format::edges
                                                               : edgeldp::list_format::adjacency);
  const auto last = static_cast<edgeldp::vertex_id>(users - 1);
  try {
    const auto row = edgeldp::read_list_row(users, last, body, format);
    if (edgeldp::write_list_row(users, last, row, format) != body) std::abort();
  } catch (const edgeldp::format_error&) {
  }
  return 0;
}
