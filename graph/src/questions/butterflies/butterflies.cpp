// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/butterflies/butterflies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/questions/butterflies/item_pair_round.hpp"
#include "limits/decided_limits.hpp"
#include "questions/butterflies/believed_lists.hpp"
#include "questions/butterflies/item_weights.hpp"
#include "questions/butterflies/limits.hpp"
#include "questions/butterflies/response.hpp"
#include "questions/butterflies/tuning.hpp"
#include "rounds/limited_losses.hpp"

namespace edgeldp {

namespace {

using limits_by_rank = decided_limits<std::uint64_t>;

vector_options rows_for(const butterfly_options& options) {
  vector_options rows;
  rows.total = options.total;
  rows.codec = options.codec;
  return rows;
}

/// Limits as the collector chooses them, with what is believed.
class limits_on {
 public:
  limits_on(const item_weights& weights, const vector_release& published)
      : m_weights(weights), m_believed(weights, published.layout(), published.absent()) {
    const ranked_lists plain = m_believed.draw(butterfly_tuning::for_pilot, 1.0);
    m_loads = loads_of(weights, plain);
    m_butterflies = count_butterflies_of(plain, weights.items());
  }

  limits_by_rank wide(epsilon pilot) const {
    return {choose_limits({&m_loads, 1}, butterfly_tuning::pilot_spread, pilot)};
  }

  limits_by_rank after(const limited_outcome& pilot, epsilon count) const {
    const double cautious = pilot.estimate + butterfly_tuning::caution * std::sqrt(pilot.laplace_variance);
    std::vector<list_loads> draws;
    for (const std::uint64_t seed : butterfly_tuning::for_count)
      draws.push_back(loads_of(m_weights, lists_with(cautious, seed)));
    return {choose_limits(draws, butterfly_tuning::count_spread, count)};
  }

  /// The most, in units, that limits may refuse unseen of lists with so many butterflies.
  double hidden(std::span<const std::uint64_t> units, double butterflies, double standard_error) const {
    const double counted = (butterflies + 2.0 * standard_error) / m_weights.unit();
    return std::fmax(cut_behind(m_loads, units, butterflies / m_weights.unit()),
                     hidden_clique(m_weights, m_believed.sizes(), units, counted));
  }

  /// Members of lists as they are believed, by rank.
  std::span<const double> sizes() const noexcept { return m_believed.sizes(); }

  /// Lists with about so many butterflies, as far as sharpness goes.
  ranked_lists lists_with(double butterflies, std::uint64_t seed) const {
    double factor = m_butterflies > 0.0 ? std::fmax(1.0, butterflies / m_butterflies) : 1.0;
    // What sharpness does to the number is known roughly: published bits hold lists back.
    constexpr int corrections = 4;
    ranked_lists lists = m_believed.draw(seed, m_believed.sharpness_for(factor));
    for (int i = 0; i < corrections; ++i) {
      const double drawn = count_butterflies_of(lists, m_weights.items());
      if (!(drawn > 0.0) || !(butterflies > 1.1 * drawn)) break;
      factor *= butterflies / drawn;
      lists = m_believed.draw(seed, m_believed.sharpness_for(factor));
    }
    return lists;
  }

