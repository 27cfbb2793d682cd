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
  static constexpr std::size_t page_size = 64;
  using page = std::array<T, page_size>;

 public:
  T at(std::uint64_t index) const { return reader(*this).at(index); }
  /// Makes room for the number where there was none. Once there is, it throws nothing.
  T& operator[](std::uint64_t index) { return writer(*this)[index]; }

  /// A hand on the page where it was last: for indices that rise, a look into the table a page.
  /// Requires: the array outlives it.
  class reader {
   public:
    explicit reader(const sparse_array& all) : m_all(all) {}
    T at(std::uint64_t index) {
      if (const std::uint64_t here = index / page_size; here != m_number) {
        const auto found = m_all.m_pages.find(here);
        m_page = found == m_all.m_pages.end() ? nullptr : &found->second;
        m_number = here;
      }
      return m_page == nullptr ? T{} : (*m_page)[index % page_size];
    }

   private:
    const sparse_array& m_all;
    const page* m_page = nullptr;
    std::uint64_t m_number = ~std::uint64_t{0};
  };
  class writer {
   public:
    explicit writer(sparse_array& all) : m_all(all) {}
    T& operator[](std::uint64_t index) {
      if (const std::uint64_t here = index / page_size; m_page == nullptr || here != m_number) {
        m_page = &m_all.m_pages[here];
        m_number = here;
      }
      return (*m_page)[index % page_size];
    }

   private:
    sparse_array& m_all;
    page* m_page = nullptr;
    std::uint64_t m_number = 0;
  };

 private:
  std::unordered_map<std::uint64_t, page> m_pages;
};

}  // namespace edgeldp
