// SPDX-License-Identifier: MIT
#include "questions/triangles/centred/class_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "questions/triangles/centred/tuning.hpp"

namespace edgeldp {

std::vector<rank_range> divide_ranks(const public_view& known) {
  // R_k = sum over i > k of s_i (s_i - 1) / S_i^2, as in predict_squared_sharing.
  const auto weight = [](const rank_moments& m, double before) {
    return before > 0.0 ? m.two_stars / (before * before) : 0.0;
  };
  double before = 0.0, after = 0.0;
  for (const rank_moments& m : known.by_rank()) {
    after += weight(m, before);
    before += m.degree;
  }
  std::vector<rank_range> ranges;
  double squares_before = 0.0;
  before = 0.0;
  std::uint32_t rank = 0;
  for (const rank_moments& m : known.by_rank()) {
    check_stop();
    const auto end = ranges.empty()
                         ? rank
                         : std::max(centred_tuning::first_end,
                                    static_cast<std::uint32_t>(centred_tuning::growth * ranges.back().first));
    if (ranges.empty() || (rank >= end && ranges.size() < centred_tuning::most_ranges))
      ranges.push_back({rank, rank});
    rank_range& r = ranges.back();
    r.last = ++rank;
    after -= weight(m, before);
    r.degrees += m.degree;
    r.sizes += m.size;
    r.squared_sizes += std::max(0.0, m.two_stars) + m.size;
    r.pairs += std::max(0.0, m.degree * before * after);
    r.sharing += std::max(0.0, m.squared_degree * squares_before * after * after);
    before += m.degree;
    squares_before += m.squared_degree;
  }
  return ranges;
}

double response_variance(const rank_range& r, const bit_law& law, double closure, double all_pairs,
                         double edges) {
  if (!(r.pairs > 0.0)) return 0.0;
  // Triangles concentrate where lists are shared: of closure_concentration T^2 / edges a range has
  // the share of its own sharing, so that the edges it is divided by are fewer.
  const double share = all_pairs > 0.0 ? r.pairs / all_pairs : 0.0;
  error_terms terms;
  terms.pairs = r.pairs;
  terms.edges = std::max(1.0, edges * share);
  terms.squared_sharing = r.pairs + r.sharing;
  return predict_triangle_error(terms, law, epsilon::from_nats(1.0), closure).response_variance;
}

namespace {

class fixed_point {
 public:
  fixed_point(std::span<const rank_range> ranges, const codec_spec& codec, const round_room& room,
              double all_pairs, double edges)
      : m_ranges(ranges),
        m_room(room),
        m_rest(room.relationship.nats()),
        m_most_edges(room.row.nats() / m_rest),
        m_most_of_bit(room.bit.nats() / m_rest),
        m_budgets(ranges.size()) {
    const double most = std::min(codec.possible_budget(), codec.largest_budget(std::max(1.0, edges)));
    // A last step that is all a row may spend: at twice a bit's budget the best is there.
    for (std::size_t i = 1; i < steps; ++i) {
      if (m_edges[i - 1] >= m_most_edges) break;
      m_edges[i] = std::min(static_cast<double>(i) / steps, m_most_edges);
      const double budget = m_rest * m_edges[i];
      if (budget <= most && budget >= 0x1.0p-32) m_laws[i] = codec.law(epsilon::from_nats(budget));
    }
    for (const rank_range& r : ranges) {
      std::array<double, steps>& of_range = m_responses.emplace_back();
      for (std::size_t step = 0; step < of_range.size(); ++step)
        if (m_laws[step])
          of_range[step] =
              response_variance(r, *m_laws[step], centred_tuning::planning_closure, all_pairs, edges);
    }
    restart(std::min(m_most_edges, centred_tuning::start_edges_of_rest * (1.0 - centred_tuning::start_size)));
  }

  /// The fixed point, rows of all ranges apart.
  void divide() {
    for (int i = 0; i < centred_tuning::rounds; ++i) improve(i >= centred_tuning::undamped);
  }

  /// The same with one law for all rows.
  void divide_alike() {
    std::vector<point> best = m_budgets;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t step = 1; step < steps; ++step) {
      if (!m_laws[step]) continue;
      m_only = step;
      restart(m_edges[step]);
      divide();
      const double cost = cost_of_all();
      if (cost >= least) continue;
      least = cost;
      best = m_budgets;
    }
    m_budgets = std::move(best);
  }

  std::vector<range_budgets> budgets() const {
    std::vector<range_budgets> all;
    for (const point& at : m_budgets) {
      const epsilon size = share_of(m_room.relationship, at.size),
                    edges = std::min(share_of(m_room.relationship, at.edges), m_room.row);
      if (size.units() >= m_room.bit.units() || size.units() + edges.units() >= m_room.relationship.units())
        throw too_small();
      all.push_back(
          {size, edges,
           std::min(difference(difference(m_room.relationship, size), edges), difference(m_room.bit, size))});
      if (size.is_zero() || edges.is_zero()) throw too_small();
    }
    return all;
  }

 private:
  void restart(double edges) {
    for (point& at : m_budgets) at = {centred_tuning::start_size, edges};
  }

  static invalid_parameter too_small() {
    return invalid_parameter("the total is too small to be divided between the rounds");
  }

  /// What is left of a bit's budget and of a relationship's.
  double count_of(double size, double edges) const {
    return std::min(1.0 - size - edges, m_most_of_bit - size);
  }

  void improve(bool damped) {
    find_loads();
    for (std::size_t i = 0; i < m_ranges.size(); ++i) {
      check_stop();
      const point best = best_of(i);
      point& at = m_budgets[i];
      const double weight = damped ? centred_tuning::damping : 1.0;
      at.size += weight * (best.size - at.size);
      at.edges += weight * (best.edges - at.edges);
    }
  }

