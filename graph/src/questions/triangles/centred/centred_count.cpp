// SPDX-License-Identifier: MIT
#include "questions/triangles/centred/centred_count.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/number_counts.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles.hpp"
#include "questions/triangles/centred/centred_plan.hpp"
#include "questions/triangles/centred/class_plan.hpp"
#include "questions/triangles/centred/size_beliefs.hpp"
#include "questions/triangles/centred/tuning.hpp"
#include "uniform/law_floor.hpp"

namespace edgeldp {

namespace {

/// How many of the pairs that a range's rows hold have both members present, and somebody who
/// counts them: of rows, of the members before them, and of the users after them.
std::vector<double> shares_of_pairs(std::span<const rank_range> ranges,
                                    std::span<const std::uint64_t> present) {
  const std::size_t n = ranges.size();
  std::vector<double> of_range(n), here(n), before(n);
  double all = 0.0, left = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    of_range[i] = static_cast<double>(present[i]) / ranges[i].users();
    all += ranges[i].degrees;
    left += here[i] = ranges[i].degrees * of_range[i];
    before[i] = all > 0.0 ? left / all : 1.0;
  }
  all = left = 0.0;
  for (std::size_t i = n; i-- > 0;) {
    all += ranges[i].degrees;
    left += here[i];
    of_range[i] *= before[i] * (all > 0.0 ? left / all : 1.0);
  }
  return of_range;
}

/// One protocol from its rows on.
class centred_count {
 public:
  centred_count(session& s, const public_view& known, std::span<const rank_range> ranges,
                const class_decision& decided, const counted_lists& lists, public_ref<release> rows,
                plausibility_check& check)
      : m_session(s),
        m_check(check),
        m_known(known),
        m_ranges(ranges),
        m_decided(decided),
        m_lists(lists),
        m_rows(std::move(rows)),
        m_is_present(on_roster(s.present())) {
    for (const rank_budgets::step& step : decided.size.steps()) {
      m_filters.emplace_back(step.budget);
      m_noise.emplace_back(1, step.budget);
    }
    for (const rank_range& r : ranges)
      // Of pairs whose later member is of the range: that of its row, or of bits about it.
      m_laws.push_back(m_rows->layout().codec(lists.order.user_at(r.first)).law());
    std::vector<std::uint64_t> present(ranges.size());
    double sum = 0.0;
    for_each_present(ranges, order(), m_is_present, [&](std::size_t range, vertex_id user) {
      ++present[range];
      const noisy_pairs pairs = pairs_of(user);
      sum += pairs.pairs;
      m_price += pairs.variance;
    });
    m_left = shares_of_pairs(ranges, present);
    const double share = static_cast<double>(s.present().size()) / static_cast<double>(known.rank().size());
    m_all_pairs = std::max({1.0, sum, centred_tuning::least_of_expected_pairs * share * known.pairs()});
  }

  centred_estimate run() {
    centred_planner planner(lists(), m_all_pairs, [&](double closure) { return response(closure); }, m_price);
    const auto require_limits = [&](const centred_plan& plan) {
      const auto begin = [](const rank_range& r) { return r.first; };
      if (!(plan.share > 0.0 && plan.share < 1.0) ||
          !ranges::equal(plan.rule.limits, m_ranges, {}, &centred_limit::first, begin))
        throw format_error(0, "a plan of the count that is of other rank classes");
    };
    const centred_plan first =
        m_session.decide<centred_plan>("first group", [&] { return planner.plan_first(); });
    centred_estimate result;
    result.present = m_session.present().size();
    require_limits(first);
    std::array<drawn_group, 2> drawn;
    ask(first.share, true, first.rule, result.groups[0], drawn[0]);
    const centred_plan second = m_session.decide<centred_plan>("second group", [&] {
      const centred_group& counted = result.groups[0];
      return planner.plan_second(first, counted.sum + counted.predicted, counted.pairs);
    });
    require_limits(second);
    ask(first.share, false, second.rule, result.groups[1], drawn[1]);
    conclude(planner, drawn, result);
    return result;
  }

 private:
  const public_order& order() const { return m_lists.order; }
  std::size_t range_at(std::uint32_t rank) const { return range_of(m_ranges, rank); }

  /// None where the user is lost, or has fewer than two before it.
  noisy_pairs pairs_of(vertex_id user) const {
    const std::uint32_t rank = order().rank(user);
    if (!m_is_present[user] || rank < 2) return {};
    return pairs_behind(m_lists.sizes[user], m_filters[range_at(rank)]);
  }

  /// What is known of the error of a group's sum.
  struct drawn_group {
    double noise = 0.0, price = 0.0;
    double scale = 1.0;             ///< pairs of all who were asked over those of who answered
    double spread = 0.0;            ///< variance of what is predicted for the others
    std::vector<vertex_id> lost{};  ///< these, in increasing order

