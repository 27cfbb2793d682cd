// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace edgeldp {

/// How many users have which value, item by item: true counts, or counts of noisy values. Values
/// are offsets from the reference.
class value_counts {
 public:
  value_counts(std::uint64_t users, std::uint64_t length, std::uint32_t alphabet)
      : m_users(users), m_length(length), m_alphabet(alphabet), m_counts(length * alphabet) {}

  std::uint64_t users() const noexcept { return m_users; }
  std::uint64_t length() const noexcept { return m_length; }
  std::uint32_t alphabet() const noexcept { return m_alphabet; }

  /// Users by offset, at one item.
  std::span<const std::uint64_t> item(std::uint64_t item) const noexcept {
    return {m_counts.data() + item * m_alphabet, m_alphabet};
  }
  std::span<std::uint64_t> item(std::uint64_t item) noexcept {
    return {m_counts.data() + item * m_alphabet, m_alphabet};
  }

  /// Users whose value differs from the reference.
  std::uint64_t differing(std::uint64_t at) const noexcept { return m_users - item(at)[0]; }

  friend bool operator==(const value_counts&, const value_counts&) = default;

 private:
  std::uint64_t m_users, m_length;
  std::uint32_t m_alphabet;
  std::vector<std::uint64_t> m_counts;
};

}  // namespace edgeldp
