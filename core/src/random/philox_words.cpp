// SPDX-License-Identifier: MIT
#include "random/philox_words.hpp"

#include <cstddef>

#include "edgeldp/core/random/public_randomness.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "random/philox_words.cpp"
#include "hwy/foreach_target.h"
// the rest after it
#include "base/kernel_choice.hpp"
#include "hwy/highway.h"
#include "random/philox_simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace edgeldp {
namespace HWY_NAMESPACE {
namespace {

/// As many whole vectors of blocks as there is room for, two vectors at once; how many words.
std::size_t many_blocks(const philox_place& first, std::span<std::uint64_t> words) {
  std::size_t done = 0;
#if HWY_TARGET != HWY_SCALAR
  const std::size_t lanes = hn::Lanes(d64);
  const vector64 purpose = splat(first.purpose), user = splat(first.user);
  for (; done + 4 * lanes <= words.size(); done += 4 * lanes) {
    const vector64 block = hn::Iota(d64, first.block + done / 2);
    const vector64 next = hn::Add(block, splat(lanes));
    vector64 a0 = block, a1 = hn::ShiftRight<32>(block), a2 = purpose, a3 = user;
    vector64 b0 = next, b1 = hn::ShiftRight<32>(next), b2 = purpose, b3 = user;
    philox_vector_pair(d64, first.key, a0, a1, a2, a3, b0, b1, b2, b3);
    hn::StoreInterleaved2(join_words(d64, a0, a1), join_words(d64, a2, a3), d64, words.data() + done);
    hn::StoreInterleaved2(join_words(d64, b0, b1), join_words(d64, b2, b3), d64,
                          words.data() + done + 2 * lanes);
  }
#endif
  return done;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace edgeldp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace edgeldp {

namespace {
EDGELDP_KERNEL_VERSIONS(many_blocks);
}  // namespace

void philox_words(const philox_place& first, std::span<std::uint64_t> words) noexcept {
  constexpr std::size_t worth_a_kernel = 16;  // of smaller ones most of the vectors would be thrown away
  const std::size_t done = words.size() >= worth_a_kernel ? EDGELDP_KERNEL(many_blocks)(first, words) : 0;
  std::uint64_t counter = first.block + done / 2;
  for (std::size_t i = done; i < words.size(); i += 2, ++counter) {
    const philox_block block =
        philox4x32_10(first.key, {static_cast<std::uint32_t>(counter),
                                  static_cast<std::uint32_t>(counter >> 32), first.purpose, first.user});
    words[i] = block[0] | (std::uint64_t{block[1]} << 32);
    words[i + 1] = block[2] | (std::uint64_t{block[3]} << 32);
  }
}

}  // namespace edgeldp
#endif
