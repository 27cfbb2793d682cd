// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>

/// Numbers of values and of reports, as matrices take them.
namespace edgeldp {

inline Eigen::Index index(std::size_t i) {
  return static_cast<Eigen::Index>(i);
}

}  // namespace edgeldp
