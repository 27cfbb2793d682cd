// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp::test {

/// Coins that the test writes down: words of the script in order, then zeros. Enumerating scripts
/// enumerates a mechanism's output law exactly.
class scripted_randomness final : public private_randomness {
 public:
  explicit scripted_randomness(std::vector<std::uint64_t> script) : m_script(std::move(script)) {}
  bool is_simulated() const noexcept override { return true; }

 private:
  std::size_t refill(buffer& words) override {
    for (std::uint64_t& word : words) {
      word = m_at < m_script.size() ? m_script[m_at] : 0;
      ++m_at;
    }
    return 0;
  }
  std::vector<std::uint64_t> m_script;
  std::size_t m_at = 0;
};

}  // namespace edgeldp::test
