// SPDX-License-Identifier: MIT
#include "questions/cycles/weight_round_simulation.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "kernels/kept_neighbors_simulation.hpp"
#include "questions/cycles/cycle_view.hpp"
#include "questions/cycles/weight_round_user.hpp"

namespace edgeldp {

namespace {

/// The pairs of users and what they weigh: of all, or of a part of them.
class weighed_lists {
 public:
  weighed_lists(const peak_view& view, const graph_view& g, std::span<const vertex_id> absent,
                const roster& who)
      : m_is_here(view.rank().size(), !who.is_part()) {
    for (std::uint64_t number = who.first_number(); number < who.end_number(); ++number)
      m_is_here[who.user(number)] = true;
    // Nobody is clipped. Who is absent keeps nobody, and comes after everybody whom others keep.
    std::vector<std::uint32_t> rank(view.rank().begin(), view.rank().end());
    std::vector<std::uint64_t> caps(rank.begin(), rank.end());
    for (const vertex_id u : absent) {
      rank[u] = std::numeric_limits<std::uint32_t>::max();
      caps[u] = 0;
    }
    for (std::size_t u = 0; u < caps.size(); ++u)
      if (!m_is_here[u]) caps[u] = 0;
    m_members = keep_ranks(g, rank, caps, coin_source());
    m_offset.resize(rank.size() + 1);
    for (std::size_t u = 0; u < rank.size(); ++u) {
      const std::uint64_t size = members_of(static_cast<vertex_id>(u));
      m_offset[u + 1] = m_offset[u] + size * (size - std::min<std::uint64_t>(size, 1)) / 2;
    }
    m_weights.resize(m_offset.back());
    view.weights().for_each_user(
        m_members, view.rank(), [&](vertex_id u, std::span<const std::int64_t> weights) {
          ranges::copy(weights, m_weights.begin() + static_cast<std::ptrdiff_t>(m_offset[u]));
        });
  }

  bool are_of(const roster& who) const {
    for (std::uint64_t number = who.first_number(); number < who.end_number(); ++number)
      if (!m_is_here[who.user(number)]) return false;
    return true;
  }
  std::size_t members_of(vertex_id u) const { return m_members.of(u).size(); }
  std::span<const std::int64_t> of(vertex_id u) const {
    return std::span(m_weights).subspan(m_offset[u], m_offset[u + std::size_t{1}] - m_offset[u]);
  }

 private:
  std::vector<bool> m_is_here;
  ranked_lists m_members;
  std::vector<std::uint64_t> m_offset;  // of a user's pairs
  std::vector<std::int64_t> m_weights;
};

/// What users keep between rounds about the same rows.
struct memory {
  std::string rows;
  unsigned length = 0;
  std::unique_ptr<const weighed_lists> lists;
};

template <class Round>
simulated_task simulated_weights_of() {
  const auto kept = std::make_shared<memory>();
  const auto play = [kept](const call& asked, const graph_view& g, const coin_source& coins,
                           message_sink& sink) {
    const Round round = Round::read(asked.said, asked.published);
    const auto& [length, rows] = round.what;
    if (kept->rows != rows.name || kept->length != length || !kept->lists->are_of(asked.who)) {
      const auto view = view_peaks(asked.published, rows, length);
      *kept = {rows.name, length, std::make_unique<const weighed_lists>(*view, g, rows->absent(), asked.who)};
    }
    parallel_for(asked.who.first_number(), asked.who.end_number(), 16,
                 [&](std::uint64_t first, std::uint64_t last) {
                   std::vector<accepted_weight> scratch;
                   for (std::uint64_t number = first; number < last; ++number) {
                     const vertex_id u = asked.who.user(number);
                     const std::uint64_t limit = told_in<decltype(round.what)>(asked, number);
                     const std::span<const std::int64_t> weights = kept->lists->of(u);
                     const int128 sum = accepted_sum(
                         kept->lists->members_of(u), limit, scratch,
                         [&](std::size_t row, std::size_t k) { return weights[row * (row - 1) / 2 + k]; });
                     sink.put(number, say_number(round, sum, limit, round.budget, user_coins(coins, u)));
                   }
                 });
  };
  const auto work = [](const call& asked, const graph_view& g) {
    return work_of_pairs(asked, g, Round::read(asked.said, asked.published).what.rows);
  };
  return {Round::asks, play, work};
}

}  // namespace

simulated_task simulated_weights() {
  return simulated_weights_of<weight_round>();
}

simulated_task simulated_forward_weights() {
  return simulated_weights_of<forward_weight_round>();
}

}  // namespace edgeldp
