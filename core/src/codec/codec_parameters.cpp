// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/codec_parameters.hpp"

#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

void require_no_columns(const codec_parameters& p) {
  if (p.drop_threshold != 0 || p.field_order != 0 || p.kept_rate != 0)
    throw invalid_parameter("drop_threshold, field_order and kept_rate belong to nullspace alone");
}

void require_plain_rows(const codec_parameters& p) {
  if (p.coding != row_coding::plain) throw invalid_parameter("rows of ppr have one coding");
}

void check_released_numbers(const char* what, std::span<const std::int64_t> numbers) {
  for (const std::int64_t x : numbers) {
    if (x > largest_released_number || x < -largest_released_number)
      throw invalid_parameter(std::string("released ") + what + " " + std::to_string(x) +
                              ": must lie in [-2^48, 2^48]");
  }
}

}  // namespace edgeldp
