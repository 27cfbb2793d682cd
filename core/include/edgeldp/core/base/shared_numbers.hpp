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

#include "edgeldp/core/base/huge_pages.hpp"
#include "edgeldp/core/base/public_memory.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

template <class T>
class numbers_to_share;

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

  /// What make() gives, as a vector or as these: `what` of the public object of this name, held
  /// with it. By this process alone where the object has no name, or there is no memory to hold it
  /// in.
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

  friend bool operator==(const shared_numbers& a, const shared_numbers& b) { return ranges::equal(a, b); }

 private:
  friend class numbers_to_share<T>;
  explicit shared_numbers(held_bytes held) : m_held(std::move(held)) {}

  static held_bytes of(std::vector<T> own) {
    const auto kept = std::make_shared<const std::vector<T>>(std::move(own));
    const auto bytes = std::as_bytes(std::span(*kept));
    move_to_huge_pages(bytes);
    return {kept, bytes};
  }
  static held_bytes of(shared_numbers numbers) { return std::move(numbers.m_held); }

  held_bytes m_held;
};

/// Public numbers while they are made, all 0 at first: where processes hold what is public
/// together, in their memory from the beginning (public_memory::room).
template <class T>
class numbers_to_share {
 public:
  /// Errors: as public_memory::room.
  explicit numbers_to_share(std::size_t count) {
    if (public_memory* const memory = public_memory_scope::active()) {
      auto [owner, bytes] = memory->room(count * sizeof(T));
      m_owner = std::move(owner);
      m_all = {reinterpret_cast<T*>(bytes.data()), count};
    } else {
      const auto own = std::make_shared<std::vector<T>>(huge_table<T>(count));
      m_owner = own;
      m_all = *own;
    }
  }

  std::span<T> all() const noexcept { return m_all; }

  /// As they are now; they are not to change any more.
  shared_numbers<T> share() && {
    return shared_numbers<T>(held_bytes{std::move(m_owner), std::as_bytes(m_all)});
  }

 private:
  std::shared_ptr<void> m_owner;
  std::span<T> m_all;
};

}  // namespace edgeldp
