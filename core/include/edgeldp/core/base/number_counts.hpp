// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace edgeldp {

/// Numbers, and how often each occurs: what is left of a released number of every user where it
/// does not matter whose it is.
///
/// Memory: some 40 bytes a number that occurs.
/// Cost: O(1) a number that is added.
class number_counts {
 public:
  /// How often a number occurs.
  struct entry {
    std::int64_t number;
    std::uint64_t times;
    friend bool operator==(const entry&, const entry&) = default;
  };

  number_counts() = default;
  /// Of all these.
  /// Threads: counts in parallel.
  explicit number_counts(std::span<const std::int64_t> numbers);

  void add(std::int64_t number, std::uint64_t times = 1) { m_times[number] += times; }
  void add(const number_counts& others) {
    for (const auto& [number, times] : others.m_times) add(number, times);
  }

  /// In increasing order of numbers.
  std::vector<entry> sorted() const;

 private:
  std::unordered_map<std::int64_t, std::uint64_t> m_times;
};

}  // namespace edgeldp
