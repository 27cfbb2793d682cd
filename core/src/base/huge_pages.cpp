// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/huge_pages.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <cerrno>
#include <cstdint>

namespace edgeldp {

#if defined(__linux__)

namespace {

constexpr int collapse = 25;  // MADV_COLLAPSE of Linux 6.1: newer than the headers of some systems

/// The whole huge pages in it.
void advise(std::span<const std::byte> memory, int advice) noexcept {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  const std::uintptr_t first = (begin + huge_page - 1) / huge_page * huge_page;
  const std::uintptr_t last = (begin + memory.size()) / huge_page * huge_page;
  if (first >= last) return;
  const int before = errno;
  madvise(const_cast<std::byte*>(memory.data()) + (first - begin), last - first, advice);
  errno = before;
}

}  // namespace

void ask_for_huge_pages(std::span<const std::byte> memory) noexcept {
  advise(memory, MADV_HUGEPAGE);
}

void move_to_huge_pages(std::span<const std::byte> memory) noexcept {
  advise(memory, collapse);
}

#else

void ask_for_huge_pages(std::span<const std::byte>) noexcept {}
void move_to_huge_pages(std::span<const std::byte>) noexcept {}

#endif

}  // namespace edgeldp