  /// Shares of what a relationship may pay.
  struct point {
    double size = 0.0, edges = 0.0;
  };
  static constexpr std::size_t steps = centred_tuning::share_steps;

  const std::optional<bit_law>& law_at(double edges) const {
    auto i =
        static_cast<std::size_t>(std::clamp(std::lround(edges * steps), 1L, static_cast<long>(steps) - 1));
    while (i > 1 && m_edges[i] == 0.0) --i;  // beyond what a row may spend
    return m_laws[i];
  }

  /// Mean load of a pair of independent bits, of either sign.
  static double load_of(const bit_law& law) { return law.p0 * (1.0 - law.p0) / (law.p1 - law.p0); }

  double closed_load(std::size_t i) const {
    const auto& law = law_at(m_budgets[i].edges);
    if (!law) return centred_tuning::uneven_closures;
    return centred_tuning::planning_closure *
               std::max(0.0, 1.0 - 2.0 * law->p0 - centred_tuning::planning_closure * (law->p1 - law->p0)) +
           centred_tuning::uneven_closures;
  }

  double noise_of_counts(std::size_t i, double size, double count) const {
    const rank_range& r = m_ranges[i];
    const double scale = 1.0 / (size * m_rest), room = centred_tuning::margin * scale,
                 each = centred_tuning::kappa * m_loads[i];
    const double squares = r.squared_sizes + 2.0 * room * r.sizes + r.users() * (room * room + scale * scale);
    return 2.0 * each * each * squares / std::pow(count * m_rest, 2);
  }

  double price_of_pairs(std::size_t i, double size) const {
    const double variance = std::pow(size * m_rest, -2);
    const rank_range& r = m_ranges[i];
    return centred_tuning::planning_closure * centred_tuning::planning_closure *
           (2.0 * r.squared_sizes * variance + 5.0 * r.users() * variance * variance);
  }

  /// Loads of members of each range's lists, and what a unit of load of its rows costs later ones.
  void find_loads() {
    const std::size_t n = m_ranges.size();
    m_loads.assign(n, 0.0);
    m_later.assign(n, 0.0);
    std::vector<double> before(n);
    double degrees = 0.0, loads = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const auto& law = law_at(m_budgets[i].edges);
      const double load = law ? m_ranges[i].degrees * load_of(*law) : 0.0;
      before[i] = std::max(1e-9, degrees + 0.5 * m_ranges[i].degrees);
      m_loads[i] = (loads + 0.5 * load) / before[i] + closed_load(i);
      degrees += m_ranges[i].degrees;
      loads += load;
    }
    double later = 0.0;
    for (std::size_t i = n; i-- > 0;) {
      const point& at = m_budgets[i];
      const double own =
          2.0 * noise_of_counts(i, at.size, count_of(at.size, at.edges)) / (m_loads[i] * before[i]);
      m_later[i] = later + 0.5 * own;
      later += own;
    }
  }

  point best_of(std::size_t i) const {
    const rank_range& r = m_ranges[i];
    point best = m_budgets[i];
    double least = std::numeric_limits<double>::infinity();
    std::array<double, centred_tuning::size_shares.size()> prices{}, noise{};  // of a whole budget for counts
    for (std::size_t k = 0; k < centred_tuning::size_shares.size(); ++k) {
      prices[k] = price_of_pairs(i, centred_tuning::size_shares[k]);
      noise[k] = noise_of_counts(i, centred_tuning::size_shares[k], 1.0);
    }
    const std::size_t first = m_only != 0 ? m_only : 1, last = m_only != 0 ? m_only + 1 : steps;
    for (std::size_t step = first; step < last; ++step) {
      const auto& law = m_laws[step];
      if (!law) continue;
      const double edges = m_edges[step];
      const double of_rows = m_responses[i][step] + load_of(*law) * r.degrees * m_later[i];
      for (std::size_t k = 0; k < centred_tuning::size_shares.size(); ++k) {
        const double size = centred_tuning::size_shares[k], count = count_of(size, edges);
        if (count < centred_tuning::least_count) continue;
        const double cost = of_rows + noise[k] / (count * count) + prices[k];
        if (cost < least) {
          least = cost;
          best = {size, edges};
        }
      }
    }
    return best;
  }

  /// What all ranges cost, whose loads are known.
  double cost_of_all() {
    find_loads();
    double cost = 0.0;
    for (std::size_t i = 0; i < m_ranges.size(); ++i) {
      const auto& [size, edges] = m_budgets[i];
      if (count_of(size, edges) < centred_tuning::least_count) return std::numeric_limits<double>::infinity();
      cost +=
          m_responses[i][m_only] + noise_of_counts(i, size, count_of(size, edges)) + price_of_pairs(i, size);
    }
    return cost;
  }

  std::span<const rank_range> m_ranges;
  round_room m_room;
  double m_rest, m_most_edges, m_most_of_bit;
  std::array<double, steps> m_edges{};  // shares of rows that are tried, 0 where there are no more
  std::array<std::optional<bit_law>, steps> m_laws;
  std::size_t m_only = 0;                              // the one step that is tried, or all
  std::vector<std::array<double, steps>> m_responses;  // variance by the rows of each range at each law
  std::vector<point> m_budgets;
  std::vector<double> m_loads, m_later;
};

}  // namespace

std::vector<range_budgets> divide_budget(std::span<const rank_range> ranges, const codec_spec& codec,
                                         const round_room& room, double all_pairs, double edges) {
  fixed_point search(ranges, codec, room, all_pairs, edges);
  if (room.has_one_law)
    search.divide_alike();
  else
    search.divide();
  return search.budgets();
}

}  // namespace edgeldp
