// SPDX-License-Identifier: MIT
#include "questions/triangles/centred/limit_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "limits/limit_ladder.hpp"
#include "limits/refused_pairs.hpp"
#include "questions/triangles/centred/tuning.hpp"

namespace edgeldp {

limit_effect& limit_effect::operator+=(const limit_effect& b) noexcept {
  noise += b.noise;
  bias += b.bias;
  refused_weight += b.refused_weight;
  refused_pairs += b.refused_pairs;
  uneven += b.uneven;
  return *this;
}

double limit_planner::pairs() const {
  double sum = 0.0;
  for (const counted_range& r : m_ranges)
    for (const size_class& list : r.lists) sum += 0.5 * list.weight * list.size * (list.size - 1.0);
  return sum;
}

namespace {

/// By sign: what a pair of this law weighs, and how often.
struct weighed_pair {
  std::array<double, 2> weight, chance;
  weighed_pair(const bit_law& law, double theta, double closure) {
    const double spread = law.p1 - law.p0, one = law.p0 + closure * spread;
    weight = {law.p0 / spread + theta, (1.0 - law.p0) / spread - theta};
    chance = {1.0 - one, one};
  }
};

}  // namespace

// A pair has the law of its later member's row: a member at the quantile u of a list sees its own
// law in a share u of its pairs, and those of later members in the rest. The last members are few
// and, where budgets for rows fall with the rank, load most.
limit_planner::list_loads limit_planner::loads_of(std::size_t range, double theta, double closure) const {
  static constexpr std::array<double, strata> quantile = centred_tuning::stratum_quantiles,
                                              share = centred_tuning::stratum_shares;
  std::vector<double> part(range + 1);
  double all = 0.0;
  for (std::size_t i = 0; i <= range; ++i)
    all += part[i] = std::max(1e-9, m_ranges[i].degrees * (i < range ? 1.0 : 0.5));
  for (double& p : part) p /= all;
  list_loads loads;
  for (std::size_t s = 0; s < strata; ++s) {
    member_loads& member = loads[s];
    member.share = share[s];
    const auto add = [&](std::size_t i, double pairs) {
      const bit_law& law = m_ranges[i].law;
      const weighed_pair pair(law, theta, closure);
      for (const std::size_t sign : {0U, 1U}) {
        const double w = pair.weight[sign], p = pair.chance[sign];
        member.mean[sign] += pairs * w * p;
        member.of_bits[sign] += pairs * w * w * p * (1.0 - p);
        member.of_closure[sign] += pairs * w * (law.p1 - law.p0);
      }
    };
    std::size_t own = 0;
    double before = 0.0;
    while (own < range && before + part[own] < quantile[s]) before += part[own++];
    add(own, quantile[s]);
    add(own, std::max(0.0, before + part[own] - quantile[s]));
    for (std::size_t i = own + 1; i <= range; ++i) add(i, part[i]);
  }
  return loads;
}

// Means and deviations of loads are the same for all limits, and for all released sizes of lists of
// one size.
limit_planner::range_model limit_planner::model_of(std::size_t range, double theta, double closure) const {
  const counted_range& r = m_ranges[range];
  const list_loads loads = loads_of(range, theta, closure);
  const double of_closures = closure * (1.0 - closure) / (closure_weight + 1.0);
  const weighed_pair pair(r.law, theta, closure);
  range_model model{theta - closure, pair.weight, 0.0, 0.0, {}, {}};
  model.mean_weight = 0.5 * (pair.weight[0] * pair.chance[0] + pair.weight[1] * pair.chance[1]);
  for (const member_loads& member : loads)
    model.largest_load = std::max({model.largest_load, member.mean[0], member.mean[1]});
  double size = -1.0;
  for (const size_class& list : r.lists) {
    if (list.size != size) {
      size = list.size;
      sized_loads& sized = model.by_size.emplace_back();
      const double others = std::max(0.0, size - 1.0);
      for (std::size_t s = 0; s < strata; ++s)
        for (const std::size_t sign : {0U, 1U}) {
          const double slope = others * loads[s].of_closure[sign];
          const double deviation = std::sqrt(others * loads[s].of_bits[sign] + slope * slope * of_closures);
          const double mean = others * loads[s].mean[sign];
          const std::size_t law = 2 * s + sign;
          sized.mean[law] = mean;
          sized.per_deviation[law] = deviation > 0.0 ? 1.0 / deviation : 0.0;
          sized.share_of_deviation[law] = loads[s].share * deviation;
          sized.wide = std::max(sized.wide, mean + 1.001 * normal_excess::reach * deviation);
        }
    }
    model.size_of_list.push_back(model.by_size.size() - 1);
  }
  return model;
}

// Some lists at a time: what their members lose is looked up for all at once, and summed in the
// order of lists.
limit_effect limit_planner::effect_of(std::size_t range, const range_model& model,
                                      const centred_limit& limit) const {
  constexpr std::size_t at_once = 16, laws = sized_loads::laws;
  const counted_range& r = m_ranges[range];
  const double each = static_cast<double>(limit.each) / weight_units;
  std::array<double, at_once> most;
  std::array<double, at_once * laws> distance, refused;
  limit_effect sum;
  for (std::size_t first = 0; first < r.lists.size(); first += at_once) {
    const std::span lists = std::span(r.lists).subspan(first, std::min(at_once, r.lists.size() - first));
    const auto loads_of_list = [&](std::size_t i) -> const sized_loads& {
      return model.by_size[model.size_of_list[first + i]];
    };
    const auto refuses_some = [&](std::size_t i) {
      return lists[i].size >= 2.0 && most[i] > 0.0 && most[i] < loads_of_list(i).wide;
    };
    std::size_t asked = 0;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const double members = std::min<double>(r.last, lists[i].anchor + static_cast<double>(limit.margin));
      most[i] = each * std::max(0.0, members - 1.0);
      sum.noise += lists[i].weight * 2.0 * most[i] * most[i];
      if (!refuses_some(i)) continue;
      const sized_loads& loads = loads_of_list(i);
      std::array<double, laws> by_law;
      for (std::size_t k = 0; k < laws; ++k) by_law[k] = (most[i] - loads.mean[k]) * loads.per_deviation[k];
      ranges::copy(by_law, distance.begin() + asked);
      asked += laws;
    }
    normal_excess::tables().refused(std::span(distance).first(asked), std::span(refused).first(asked));
    const double* next = refused.data();
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const auto& [weight, anchor, size] = lists[i];
      const double all = 0.5 * size * (size - 1.0);
      if (size >= 2.0 && most[i] <= 0.0) {
        sum.bias += weight * all * model.theta_over_closure;
        sum.refused_weight += weight * all * model.mean_weight;
        sum.refused_pairs += weight * all;
      }
      if (!refuses_some(i)) continue;
      const auto& share_of_deviation = loads_of_list(i).share_of_deviation;
      double negative = 0.0, positive = 0.0;
      for (std::size_t k = 0; k < laws; k += 2) {
        negative += share_of_deviation[k] * next[k];
        positive += share_of_deviation[k + 1] * next[k + 1];
      }
      next += laws;
      const double users = weight * size;
      sum.bias += users * (negative - positive);
      sum.refused_weight += users * 0.5 * (negative + positive);
      sum.refused_pairs += weight * std::min(all, size * (negative / std::max(1e-9, model.weight[0]) +
                                                          positive / std::max(1e-9, model.weight[1])));
    }
  }
  sum.noise /= r.count.nats() * r.count.nats();
  return sum;
}

