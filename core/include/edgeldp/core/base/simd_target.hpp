// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

/// Which vector extension the kernels run on. It changes times, never a result.
namespace edgeldp {

/// Extensions that the kernels were compiled for and this processor has, best first. Names are
/// Highway's: AVX3 is AVX-512, EMU128 and SCALAR are plain loops.
std::vector<std::string> simd_targets();

/// The one in use.
std::string simd_target();

/// While alive, kernels use another one: for measurements and tests.
///
/// Threads: process-wide; no kernel may run while one of these is made or destroyed, and only one
///     may live.
/// Errors: invalid_parameter, with the names there are, for a name that is not among
///     simd_targets().
class forced_simd_target {
 public:
  explicit forced_simd_target(const std::string& name);
  ~forced_simd_target();
  forced_simd_target(const forced_simd_target&) = delete;
  forced_simd_target& operator=(const forced_simd_target&) = delete;
};

}  // namespace edgeldp
