// SPDX-License-Identifier: MIT
#pragma once

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <cstddef>
#include <cstdint>
#include <vector>

namespace edgeldp {

/// Asks for huge pages: tables that are read in no order cost a walk of the page table at every
/// other access otherwise. A hint: nothing depends on it.
template <class T>
void reserve_huge(std::vector<T>& table, std::size_t size) {
  table.reserve(size);
#if defined(__linux__)
  constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
  const auto first = (reinterpret_cast<std::uintptr_t>(table.data()) + page - 1) / page * page;
  const auto last = reinterpret_cast<std::uintptr_t>(table.data() + size) / page * page;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
  table.resize(size);
}

}  // namespace edgeldp