 private:
  const item_weights& m_weights;
  believed_lists m_believed;
  // Of lists with no more taste than public numbers show.
  list_loads m_loads;
  double m_butterflies = 0.0;
};

/// A round of pairs of items, of users whose rows are published. by_rank: limits in public order.
held_round hold(session& s, const public_ref<vector_release>& rows, const item_weights& weights,
                const limits_on& limits, const limits_by_rank& by_rank, const counting_part& asked,
                plausibility_check& check) {
  if (by_rank.of_users.size() != weights.users())
    throw invalid_parameter("limits of " + std::to_string(by_rank.of_users.size()) +
                            " users were decided, there are " + std::to_string(weights.users()));
  std::vector<std::uint64_t> units;
  for (const std::uint32_t rank : weights.rank()) units.push_back(by_rank.of_users[rank]);
  for (const vertex_id u : rows->absent()) units[u] = 0;
  const auto members = [&](vertex_id user) { return 1.0 + limits.sizes()[weights.rank()[user]]; };
  const vector_layout& layout = rows->layout();
  const plausible_noise on_size(1, layout.parameters().size);
  const double unit = asked.is_pilot ? 0.0 : weights.unit();  // of the estimate, which a pilot is no part of
  const auto clamp = [&](vertex_id user, std::uint64_t limit, int128 message) {
    const auto items = static_cast<std::uint32_t>(layout.length());
    const std::uint64_t most = most_members(items, layout.sizes()[user], on_size);
    return check.clamp_count(user, limit, most, asked.budget, unit, message);
  };
  return ask_who_are_left(s, item_pair_round{asked.budget, {rows}, asked.is_pilot},
                          {units, weights.rank(), weights.unit()}, members, clamp);
}

/// Whether one user's noise, whose limit is told to it alone, makes up a third of all.
bool one_decides(std::span<const std::uint64_t> limits) {
  double all = 0.0, most = 0.0;
  for (const std::uint64_t limit : limits) {
    const double square = static_cast<double>(limit) * static_cast<double>(limit);
    all += square;
    most = std::fmax(most, square);
  }
  return 3.0 * most >= all;
}

/// Error and interval from what is believed of lists with as many butterflies as were counted.
void conclude(butterfly_result& result, const held_round& count, const item_weights& weights,
              const limits_on& limits, const limits_by_rank& chosen) {
  const ranked_lists judged = limits.lists_with(count.estimate, butterfly_tuning::for_judging);
  result.terms = predict_terms(judged, weights.items());
  const double bias = weights.unit() * refuse(weights, judged, chosen.of_users).bias();
  if (result.terms.butterflies > 0.0)
    result.concentration = std::fmax(0.0, count.estimate - bias) / result.terms.butterflies;
  result.error = {response_variance(result.terms, weights.law(), result.concentration),
                  count.laplace_variance, 0.0, bias};
  const double error =
      count.laplace_variance > 0.0 ? result.error.standard_error() : std::numeric_limits<double>::infinity();
  const double refused =
      std::fmax(bound_on_refused(loads_of(weights, judged), chosen.of_users),
                limits.hidden(chosen.of_users, count.estimate, result.error.standard_error()));
  estimate& e = result.butterflies;
  e = {count.estimate, error, bias,
       std::hypot(std::fmax(std::abs(bias), weights.unit() * refused), count.doubt), inflation::butterflies};
  // An allowance is no knowledge: where it widens the interval by a third the number is weak.
  e.rests_on_few = one_decides(result.counts.limits) || e.bias_bound > 0.4 * 1.96 * error ||
                   result.predicted_share > butterfly_tuning::many_lost;
}

void require_possible(const session& s, const vector_shape& shape) {
  if (s.everybody().size() == 0) throw invalid_parameter("there are no users");
  if (shape.alphabet != 2)
    throw invalid_parameter("alphabet = " + std::to_string(shape.alphabet) +
                            ": butterflies are counted in vectors of 0 and 1");
  if (shape.length == 0) throw invalid_parameter("there are no items");
  if (!can_weigh_items(s.everybody().size(), shape.length))
    throw invalid_parameter(std::to_string(s.everybody().size()) + " users times " +
                            std::to_string(shape.length) + " items: more than 2^36 noisy bits");
}

}  // namespace

butterfly_budgets plan_butterfly_budgets(const butterfly_options& options) {
  const codec_spec codec = options.codec.settled(options.total);
  const epsilon size = share_of(options.total, butterfly_size_share), rest = difference(options.total, size);
  const epsilon entries = std::min(share_of(rest, 2.0 / 3.0), epsilon::from_nats(codec.largest_budget()));
  if (size.is_zero() || entries.is_zero())
    throw invalid_parameter("total epsilon = " + std::to_string(options.total.nats()) +
                            ": too little for three rounds");
  const epsilon left = difference(rest, entries), pilot = share_of(left, butterfly_tuning::pilot_share);
  if (pilot.is_zero()) throw invalid_parameter("less than 2^-32 nat is left for the round 'pilot'");
  return {size, entries, pilot, difference(left, pilot)};
}

butterfly_result estimate_butterflies(session& s, const vector_shape& shape,
                                      const butterfly_options& options) {
  require_possible(s, shape);
  const butterfly_budgets b = plan_butterfly_budgets(options);
  const epsilon counts = epsilon::from_units(b.pilot.units() + b.count.units());
  plausibility_check check(true);
  const plausible_number of_lists(0, static_cast<int128>(shape.length), 1, b.size);
  const auto published = ask_vectors(
      s, shape, rows_for(options), {b.size, b.entries, counts}, {},
      [&](released_values& sizes) { check.clamp_each(s.everybody(), {&of_lists, 1}, sizes.values); });
  const public_ref<vector_release> rows = s.publish(published);
  const auto weights = weights_of_items(s.published(), rows);
  const limits_on limits(*weights, *published);
  const auto wide = s.decide<limits_by_rank>("pilot limits", [&] { return limits.wide(b.pilot); });
  held_round pilot = hold(s, rows, *weights, limits, wide, {true, b.pilot}, check);
  const auto chosen = s.decide<limits_by_rank>("limits", [&] { return limits.after(pilot, b.count); });
  held_round count = hold(s, rows, *weights, limits, chosen, {false, b.count}, check);
  const vector_release_sizes sizes = sizes_of(*published);
  const std::uint64_t users = weights->users();
  butterfly_result result{{},
                          {},
                          b,
                          {static_cast<double>(s.upload_bytes()) / static_cast<double>(users),
                           static_cast<double>(sizes.total()), static_cast<double>(sizes.entries)},
                          sizes,
                          published,
                          weights->unit(),
                          std::move(pilot.counts),
                          std::move(count.counts),
                          pilot.estimate,
                          {},
                          0.0,
                          s.close(),
                          users - published->absent().size(),
                          count.lost,
                          count.predicted_share,
                          check.found()};
  conclude(result, count, *weights, limits, chosen);
  return result;
}

double predict_relative_half_width(const butterfly_result& run, const butterfly_options& options,
                                   double total) {
  butterfly_options other = options;
  other.total = epsilon::from_nats(total);
  const butterfly_budgets budgets = plan_butterfly_budgets(other);
  const bit_law here = run.published->difference_law(),
                there = other.codec.settled(budgets.entries).law(budgets.entries);
  // Weights are mostly noise where a larger budget is asked for: limits go with its deviation.
  const double width =
      there.non_edge_variance() / here.non_edge_variance() * run.budgets.count.nats() / budgets.count.nats();
  const double butterflies = plausible_count(run.butterflies);
  const double concentration = run.terms.butterflies > 0.0 ? butterflies / run.terms.butterflies : 0.0;
  const double variance =
      response_variance(run.terms, there, concentration) + run.error.laplace_variance * width * width;
  return relative_half_width({butterflies, std::sqrt(variance), 0.0,
                              run.butterflies.bias_bound * std::fmin(1.0, width), inflation::butterflies});
}

}  // namespace edgeldp
