// SPDX-License-Identifier: MIT
#include "questions/triangles/centred/centred_round_simulation.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round_user.hpp"
#include "kernels/counted_pairs_simulation.hpp"

namespace edgeldp {

namespace {

/// What a user takes, in neighbours: 60 bytes, where a neighbour that is kept takes 32 and half of
/// all are.
constexpr std::uint64_t user_in_neighbors = 4;

/// The end of the part of a roster that begins at `first`: users who with their neighbours take
/// what so many neighbours do, but one at least.
std::uint64_t end_of_part(const roster& who, std::uint64_t first, const graph_view& g,
                          std::uint64_t most_neighbors) {
  std::vector<vertex_id> scratch;
  std::uint64_t last = first, neighbors = 0;
  while (last < who.end_number()) {
    neighbors += user_in_neighbors + g.neighbors(who.user(last), scratch).size();
    if (neighbors > most_neighbors && last > first) break;
    ++last;
  }
  return last;
}

/// Users who count together: what is kept of them is by their place in the part, so that it takes
/// nothing for users of other parts.
struct part_of_users {
  std::vector<vertex_id> users;
  std::vector<std::uint64_t> limits;
  std::vector<int128> sums;

  /// limit_of: of a number and its user.
  template <class Limit>
  part_of_users(const roster& who, std::uint64_t begin, std::uint64_t end, Limit&& limit_of) {
    for (std::uint64_t number = begin; number < end; ++number) {
      users.push_back(who.user(number));
      limits.push_back(limit_of(number, users.back()));
      if (limits.back() == 0)
        throw invalid_parameter("asked for pairs that none of a user's edges can change");
    }
  }

  void count(const release& rows, std::uint32_t theta, counted_side side, const graph_view& g,
             const coin_source& coins, std::optional<row_access> access) {
    const release_layout& layout = rows.layout();
    // No list is longer than there are users on its side.
    std::vector<std::uint64_t> caps(users.size());
    ranges::transform(users, caps.begin(), [&](vertex_id u) {
      return side == counted_side::preceding ? layout.rank(u) : layout.users() - 1 - layout.rank(u);
    });
    sums = accept_weights_of_pairs({g, rows, users, caps, coins, side}, limits,
                                   weights_of(layout.codecs(), theta), weight_of_absent(theta),
                                   pair_reading::of(access));
  }
};

std::uint32_t theta_of(const centred_pairs<release>& what) {
  return what.rule.theta;
}
std::uint32_t theta_of(const forward_pairs<release>& what) {
  return what.theta;
}
constexpr counted_side side_of(const centred_pairs<release>&) {
  return counted_side::preceding;
}
constexpr counted_side side_of(const forward_pairs<release>&) {
  return counted_side::following;
}

/// Calls f with how limits are known: from a number and its user.
template <class F>
void with_limits(const centred_pairs<release>& what, const call&, F&& f) {
  const centred_limits limits(what.rows->layout(), what.rule);
  f([&](std::uint64_t, vertex_id user) { return limits.of(user); });
}
template <class F>
void with_limits(const forward_pairs<release>&, const call& asked, F&& f) {
  f([&](std::uint64_t number, vertex_id) { return told_in<forward_pairs<release>>(asked, number); });
}

template <class Q>
simulated_task simulated_pairs(std::optional<row_access> access, std::uint64_t most_neighbors) {
  const auto play = [access, most_neighbors](const call& asked, const graph_view& g, const coin_source& coins,
                                             message_sink& sink) {
    const auto round = count_round<Q>::read(asked.said, asked.published);
    with_limits(round.what, asked, [&](auto&& limit_of) {
      for (std::uint64_t begin = asked.who.first_number(), end = 0; begin < asked.who.end_number();
           begin = end) {
        end = end_of_part(asked.who, begin, g, most_neighbors);
        part_of_users part(asked.who, begin, end, limit_of);
        part.count(*round.what.rows, theta_of(round.what), side_of(round.what), g, coins, access);
        parallel_for(0, part.users.size(), 64, [&](std::uint64_t first, std::uint64_t last) {
          for (std::uint64_t i = first; i < last; ++i) {
            const vertex_id u = part.users[i];
            const epsilon budget = price_of(round, own_list{u, g.vertex_count(), {}});
            sink.put(begin + i,
                     say_number(round, part.sums[i], part.limits[i], budget, user_coins(coins, u)));
          }
        });
      }
    });
  };
  const auto work = [](const call& asked, const graph_view& g) {
    return work_of_pairs(asked, g, count_round<Q>::read(asked.said, asked.published).what.rows);
  };
  return {Q::asks, play, work};
}

}  // namespace

simulated_task simulated_centred_pairs(std::optional<row_access> access, std::uint64_t most_neighbors) {
  return simulated_pairs<centred_pairs<release>>(access, most_neighbors);
}

simulated_task simulated_forward_pairs(std::optional<row_access> access, std::uint64_t most_neighbors) {
  return simulated_pairs<forward_pairs<release>>(access, most_neighbors);
}

}  // namespace edgeldp
