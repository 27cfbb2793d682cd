// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

/// Small numbers as bytes: one after the other, least significant bits first; bits that fill up the
/// last byte are 0.
namespace edgeldp {

class bit_writer {
 public:
  void put(std::uint32_t value, std::size_t bits) {
    for (std::size_t i = 0; i < bits; ++i, ++m_used) {
      if (m_used % 8 == 0) m_bytes.push_back(std::byte{0});
      m_bytes.back() |= static_cast<std::byte>(((value >> i) & 1U) << (m_used % 8));
    }
  }
  std::vector<std::byte> take() { return std::move(m_bytes); }

 private:
  std::vector<std::byte> m_bytes;
  std::size_t m_used = 0;
};

/// Requires: no more bits are read than there are.
class bit_reader {
 public:
  explicit bit_reader(std::span<const std::byte> bytes) : m_bytes(bytes) {}
  std::uint32_t get(std::size_t bits) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < bits; ++i, ++m_used)
      value |= (std::to_integer<std::uint32_t>(m_bytes[m_used / 8]) >> (m_used % 8) & 1U) << i;
    return value;
  }
  std::size_t byte() const { return m_used / 8; }
  std::size_t left() const { return 8 * m_bytes.size() - m_used; }

 private:
  std::span<const std::byte> m_bytes;
  std::size_t m_used = 0;
};

}  // namespace edgeldp
