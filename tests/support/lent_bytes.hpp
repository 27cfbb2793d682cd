// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/base/public_memory.hpp"

namespace edgeldp::test {

/// Bytes that are read part after part, and the largest part that was.
class lent_bytes final : public byte_source {
 public:
  explicit lent_bytes(std::vector<std::byte> bytes) : m_bytes(std::move(bytes)) {}
  std::uint64_t size() const noexcept override { return m_bytes.size(); }
  void read(std::uint64_t at, std::span<std::byte> to) const override {
    largest = std::max<std::uint64_t>(largest, to.size());
    std::copy_n(m_bytes.begin() + static_cast<std::ptrdiff_t>(at), to.size(), to.begin());
  }
  mutable std::uint64_t largest = 0;

 private:
  std::vector<std::byte> m_bytes;
};

inline public_bytes lent(std::vector<std::byte> bytes) {
  return public_bytes(std::make_shared<const lent_bytes>(std::move(bytes)));
}

}  // namespace edgeldp::test
