// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/codec_parameters.hpp"

#include <algorithm>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/nullspace/columns.hpp"

namespace edgeldp {

namespace {

void check_nullspace_fields(const codec_parameters& p) {
  if (p.codec != codec_kind::nullspace) {
    if (p.drop_threshold != 0 || p.field_order != 0 || p.kept_rate != 0)
      throw invalid_parameter("drop_threshold, field_order and kept_rate belong to nullspace alone");
    return;
  }
  if (p.flip_threshold != 0 || p.alpha_milli != 0 || p.candidate_limit_log2 != 0 || p.level != 0 ||
      p.chunk_rate != 0 || p.chunk_floor_rate != 0)
    throw invalid_parameter(
        "flip threshold, alpha, candidate limit, level and chunk rates do not belong to nullspace");
  if (p.kept_rate < 1 || p.kept_rate > (std::uint64_t{1} << 32))
    throw invalid_parameter("kept_rate = " + std::to_string(p.kept_rate) + ": must lie in [1, 2^32]");
}

void check_chunk_fields(const codec_parameters& p) {
  if (p.codec == codec_kind::nullspace) return;
  ppr_alpha::from_milli(p.alpha_milli);
  if (p.candidate_limit_log2 < 1 || p.candidate_limit_log2 > ppr_codec::largest_candidate_limit_log2)
    throw invalid_parameter("candidate limit = 2^" + std::to_string(p.candidate_limit_log2) +
                            ": must lie in [2^1, 2^55]");
  if (p.codec == codec_kind::ppr && p.chunk_rate == 0)
    throw invalid_parameter("chunk_rate = 0: ppr needs a positive number of chunks per entry");
  if (p.codec == codec_kind::bitmap && (p.chunk_rate != 0 || p.chunk_floor_rate != 0 || p.size_slack != 0))
    throw invalid_parameter("chunk_rate, chunk_floor_rate and size_slack of a bitmap must be 0");
}

}  // namespace

void check_codec(const codec_parameters& p) {
  if (p.size_slack > (std::uint64_t{1} << 32))
    throw invalid_parameter("size_slack = " + std::to_string(p.size_slack) + ": must be at most 2^32");
  check_chunk_fields(p);
  check_nullspace_fields(p);
}

any_codec make_codec(const codec_parameters& p, std::uint32_t alphabet) {
  switch (p.codec) {
    case codec_kind::bitmap:
      return bitmap_codec(randomized_response::from_threshold(p.flip_threshold, alphabet));
    case codec_kind::ppr:
      return ppr_codec(p.key, randomized_response::from_threshold(p.flip_threshold, alphabet),
                       ppr_alpha::from_milli(p.alpha_milli), p.candidate_limit_log2);
    case codec_kind::nullspace:
      if (alphabet != 2)
        throw invalid_parameter("alphabet = " + std::to_string(alphabet) +
                                ": nullspace rows are binary, use ppr or bitmap for more than 2 values");
      return nullspace_codec(p.key, nullspace_response::from_threshold(p.drop_threshold, p.field_order));
  }
  throw invalid_parameter("codec = " + std::to_string(static_cast<int>(p.codec)) +
                          ": must be 1 (bitmap), 2 (ppr) or 3 (nullspace)");
}

void check_cost(const codec_parameters& p, const any_codec& codec, epsilon budget, const char* round) {
  const double cost = codec.loss_nats();
  // Not is_surely_within: thresholds of the first versions were chosen without room for one
  // rounding.
  if (cost > budget.nats() + (1.0 + budget.nats()) * 0x1.0p-50) {
    const bool drops = p.codec == codec_kind::nullspace;
    throw invalid_parameter((drops ? "drop threshold " : "flip threshold ") +
                            std::to_string(drops ? p.drop_threshold : p.flip_threshold) + " costs epsilon " +
                            std::to_string(cost) + " an entry, more than the " + round + " round's " +
                            std::to_string(budget.nats()));
  }
}

void check_released_numbers(const char* what, std::span<const std::int64_t> numbers) {
  for (const std::int64_t x : numbers) {
    if (x > largest_released_number || x < -largest_released_number)
      throw invalid_parameter(std::string("released ") + what + " " + std::to_string(x) +
                              ": must lie in [-2^48, 2^48]");
  }
}

bit_law difference_law(const any_codec& codec) noexcept {
  return codec.visit([](const auto& c) -> bit_law {
    if constexpr (requires { c.response().other_probability(); }) {
      const randomized_response& response = c.response();
      return {1.0 - response.other_probability(), 1.0 - response.same_probability()};
    } else {
      return c.law();
    }
  });
}

std::uint64_t possible_entries(const codec_parameters& p, const row_knowledge& row) noexcept {
  return clamp_released(row.released + static_cast<std::int64_t>(p.size_slack), row.largest);
}

row_shape make_shape(const codec_parameters& p, vertex_id user, const row_knowledge& row) noexcept {
  if (p.codec == codec_kind::nullspace) {
    const column_plan plan{p.kept_rate, p.size_slack};
    return {user, row.length, 1, row.expected, columns_under(plan, row.released, row.largest)};
  }
  const uint128 scaled =
      std::max(uint128{row.expected} * p.chunk_rate, uint128{possible_entries(p, row)} * p.chunk_floor_rate);
  const auto chunks = static_cast<std::uint64_t>(
      std::clamp<uint128>((scaled + 0xffffffffU) >> 32, 1, std::max<std::uint64_t>(row.length, 1)));
  return {user, row.length, chunks, row.expected, 0};
}

}  // namespace edgeldp
