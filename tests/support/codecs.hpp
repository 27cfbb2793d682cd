// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/codec/any/codec_spec.hpp"

/// The codecs, for tests that ask the same of each.
namespace edgeldp::test {

inline constexpr codec_kind codec_kinds[] = {codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace};

/// The same with their usual settings.
inline const std::vector<codec_spec>& codec_specs() {
  static const std::vector<codec_spec> all{bitmap_spec{}, ppr_spec{}, nullspace_spec{}};
  return all;
}

}  // namespace edgeldp::test
