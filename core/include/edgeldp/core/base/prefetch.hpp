// SPDX-License-Identifier: MIT
#pragma once

namespace edgeldp {

/// Asks for what is at an address, which need not be valid, so that it has come when it is read.
/// Functions that do nothing but prefetch are to be inlined always, too: g++ takes them for
/// functions without effect and leaves out the calls.
[[gnu::always_inline]] inline void prefetch(const void* at) noexcept {
  __builtin_prefetch(at);
}

}  // namespace edgeldp
