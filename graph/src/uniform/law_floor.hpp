// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "edgeldp/graph/errors/error_model.hpp"

namespace edgeldp {

/// The error that is left if everybody counts exactly and rows have the largest budget of their
/// codec.
inline double law_floor(const codec_spec& codec, const public_view& known, double closure) {
  const bit_law law = codec.law(epsilon::from_nats(codec.largest_budget(std::max(1.0, known.edges()))));
  const error_parts error =
      predict_triangle_error(known.unclipped_terms(), law, epsilon::from_nats(1.0), closure);
  return std::sqrt(error.response_variance);
}

}  // namespace edgeldp
