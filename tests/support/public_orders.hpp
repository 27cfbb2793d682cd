// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/wire/public_order.hpp"
#include "edgeldp/core/wire/release_layout.hpp"

namespace edgeldp::test {

/// The order that a layout follows.
inline public_order order_of(const release_layout& layout) {
  const auto degrees = layout.degrees();
  return {layout.parameters().order, layout.parameters().key, {degrees.begin(), degrees.end()}};
}

}  // namespace edgeldp::test
