// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/population.hpp"

namespace edgeldp {

const chosen_parts& population::chosen() const {
  static const chosen_parts all_whole;
  return all_whole;
}

byte_string population::decide(std::string_view, const std::function<byte_string()>& make) {
  return make();
}

}  // namespace edgeldp
