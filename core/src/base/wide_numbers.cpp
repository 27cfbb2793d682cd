// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/wide_numbers.hpp"

#include <mutex>

namespace edgeldp {

void wide_numbers::set(std::size_t index, int128 number) {
  if (number > is_long && number <= INT64_MAX) {
    m_short[index] = static_cast<std::int64_t>(number);
    return;
  }
  static std::mutex of_all;  // so rare that one does
  const std::lock_guard lock(of_all);
  m_long[index] = number;
  m_short[index] = is_long;
}

int128 wide_numbers::sum() const {
  int128 sum = 0;
  for (std::size_t i = 0; i < size(); ++i) sum += (*this)[i];
  return sum;
}

}  // namespace edgeldp
