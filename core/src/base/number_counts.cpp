// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/number_counts.hpp"

#include <algorithm>
#include <mutex>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"

namespace edgeldp {

number_counts::number_counts(std::span<const std::int64_t> numbers) {
  constexpr std::uint64_t grain = 1 << 18;
  std::mutex one;
  parallel_for(0, numbers.size(), grain, [&](std::uint64_t first, std::uint64_t last) {
    number_counts part;
    for (std::uint64_t i = first; i < last; ++i) part.add(numbers[size_of(i)]);
    const std::scoped_lock lock(one);
    add(part);
  });
}

std::vector<number_counts::entry> number_counts::sorted() const {
  std::vector<entry> all;
  all.reserve(m_times.size());
  for (const auto& [number, times] : m_times) all.push_back({number, times});
  ranges::sort(all, {}, &entry::number);
  return all;
}

}  // namespace edgeldp
