// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/population.hpp"

namespace edgeldp {

byte_string population::decide(std::string_view, const std::function<byte_string()>& make) {
  return make();
}

}  // namespace edgeldp
