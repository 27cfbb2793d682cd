// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/huge_pages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace edgeldp {
namespace {

constexpr std::size_t per_page = (std::size_t{1} << 21) / sizeof(std::uint32_t);

TEST(HugePagesTest, ATableIsZeroAtEverySize) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, per_page - 1, per_page, 3 * per_page + 5}) {
    const auto table = huge_table<std::uint32_t>(size);
    ASSERT_EQ(table.size(), size);
    EXPECT_TRUE(std::ranges::all_of(table, [](std::uint32_t x) { return x == 0; })) << size;
  }
}

TEST(HugePagesTest, ResizingKeepsWhatIsThereAndAddsZeros) {
  std::vector<std::uint32_t> table;
  for (const std::size_t size : {per_page / 2, 2 * per_page, per_page, 5 * per_page + 1}) {
    const std::size_t before = std::min(table.size(), size);
    resize_huge(table, size);
    ASSERT_EQ(table.size(), size);
    for (std::size_t i = 0; i < size; ++i)
      ASSERT_EQ(table[i], i < before ? static_cast<std::uint32_t>(i) : 0U) << i << " of " << size;
    std::iota(table.begin(), table.end(), 0U);
  }
}

TEST(HugePagesTest, NumbersStayTheSameWhereverTheirMemoryBegins) {
  std::vector<std::uint32_t> table(4 * per_page);
  std::iota(table.begin(), table.end(), 0U);
  errno = 0;
  for (const std::size_t first : {std::size_t{0}, std::size_t{1}, per_page - 3})
    move_to_huge_pages(std::as_bytes(std::span(table).subspan(first)));
  move_to_huge_pages({});
  EXPECT_EQ(errno, 0);  // what the system refuses is no error
  for (std::size_t i = 0; i < table.size(); ++i) ASSERT_EQ(table[i], static_cast<std::uint32_t>(i));
}

}  // namespace
}  // namespace edgeldp
