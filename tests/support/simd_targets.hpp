// SPDX-License-Identifier: MIT
#pragma once

#include <hwy/targets.h>

#include <cstdint>

namespace edgeldp::test {

/// Runs check(name) once for each vector extension this processor has, with the library's kernels
/// bound to it, the plain loops included. (A target that was not compiled in falls back to the
/// plainest, which does no harm.)
template <class Check>
void for_each_vector_target(Check&& check) {
  for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
    const std::int64_t target = left & -left;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    check(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(0);
  }
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace edgeldp::test
