// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/core/random/public_randomness.hpp"

namespace edgeldp {

/// Coins that everybody can throw again, where an encoder asks for coins and nothing is private:
/// block i of (tag, i, 0, user) gives two words, the first from its words 0 and 1.
class public_coins final : public private_randomness {
 public:
  public_coins(release_key key, stream_tag tag, vertex_id user) : m_random(key), m_tag(tag), m_user(user) {}
  bool is_simulated() const noexcept override { return true; }
  bool has_fixed_use() const noexcept override { return true; }

 private:
  std::size_t refill(buffer& words) override;
  public_randomness m_random;
  stream_tag m_tag;
  vertex_id m_user;
  std::uint32_t m_block = 0;
};

}  // namespace edgeldp
