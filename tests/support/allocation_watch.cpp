// SPDX-License-Identifier: MIT
#include "support/allocation_watch.hpp"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

namespace edgeldp::test {

namespace {

std::atomic<std::int64_t> g_live{0}, g_peak{0};

void note(std::int64_t bytes) noexcept {
  const std::int64_t live = g_live += bytes;
  for (std::int64_t peak = g_peak; live > peak && !g_peak.compare_exchange_weak(peak, live);) {
  }
}

}  // namespace

allocation_watch::allocation_watch() : m_before(g_live) {
  g_peak = m_before;
}

std::uint64_t allocation_watch::peak_bytes() const {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, g_peak - m_before));
}

}  // namespace edgeldp::test

// All other forms of operator new and delete end in these, but for those of aligned memory; with a
// sanitizer the form that throws nothing would end in the sanitizer's.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  void* const made = std::malloc(size);
  if (made != nullptr) edgeldp::test::note(static_cast<std::int64_t>(malloc_usable_size(made)));
  return made;
}

void* operator new(std::size_t size) {
  void* const made = ::operator new(size, std::nothrow);
  if (made == nullptr) throw std::bad_alloc();
  return made;
}

void operator delete(void* made) noexcept {
  edgeldp::test::note(-static_cast<std::int64_t>(malloc_usable_size(made)));
  std::free(made);
}

void operator delete(void* made, std::size_t) noexcept {
  ::operator delete(made);
}
