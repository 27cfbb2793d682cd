// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/centred/centred_triangles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/number_counts.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "edgeldp/graph/rounds/row_release.hpp"
#include "questions/triangles/centred/centred_plan.hpp"
#include "questions/triangles/centred/class_plan.hpp"
#include "questions/triangles/centred/size_beliefs.hpp"
#include "questions/triangles/centred/tuning.hpp"
#include "uniform/law_floor.hpp"

namespace edgeldp {

namespace {

/// Codec and budgets by rank, as decided after the degrees.
struct class_decision {
  codec_spec codec;
  rank_budgets size, edges, count;

  void write(byte_string& out) const {
    canonical_writer to(out);
    to.codec(codec).budgets(size).budgets(edges).budgets(count);
  }
  static class_decision read(std::span<const std::byte> in) {
    canonical_reader from(in);
    class_decision decided{from.codec(), {}, {}, {}};
    decided.size = from.budgets();
    decided.edges = from.budgets();
    decided.count = from.budgets();
    from.end();
    return decided;
  }
};

/// Errors: format_error for a decision about other ranges, or one that asks nobody of some.
void require_classes(const class_decision& decided, std::span<const rank_range> ranges) {
  const auto fits = [](const rank_budgets::step& step, const rank_range& r) {
    return step.first == r.first && !step.budget.is_zero();
  };
  for (const rank_budgets* price : {&decided.size, &decided.edges, &decided.count})
    if (!std::ranges::equal(price->steps(), ranges, fits))
      throw format_error(0, "budgets that are of other rank classes");
}

/// Unbiased number of pairs of a list, and the variance of it, from the released size.
struct noisy_pairs {
  double pairs = 0.0, variance = 0.0;
};

noisy_pairs pairs_behind(std::int64_t released, const inverse_filter& filter) {
  const auto of_size = [](double s) { return 0.5 * s * (s - 1.0); };
  const auto size = static_cast<double>(released);
  return {filter.estimate(size, of_size), filter.variance_estimate(size, of_size)};
}

std::size_t range_of(std::span<const rank_range> ranges, std::uint32_t rank) {
  return static_cast<std::size_t>(std::ranges::upper_bound(ranges, rank, {}, &rank_range::first) -
                                  ranges.begin() - 1);
}

/// Sizes as they may come out, of the users of each range; who can have a pair counts apart.
struct drawn_range {
  number_counts all, with_pairs;
};

std::vector<drawn_range> draw_sizes(const public_view& known, std::span<const rank_range> ranges) {
  constexpr std::uint64_t seed = 1;
  const std::vector<std::int64_t> sizes = known.draw_sizes(seed);
  std::vector<drawn_range> drawn(ranges.size());
  for (std::size_t u = 0; u < sizes.size(); ++u) {
    const std::uint32_t rank = known.rank()[u];
    drawn_range& here = drawn[range_of(ranges, rank)];
    here.all.add(sizes[u]);
    if (rank > 1) here.with_pairs.add(sizes[u]);
  }
  return drawn;
}

/// The squared error to expect, at a closure, of budgets that suit this codec, before sizes are
/// known.
double foreseen_square(const public_view& known, std::span<const rank_range> ranges,
                       std::span<const drawn_range> drawn, const codec_spec& codec, epsilon rest,
                       double closure) {
  const std::vector<range_budgets> budgets = divide_budget(ranges, codec, rest, known.pairs(), known.edges());
  double response = 0.0, price = 0.0;
  std::vector<counted_range> lists;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const rank_range& r = ranges[i];
    const bit_law law = codec.law(budgets[i].edges);
    response += response_variance(r, law, closure, known.pairs(), known.edges());
    const inverse_filter filter(budgets[i].size);
    for (const auto& [size, users] : drawn[i].with_pairs.sorted())
      price += static_cast<double>(users) * pairs_behind(size, filter).variance;
    std::map<std::int64_t, double> sizes;
    for (const auto& [size, users] : drawn[i].all.sorted()) sizes[size] = static_cast<double>(users);
    lists.push_back({r.first, r.last, r.degrees, law, budgets[i].size, budgets[i].count,
                     beliefs_with_noise(sizes, budgets[i].size)});
  }
  const centred_planner planner(
      std::move(lists), std::max(1.0, known.pairs()), [&](double) { return response; }, price);
  return planner.square_at(closure);
}

/// One codec for all rows: where the law of the first ones, which spend most, is not much worse
/// than a bitmap's, a null space; beyond, while the error is not.
codec_spec choose_codec(const codec_spec& wish, const public_view& known, std::span<const rank_range> ranges,
                        epsilon rest) {
  const double fullest = known.fullest_row(share_of(rest, centred_tuning::first_sizes_share));
  const epsilon first_rows = share_of(rest, centred_tuning::first_rows_share);
  const codec_spec by_law = wish.settled(first_rows, fullest), small = nullspace_spec{};
  if (wish.kind() || by_law == small ||
      !small.serves(std::min(first_rows, epsilon::from_nats(small.possible_budget())), fullest, 1.0))
    return by_law;
  const std::vector<drawn_range> drawn = draw_sizes(known, ranges);
  const auto square = [&](const codec_spec& codec) {
    return foreseen_square(known, ranges, drawn, codec, rest, centred_tuning::planning_closure);
  };
  return square(small) <= error_tolerance * error_tolerance * square(by_law) ? small : by_law;
}

class_decision decide_classes(const centred_options& options, const public_view& known,
                              std::span<const rank_range> ranges, epsilon rest) {
  class_decision decided{choose_codec(options.codec, known, ranges, rest), {}, {}, {}};
  std::vector<rank_budgets::step> size, edges, count;
  const std::vector<range_budgets> budgets =
      divide_budget(ranges, decided.codec, rest, known.pairs(), known.edges());
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    size.push_back({ranges[i].first, budgets[i].size});
    edges.push_back({ranges[i].first, budgets[i].edges});
    count.push_back({ranges[i].first, budgets[i].count});
  }
  decided.size = rank_budgets(std::move(size));
  decided.edges = rank_budgets(std::move(edges));
  decided.count = rank_budgets(std::move(count));
  return decided;
}

