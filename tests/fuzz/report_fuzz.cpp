// SPDX-License-Identifier: MIT
// Any bytes as a user's edge report, and as a row of integers: refused with format_error, or
// exactly the bytes that the result writes. The first byte chooses the layout.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/core/wire/varint.hpp"

namespace {

edgeldp::release_layout layout_of(unsigned choice) {
  edgeldp::release_parameters p;
  p.users = 100;
  p.key.value = 1;
  p.codec = (choice & 1) != 0 ? edgeldp::codec_kind::ppr : edgeldp::codec_kind::bitmap;
  p.flip_threshold = edgeldp::randomized_response::resolution / 3;
  p.alpha_milli = 1300 + 100 * (choice >> 4);
  p.candidate_limit_log2 = (choice & 2) != 0 ? 55 : 5;
  if (p.codec == edgeldp::codec_kind::ppr)
    p.chunk_rate = (choice & 4) != 0 ? std::uint64_t{1} << 32 : std::uint64_t{1} << 36;
  if ((choice & 8) != 0) {
    p.codec = edgeldp::codec_kind::nullspace;
    p.flip_threshold = p.chunk_rate = 0;
    p.alpha_milli = p.candidate_limit_log2 = p.level = 0;
    p.drop_threshold = edgeldp::nullspace_response::resolution / 3;
    const auto& fields = edgeldp::nullspace_response::field_orders;
    p.field_order = fields[(choice >> 4) % fields.size()];
    p.kept_rate = std::uint64_t{1} << ((choice & 1) != 0 ? 32 : 28);  // 29 or 20 columns
    p.size_slack = (choice & 2) != 0 ? 80 : 0;                        // more than 64
  }
  p.degree = edgeldp::epsilon::from_nats(1.0);
  p.edges = edgeldp::epsilon::from_nats(63.0);
  p.total = edgeldp::epsilon::from_nats(64.0);
  return {p, std::vector<std::int64_t>(p.users, 10), {}};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::span<const std::byte> input(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  const edgeldp::release_layout layout = layout_of(data[0]);
  try {
    const auto words = edgeldp::read_report(layout, 99, input);
    const auto again = edgeldp::write_report(layout, 99, words);
    if (again != std::vector<std::byte>(input.begin(), input.end())) std::abort();
  } catch (const edgeldp::format_error&) {
  }
  try {
    std::vector<std::byte> again;
    for (std::size_t position = 0; position < input.size();)
      edgeldp::append_integer(again, edgeldp::read_integer(input, position, edgeldp::int128{1} << 100));
    if (again != std::vector<std::byte>(input.begin(), input.end())) std::abort();
  } catch (const edgeldp::format_error&) {
  }
  return 0;
}
