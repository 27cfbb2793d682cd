// SPDX-License-Identifier: MIT
// Any bytes as a release file: read completely or refused with format_error. Each input is read as
// it is and again with its checksums repaired, so that the parser behind them is reached too.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <vector>

#include "edgeldp/core/base/crc32.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "support/second_format.hpp"
#include "support/slow_decoder.hpp"

namespace {

using edgeldp::test::file_section;
using edgeldp::test::sectioned_file;
using edgeldp::testing::slow_bytes;

slow_bytes bytes_of(std::span<const std::byte> bytes) {
  slow_bytes out;
  for (const std::byte b : bytes) out.push_back(std::to_integer<std::uint8_t>(b));
  return out;
}

/// The digest that belongs to the numbers, where they can be read.
void tell(sectioned_file& parts) {
  constexpr std::uint64_t many = 5000;  // the slow decoder is slow
  try {
    edgeldp::testing::slow_release r;
    const auto find = [&](std::string_view tag) {
      return edgeldp::ranges::find(parts.sections, tag, &file_section::tag);
    };
    const auto parameters = find("PARM"), told = find("TOLD"), degrees = find("DEGS"), sizes = find("SIZE");
    if (parameters == parts.sections.end() || told == parts.sections.end() || degrees == parts.sections.end())
      return;
    edgeldp::testing::slow_read_parameters(bytes_of(parameters->bytes), r);
    if (r.n > many) return;
    using namespace edgeldp::testing;
    r.degrees =
        slow_released(slow_coded_numbers(bytes_of(degrees->bytes), r.n, [](std::size_t) { return 0U; }));
    r.rank = slow_ranks(r);
    const std::vector<std::uint64_t> expected = slow_expected_sizes(r, 2);
    if (sizes != parts.sections.end())
      r.sizes = slow_released(slow_coded_numbers(bytes_of(sizes->bytes), r.n, [&](std::size_t u) {
        return std::min<std::size_t>(15, static_cast<std::size_t>(std::bit_width(expected[u])));
      }));
    told->bytes.clear();
    for (const std::uint8_t b : slow_told(r)) told->bytes.push_back(static_cast<std::byte>(b));
  } catch (const std::runtime_error&) {
  }
}

/// Every checksum, that of a single block included, and the digest.
void repair(std::vector<std::byte>& file) {
  if (file.size() < 16) return;
  sectioned_file parts(file);
  const auto index = edgeldp::ranges::find(parts.sections, "INDX", &file_section::tag);
  const auto rows = edgeldp::ranges::find(parts.sections, "ROWS", &file_section::tag);
  if (index != parts.sections.end() && rows != parts.sections.end() && index->bytes.size() == 8) {
    edgeldp::test::put_field(index->bytes, 0, 4, rows->bytes.size());
    edgeldp::test::put_field(index->bytes, 4, 4, edgeldp::crc32(rows->bytes));
  }
  tell(parts);
  file = parts.file();
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
