// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "edgeldp/core/random/public_randomness.hpp"

/// A codec's public numbers, whatever the rows are about: neighbours or positions of a vector. They
/// stand in every file, so all codecs share one record; what they mean is said by each codec's spec
/// (spec.hpp).
namespace edgeldp {

/// Codec tags as stored in files; never renumber.
enum class codec_kind : std::uint8_t { bitmap = 1, ppr = 2, nullspace = 3 };

/// How a codec with two forms of row makes them: `plain`, as they are, or in fewer bytes. Tags are
/// stored; never renumber.
enum class row_coding : std::uint8_t { plain = 0, compact = 1 };

/// Integers wherever they carry privacy.
struct codec_parameters {
  release_key key;
  codec_kind codec = codec_kind::ppr;
  std::uint64_t flip_threshold = 0;         ///< ppr, bitmap: T of randomized response, in 2^-40
  std::uint64_t drop_threshold = 0;         ///< nullspace: R, in 2^-40
  std::uint32_t field_order = 0;            ///< nullspace: q
  std::uint64_t kept_rate = 0;              ///< nullspace: kept rows a possible entry, in 2^-32
  std::uint32_t alpha_milli = 2000;         ///< ppr only
  std::uint32_t candidate_limit_log2 = 40;  ///< ppr only
  std::uint32_t level = 5;                  ///< for the record; chunk_rate is what counts
  std::uint64_t chunk_rate = 0;             ///< ppr: chunks per expected entry, in 2^-32
  /// ppr: least chunks per possible entry, in 2^-32 (bounds the encoder's work)
  std::uint64_t chunk_floor_rate = 0;
  /// ppr, nullspace: what noise may hide: possible = released number + slack
  std::uint64_t size_slack = 0;
  /// bitmap: rows are written as they are, or (compact) by the gaps between values that differ;
  /// nullspace: every row has spare columns, or (compact) only what windows need
  row_coding coding = row_coding::plain;

  friend bool operator==(const codec_parameters&, const codec_parameters&) = default;
};

/// Errors: invalid_parameter when numbers of nullspace alone are not zero.
void require_no_columns(const codec_parameters& p);
/// Errors: invalid_parameter for a coding of rows that ppr does not have.
void require_plain_rows(const codec_parameters& p);

/// Released degrees and sizes lie in [-2^48, 2^48]: far beyond any noise.
inline constexpr std::int64_t largest_released_number = std::int64_t{1} << 48;

/// Errors: invalid_parameter when a number is larger than any can be; `what` names the kind.
void check_released_numbers(const char* what, std::span<const std::int64_t> numbers);

/// A released number as a number of entries: inside [0, largest].
constexpr std::uint64_t clamp_released(std::int64_t number, std::uint64_t largest) noexcept {
  return number <= 0 ? 0 : std::min(static_cast<std::uint64_t>(number), largest);
}

/// What a row is planned from: its released size, or the degree, of which an unknown part precedes.
enum class released_number { size, degree };

/// What is known of one row before it arrives.
struct row_knowledge {
  std::uint64_t length = 0;    ///< positions
  std::uint64_t largest = 0;   ///< entries that it can have at most
  std::uint64_t expected = 0;  ///< the public guess of the number of entries; at most `largest`
  std::int64_t released = 0;   ///< the released number behind the guess
};

/// A public number of entries that is rarely exceeded: released number + size_slack, inside [0,
/// largest].
constexpr std::uint64_t possible_entries(const codec_parameters& p, const row_knowledge& row) noexcept {
  return clamp_released(row.released + static_cast<std::int64_t>(p.size_slack), row.largest);
}

}  // namespace edgeldp
