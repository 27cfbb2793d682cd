// SPDX-License-Identifier: MIT
#include "questions/cycles/published_loads.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "limits/limit_ladder.hpp"
#include "limits/refused_pairs.hpp"
#include "questions/cycles/tuning.hpp"

namespace edgeldp {

namespace {

/// How many of a row's first ones are members, from the row itself and from the released size, by
/// their precision.
double members_behind(double ones, double rank, double released, double release_variance,
                      const bit_law& law) {
  const double of_row = 1.0 / (rank * law.non_edge_variance() + cycle_tuning::rounding_variance);
  const double of_size = 1.0 / (release_variance + cycle_tuning::rounding_variance);
  const double by_row = (ones - law.p0 * rank) / (law.p1 - law.p0);
  return std::clamp((of_row * by_row + of_size * released) / (of_row + of_size), 0.0, rank);
}

}  // namespace

double published_loads::member::provided() const noexcept {
  return positive + cycle_tuning::provided_deviations * deviation;
}

published_loads::published_loads(const peak_weights& weights, const public_view& known, const bit_law& law)
    : m_members_of(known.rank().size()), m_offset(known.rank().size() + 1) {
  const ranked_lists lists = choose_rows(weights, known, law);
  if (lists.offset.empty()) return;
  m_is_seen = true;
  m_offset = lists.offset;
  for (const std::uint32_t one : lists.ranks) m_members.push_back({one});
  const auto paths = static_cast<double>(weights.length()) - 2.0;  // bits in each term of a weight
  const double noise = std::pow(law.non_edge_variance(), 0.5 * paths) *
                       std::pow(static_cast<double>(known.rank().size()), 0.5 * (paths - 1.0));
  weights.for_each_user(lists, known.rank(), [&](vertex_id u, std::span<const std::int64_t> pairs) {
    look_at(u, pairs, weights.unit(), noise);
  });
  for (const member& m : m_members) m_largest = std::fmax(m_largest, m.provided());
  m_lists.offset = {0};
  for (std::size_t u = 0; u < known.rank().size(); ++u) {
    for (const member& m : of(static_cast<vertex_id>(u)))
      if (m.belongs > 0.5) m_lists.ranks.push_back(m.rank);
    std::sort(m_lists.ranks.begin() + static_cast<std::ptrdiff_t>(m_lists.offset.back()),
              m_lists.ranks.end());
    m_lists.offset.push_back(m_lists.ranks.size());
  }
}

/// The ones of a user's row that may be members: as many as the list has twice over and some more,
/// those with most common neighbours with the user. Members who have none are in no cycle with it.
std::vector<std::uint32_t> published_loads::candidates(const noisy_matrix& bits, std::uint32_t rank,
                                                       double members) {
  struct candidate {
    std::uint64_t common;
    std::uint32_t rank;
  };
  std::vector<candidate> ones;
  for (std::uint32_t c = 0; c < rank; ++c)
    if (bits.bit(rank, c)) ones.push_back({0, c});
  const auto most = static_cast<std::size_t>(std::ceil(cycle_tuning::candidates_a_member * members)) +
                    cycle_tuning::candidates_beside;
  if (ones.size() > most) {
    for (candidate& one : ones) one.common = ones_in(bits.row(rank), bits.row(one.rank), 0, bits.columns());
    ranges::sort(ones, [](const candidate& a, const candidate& b) {
      return a.common != b.common ? a.common > b.common : a.rank < b.rank;
    });
    ones.resize(most);
  }
  std::vector<std::uint32_t> kept;
  kept.reserve(ones.size());
  for (const candidate& one : ones) kept.push_back(one.rank);
  ranges::sort(kept);
  return kept;
}

/// First ranks first, where lists are long and rows short.
ranked_lists published_loads::choose_rows(const peak_weights& weights, const public_view& known,
                                          const bit_law& law) {
  const noisy_matrix& bits = weights.bits();
  const auto released = known.has_sizes() ? known.sizes() : known.degrees();
  const double nats = known.anchor_budget().nats(), release_variance = 2.0 / (nats * nats);
  const std::span<const std::uint32_t> rank = known.rank();
  std::vector<std::vector<std::uint32_t>> rows(rank.size());
  std::vector<double> words(rank.size());
  const bool is_thin = law.p0 <= cycle_tuning::most_noise;
  parallel_for(0, rank.size(), 16, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t u = first; u < last && is_thin; ++u) {
      const std::uint32_t r = rank[u];
      m_members_of[u] = members_behind(static_cast<double>(ones_in(bits.row(r), bits.row(r), 0, r)), r,
                                       static_cast<double>(released[u]), release_variance, law);
      if (m_members_of[u] > 1.0) rows[u] = candidates(bits, r, m_members_of[u]);
      const auto many = static_cast<double>(rows[u].size());
      words[u] = 0.5 * many * many * weights.words_a_pair();
    }
  });
  double all = weights.words_in_advance();
  for (const double of_user : words) all += of_user;
  if (!is_thin || all > cycle_tuning::most_words) return {};
  ranked_lists lists;
  lists.offset.resize(rank.size() + 1);
  for (std::size_t u = 0; u < rank.size(); ++u) {
    lists.ranks.insert(lists.ranks.end(), rows[u].begin(), rows[u].end());
    lists.offset[u + 1] = lists.ranks.size();
  }
  return lists;
}

