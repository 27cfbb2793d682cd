// SPDX-License-Identifier: MIT
#include "edgeldp/graph/belief/plausible_counts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

plausible_noise::plausible_noise(uint128 sensitivity, epsilon budget) : m_margin(0) {
  if (sensitivity == 0 || budget.is_zero())
    throw invalid_parameter("plausible noise needs a sensitivity and a budget");
  m_rate = budget.nats() / static_cast<double>(sensitivity);
  m_log_sum = std::log1p(std::exp(-m_rate));
  // Least m >= 0 with a^(m + 1) / (1 + a) <= tail, a = exp(-rate).
  const double steps = (-std::log(tail) - m_log_sum) / m_rate;
  m_margin = std::max<int128>(0, static_cast<int128>(std::ceil(steps)) - 1);
}

double plausible_noise::beyond(int128 x) const noexcept {
  return std::exp(-m_rate * static_cast<double>(x + 1) - m_log_sum);
}

plausible_number::plausible_number(int128 least, int128 most, const plausible_noise& noise)
    : m_noise(noise), m_least(least), m_most(most) {
  if (least > most) throw invalid_parameter("a noisy number needs a range");
}

double plausible_number::touched(int128 truth) const noexcept {
  return m_noise.beyond(high() - truth) + m_noise.beyond(truth - low());
}

std::uint64_t most_members(std::uint32_t rank, std::int64_t released, const plausible_noise& noise) {
  return static_cast<std::uint64_t>(std::clamp<int128>(released + noise.margin(), 0, rank));
}

double plausibility::influence(std::uint64_t liars) const {
  double sum = 0.0;
  for (const auto& [most, users] : reaches) {
    const std::uint64_t here = std::min(liars, users);
    for (std::uint64_t i = 0; i < here; ++i) sum += most;
    liars -= here;
  }
  return sum;
}

void plausibility::stretch(double factor) {
  for (reach& r : reaches) r.most *= factor;
}

const plausible_noise& plausibility_check::noise_at(epsilon budget) {
  return m_noise.try_emplace(budget.units(), 1, budget).first->second;
}

int128 plausibility_check::clamp(vertex_id user, const plausible_number& range, int128 message) {
  if (!m_is_on) return message;
  m_found.touched += range.touched_at_most();
  if (range.contains(message)) return message;
  m_found.clamped.push_back(user);
  return range.clamp(message);
}

void plausibility_check::clamp_each(const roster& asked, std::span<const plausible_number> ranges,
                                    std::span<std::int64_t> answers) {
  asked.for_each([&](std::uint64_t number, vertex_id user) { clamp_answers(number, user, ranges, answers); });
}

void plausibility_check::clamp_answers(std::uint64_t number, vertex_id user,
                                       std::span<const plausible_number> ranges,
                                       std::span<std::int64_t> answers) {
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    std::int64_t& answer = answers[number * ranges.size() + i];
    answer = static_cast<std::int64_t>(clamp(user, ranges[i], answer));
  }
}

void plausibility_check::clamp_degrees(epsilon budget, std::span<std::int64_t> released,
                                       const chosen_parts& chosen) {
  if (released.empty()) return;
  const auto users_of = chosen.counts(roster::everybody(released.size()));
  for (const chosen_part part : all_parts) {
    if (users_of[static_cast<std::size_t>(part)] == 0) continue;
    const plausible_number range(0, static_cast<int128>(released.size()) - 1,
                                 noise_at(part_of(budget, part)));
    for (std::size_t u = 0; u < released.size(); ++u)
      if (const auto user = static_cast<vertex_id>(u); chosen.of(user) == part)
        released[u] = static_cast<std::int64_t>(clamp(user, range, released[u]));
  }
}

std::int64_t plausibility_check::clamp_size(vertex_id user, std::uint32_t rank, epsilon budget,
                                            std::int64_t degree, epsilon degree_budget,
                                            std::int64_t released) {
  if (!m_is_on) return released;
  const int128 largest_degree = degree + noise_at(degree_budget).margin();
  const plausible_number range(0, std::clamp<int128>(largest_degree, 0, rank), noise_at(budget));
  m_found.touched += plausible_number::tail;  // the noise hides more of the degree
  return static_cast<std::int64_t>(clamp(user, range, released));
}

void plausibility_check::clamp_sizes(const public_order& order, const roster& asked, epsilon degree,
                                     const rank_budgets& budgets, std::span<std::int64_t> released) {
  asked.for_each([&](std::uint64_t number, vertex_id user) {
    const std::uint32_t rank = order.rank(user);
    released[number] =
        clamp_size(user, rank, budgets.at(rank), order.degrees()[user], degree, released[number]);
  });
}

int128 plausibility_check::clamp_count(vertex_id user, std::uint64_t limit, std::uint64_t members,
                                       epsilon budget, double unit, int128 message) {
  if (!m_is_on) return message;
  const plausible_number range = plausible_number::count(limit, members, budget);
  if (unit > 0.0) ++m_reaches[unit * static_cast<double>(range.high() - range.low())];
  m_found.touched += plausible_number::tail;  // the noise hides more members
  return clamp(user, range, message);
}

plausibility plausibility_check::found() const {
  plausibility all = m_found;
  ranges::sort(all.clamped);
  const auto repeated = ranges::unique(all.clamped);
  all.clamped.erase(repeated.begin(), repeated.end());
  for (const auto& [most, users] : m_reaches) all.reaches.push_back({most, users});
  ranges::sort(all.reaches, std::greater(), &plausibility::reach::most);
  return all;
}

}  // namespace edgeldp
