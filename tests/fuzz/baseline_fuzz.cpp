// SPDX-License-Identifier: MIT
// Any bytes as messages of baselines, whose public shapes the first bytes choose: rows and
// downloads of ARR, sets of bins of GroupRR. Refused with format_error, or the only form of what
// they say.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <span>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/rivals/arr/arr_simulation.hpp"
#include "edgeldp/rivals/group_rr/group_rr_simulation.hpp"

namespace {

using edgeldp::format_error;
using byte_vector = std::vector<std::byte>;

void require(bool good) {
  if (!good) std::abort();
}

void read_row(const edgeldp::arr_format& format, std::uint32_t row, const byte_vector& message) {
  std::vector<std::uint64_t> bits((row + 63) / 64);
  try {
    format.read_row(message, row, bits);
  } catch (const format_error&) {
    return;
  }
  require(format.write_row(bits, row) == message);
}

void read_download(const edgeldp::arr_format& format, std::uint32_t row, std::uint8_t choice,
                   const byte_vector& message) {
  const auto variant = static_cast<edgeldp::arr_variant>(choice % 3);
  std::vector<std::uint64_t> own((row + 63) / 64);
  for (std::uint32_t j = 0; j < row; ++j)
    own[j / 64] |= std::uint64_t{(choice + j * j) % 5 < 2 ? 1U : 0U} << (j % 64);
  try {
    format.read_download(message, variant, row, own,
                         [&](std::uint32_t k, std::span<const std::uint32_t> places) {
                           require(k < row);
                           require(places.empty() || places.back() < k);
                           require(std::ranges::adjacent_find(places, std::greater_equal()) == places.end());
                         });
  } catch (const format_error&) {
  }
}

void read_bins(const edgeldp::bin_set_format& format, const byte_vector& message) {
  edgeldp::bin_sets sets;
  try {
    sets = edgeldp::read_bin_sets(message, format);
  } catch (const format_error&) {
    return;
  }
  require(sets.rows() == format.rows);
  for (std::uint64_t r = 0; r < sets.rows(); ++r)
    require(sets.row(r).empty() || sets.row(r).back() < format.bins);
  require(edgeldp::write_bin_sets(sets, format) == message);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  const byte_vector message(reinterpret_cast<const std::byte*>(data) + 4,
                            reinterpret_cast<const std::byte*>(data) + size);
  const bool fixed = data[0] % 2 == 1;
  const std::uint32_t users = 2U + data[1] % 200U, row = data[3] % users;
  const double density = data[2] == 0 ? 1e-12 : data[2] == 255 ? 0.999999 : data[2] / 256.0;
  const edgeldp::arr_format format(users, fixed, density);
  read_row(format, row, message);
  read_download(format, row, data[0] / 2, message);
  read_bins({1U + data[1] % 50U, 1U + data[3] * 3U, fixed ? -1 : data[0] / 2 % 12}, message);
  return 0;
}