    bool is_lost(vertex_id user) const { return ranges::binary_search(lost, user); }
  };

  double response(double closure) const {
    double variance = 0.0;
    for (std::size_t i = 0; i < m_ranges.size(); ++i)
      variance +=
          m_left[i] * response_variance(m_ranges[i], m_laws[i], closure, m_known.pairs(), m_known.edges());
    return variance;
  }

  std::vector<counted_range> lists() const {
    std::vector<number_counts> released(m_ranges.size());
    for_each_present(m_ranges, order(), m_is_present,
                     [&](std::size_t range, vertex_id user) { released[range].add(m_lists.sizes[user]); });
    std::vector<counted_range> all;
    for (std::size_t i = 0; i < m_ranges.size(); ++i) {
      const rank_range& r = m_ranges[i];
      const epsilon size = m_decided.size.steps()[i].budget;
      all.push_back({r.first, r.last, r.degrees, m_laws[i], size, m_decided.count.steps()[i].budget,
                     size_beliefs(released[i], size, r.last - 1)});
    }
    return all;
  }

  void ask(double share, bool is_first, const centred_rule& rule, centred_group& group, drawn_group& drawn) {
    const centred_limits limits(order().ranks(), m_lists.sizes, rule);
    const double theta = theta_of(rule);
    group.share = is_first ? share : 1.0 - share;
    group.rule = rule;
    std::vector<vertex_id> speakers;
    for (std::size_t u = 0; u < m_is_present.size(); ++u) {
      const auto user = static_cast<vertex_id>(u);
      if (!m_is_present[u] || is_in_first_group(m_session.key(), user, share) != is_first) continue;
      ++group.users;
      const noisy_pairs pairs = pairs_of(user);
      group.pairs += pairs.pairs;
      drawn.price += theta * theta * pairs.variance;
      if (limits.of(user) == 0) continue;
      speakers.push_back(user);
    }
    group.speakers = speakers.size();
    group.asked = roster::of(std::move(speakers), order().users());
    if (group.speakers == 0) return;
    group.messages = ask(rule, limits, group.asked);
    group.lost = m_session.latest().absent.size();
    drawn.lost = m_session.latest().absent;
    group.asked.for_each([&](std::uint64_t number, vertex_id user) {
      if (drawn.is_lost(user)) return;
      const std::uint64_t limit = limits.of(user);
      group.messages.set(number, clamped(user, limit, group.messages[number]));
      drawn.noise += discrete_laplace(limit, m_decided.count.at(order().rank(user))).variance();
    });
    drawn.noise /= static_cast<double>(weight_units) * static_cast<double>(weight_units);
    group.sum = static_cast<double>(group.messages.sum()) / weight_units;
    if (group.lost > 0) predict_lost(group, drawn);
  }

  wide_numbers ask(const centred_rule& rule, const centred_limits& limits, const roster& speakers) {
    const std::vector<charge> paid = charges_by_rank(m_decided.count, order().ranks(), speakers);
    if (m_decided.rows == endpoint::later)
      return m_session.ask(centred_round{m_decided.count, {rule, m_rows}}, std::span(paid)).values;
    forward_round round{m_decided.count, {rule.theta, m_rows}};
    speakers.for_each([&](std::uint64_t, vertex_id user) { round.told.push_back(limits.of(user)); });
    return m_session.ask(round, std::span(paid)).values;
  }

  static double theta_of(const centred_rule& rule) { return static_cast<double>(rule.theta) / weight_units; }

  /// Who did not answer is taken to have the closure of those of its group who did. Where their
  /// pairs do not stand out of the noise of sizes it counts at theta, as who says nothing.
  void predict_lost(centred_group& group, drawn_group& drawn) {
    const lost_part part = part_of_lost(group.sum, [&](auto&& f) {
      group.asked.for_each([&](std::uint64_t number, vertex_id user) {
        const double said = static_cast<double>(group.messages[number]) / weight_units;
        f(pairs_of(user).pairs, drawn.is_lost(user) ? std::optional<double>() : std::optional(said));
      });
    });
    double variance = 0.0, of_lost = 0.0;
    group.asked.for_each([&](std::uint64_t, vertex_id user) {
      (drawn.is_lost(user) ? of_lost : variance) += pairs_of(user).variance;
    });
    group.lost_pairs = part.lost;
    if (!(part.came > centred_tuning::stands_out * std::sqrt(variance))) return;
    const double theta = theta_of(group.rule), closure = theta + part.each;
    group.predicted = part.predicted();
    drawn.price += (closure * closure - theta * theta) * of_lost;
    drawn.scale = 1.0 + part.more;
    drawn.spread = part.spread;
  }

