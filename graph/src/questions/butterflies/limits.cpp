// SPDX-License-Identifier: MIT
#include "questions/butterflies/limits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/limits/limited_weights.hpp"
#include "edgeldp/graph/questions/butterflies/item_pair_round.hpp"
#include "limits/limit_ladder.hpp"
#include "questions/butterflies/tuning.hpp"

namespace edgeldp {

namespace {

std::vector<member_load> loads_of(const item_weights& weights, std::uint32_t rank,
                                  std::span<const std::uint32_t> list) {
  item_weights::of_list weigh(weights, rank, list);
  std::vector<std::array<double, 2>> sums(list.size());
  for (std::size_t row = 0; row < list.size(); ++row) {
    for (std::size_t k = 0; k < row; ++k) {
      const auto w = static_cast<double>(weigh(row, k));
      const std::size_t sign = w > 0.0 ? 1 : 0;
      sums[row][sign] += std::fabs(w);
      sums[k][sign] += std::fabs(w);
    }
  }
  std::vector<member_load> loads;
  loads.reserve(sums.size());
  for (const auto& [negative, positive] : sums)
    loads.push_back({std::fmax(negative, positive), std::fmax(0.0, positive - negative)});
  return loads;
}

/// Loads by rank, falling.
using falling_loads = std::vector<std::vector<double>>;

/// Where users share `taste` times what they do in the lists; of all draws together.
falling_loads with_taste(std::span<const list_loads> draws, double taste) {
  falling_loads all(draws.front().size());
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    for (const list_loads& loads : draws)
      for (const member_load& m : loads[rank]) all[rank].push_back(m.larger + (taste - 1.0) * m.shared);
    ranges::sort(all[rank], std::greater());
  }
  return all;
}

/// What a limit cuts off; a refused pair relieves both its members.
double cut_off(std::span<const double> loads, double limit) {
  double cut = 0.0;
  for (std::size_t i = 0; i < loads.size() && loads[i] > limit; ++i) cut += loads[i] - limit;
  return 0.5 * cut;
}

double cut_off(const falling_loads& loads, std::span<const double> limits) {
  double cut = 0.0;
  for (std::size_t rank = 0; rank < limits.size(); ++rank) cut += cut_off(loads[rank], limits[rank]);
  return cut;
}

/// How much taste there is beyond the lists', and how likely.
struct taste {
  double factor, probability;
};

/// Limits under several tastes.
class limit_search {
 public:
  /// loads: of several draws of lists.
  limit_search(std::span<const list_loads> loads, double spread, epsilon count)
      : m_draws(static_cast<double>(loads.size())),
        m_tastes{{{1.0, butterfly_tuning::chance_of_taste[0]},
                  {spread, butterfly_tuning::chance_of_taste[1]},
                  {spread * spread, butterfly_tuning::chance_of_taste[2]}}},
        m_count(count) {
    for (const taste& t : m_tastes) m_loads.push_back(with_taste(loads, t.factor));
    for (const std::vector<double>& of_user : m_loads.front()) m_weight += cut_off(of_user, 0.0);
  }

  std::vector<double> best() const {
    least_error<std::vector<double>> least;
    for (const falling_loads& provided : m_loads) {
      double highest = 0.0;
      for (const std::vector<double>& of_user : provided)
        if (!of_user.empty()) highest = std::fmax(highest, of_user.front());
      const double first = m_draws * highest;
      for (const double price : half_octaves_below(first, butterfly_tuning::prices)) {
        std::vector<double> limits = limits_at(provided, price);
        if (price < first && cut_off(m_loads.front(), limits) > butterfly_tuning::most_cut * m_weight) break;
        const double error = predicted_error(limits);
        least.consider(error, std::move(limits));
      }
    }
    return std::move(least).best();
  }

 private:
  std::vector<double> limits_at(const falling_loads& loads, double price) const {
    std::vector<double> limits;
    for (const std::vector<double>& of_user : loads)
      limits.push_back(
          limit_at_price(std::span(of_user), price / m_draws, std::identity(), [](double) { return 1.0; }));
    return limits;
  }

  /// Variance of the noise, and mean squared bias.
  double predicted_error(std::span<const double> limits) const {
    double error = 0.0;
    for (std::size_t t = 0; t < m_tastes.size(); ++t) {
      const double cut = cut_off(m_loads[t], limits) / m_draws;
      error += m_tastes[t].probability * cut * cut;
    }
    return error + noise_of_limits(limits, m_count);
  }