/// Calls f(range, user) for all users who are present, by number: in the order of ranks each would
/// be a step to somewhere else in memory.
template <class F>
void for_each_present(std::span<const rank_range> ranges, const public_order& order,
                      const std::vector<bool>& is_present, F&& f) {
  for (std::size_t u = 0; u < is_present.size(); ++u)
    if (is_present[u]) f(range_of(ranges, order.ranks()[u]), static_cast<vertex_id>(u));
}

/// Released sizes of users who are present, by range.
std::vector<std::vector<std::int64_t>> sizes_of(std::span<const rank_range> ranges, const public_order& order,
                                                const std::vector<bool>& is_present,
                                                std::span<const std::int64_t> sizes) {
  std::vector<std::vector<std::int64_t>> by_range(ranges.size());
  for (std::size_t i = 0; i < ranges.size(); ++i) by_range[i].reserve(ranges[i].last - ranges[i].first);
  for_each_present(ranges, order, is_present,
                   [&](std::size_t range, vertex_id user) { by_range[range].push_back(sizes[user]); });
  return by_range;
}

release_parameters plan_rows(const centred_options& options, const class_decision& decided, epsilon degree,
                             std::span<const std::vector<std::int64_t>> sizes, release_key key,
                             bool simulated) {
  release_parameters p;
  p.key = key;
  p.order = user_order::noisy_degree;
  p.chunk_rule = chunk_rule::released_size;
  p.simulated = simulated;
  p.total = options.total;
  p.degree = degree;
  const auto steps = decided.size.steps();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const epsilon size = steps[i].budget, edges = decided.edges.steps()[i].budget,
                  count = decided.count.steps()[i].budget;
    // Rows of a range that has lost everybody are as short as can be.
    static constexpr std::array<std::int64_t, 1> nothing{};
    const std::span<const std::int64_t> released =
        sizes[i].empty() ? std::span(nothing) : std::span(sizes[i]);
    const row_numbers numbers{size, released, released_number::size};
    if (i == 0) {
      decided.codec.fill(p, edges, numbers);
      p.size = size;
      p.edges = edges;
      p.count = count;
      continue;
    }
    rank_class& c = p.later.emplace_back();
    c.first = steps[i].first;
    c.rows.key = key;
    decided.codec.fill(c.rows, edges, numbers);
    c.size = size;
    c.edges = edges;
    c.count = count;
  }
  return p;
}

