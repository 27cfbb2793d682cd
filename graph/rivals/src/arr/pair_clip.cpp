// SPDX-License-Identifier: MIT
#include <algorithm>

#include "edgeldp/rivals/arr/arr.hpp"

namespace edgeldp {

pair_clip::pair_clip(rule r, std::size_t members, uint128 kappa)
    : m_rule(r), m_kappa(kappa), m_used(members) {}

void pair_clip::add(std::uint32_t a, std::uint32_t b) {
  constexpr uint128 one = asymmetric_response::resolution;
  if (m_rule == rule::greedy) {
    if (m_used[a] >= m_kappa || m_used[b] >= m_kappa) return;
    m_used[a] += one;
    m_used[b] += one;
    m_count += one;
    return;
  }
  const uint128 part = std::min(one, m_kappa - m_used[a]);
  m_used[a] += part;
  m_count += part;
}

uint128 greedy_sensitivity(std::uint64_t cap, std::uint64_t kappa, std::uint64_t offset) {
  if (cap <= 1) return 0;
  return std::max(uint128{std::min(kappa, cap - 1)} * asymmetric_response::resolution,
                  uint128{cap - 1} * offset);
}

void count_on_triangle(const noisy_triangle& noisy, arr_variant variant, std::uint32_t reader,
                       std::span<const std::uint32_t> members, pair_clip& clip) {
  const auto is_noisy = [&](std::uint32_t j) { return noisy.bit(reader, j); };
  for (std::uint32_t b = 1; b < members.size(); ++b) {
    if (variant != arr_variant::full && !is_noisy(members[b])) continue;
    for (std::uint32_t a = 0; a < b; ++a) {
      if (!noisy.bit(members[b], members[a])) continue;
      if (variant != arr_variant::two || is_noisy(members[a])) clip.add(a, b);
    }
  }
}

void count_on_download(std::span<const std::byte> message, const arr_format& format, arr_variant variant,
                       const arr_reader& who, pair_clip& clip) {
  const auto [reader, own, members] = who;
  std::uint32_t b = 0;
  format.read_download(message, variant, reader, own,
                       [&](std::uint32_t k, std::span<const std::uint32_t> places) {
                         while (b < members.size() && members[b] < k) ++b;
                         if (b == members.size() || members[b] != k) return;
                         auto place = places.begin();
                         for (std::uint32_t a = 0; a < b; ++a) {
                           place = std::lower_bound(place, places.end(), members[a]);
                           if (place != places.end() && *place == members[a]) clip.add(a, b);
                         }
                       });
}

int128 arr_statistic(const pair_clip& clip, std::size_t members, std::uint64_t offset) {
  const uint128 pairs = members < 2 ? 0 : uint128{members} * (members - 1) / 2;
  return static_cast<int128>(clip.count()) - static_cast<int128>(pairs * offset);
}

}  // namespace edgeldp
