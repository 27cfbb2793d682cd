// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/rivals/arr/arr.hpp"
#include "edgeldp/rivals/group_rr/group_rr.hpp"

/// Published methods in the forms that their tests run.
namespace edgeldp::test {

inline constexpr arr_variant arr_variants[] = {arr_variant::full, arr_variant::one, arr_variant::two};

inline std::vector<group_rr> group_rr_presets(double total, double sampling) {
  const epsilon e = epsilon::from_nats(total);
  return {group_rr::published(e, sampling), group_rr::smooth(e, sampling), group_rr::strongest(e, sampling)};
}

}  // namespace edgeldp::test
