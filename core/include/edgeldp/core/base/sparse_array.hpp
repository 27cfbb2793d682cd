// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace edgeldp {

/// Numbers under indices of any size, all 0 until they are set: what is kept of few of many users,
/// or of all of them.
///
/// Memory: of n neighbouring indices n numbers and a few percent; of one alone a page of 64.
/// Cost: O(1), a look into a hash table of pages.
/// Threads: const access is safe concurrently.
template <class T>
class sparse_array {
 public:
  T at(std::uint64_t index) const {
    const auto page = m_pages.find(index / page_size);
    return page == m_pages.end() ? T{} : page->second[index % page_size];
  }
  /// Makes room for the number where there was none. Once there is, it throws nothing.
  T& operator[](std::uint64_t index) { return m_pages[index / page_size][index % page_size]; }

 private:
  static constexpr std::size_t page_size = 64;

  std::unordered_map<std::uint64_t, std::array<T, page_size>> m_pages;
};

}  // namespace edgeldp
