// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "edgeldp/core/base/public_memory.hpp"

namespace edgeldp {

/// Numbers that never change: copies share them, and processes may (public_memory.hpp).
/// Threads: as a const vector.
template <class T>
  requires std::is_trivially_copyable_v<T>
class shared_numbers {
 public:
  using value_type = T;
  using const_iterator = const T*;
  using iterator = const_iterator;

  shared_numbers() = default;
  // Implicit: a vector is what most callers have made.
  shared_numbers(std::vector<T> own) : shared_numbers(of(std::move(own))) {}
  shared_numbers(std::initializer_list<T> own) : shared_numbers(std::vector<T>(own)) {}
  template <std::input_iterator It>
  shared_numbers(It first, It last) : shared_numbers(std::vector<T>(first, last)) {}

  /// What make() gives, as a vector: `what` of the public object of this name, held with it. By
  /// this process alone where the object has no name, or there is no memory to hold it in.
  /// Errors: as public_memory::hold.
  template <class F>
  static shared_numbers held(std::string_view object, std::string_view what, F&& make) {
    public_memory* const memory = object.empty() ? nullptr : public_memory_scope::active();
    if (memory == nullptr) return std::forward<F>(make)();
    const std::string name = std::string(object).append(" ").append(what);
    return shared_numbers(memory->hold(name, [&] { return of(std::forward<F>(make)()); }));
  }

  const T* data() const noexcept { return reinterpret_cast<const T*>(m_held.bytes.data()); }
  std::size_t size() const noexcept { return m_held.bytes.size() / sizeof(T); }
  bool empty() const noexcept { return m_held.bytes.empty(); }
  const T& operator[](std::size_t i) const noexcept { return data()[i]; }
  const T* begin() const noexcept { return data(); }
  const T* end() const noexcept { return data() + size(); }

  friend bool operator==(const shared_numbers& a, const shared_numbers& b) {
    return std::ranges::equal(a, b);
  }

 private:
  explicit shared_numbers(held_bytes held) : m_held(std::move(held)) {}

  static held_bytes of(std::vector<T> own) {
    const auto kept = std::make_shared<const std::vector<T>>(std::move(own));
    return {kept, std::as_bytes(std::span(*kept))};
  }

  held_bytes m_held;
};

}  // namespace edgeldp