  /// Of the lists of users who were lost in the count and of those who answered.
  double distance_of_lost(std::span<const centred_group> groups, std::span<const drawn_group> drawn) const {
    std::vector<double> lost(order().users()), came(order().users());
    for (std::size_t i = 0; i < groups.size(); ++i)
      groups[i].asked.for_each([&](std::uint64_t, vertex_id user) {
        (drawn[i].is_lost(user) ? lost : came)[order().rank(user)] = std::max(0.0, pairs_of(user).pairs);
      });
    return distance_in_order(lost, came);
  }

  int128 clamped(vertex_id user, std::uint64_t limit, int128 message) {
    const std::uint32_t rank = order().rank(user);
    const std::uint64_t members = most_members(rank, m_lists.sizes[user], m_noise[range_at(rank)]);
    return m_check.clamp_count(user, limit, members, m_decided.count.at(rank), 1.0 / weight_units, message);
  }

  void conclude(const centred_planner& planner, std::span<const drawn_group> drawn,
                centred_estimate& result) {
    double value = 0.0;
    for (const centred_group& g : result.groups) value += g.sum + g.predicted + theta_of(g.rule) * g.pairs;
    const centred_group &first = result.groups[0], &second = result.groups[1];
    const double carried = planner.carried(first.share, second.rule);
    const double of_rows = first.share * carried * carried * drawn[0].scale + second.share * drawn[1].scale;
    const double noise =
        carried * carried * drawn[0].noise * drawn[0].scale + drawn[1].noise * drawn[1].scale;
    const double price =
        carried * carried * (drawn[0].price + drawn[0].spread) + (drawn[1].price + drawn[1].spread);
    const auto bias_at = [&](double closure) {
      return std::array{first.share * planner.effect(first.rule, closure).bias,
                        second.share * planner.effect(second.rule, closure).bias};
    };
    const closure_view view = view_closure(value, m_all_pairs, [&](double closure) {
      const auto [of_first, of_second] = bias_at(closure);
      return error_parts{of_rows * response(closure), noise, price, carried * of_first + of_second};
    });
    result.error = view.error;
    result.closure = view.closure;
    result.law_floor = law_floor(m_decided.codec, m_known, view.closure);
    const double variance = m_laws.front().non_edge_variance();
    result.triangles = conclude_triangles(value, view, m_all_pairs, variance, m_known.second_degree());
    const limit_effect of_first = planner.judged_effect(first.rule, view.closure),
                       of_second = planner.judged_effect(second.rule, view.closure);
    const auto in_all = [&](double limit_effect::* part) {
      return carried * first.share * of_first.*part + second.share * of_second.*part;
    };
    result.triangles.bias_bound =
        std::hypot(result.triangles.bias_bound, centred_tuning::doubt * in_all(&limit_effect::refused_weight),
                   centred_planner::widest_unevenness(view.closure) * in_all(&limit_effect::uneven));
    const auto biases = bias_at(view.closure);
    for (const std::size_t i : {0U, 1U}) result.groups[i].bias = biases[i];
    result.lies = m_check.found();
    result.lies.stretch(std::max(drawn[0].scale, drawn[1].scale));
    result.carried = carried;
    if (first.lost + second.lost > 0) doubt_predictions(drawn, result);
  }

  /// What was taken for the answers of users who were lost in the count, and how far it may be off:
  /// closures differ the more the farther apart the lists are.
  void doubt_predictions(std::span<const drawn_group> drawn, centred_estimate& result) const {
    const auto& [first, second] = result.groups;
    const double pairs = std::max(0.0, first.lost_pairs) + std::max(0.0, second.lost_pairs);
    result.lost_in_count = first.lost + second.lost;
    result.predicted_share = std::min(1.0, pairs / m_all_pairs);
    estimate& e = result.triangles;
    e.bias_bound = std::hypot(
        e.bias_bound, doubt_of_predictions(distance_of_lost(result.groups, drawn)) * result.closure * pairs);
    e.rests_on_few = e.rests_on_few || result.predicted_share > centred_tuning::many_lost;
  }

  session& m_session;
  plausibility_check& m_check;
  const public_view& m_known;
  std::span<const rank_range> m_ranges;
  const class_decision& m_decided;
  const counted_lists& m_lists;
  public_ref<release> m_rows;
  std::vector<bit_law> m_laws;              // of bits about each range's users
  std::vector<bool> m_is_present;           // by user
  std::vector<double> m_left;               // of each range, shares_of_pairs
  std::vector<inverse_filter> m_filters;    // of each range's sizes
  std::vector<plausible_noise> m_noise;     // on them
  double m_all_pairs = 0.0, m_price = 0.0;  // the price: variance of all pairs
};

}  // namespace

centred_estimate count_centred(session& s, const public_view& known, std::span<const rank_range> ranges,
                               const class_decision& decided, const counted_lists& lists,
                               public_ref<release> rows, plausibility_check& check) {
  return centred_count(s, known, ranges, decided, lists, std::move(rows), check).run();
}

}  // namespace edgeldp
