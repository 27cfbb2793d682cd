// SPDX-License-Identifier: MIT
#include "edgeldp/graph/protocol/plausible_counts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

/// Least m >= 0 with a^(m + 1) / (1 + a) <= tail, a = exp(-rate).
int128 margin_at(double rate) {
  const double steps = (-std::log(plausible_number::tail) - std::log1p(std::exp(-rate))) / rate;
  return std::max<int128>(0, static_cast<int128>(std::ceil(steps)) - 1);
}

}  // namespace

plausible_number::plausible_number(int128 least, int128 most, uint128 sensitivity, epsilon budget)
    : m_rate(budget.nats() / static_cast<double>(sensitivity)), m_least(least), m_most(most), m_margin(0) {
  if (least > most || sensitivity == 0 || budget.is_zero())
    throw invalid_parameter("a noisy number needs a range, a sensitivity and a budget");
  m_margin = margin_at(m_rate);
}

double plausible_number::beyond(int128 x) const noexcept {
  return std::exp(-m_rate * static_cast<double>(x + 1) - std::log1p(std::exp(-m_rate)));
}

double plausible_number::touched(int128 truth) const noexcept {
  return beyond(high() - truth) + beyond(truth - low());
}

std::uint64_t most_members(std::uint32_t rank, std::int64_t released, epsilon budget) {
  const int128 longest = released + plausible_number(0, 0, 1, budget).margin();
  return static_cast<std::uint64_t>(std::clamp<int128>(longest, 0, rank));
}

double plausibility::influence(std::size_t liars) const {
  const auto end = reaches.begin() + static_cast<std::ptrdiff_t>(std::min(liars, reaches.size()));
  return std::accumulate(reaches.begin(), end, 0.0);
}

int128 plausibility_check::clamp(vertex_id user, const plausible_number& range, int128 message) {
  if (!m_is_on) return message;
  m_found.touched += range.touched_at_most();
  if (range.contains(message)) return message;
  m_found.clamped.push_back(user);
  return range.clamp(message);
}

void plausibility_check::clamp_degrees(epsilon budget, std::span<std::int64_t> released) {
  if (released.empty()) return;
  const plausible_number range(0, static_cast<int128>(released.size()) - 1, 1, budget);
  for (std::size_t u = 0; u < released.size(); ++u)
    released[u] = static_cast<std::int64_t>(clamp(static_cast<vertex_id>(u), range, released[u]));
}

std::int64_t plausibility_check::clamp_size(vertex_id user, std::uint32_t rank, epsilon budget,
                                            std::int64_t degree, epsilon degree_budget,
                                            std::int64_t released) {
  if (!m_is_on) return released;
  const int128 largest_degree = degree + plausible_number(0, 0, 1, degree_budget).margin();
  const plausible_number range(0, std::clamp<int128>(largest_degree, 0, rank), 1, budget);
  m_found.touched += plausible_number::tail;  // the noise hides more of the degree
  return static_cast<std::int64_t>(clamp(user, range, released));
}

int128 plausibility_check::clamp_count(vertex_id user, std::uint64_t limit, std::uint64_t members,
                                       epsilon budget, double unit, int128 message) {
  if (!m_is_on) return message;
  const plausible_number range = plausible_number::count(limit, members, budget);
  m_found.reaches.push_back(unit * static_cast<double>(range.high() - range.low()));
  m_found.touched += plausible_number::tail;  // the noise hides more members
  return clamp(user, range, message);
}

plausibility plausibility_check::found() const {
  plausibility all = m_found;
  std::ranges::sort(all.clamped);
  const auto repeated = std::ranges::unique(all.clamped);
  all.clamped.erase(repeated.begin(), repeated.end());
  std::ranges::sort(all.reaches, std::greater());
  return all;
}

}  // namespace edgeldp
