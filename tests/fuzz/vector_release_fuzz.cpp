// SPDX-License-Identifier: MIT
// Any bytes as a file of vectors: read completely or refused with format_error; once as they are,
// once with the header's checksums repaired. And any bytes as one user's vector: refused, or
// exactly what the result writes. The first byte chooses.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "edgeldp/core/base/crc32.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "support/second_format.hpp"
#include "support/vectors.hpp"

namespace {

/// Every checksum, that of a single block included. The digest stays as it is: mutations of rows
/// and catalogs get past it.
void repair(std::vector<std::byte>& file) {
  using edgeldp::test::file_section;
  if (file.size() < 16) return;
  edgeldp::test::sectioned_file parts(file);
  const auto index = edgeldp::ranges::find(parts.sections, "INDX", &file_section::tag);
  const auto rows = edgeldp::ranges::find(parts.sections, "ROWS", &file_section::tag);
  if (index != parts.sections.end() && rows != parts.sections.end() && index->bytes.size() == 8) {
    edgeldp::test::put_field(index->bytes, 0, 4, rows->bytes.size());
    edgeldp::test::put_field(index->bytes, 4, 4, edgeldp::crc32(rows->bytes));
  }
  file = parts.file();
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
    // There is one form; sections of later versions are not kept.
    const std::vector<std::byte> again = r.serialize();
    if (again.size() == file.size() && again != std::vector<std::byte>(file.begin(), file.end()))
      std::abort();
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
