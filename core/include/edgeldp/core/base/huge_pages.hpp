// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

/// Tables of millions of numbers that are read in no order cost a walk of the page table at almost
/// every access, unless they lie in huge pages: 10% of a run with 10 million users. All of these
/// are hints, on Linux: no result depends on them, and without huge pages nothing happens.
namespace edgeldp {

/// Bytes of one, which begins at a multiple of them: on x86-64, and on other processors with pages
/// of 4096 bytes.
inline constexpr std::size_t huge_page = std::size_t{1} << 21;

/// For memory that nothing was written to yet.
void ask_for_huge_pages(std::span<const std::byte> memory) noexcept;

/// For memory that holds its numbers already: costs about a copy of it.
void move_to_huge_pages(std::span<const std::byte> memory) noexcept;

/// As table.resize(size). What it has to hold more than it has room for lies in huge pages.
template <class T>
void resize_huge(std::vector<T>& table, std::size_t size) {
  if (size > table.capacity()) {
    table.reserve(size);
    ask_for_huge_pages(std::as_bytes(std::span(table.data(), size)));
  }
  table.resize(size);
}

/// So many numbers, all 0.
template <class T>
std::vector<T> huge_table(std::size_t size) {
  std::vector<T> table;
  resize_huge(table, size);
  return table;
}

}  // namespace edgeldp
