// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/wire/public_order.hpp"
#include "edgeldp/core/wire/release_layout.hpp"

namespace edgeldp::test {

/// The order that a layout follows.
inline public_order order_of(const release_layout& layout) {
  return *layout.order();
}

}  // namespace edgeldp::test
