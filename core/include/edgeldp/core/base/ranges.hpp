// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <version>

#if defined(__cpp_lib_ranges)
#include <ranges>
#endif

/// The algorithms of std::ranges that we use, also where a library has none yet: Debian 12 compiles
/// WebAssembly with libc++ 13.
#if defined(__cpp_lib_ranges)

namespace edgeldp {
namespace ranges = std::ranges;
}

#else

#include <type_traits>
#include <utility>

/// Ranges are given whole and, for sort and the searches that somebody asks so, by iterators; what
/// is returned is what std::ranges returns, without its `dangling`.
namespace edgeldp::ranges {

using std::begin;
using std::end;

template <class R>
using iterator_t = decltype(std::begin(std::declval<R&>()));
template <class R>
using range_value_t = std::iter_value_t<iterator_t<R>>;
template <class R>
concept input_range = requires(R& r) {
  std::begin(r);
  std::end(r);
};
template <class R>
concept forward_range = input_range<R> && std::forward_iterator<iterator_t<R>>;

using less = std::less<>;
using greater = std::greater<>;
using greater_equal = std::greater_equal<>;
using equal_to = std::equal_to<>;

namespace of_older_library {

/// A comparison of what a projection makes of two values.
template <class F, class P, class Q = P>
auto projected(F& f, P& p, Q& q) {
  return [&](auto&& a, auto&& b) -> bool {
    return std::invoke(f, std::invoke(p, std::forward<decltype(a)>(a)),
                       std::invoke(q, std::forward<decltype(b)>(b)));
  };
}

}  // namespace of_older_library

template <class I, class P, class Proj = std::identity>
  requires std::input_iterator<I>
I find_if(I first, I last, P is, Proj proj = {}) {
  return std::find_if(first, last, [&](auto&& x) { return std::invoke(is, std::invoke(proj, x)); });
}
template <input_range R, class P, class Proj = std::identity>
auto find_if(R&& r, P is, Proj proj = {}) {
  return ranges::find_if(std::begin(r), std::end(r), std::move(is), std::move(proj));
}
template <class I, class T, class Proj = std::identity>
  requires std::input_iterator<I>
I find(I first, I last, const T& value, Proj proj = {}) {
  return ranges::find_if(first, last, [&](const auto& x) { return x == value; }, std::move(proj));
}
template <input_range R, class T, class Proj = std::identity>
auto find(R&& r, const T& value, Proj proj = {}) {
  return ranges::find(std::begin(r), std::end(r), value, std::move(proj));
}
template <input_range R, class P, class Proj = std::identity>
bool any_of(R&& r, P is, Proj proj = {}) {
  return ranges::find_if(r, std::move(is), std::move(proj)) != std::end(r);
}
template <input_range R, class P, class Proj = std::identity>
bool none_of(R&& r, P is, Proj proj = {}) {
  return !ranges::any_of(r, std::move(is), std::move(proj));
}
template <input_range R, class P, class Proj = std::identity>
bool all_of(R&& r, P is, Proj proj = {}) {
  return ranges::none_of(r, [&](auto&& x) { return !std::invoke(is, x); }, std::move(proj));
}
template <input_range R, class P, class Proj = std::identity>
auto count_if(R&& r, P is, Proj proj = {}) {
  return std::count_if(std::begin(r), std::end(r),
                       [&](auto&& x) { return std::invoke(is, std::invoke(proj, x)); });
}
template <input_range R, class T, class Proj = std::identity>
auto count(R&& r, const T& value, Proj proj = {}) {
  return ranges::count_if(r, [&](const auto& x) { return x == value; }, std::move(proj));
}
template <input_range R, class F, class Proj = std::identity>
void for_each(R&& r, F f, Proj proj = {}) {
  for (auto&& x : r) std::invoke(f, std::invoke(proj, x));
}

template <input_range R, class O>
auto copy(R&& r, O out) {
  const O end = std::copy(std::begin(r), std::end(r), out);
  struct {
    iterator_t<R> in;
    O out;
  } copied{std::end(r), end};
  return copied;
}
template <input_range R, class T>
auto fill(R&& r, const T& value) {
  std::fill(std::begin(r), std::end(r), value);
  return std::end(r);
}
template <input_range R, class O, class F, class Proj = std::identity>
void transform(R&& r, O out, F f, Proj proj = {}) {
  for (auto&& x : r) *out++ = std::invoke(f, std::invoke(proj, x));
}
template <input_range R, class S, class O, class F>
  requires input_range<S>
void transform(R&& r, S&& s, O out, F f) {
  auto y = std::begin(s);
  for (auto x = std::begin(r); x != std::end(r) && y != std::end(s); ++x, ++y)
    *out++ = std::invoke(f, *x, *y);
}
template <input_range R, class T, class U>
void replace(R&& r, const T& old, const U& fresh) {
  std::replace(std::begin(r), std::end(r), old, fresh);
}
template <input_range R, class P, class U>
void replace_if(R&& r, P is, const U& fresh) {
  std::replace_if(std::begin(r), std::end(r), is, fresh);
}
template <input_range R, class O, class P>
void remove_copy_if(R&& r, O out, P is) {
  std::remove_copy_if(std::begin(r), std::end(r), out, is);
}
template <input_range R>
void reverse(R&& r) {
  std::reverse(std::begin(r), std::end(r));
}

template <input_range R, class S, class F = equal_to, class P = std::identity, class Q = std::identity>
bool equal(R&& r, S&& s, F f = {}, P p = {}, Q q = {}) {
  return std::equal(std::begin(r), std::end(r), std::begin(s), std::end(s),
                    of_older_library::projected(f, p, q));
}
template <input_range R, class S, class F = equal_to>
auto mismatch(R&& r, S&& s, F f = {}) {
  const auto [a, b] = std::mismatch(std::begin(r), std::end(r), std::begin(s), std::end(s), f);
  struct {
    iterator_t<R> in1;
    iterator_t<S> in2;
  } first{a, b};
  return first;
}
template <class I, class F = equal_to, class P = std::identity>
  requires std::forward_iterator<I>
I adjacent_find(I first, I last, F f = {}, P p = {}) {
  return std::adjacent_find(first, last, of_older_library::projected(f, p, p));
}
template <input_range R, class F = equal_to, class P = std::identity>
auto adjacent_find(R&& r, F f = {}, P p = {}) {
  return ranges::adjacent_find(std::begin(r), std::end(r), std::move(f), std::move(p));
}
template <input_range R, class F = equal_to, class P = std::identity>
auto unique(R&& r, F f = {}, P p = {}) {
  const auto last = std::end(r),
             kept = std::unique(std::begin(r), last, of_older_library::projected(f, p, p));
  struct {
    iterator_t<R> first, last;
    auto begin() const { return first; }
    auto end() const { return last; }
  } rest{kept, last};
  return rest;
}

template <class I, class F = less, class P = std::identity>
  requires std::random_access_iterator<I>
void sort(I first, I last, F f = {}, P p = {}) {
  std::sort(first, last, of_older_library::projected(f, p, p));
}
template <input_range R, class F = less, class P = std::identity>
void sort(R&& r, F f = {}, P p = {}) {
  ranges::sort(std::begin(r), std::end(r), std::move(f), std::move(p));
}
template <input_range R, class F = less, class P = std::identity>
bool is_sorted(R&& r, F f = {}, P p = {}) {
  return std::is_sorted(std::begin(r), std::end(r), of_older_library::projected(f, p, p));
}
template <input_range R, class F = less, class P = std::identity>
void nth_element(R&& r, iterator_t<R> nth, F f = {}, P p = {}) {
  std::nth_element(std::begin(r), nth, std::end(r), of_older_library::projected(f, p, p));
}
template <input_range R, class F = less, class P = std::identity>
void partial_sort(R&& r, iterator_t<R> middle, F f = {}, P p = {}) {
  std::partial_sort(std::begin(r), middle, std::end(r), of_older_library::projected(f, p, p));
}
template <input_range R, class F = less, class P = std::identity>
void make_heap(R&& r, F f = {}, P p = {}) {
  std::make_heap(std::begin(r), std::end(r), of_older_library::projected(f, p, p));
}
template <input_range R, class F = less, class P = std::identity>
void push_heap(R&& r, F f = {}, P p = {}) {
  std::push_heap(std::begin(r), std::end(r), of_older_library::projected(f, p, p));
}
template <input_range R, class F = less, class P = std::identity>
void pop_heap(R&& r, F f = {}, P p = {}) {
  std::pop_heap(std::begin(r), std::end(r), of_older_library::projected(f, p, p));
}

template <class I, class T, class F = less, class P = std::identity>
  requires std::forward_iterator<I>
I lower_bound(I first, I last, const T& value, F f = {}, P p = {}) {
  return std::lower_bound(first, last, value, [&](auto&& x, const T& v) {
    return std::invoke(f, std::invoke(p, std::forward<decltype(x)>(x)), v);
  });
}
template <input_range R, class T, class F = less, class P = std::identity>
auto lower_bound(R&& r, const T& value, F f = {}, P p = {}) {
  return ranges::lower_bound(std::begin(r), std::end(r), value, std::move(f), std::move(p));
}
template <class I, class T, class F = less, class P = std::identity>
  requires std::forward_iterator<I>
I upper_bound(I first, I last, const T& value, F f = {}, P p = {}) {
  return std::upper_bound(first, last, value, [&](const T& v, auto&& x) {
    return std::invoke(f, v, std::invoke(p, std::forward<decltype(x)>(x)));
  });
}
template <input_range R, class T, class F = less, class P = std::identity>
auto upper_bound(R&& r, const T& value, F f = {}, P p = {}) {
  return ranges::upper_bound(std::begin(r), std::end(r), value, std::move(f), std::move(p));
}
template <input_range R, class T, class F = less, class P = std::identity>
bool binary_search(R&& r, const T& value, F f = {}, P p = {}) {
  const auto at = ranges::lower_bound(r, value, f, p);
  return at != std::end(r) && !std::invoke(f, value, std::invoke(p, *at));
}
template <input_range R, class S, class O>
void set_intersection(R&& r, S&& s, O out) {
  std::set_intersection(std::begin(r), std::end(r), std::begin(s), std::end(s), out);
}

template <input_range R, class F = less, class P = std::identity>
auto max_element(R&& r, F f = {}, P p = {}) {
  return std::max_element(std::begin(r), std::end(r), of_older_library::projected(f, p, p));
}
template <input_range R, class F = less, class P = std::identity>
auto min_element(R&& r, F f = {}, P p = {}) {
  return std::min_element(std::begin(r), std::end(r), of_older_library::projected(f, p, p));
}
template <input_range R, class F = less, class P = std::identity>
range_value_t<R> max(R&& r, F f = {}, P p = {}) {
  return *ranges::max_element(r, std::move(f), std::move(p));
}
template <input_range R, class F = less, class P = std::identity>
range_value_t<R> min(R&& r, F f = {}, P p = {}) {
  return *ranges::min_element(r, std::move(f), std::move(p));
}
template <input_range R, class F = less, class P = std::identity>
auto minmax(R&& r, F f = {}, P p = {}) {
  const auto [low, high] =
      std::minmax_element(std::begin(r), std::end(r), of_older_library::projected(f, p, p));
  struct {
    range_value_t<R> min, max;
  } both{*low, *high};
  return both;
}

}  // namespace edgeldp::ranges

#endif
