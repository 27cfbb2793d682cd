// SPDX-License-Identifier: MIT
#pragma once

namespace edgeldp {

/// Asks for what is at an address (a name that no hash table finds for keys of ours), which need
/// not be valid, so that it has come when it is read. Functions that do nothing but prefetch are to
/// be inlined always, too: g++ takes them for functions without effect and leaves out the calls.
[[gnu::always_inline]] inline void prefetch_from(const void* at) noexcept {
  __builtin_prefetch(at);
}

}  // namespace edgeldp
