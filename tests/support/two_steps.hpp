// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"

namespace edgeldp::test {

inline two_step two_step_at(double total, const codec_spec& codec) {
  two_step options;
  options.total = epsilon::from_nats(total);
  options.codec = codec;
  return options;
}

inline two_step two_step_at(double total, codec_kind codec) {
  return two_step_at(total, codec_spec(codec));
}

}  // namespace edgeldp::test
