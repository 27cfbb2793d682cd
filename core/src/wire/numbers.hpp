// SPDX-License-Identifier: MIT
// Sections of integers, one a user (core/doc/format.md, "Sections of numbers").
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/codec/range_coder.hpp"
#include "wire/bytes.hpp"

namespace edgeldp::wire {

/// Learns how large the integers of a section are: bit by bit their length in unary, their sign and
/// the two bits below the leading one; the bits below those are as good as random.
class number_model {
 public:
  number_model();
  void write(range_encoder& out, int128 number);
  /// Of at most 64 bits.
  int128 read(range_decoder& in);

 private:
  static constexpr unsigned most_bits = 64;
  std::vector<adaptive_bit> m_longer, m_negative, m_next;
};

/// Which of 16 models serves a user; steers the coding only.
using number_context = std::function<unsigned(std::size_t)>;
inline constexpr unsigned number_contexts = 16;

/// `context`: none where one model serves all.
std::vector<std::byte> write_numbers(std::span<const std::int64_t> numbers,
                                     const number_context& context = {});

/// Errors: format_error for bytes that write_numbers never makes, and numbers beyond
///     largest_released_number.
std::vector<std::int64_t> read_numbers(byte_span file, std::uint64_t at, std::uint64_t size,
                                       std::uint64_t count, const number_context& context = {});

/// Names that are numbers, of 64 bits, as their steps.
std::vector<std::byte> write_ids(std::span<const std::uint64_t> ids);
/// Errors: as read_numbers.
std::vector<std::uint64_t> read_ids(byte_span file, std::uint64_t at, std::uint64_t size,
                                    std::uint64_t count);

}  // namespace edgeldp::wire