limit_planner::forecast limit_planner::at(std::uint32_t theta, double closure) const {
  forecast loads;
  for (std::size_t i = 0; i < m_ranges.size(); ++i)
    loads.m_ranges.push_back(model_of(i, static_cast<double>(theta) / weight_units, closure));
  return loads;
}

limit_effect limit_planner::effect(const forecast& loads, std::span<const centred_limit> limits) const {
  limit_effect sum;
  for (std::size_t i = 0; i < m_ranges.size(); ++i) sum += effect_of(i, loads.m_ranges[i], limits[i]);
  return sum;
}

// Ladders of limits change few ranges from one rung to the next.
std::vector<limit_effect> limit_planner::effects(const forecast& loads,
                                                 std::span<const planned_limits> all) const {
  std::vector<limit_effect> sums(all.size());
  std::vector<std::pair<centred_limit, limit_effect>> known;
  for (std::size_t i = 0; i < m_ranges.size(); ++i) {
    known.clear();
    for (std::size_t k = 0; k < all.size(); ++k) {
      const centred_limit& limit = all[k].limits[i];
      auto at = ranges::find(known, limit, &decltype(known)::value_type::first);
      if (at == known.end()) at = known.insert(at, {limit, effect_of(i, loads.m_ranges[i], limit)});
      sums[k] += at->second;
    }
  }
  return sums;
}