/// What the degrees say of the users who released one: their lists hold nobody else, since the
/// others come last.
public_view view_of_present(const public_ref<public_order>& order, std::span<const vertex_id> absent,
                            epsilon degree) {
  if (absent.empty()) return {order.object, degree};
  std::vector<std::int64_t> released = without(order->degrees(), absent);
  const double share = static_cast<double>(released.size()) / static_cast<double>(order->users());
  return {std::make_shared<const public_order>(order->kind(), order->key(), std::move(released)), degree,
          share};
}

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
                const class_decision& decided, public_ref<release> rows, plausibility_check& check)
      : m_session(s),
        m_check(check),
        m_known(known),
        m_ranges(ranges),
        m_decided(decided),
        m_rows(std::move(rows)),
        m_is_present(on_roster(s.present())) {
    for (const rank_budgets::step& step : decided.size.steps()) {
      m_filters.emplace_back(step.budget);
      m_noise.emplace_back(1, step.budget);
    }
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
          !std::ranges::equal(plan.rule.limits, m_ranges, {}, &centred_limit::first, begin))
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
  const public_order& order() const { return *m_rows->layout().order(); }

  /// None where the user is lost, or has fewer than two before it.
  noisy_pairs pairs_of(vertex_id user) const {
    const release_layout& layout = m_rows->layout();
    if (!m_is_present[user] || layout.rank(user) < 2) return {};
    return pairs_behind(layout.sizes()[user], m_filters[layout.class_of(user)]);
  }

  /// What is known of the error of a group's sum.
  struct drawn_group {
    double noise = 0.0, price = 0.0;
    double scale = 1.0;             ///< pairs of all who were asked over those of who answered
    double spread = 0.0;            ///< variance of what is predicted for the others
    std::vector<vertex_id> lost{};  ///< these, in increasing order

    bool is_lost(vertex_id user) const { return std::ranges::binary_search(lost, user); }
  };

  double response(double closure) const {
    double variance = 0.0;
    for (std::size_t i = 0; i < m_ranges.size(); ++i)
      variance += m_left[i] * response_variance(m_ranges[i], m_rows->layout().codecs()[i].law(), closure,
                                                m_known.pairs(), m_known.edges());
    return variance;
  }

  std::vector<counted_range> lists() const {
    const std::span<const std::int64_t> sizes = m_rows->layout().sizes();
    std::vector<number_counts> released(m_ranges.size());
    for_each_present(m_ranges, order(), m_is_present,
                     [&](std::size_t range, vertex_id user) { released[range].add(sizes[user]); });
    std::vector<counted_range> all;
    for (std::size_t i = 0; i < m_ranges.size(); ++i) {
      const rank_range& r = m_ranges[i];
      const epsilon size = m_decided.size.steps()[i].budget;
      all.push_back({r.first, r.last, r.degrees, m_rows->layout().codecs()[i].law(), size,
                     m_decided.count.steps()[i].budget, size_beliefs(released[i], size, r.last - 1)});
    }
    return all;
  }

  void ask(double share, bool is_first, const centred_rule& rule, centred_group& group, drawn_group& drawn) {
    const release_layout& layout = m_rows->layout();
    const centred_limits limits(layout, rule);
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
    group.asked = roster::of(std::move(speakers), layout.users());
    if (group.speakers == 0) return;
    const std::vector<charge> paid = charges_by_rank(m_decided.count, layout.ranks(), group.asked);
    group.messages = m_session.ask(centred_round{m_decided.count, {rule, m_rows}}, std::span(paid)).values;
    group.lost = m_session.latest().absent.size();
    drawn.lost = m_session.latest().absent;
    group.asked.for_each([&](std::uint64_t number, vertex_id user) {
      if (drawn.is_lost(user)) return;
      const std::uint64_t limit = limits.of(user);
      group.messages.set(number, clamped(user, limit, group.messages[number]));
      drawn.noise += discrete_laplace(limit, m_decided.count.at(layout.rank(user))).variance();
    });
    drawn.noise /= static_cast<double>(weight_units) * static_cast<double>(weight_units);
    group.sum = static_cast<double>(group.messages.sum()) / weight_units;
    if (group.lost > 0) predict_lost(group, drawn);
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
    const release_layout& layout = m_rows->layout();
    const std::uint32_t rank = layout.rank(user);
    const std::uint64_t members = most_members(rank, layout.sizes()[user], m_noise[layout.class_of(user)]);
    return m_check.clamp_count(user, limit, members, m_decided.count.at(rank), 1.0 / weight_units, message);
  }

  void conclude(const centred_planner& planner, std::span<const drawn_group> drawn,
                centred_estimate& result) {
    double value = 0.0;
    for (const centred_group& g : result.groups) value += g.sum + g.predicted + theta_of(g.rule) * g.pairs;
    const auto& [first, second] = result.groups;
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
    const double variance = m_rows->layout().codecs().front().law().non_edge_variance();
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
  public_ref<release> m_rows;
  std::vector<bool> m_is_present;           // by user
  std::vector<double> m_left;               // of each range, shares_of_pairs
  std::vector<inverse_filter> m_filters;    // of each range's sizes
  std::vector<plausible_noise> m_noise;     // on them
  double m_all_pairs = 0.0, m_price = 0.0;  // the price: variance of all pairs
};

