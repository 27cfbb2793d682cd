// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/released_numbers.hpp"

#include <algorithm>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/codec/codec_parameters.hpp"
#include "edgeldp/core/wire/varint.hpp"

namespace edgeldp {

namespace {

int128 read_alone(std::span<const std::byte> message, int128 limit) {
  std::size_t position = 0;
  const int128 value = read_integer(message, position, limit);
  if (position != message.size()) throw format_error(position, "something after the number");
  return value;
}

}  // namespace

void released_values::accept(std::uint64_t number, std::span<const std::byte> message) {
  values[size_of(number)] = static_cast<std::int64_t>(read_alone(message, largest_released_number));
}

void released_values::check(std::span<const std::byte> message) {
  read_alone(message, largest_released_number);
}

void released_counts::accept(std::uint64_t number, std::span<const std::byte> message) {
  // Honest ones stay far below: pairs of 2^32 users times 2^40, stars of 76 bits and their noise.
  values.set(size_of(number), read_alone(message, (int128{1} << 126) / static_cast<int128>(values.size())));
}

void released_vectors::accept(std::uint64_t number, std::span<const std::byte> message) {
  std::vector<std::int64_t> read(size_of(width));
  std::size_t at = 0;
  for (std::int64_t& value : read) value = static_cast<std::int64_t>(read_integer(message, at, most));
  if (at != message.size()) throw format_error(at, "something after the last number");
  ranges::copy(read, values.begin() + static_cast<std::ptrdiff_t>(number * width));
}

}  // namespace edgeldp
