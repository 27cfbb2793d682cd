// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "edgeldp/core/base/public_memory.hpp"

namespace edgeldp::test {

/// Holds all that was ever asked for, in this process, and counts.
class remembered_memory final : public public_memory {
 public:
  held_bytes hold(std::string_view name, const std::function<held_bytes()>& make) override {
    const std::lock_guard lock(m_mutex);
    ++asked;
    const auto known = m_held.find(name);
    if (known != m_held.end()) return known->second;
    return m_held.emplace(std::string(name), make()).first->second;
  }
  std::size_t made() const { return m_held.size(); }

  std::size_t asked = 0;

 private:
  std::mutex m_mutex;
  std::map<std::string, held_bytes, std::less<>> m_held;
};

}  // namespace edgeldp::test
