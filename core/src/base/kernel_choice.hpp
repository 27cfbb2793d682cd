// SPDX-License-Identifier: MIT
#pragma once

#include <hwy/highway.h>

#include <cstddef>

/// Which of a kernel's versions is called: that of the best vector extension this processor has.
/// Highway's headers compile the versions. Its library could choose as well, but measures a clock
/// whenever a program starts (a fifth of `--version`), and Debian has no static one.
///
/// After foreach_target.h, outside of HWY_NAMESPACE:
///     EDGELDP_KERNEL_VERSIONS(f);             once
///     EDGELDP_KERNEL(f)(arguments);
namespace edgeldp {

/// A place in the tables of versions.
std::size_t chosen_kernel() noexcept;

}  // namespace edgeldp

#if HWY_IDE || ((HWY_TARGETS & (HWY_TARGETS - 1)) == 0)
#define EDGELDP_KERNEL_VERSIONS(f) static_assert(true)
#define EDGELDP_KERNEL(f) HWY_STATIC_DISPATCH(f)
#else
#define EDGELDP_KERNEL_VERSIONS(f)         \
  static decltype(&HWY_STATIC_DISPATCH(f)) \
      const f##_by_target[] = {HWY_CHOOSE_TARGET_LIST(f), HWY_CHOOSE_FALLBACK(f)}
#define EDGELDP_KERNEL(f) (*(f##_by_target[edgeldp::chosen_kernel()]))
#endif
