// SPDX-License-Identifier: MIT
// Any bytes as a file of vectors: read completely or refused with format_error; once as they are,
// once with the header's checksums repaired. And any bytes as one user's vector: refused, or
// exactly what the result writes. The first byte chooses.
#include <boost/crc.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "support/vectors.hpp"

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

/// Magic, version and every checksum whose section lies inside the file (core/doc/format.md,
/// "Vector file").
void repair(std::span<std::byte> file) {
  constexpr unsigned char start[] = {0x89, 'E', 'L', 'D', 'V', '\r', '\n', 0x1a, 1, 0, header_bytes, 0};
  if (file.size() < header_bytes) return;
  for (std::size_t i = 0; i < sizeof(start); ++i) file[i] = static_cast<std::byte>(start[i]);
  const std::uint64_t sizes = read_field(file, 104, 8), catalog = read_field(file, 112, 8);
  const std::uint64_t users = read_field(file, 16, 8), left = file.size() - header_bytes;
  if (sizes <= left && catalog <= left - sizes && users <= left) {
    const std::span<std::byte> body = file.subspan(header_bytes);
    const std::uint64_t index = (users + edgeldp::users_per_block - 1) / edgeldp::users_per_block * 8;
    write_field(file, 128, crc32(body.first(sizes)));
    write_field(file, 132, crc32(body.subspan(sizes, catalog)));
    if (index <= left - sizes - catalog) {
      const std::uint64_t blocks_at = sizes + catalog + index;
      if (index == 8) write_field(body, sizes + catalog + 4, crc32(body.subspan(blocks_at)));
      write_field(file, 136, crc32(body.subspan(sizes + catalog, index)));
    }
  }
  write_field(file, header_crc_at, crc32(file.first(header_crc_at)));
}

void read_everything(std::span<const std::byte> file) {
  try {
    const edgeldp::vector_release_reader reader(file);
    const edgeldp::vector_release r = reader.load();
    const auto last = static_cast<edgeldp::vertex_id>(r.layout().users() - 1);
    if (reader.offset(last, 0) != r.offset(last, 0)) std::abort();
    if (r.layout().length() > 1 << 20) return;  // a length costs nothing until somebody asks for a whole row
    std::vector<std::uint64_t> bits((r.layout().length() + 63) / 64);
    for (const edgeldp::vertex_id u : {edgeldp::vertex_id{0}, last}) r.decode_differences(u, bits);
    if (r.serialize() != std::vector<std::byte>(file.begin(), file.end())) std::abort();
  } catch (const edgeldp::format_error&) {
  }
}

void read_message(unsigned choice, std::span<const std::byte> message) {
  const auto codec = static_cast<edgeldp::codec_kind>(1 + choice % 3);
  const std::uint32_t alphabet = choice % 5 == 0 ? 256 : 2 + choice % 5;
  const auto p = edgeldp::test::small_vectors(codec, 2, 1 + choice, alphabet);
  const edgeldp::vector_layout layout(p, {static_cast<std::int64_t>(choice % 40), 3});
  try {
    const auto words = edgeldp::read_vector(layout, 0, message);
    if (edgeldp::write_vector(layout, 0, words) != std::vector<std::byte>(message.begin(), message.end()))
      std::abort();
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
  if (size != 0) read_message(data[0], {first + 1, size - 1});
  return 0;
}
