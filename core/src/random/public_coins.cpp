// SPDX-License-Identifier: MIT
#include "edgeldp/core/random/public_coins.hpp"

namespace edgeldp {

std::size_t public_coins::refill(buffer& words) {
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const philox_block b = m_random.block(m_tag, m_block++, 0, m_user);
    words[i] = b[0] | std::uint64_t{b[1]} << 32;
    words[i + 1] = b[2] | std::uint64_t{b[3]} << 32;
  }
  return 0;
}

}  // namespace edgeldp
