// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/passing_order.hpp"

#include <algorithm>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/number_counts.hpp"
#include "edgeldp/core/codec/codec_parameters.hpp"

namespace edgeldp {

passing_numbers::passing_numbers(const public_bytes& bytes)
    : m_from(bytes), m_left(m_from.count(bytes.size())) {
  if (m_left == 0) m_from.end();
}

std::int64_t passing_numbers::next() {
  const std::int64_t number = m_from.number();
  if (--m_left == 0) m_from.end();
  return number;
}

passing_order::passing_order(user_order kind, release_key key, const passing_numbers& degrees)
    : m_kind(kind), m_key(key), m_users(degrees.left()), m_degrees(degrees) {
  number_counts counts;
  for (passing_numbers all = degrees; all.left() > 0;) {
    const std::int64_t degree = all.next();
    if (degree > largest_released_number || degree < -largest_released_number)
      throw format_error(0, "an order that cannot be: released degree " + std::to_string(degree) +
                                ": must lie in [-2^48, 2^48]");
    counts.add(degree);
  }
  const auto falling = counts.sorted();
  const bool has_runs = kind == user_order::noisy_degree || kind == user_order::hubs_last;
  run next;
  for (auto of = falling.rbegin(); of != falling.rend(); ++of) {
    if (has_runs) m_runs[of->number] = next;
    next.place += static_cast<std::uint32_t>(of->times);
    next.before += uint128{of->times} * in_sum(of->number);
  }
  m_total = next.before;
  if (kind == user_order::random && m_users > 0) m_places.emplace(key, m_users, stream_tag::order);
}

std::uint64_t passing_order::in_sum(std::int64_t degree) const noexcept {
  return clamp_released(degree, m_users - 1);
}

passing_order::user passing_order::next() {
  const std::int64_t degree = m_degrees.next();
  const std::uint32_t number = m_passed++;
  if (m_places) return {(*m_places)(number), degree, 0};
  if (m_kind == user_order::id) {
    const user passing{number, degree, m_before};
    m_before += in_sum(degree);
    return passing;
  }
  run& of = m_runs.find(degree)->second;
  user passing{of.place++, degree, of.before};
  of.before += in_sum(degree);
  if (m_kind == user_order::hubs_last) {
    passing.rank = static_cast<std::uint32_t>(m_users - 1) - passing.rank;
    passing.before = m_total - of.before;
  }
  return passing;
}

std::uint32_t passing_order::predicted_size(const user& u) const noexcept {
  if (m_total == 0) return 0;
  const auto size = static_cast<std::uint64_t>((u.before * in_sum(u.degree) + m_total / 2) / m_total);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(size, u.rank));
}

}  // namespace edgeldp