void published_loads::look_at(vertex_id u, std::span<const std::int64_t> pairs, double unit, double noise) {
  const auto loads = std::span(m_members).subspan(m_offset[u], m_offset[u + std::size_t{1}] - m_offset[u]);
  const auto over_pairs = [&](auto&& f) {
    const std::int64_t* weight = pairs.data();
    for (std::size_t j = 0; j < loads.size(); ++j)
      for (std::size_t i = 0; i < j; ++i) f(loads[i], loads[j], unit * static_cast<double>(*weight++));
  };
  over_pairs([](member& i, member& j, double w) {
    i.positive += w;
    j.positive += w;
  });
  const double out = cycle_tuning::stands_out * noise * std::sqrt(static_cast<double>(loads.size()));
  double clear = 0.0;
  for (const member& m : loads) clear += m.positive > out ? 1.0 : 0.0;
  const double others = static_cast<double>(loads.size()) - clear;
  const double chance = others > 0.0 ? std::clamp((m_members_of[u] - clear) / others, 0.0, 1.0) : 0.0;
  for (member& m : loads) m = {m.rank, m.positive > out ? 1.0 : chance};
  over_pairs([](member& i, member& j, double w) {
    const auto add = [w](member& to, double belongs) {
      (w > 0.0 ? to.positive : to.negative) += belongs * std::abs(w);
      to.deviation += belongs * (1.0 - belongs) * w * w;
    };
    add(i, j.belongs);
    add(j, i.belongs);
  });
  for (member& m : loads)
    m.deviation = std::sqrt(m.deviation + std::pow(cycle_tuning::load_error * m.positive, 2.0));
  ranges::sort(loads, [](const member& a, const member& b) { return a.provided() > b.provided(); });
}

std::vector<double> published_loads::limits(double price) const {
  std::vector<double> limits;
  limits.reserve(m_members_of.size());
  for (std::size_t u = 0; u < m_members_of.size(); ++u)
    limits.push_back(
        limit_at_price(of(static_cast<vertex_id>(u)), price, &member::provided, &member::belongs));
  return limits;
}

std::vector<double> published_loads::best_limits(epsilon budget) const {
  least_error<std::vector<double>> least;
  for (const double price : half_octaves_below(m_largest, cycle_tuning::prices)) {
    std::vector<double> chosen = limits(price);
    const double bias = expected_loss(chosen).bias();
    const double error = noise_of_limits(chosen, budget) + bias * bias;
    least.consider(error, std::move(chosen));
  }
  return std::move(least).best();
}

refused_weight published_loads::expected_loss(std::span<const double> limits) const {
  const normal_excess& normal = normal_excess::tables();
  refused_weight refused;
  for (std::size_t u = 0; u < limits.size(); ++u) {
    // Where all are above their limit, one refused pair relieves two.
    std::array<double, 2> excess{}, above{};
    double members = 0.0;
    for (const member& m : of(static_cast<vertex_id>(u))) {
      if (m.deviation <= 0.0) continue;
      members += m.belongs;
      const std::array<double, 2> load = {m.negative, m.positive};
      for (const std::size_t sign : {std::size_t{0}, std::size_t{1}}) {
        const auto [tail, mean] = normal.above((limits[u] - load[sign]) / m.deviation);
        excess[sign] += m.belongs * m.deviation * mean;
        above[sign] += m.belongs * tail;
      }
    }
    if (members <= 0.0) continue;
    refused.negative += excess[0] * (1.0 - 0.5 * above[0] / members);
    refused.positive += excess[1] * (1.0 - 0.5 * above[1] / members);
  }
  return refused;
}

}  // namespace edgeldp
