// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp::test {

/// Coins that the test writes down: words of the script in order, then zeros. Enumerating scripts
/// enumerates a mechanism's output law exactly.
class scripted_randomness final : public private_randomness {
 public:
  explicit scripted_randomness(std::vector<std::uint64_t> script, bool has_fixed_use = false)
      : m_script(std::move(script)), m_has_fixed_use(has_fixed_use) {}
  bool is_simulated() const noexcept override { return true; }
  bool has_fixed_use() const noexcept override { return m_has_fixed_use; }

 private:
  std::size_t refill(buffer& words) override {
    for (std::uint64_t& word : words) {
      word = m_at < m_script.size() ? m_script[m_at] : 0;
      ++m_at;
    }
    return 0;
  }
  std::vector<std::uint64_t> m_script;
  bool m_has_fixed_use;
  std::size_t m_at = 0;
};

/// Coins for bernoulli_40_of_each: those with which it compares these numbers, one a lane, with the
/// threshold, and no more.
inline void append_digits(std::vector<std::uint64_t>& script, std::span<const std::uint64_t> numbers,
                          std::uint64_t threshold) {
  bool is_decided = false;
  for (unsigned digit = 40; !is_decided && digit-- > 0;) {
    std::uint64_t word = 0;
    is_decided = true;
    for (std::size_t lane = 0; lane < numbers.size(); ++lane) {
      word |= (numbers[lane] >> digit & 1) << lane;
      is_decided = is_decided && numbers[lane] >> digit != threshold >> digit;
    }
    script.push_back(word);
  }
}

}  // namespace edgeldp::test
