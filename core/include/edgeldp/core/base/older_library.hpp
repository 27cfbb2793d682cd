// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <version>

#if defined(__cpp_lib_bit_cast)
#include <bit>
#endif
#if defined(__cpp_lib_jthread)
#include <stop_token>
#endif

/// Names of the standard library that the one we compile WebAssembly with lacks (libc++ 13, as
/// ranges.hpp): the standard's own wherever there are any.
namespace edgeldp {

#if defined(__cpp_lib_bit_cast)
using std::bit_cast;
#else
template <class To, class From>
  requires(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> &&
           std::is_trivially_copyable_v<From>)
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}
#endif

#if defined(__cpp_lib_jthread)
using std::stop_source;
using std::stop_token;
#else
/// For programs of one thread.
class stop_token {
 public:
  stop_token() = default;
  bool stop_requested() const noexcept { return m_is_requested && *m_is_requested; }

 private:
  friend class stop_source;
  explicit stop_token(std::shared_ptr<const bool> is_requested) : m_is_requested(std::move(is_requested)) {}
  std::shared_ptr<const bool> m_is_requested;
};

class stop_source {
 public:
  stop_token get_token() const noexcept { return stop_token(m_is_requested); }
  void request_stop() noexcept { *m_is_requested = true; }

 private:
  std::shared_ptr<bool> m_is_requested = std::make_shared<bool>(false);
};
#endif

}  // namespace edgeldp