  double m_draws;
  std::array<taste, 3> m_tastes;
  epsilon m_count;
  std::vector<falling_loads> m_loads;  // by taste, of all draws
  double m_weight = 0.0;
};

}  // namespace

list_loads loads_of(const item_weights& weights, const ranked_lists& lists) {
  list_loads loads(weights.users());
  parallel_for(0, loads.size(), 4, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t rank = first; rank < last; ++rank)
      loads[rank] =
          loads_of(weights, static_cast<std::uint32_t>(rank), lists.of(static_cast<vertex_id>(rank)));
  });
  return loads;
}

std::vector<std::uint64_t> choose_limits(std::span<const list_loads> draws, double spread, epsilon count) {
  constexpr auto most = static_cast<double>(largest_item_limit);
  std::vector<std::uint64_t> limits;
  for (const double limit : limit_search(draws, spread, count).best())
    limits.push_back(static_cast<std::uint64_t>(std::ceil(std::fmin(limit, most))));
  return limits;
}

double bound_on_refused(const list_loads& loads, std::span<const std::uint64_t> limits) {
  const std::vector<double> as_loads(limits.begin(), limits.end());
  return cut_off(with_taste({&loads, 1}, butterfly_tuning::widest_taste), as_loads);
}

double cut_behind(const list_loads& loads, std::span<const std::uint64_t> limits, double accepted) {
  const std::vector<double> as_loads(limits.begin(), limits.end());
  double shared = 0.0;
  for (const std::vector<member_load>& of_user : loads)
    for (const member_load& m : of_user) shared += 0.5 * m.shared;
  if (!(shared > 0.0)) return 0.0;
  // What is left grows with the taste, until limits hold all more back.
  constexpr double largest = 1024.0, step = 1.1;
  for (double taste = 1.0; taste <= largest; taste *= step) {
    const double cut = cut_off(with_taste({&loads, 1}, taste), as_loads);
    if (taste * shared - cut >= accepted) return cut;
  }
  return INFINITY;
}

// Its users may be any of those whose lists are long enough: means over which g they are.
double hidden_clique(const item_weights& weights, std::span<const double> sizes,
                     std::span<const std::uint64_t> limits, double accepted) {
  const double seen =
      6.0 * std::sqrt(static_cast<double>(weights.users())) * weights.law().non_edge_variance();
  double worst = 0.0;
  std::size_t eligible = sizes.size();
  constexpr double step = 1.05;
  for (double members = 3.0; members <= std::fmin(seen, static_cast<double>(sizes.size())); members *= step) {
    while (eligible > 0 && sizes[eligible - 1] < members) --eligible;
    if (static_cast<double>(eligible) < members) break;
    const double share = members / static_cast<double>(eligible);
    double counted = 0.0, refused = 0.0;
    for (std::size_t rank = 0; rank < eligible; ++rank) {
      const double before = share * static_cast<double>(rank),
                   load = (members - 1.0) * before / weights.unit();
      const double most = std::fmin(load, static_cast<double>(limits[rank]));
      counted += 0.5 * share * members * most;
      refused += 0.5 * share * members * (load - most);
    }
    if (counted <= accepted) worst = std::fmax(worst, refused);
  }
  return worst;
}

refused_weight refuse(const item_weights& weights, const ranked_lists& lists,
                      std::span<const std::uint64_t> limits) {
  struct sums {
    int128 positive = 0, negative = 0, accepted_positive = 0, accepted_negative = 0;
  };
  std::vector<sums> of_rank(limits.size());
  parallel_for(0, limits.size(), 4, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<accepted_weight> scratch;
    for (std::uint64_t rank = first; rank < last; ++rank) {
      const auto list = lists.of(static_cast<vertex_id>(rank));
      item_weights::of_list weigh(weights, static_cast<std::uint32_t>(rank), list);
      sums& s = of_rank[rank];
      scratch.assign(list.size(), {});
      for (std::size_t row = 0; row < list.size(); ++row) {
        const accepted_weight accepted =
            accept_weights(scratch, row, {limits[rank], limits[rank]}, [&](std::size_t k) {
              const std::int64_t w = weigh(row, k);
              (w > 0 ? s.positive : s.negative) += std::abs(w);
              return w;
            });
        s.accepted_positive += static_cast<int128>(accepted[1]);
        s.accepted_negative += static_cast<int128>(accepted[0]);
      }
    }
  });
  refused_weight all;
  for (const sums& s : of_rank) {
    all.positive += static_cast<double>(s.positive - s.accepted_positive);
    all.negative += static_cast<double>(s.negative - s.accepted_negative);
  }
  return all;
}

}  // namespace edgeldp
