// SPDX-License-Identifier: MIT
// Any bytes as a release file: read completely or refused with format_error. Each input is read as
// it is and again with its checksums repaired, so that the parser behind them is reached too.
#include <boost/crc.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/release_file.hpp"

namespace {

constexpr std::size_t header_bytes = 160, header_crc_at = 156;

std::uint32_t crc32(std::span<const std::byte> part) {
  boost::crc_32_type crc;
  crc.process_bytes(part.data(), part.size());
  return crc.checksum();
}

std::uint64_t read_field(std::span<const std::byte> file, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value |= std::to_integer<std::uint64_t>(file[at + i]) << (8 * i);
  return value;
}

void write_field(std::span<std::byte> file, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) file[at + i] = static_cast<std::byte>(value >> (8 * i));
}

/// Magic, version and every checksum whose section lies inside the file (core/doc/format.md).
void repair(std::vector<std::byte>& file) {
  constexpr unsigned char start[] = {0x89, 'E', 'L', 'D', 'P', '\r', '\n', 0x1a, 1, 0, header_bytes, 0};
  if (file.size() < header_bytes) return;
  for (std::size_t i = 0; i < sizeof(start); ++i) file[i] = static_cast<std::byte>(start[i]);
  const std::uint64_t degrees = read_field(file, 104, 8), sizes = read_field(file, 112, 8);
  const std::uint64_t users = read_field(file, 16, 8), left = file.size() - header_bytes;
  if (degrees <= left && sizes <= left - degrees && users <= left) {
    const std::span<std::byte> body = std::span(file).subspan(header_bytes);
    const std::uint64_t index = (users + edgeldp::users_per_block - 1) / edgeldp::users_per_block * 8;
    write_field(file, 128, crc32(body.first(degrees)));
    write_field(file, 132, crc32(body.subspan(degrees, sizes)));
    if (index <= left - degrees - sizes) {
      const std::uint64_t blocks_at = degrees + sizes + index;
      if (index == 8) write_field(body, degrees + sizes + 4, crc32(body.subspan(blocks_at)));
      write_field(file, 136, crc32(body.subspan(degrees + sizes, index)));
    }
  }
  write_field(file, header_crc_at, crc32(std::span(file).first(header_crc_at)));
}

void read_everything(std::span<const std::byte> file) {
  try {
    const edgeldp::release_reader reader(file);
    const edgeldp::release r = reader.load();
    const auto last = static_cast<edgeldp::vertex_id>(r.layout().users() - 1);
    if (reader.edge(0, last) != r.edge(0, last)) std::abort();
    // Whole rows too: the user of rank 0 may have no words at all, and sit anywhere in the array.
    std::vector<std::uint64_t> bits((r.layout().users() + 63) / 64);
    for (const edgeldp::vertex_id u : {r.layout().user_at(0), last})
      r.visit_row(u, [&](const auto& row) { row.decode_bits(bits); });
  } catch (const edgeldp::format_error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* first = reinterpret_cast<const std::byte*>(data);
  std::vector<std::byte> file(first, first + size);
  read_everything(file);
  repair(file);
  read_everything(file);
  return 0;
}
