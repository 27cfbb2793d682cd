// SPDX-License-Identifier: MIT
// fmt's own functions, which Debian has in a shared library alone: what fmt does in its sources.
#include <fmt/format-inl.h>

namespace fmt::detail {

template auto thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template auto decimal_point_impl<char>(locale_ref) -> char;

}  // namespace fmt::detail