namespace {

/// The nearest number of at most this size.
template <class T>
T to_number(double x, T most) {
  return static_cast<T>(std::llround(std::clamp(x, -static_cast<double>(most), static_cast<double>(most))));
}

}  // namespace

std::vector<planned_limits> limit_planner::choices(const forecast& loads, search how) const {
  const centred_tuning::search_grid& grid =
      how == search::fine ? centred_tuning::fine_grid : centred_tuning::coarse_grid;
  struct option {
    centred_limit limit;
    limit_effect effect;
  };
  std::vector<std::vector<option>> options(m_ranges.size());
  const auto try_all = [&](std::size_t i) {
    const counted_range& r = m_ranges[i];
    const range_model& model = loads.m_ranges[i];
    const auto add = [&](const centred_limit& limit) {
      options[i].push_back({limit, effect_of(i, model, limit)});
    };
    add({r.first, 0, 0});
    for (double factor = grid.first_factor; factor < grid.last_factor; factor *= grid.factor_step)
      for (const double margin : grid.margins)
        add({r.first, to_number(factor * model.largest_load * weight_units, largest_each),
             to_number(margin / r.size.nats(), largest_released_number)});
    ranges::sort(options[i], {},
                 [](const option& o) { return std::tuple(o.effect.noise, o.limit.each, o.limit.margin); });
    double least = std::numeric_limits<double>::infinity();
    std::erase_if(options[i], [&](const option& o) {
      const bool is_better = o.effect.refused_weight < least;
      if (is_better) least = o.effect.refused_weight;
      return !is_better;
    });
  };
  parallel_for(0, m_ranges.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) try_all(i);
  });
  std::vector<planned_limits> all;
  const double scale = std::max(1.0, pairs());
  for (const double price : prices_up_to(centred_tuning::first_price * scale,
                                         centred_tuning::last_price * scale, grid.price_step)) {
    planned_limits chosen;
    for (const std::vector<option>& of_range : options) {
      const option& best = *ranges::min_element(
          of_range, {}, [&](const option& o) { return o.effect.noise + price * o.effect.refused_weight; });
      chosen.limits.push_back(best.limit);
      chosen.effect += best.effect;
    }
    if (all.empty() || all.back().limits != chosen.limits) all.push_back(std::move(chosen));
  }
  // Lists may be more uneven than the model: these refuse little whatever closures are.
  for (const double share : centred_tuning::generous_shares) {
    planned_limits generous;
    for (std::size_t i = 0; i < m_ranges.size(); ++i) {
      const auto [negative, positive] = loads.m_ranges[i].weight;
      const double each = share * std::max(std::abs(negative), std::abs(positive));
      generous.limits.push_back(
          {m_ranges[i].first, to_number(each * weight_units, largest_each),
           to_number(centred_tuning::generous_margin / m_ranges[i].size.nats(), largest_released_number)});
    }
    generous.effect = effect(loads, generous.limits);
    all.push_back(std::move(generous));
  }
  return all;
}

}  // namespace edgeldp
