// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "edgeldp/core/base/simd_target.hpp"

namespace edgeldp::test {

/// Runs check(name) once for each vector extension that this processor has and the library's
/// kernels were compiled for.
template <class Check>
void for_each_vector_target(Check&& check) {
  for (const std::string& name : simd_targets()) {
    const forced_simd_target forced(name);
    check(name.c_str());
  }
}

}  // namespace edgeldp::test