/// The size round, and the layout of rows that follows from what it released.
public_ref<release_layout> ask_sizes(session& s, const centred_options& options,
                                     const public_ref<public_order>& order, epsilon degree,
                                     std::span<const rank_range> ranges, const class_decision& decided,
                                     plausibility_check& check) {
  const std::vector<charge> price = charges_by_rank(decided.size, order->ranks(), s.present());
  const roster asked = asked_by(price);
  released_values answers = s.ask(size_round{decided.size, {order}}, std::span(price));
  check.clamp_sizes(*order, asked, degree, decided.size, answers.values);
  const shared_numbers<std::int64_t> sizes = by_user(std::move(answers.values), asked);
  require_somebody(s.present());
  return publish_layout(s, order, sizes, [&] {
    const auto by_range = sizes_of(ranges, *order.object, on_roster(s.present()), sizes);
    return plan_rows(options, decided, degree, by_range, s.key(), s.is_simulated());
  });
}

}  // namespace

centred_result estimate_centred_triangles(session& s, const centred_options& options) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  if (!(options.degree_share > 0.0) || !(options.degree_share < 1.0))
    throw invalid_parameter("degree share = " + std::to_string(options.degree_share) +
                            ": must lie in (0, 1)");
  const epsilon degree = share_of(options.total, options.degree_share);
  released_values degrees = s.ask(degree_round{degree}, {degree, all});
  plausibility_check check(options.is_clamped);
  check.clamp_degrees(degree, degrees.values);
  const std::vector<vertex_id> without_degree = s.latest().absent;
  require_somebody(s.present());
  place_last(degrees.values, without_degree);
  const auto order = s.publish(
      std::make_shared<const public_order>(user_order::noisy_degree, s.key(), std::move(degrees.values)));
  const public_view known = view_of_present(order, without_degree, degree);
  const std::vector<rank_range> ranges = divide_ranks(known);
  const auto decided = s.decide<class_decision>(
      "classes", [&] { return decide_classes(options, known, ranges, difference(options.total, degree)); });
  require_classes(decided, ranges);

  const auto layout = ask_sizes(s, options, order, degree, ranges, decided, check);
  const row_release rows = publish_rows(s, layout);
  require_somebody(s.present());
  centred_count count(s, known, ranges, decided, rows.rows, check);
  centred_estimate counted = count.run();
  const auto users = static_cast<double>(all.size());
  const edgeldp::communication sent{static_cast<double>(s.upload_bytes()) / users,
                                    static_cast<double>(rows.sizes.total()),
                                    static_cast<double>(rows.sizes.edges)};
  return {std::move(counted), sent,     rows.sizes, layout->parameters().is_private(),
          rows.rows.object,   s.close()};
}

std::vector<int128> messages_by_user(const centred_estimate& counted) {
  std::vector<int128> messages;
  for (const centred_group& group : counted.groups) {
    messages.resize(std::max<std::size_t>(messages.size(), group.asked.users()));
    group.asked.for_each(
        [&](std::uint64_t number, vertex_id user) { messages[user] = group.messages[number]; });
  }
  return messages;
}

double predict_centred_half_width(const release& published, double closure, double degree_share,
                                  double total) {
  const release_parameters& p = published.parameters();
  const public_view known(p.order, p.key, without(published.layout().degrees(), published.absent()),
                          p.degree);
  const double triangles = closure * known.pairs();
  if (!(triangles > 0.0)) return std::numeric_limits<double>::infinity();
  const std::vector<rank_range> ranges = divide_ranks(known);
  const codec_spec codec = codec_of(p);
  const epsilon whole = epsilon::from_nats(total), rest = difference(whole, share_of(whole, degree_share));
  const double error =
      centred_tuning::cost_of_groups *
      std::sqrt(foreseen_square(known, ranges, draw_sizes(known, ranges), codec, rest, closure));
  return relative_half_width({triangles, error, 0.0, 0.0, inflation::triangles});
}

}  // namespace edgeldp
