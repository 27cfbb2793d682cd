// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/cycles/cycles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/questions/cycles/weight_round.hpp"
#include "edgeldp/graph/uniform/release_plan.hpp"
#include "edgeldp/graph/uniform/triangles.hpp"
#include "limits/decided_limits.hpp"
#include "limits/limit_ladder.hpp"
#include "questions/cycles/cycle_view.hpp"
#include "questions/cycles/division.hpp"
#include "questions/cycles/tuning.hpp"
#include "rounds/limited_losses.hpp"

namespace edgeldp {

namespace {

/// How long users' lists are at most, by released sizes, or degrees where there are none.
class longest_lists {
 public:
  explicit longest_lists(const public_view& known) : m_known(known), m_noise(1, known.anchor_budget()) {}

  std::uint64_t of(vertex_id user) const {
    const std::int64_t released = m_known.has_sizes() ? m_known.sizes()[user] : m_known.degrees()[user];
    return most_members(m_known.rank()[user], released, m_noise);
  }

 private:
  const public_view& m_known;
  plausible_noise m_noise;
};

/// Published rows, and what is known of the lists that are counted on them.
struct counted_rows {
  public_ref<release> rows;
  const public_view& known;

  bool are_forward() const { return rows->layout().parameters().order == user_order::hubs_last; }
  /// Of the user's preceding neighbours, with what limits provide for beside them.
  double expected_members(vertex_id user) const {
    if (!are_forward()) return static_cast<double>(rows->layout().expected_size(user) + 1);
    return static_cast<double>(std::clamp<std::int64_t>(known.sizes()[user], 0, known.rank()[user]) + 1);
  }
};

/// A round of weights under limits in cycles, of users whose rows are published.
held_round hold(session& s, const counted_rows& on, const cycle_view& view, std::span<const double> limits,
                const counting_part& asked, plausibility_check& check) {
  std::vector<std::uint64_t> units = view.in_units(limits);
  for (const vertex_id u : on.rows->absent()) units[u] = 0;
  const longest_lists lists(on.known);
  const double unit = asked.is_pilot ? 0.0 : view.unit();  // of the estimate, which a pilot is no part of
  const auto clamp = [&](vertex_id user, std::uint64_t limit, int128 message) {
    return check.clamp_count(user, limit, lists.of(user), asked.budget, unit, message);
  };
  const auto members = [&](vertex_id user) { return on.expected_members(user); };
  const unsigned length = view.weights().length();
  if (on.are_forward())
    return ask_who_are_left(s, forward_weight_round{asked.budget, {length, on.rows}, asked.is_pilot},
                            {units, view.rank(), view.unit(), endpoint::later}, members, clamp);
  return ask_who_are_left(s, weight_round{asked.budget, {length, on.rows}, asked.is_pilot},
                          {units, view.rank(), view.unit()}, members, clamp);
}

/// What the interval allows for bias: loads may spread more than is likely.
double bound_on_bias(const cycle_limits& model, std::span<const double> limits, double concentration) {
  return cycle_bias_allowance *
         std::abs(model.expected_loss(limits, concentration, cycle_tuning::widest_path_spread).bias());
}

/// Cycles relative to the model's, corrected for what limits refused: an estimate is concentration
/// * model + bias(concentration). most_concealed: the number is not taken for more than so many
///   times what was accepted.
double concentration_behind(const cycle_view& held, std::span<const double> limits, double estimate,
                            double most_concealed) {
  const double model = held.model().cycles();
  if (!(model > 0.0)) return 0.0;
  // Where noise leads to limits that refuse most, what they refused cannot be told.
  const double least = std::fmax(0.0, estimate) / model;
  const auto shortfall = [&](double concentration) {
    return estimate - concentration * model - held.limits().expected_loss(limits, concentration).bias();
  };
  double concentration = least, smallest = shortfall(least);
  constexpr int steps = cycle_tuning::concealment_steps;
  for (int i = 1; i <= steps && smallest > 0.0; ++i) {
    const double next = least * std::pow(most_concealed, static_cast<double>(i) / steps),
                 there = shortfall(next);
    if (there >= smallest) break;
    concentration = next;
    smallest = there;
  }
  return concentration;
}

cycle_result of_triangles(triangle_result&& t) {
  const round_budgets& b = t.plan.budgets;
  const std::uint64_t present = t.published->parameters().users - t.published->absent().size();
  return {t.triangles,
          t.error,
          {b.degree, b.size, b.edges, {}, b.count},
          {},
          endpoint::later,
          {},
          t.plan.cap.kappa_percent,
          0.0,
          t.communication,
          t.sizes,
          t.is_private,
          std::move(t.published),
          0.0,
          {},
          {},
          present,
          0,
          0.0,
          std::move(t.run),
          {}};
}

/// Limits of the round `count` as they follow from a pilot, or from what published rows show.
struct count_limits {
  std::uint32_t kappa_percent = 0;
  decided_limits<double> limits;

  void write(byte_string& out) const {
    canonical_writer to(out);
    limits.write(to.number(kappa_percent));
  }
  static count_limits read(std::span<const std::byte> in) {
    canonical_reader from(in);
    const auto kappa_percent = static_cast<std::uint32_t>(from.count(~std::uint32_t{0}));
    count_limits decided{kappa_percent, decided_limits<double>::read(from, in.size())};
    from.end();
    return decided;
  }
};

count_limits limits_after(const cycle_view& held, std::span<const double> wide, const limited_outcome& pilot,
                          epsilon count) {
  const double concentration = concentration_behind(
      held, wide,
      std::fmax(0.0, pilot.estimate) + cycle_tuning::pilot_caution * std::sqrt(pilot.laplace_variance),
      cycle_tuning::most_concealed_by_pilot);
  const std::uint32_t kappa_percent = held.limits().choose_kappa_percent(concentration, count);
  return {kappa_percent, {held.limits().for_count(concentration, kappa_percent / 100.0)}};
}

struct predicted_bias {
  double bias, bound, spread;
};

predicted_bias bias_of_seen(const cycle_view& held, std::span<const double> limits) {
  const double bias = held.seen().expected_loss(limits).bias();
  return {bias, cycle_bias_allowance * std::abs(bias), 0.0};
}

/// At the cycles behind the estimate. The pilot's noise moves the limits and with them the bias:
/// the spread of the bias over pilots one standard error apart from this one.
predicted_bias bias_of_modelled(const cycle_view& held, const cycle_result& result,
                                std::span<const double> wide, const limited_outcome& pilot,
                                std::span<const double> limits) {
  const double concentration =
      concentration_behind(held, limits, result.cycles.value, cycle_tuning::most_concealed_by_count);
  const auto bias_under = [&](std::span<const double> any) {
    return held.limits().expected_loss(any, concentration).bias();
  };
  const auto bias_after = [&](double deviations) {
    limited_outcome other{{}, pilot.estimate, pilot.laplace_variance};
    other.estimate += deviations * std::sqrt(pilot.laplace_variance);
    return bias_under(limits_after(held, wide, other, result.budgets.count).limits.of_users);
  };
  return {bias_under(limits), bound_on_bias(held.limits(), limits, concentration),
          0.5 * (bias_after(1.0) - bias_after(-1.0))};
}

/// Error parts at the estimate, corrected for the bias that they imply.
void conclude(cycle_result& result, const cycle_view& held, const predicted_bias& clipped,
              double laplace_variance) {
  result.error.bias = clipped.bias;
  result.error.clip_variance = clipped.spread * clipped.spread;
  result.error.laplace_variance = laplace_variance;
  result.error.response_variance = held.response_variance(std::fmax(0.0, result.cycles.value - clipped.bias));
  const bool anybody_spoke = laplace_variance > 0.0;
  result.cycles = {result.cycles.value,
                   anybody_spoke ? result.error.standard_error() : std::numeric_limits<double>::infinity(),
                   result.error.bias, clipped.bound,
                   held.seen().are_seen() ? cycle_tuning::inflation_of_seen : inflation::cycles};
}

/// Where loads are seen there is nothing that a pilot could tell, and the count has its budget.
cycle_budgets budgets_on(const round_budgets& b, const cycle_view& held) {
  cycle_budgets budgets{b.degree, b.size, b.edges, share_of(b.count, cycle_tuning::pilot_share), {}};
  if (budgets.pilot.is_zero()) throw invalid_parameter("less than 2^-32 nat is left for the round 'pilot'");
  if (held.seen().are_seen()) budgets.pilot = epsilon();
  budgets.count = difference(b.count, budgets.pilot);
  return budgets;
}

/// The rounds pilot, where it is needed, and count on published rows.
cycle_result count_on(session& s, unsigned length, const published_graph& graph) {
  const release_parameters& p = graph.published->parameters();
  const public_ref<release> rows = graph.rows();
  const std::uint64_t before = s.upload_bytes();
  plausibility_check check = graph.check;
  const auto told = view_peaks(s.published(), rows, length);
  const bool is_forward = p.order == user_order::hubs_last;
  const counted_rows on{rows, is_forward ? graph.known : told->known()};
  const cycle_view view(told, on.known);
  const auto budgets =
      s.decide<cycle_budgets>("budgets", [&] { return budgets_on(graph.plan.budgets, view); });
  const bool are_seen = budgets.pilot.is_zero();
  held_round pilot;
  count_limits wide, chosen;
  if (!are_seen) {
    wide = s.decide<count_limits>("pilot limits",
                                  [&] { return count_limits{0, {view.limits().for_pilot(budgets.pilot)}}; });
    pilot = hold(s, on, view, wide.limits.of_users, {true, budgets.pilot}, check);
  }
  chosen = s.decide<count_limits>("limits", [&] {
    if (are_seen) return count_limits{0, {view.seen().best_limits(budgets.count)}};
    return limits_after(view, wide.limits.of_users, pilot, budgets.count);
  });
  const std::vector<double>& limits = chosen.limits.of_users;
  held_round count = hold(s, on, view, limits, {false, budgets.count}, check);
  const double users = static_cast<double>(p.users),
               sent = static_cast<double>(graph.upload_bytes + s.upload_bytes() - before);
  cycle_result result{
      {},
      {},
      budgets,
      is_forward ? p.size : epsilon(),
      is_forward ? endpoint::earlier : endpoint::later,
      is_forward ? graph.known.sizes() : std::vector<std::int64_t>(),
      chosen.kappa_percent,
      pilot.estimate,
      {sent / users, static_cast<double>(graph.sizes.total()), static_cast<double>(graph.sizes.edges)},
      graph.sizes,
      p.is_private(),
      graph.published,
      view.unit(),
      std::move(pilot.counts),
      std::move(count.counts),
      p.users - graph.published->absent().size(),
      count.lost,
      count.predicted_share,
      s.close(),
      check.found()};
  if (count.predicted_share < 1.0) result.lies.stretch(1.0 / (1.0 - count.predicted_share));
  result.cycles.value = count.estimate;
  conclude(result, view,
           are_seen ? bias_of_seen(view, limits)
                    : bias_of_modelled(view, result, wide.limits.of_users, pilot, limits),
           count.laplace_variance);
  result.cycles.bias_bound = std::hypot(result.cycles.bias_bound, count.doubt);
  return result;
}

/// What is known of the lists that a run counted.
public_view known_by(const cycle_result& run) {
  if (run.rows == endpoint::later) return knowledge_of(*run.published);
  const release_layout& layout = run.published->layout();
  public_view known(std::make_shared<const public_order>(layout.order()->turned_round()),
                    layout.parameters().degree);
  known.learn_sizes(run.preceding, run.budgets.size);
  return known;
}

/// Parts of the error as the model has them where loads are not seen.
struct modelled_parts {
  double response_variance = std::numeric_limits<double>::infinity(), laplace_variance = 0.0,
         bias_bound = 0.0;
};

/// edges, count: budgets.
modelled_parts model_parts(const cycle_result& run, unsigned length, const codec_spec& codec, epsilon edges,
                           epsilon count, double cycles) {
  const public_view known = known_by(run);
  const bit_law law = codec.law(edges);
  const peak_shares shares(peak_importance(known));
  const cycle_model model(known.by_rank().all(), shares, length);
  const cycle_limits limits(known, model, length, law);
  if (!(cycles > 0.0) || !(model.cycles() > 0.0)) return {};
  const double concentration = cycles / model.cycles();
  const std::vector<double> chosen =
      limits.for_count(concentration, limits.choose_kappa_percent(concentration, count) / 100.0);
  return {model.response_variance(law, cycles), noise_of_limits(chosen, count),
          bound_on_bias(limits, chosen, concentration)};
}

}  // namespace

void check_cycle_length(unsigned length) {
  if (length < 3 || length > 5)
    throw invalid_parameter("cycle length = " + std::to_string(length) + ": must lie in [3, 5]");
}

void cycle_budgets::write(byte_string& out) const {
  canonical_writer to(out);
  for (const epsilon& share : {degree, size, edges, pilot, count}) to.budget(share);
}

cycle_budgets cycle_budgets::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  cycle_budgets b;
  for (epsilon* share : {&b.degree, &b.size, &b.edges, &b.pilot, &b.count}) *share = from.budget();
  from.end();
  return b;
}

cycle_result estimate_cycles(session& s, unsigned length, const two_step& wanted) {
  check_cycle_length(length);
  if (length == 3) return of_triangles(estimate_triangles(s, wanted));
  if (wanted.clip.kind != bound_kind::pairs || wanted.clip.margin || wanted.clip.kappa_percent)
    throw invalid_parameter("limits by hand (clip, margin, kappa) are for cycles of length 3 only");
  two_step usual = wanted;
  if (!usual.split) usual.split = usual_cycle_split(wanted, length);
  plan_degree_round(usual);  // refuses before anybody is asked what could not be divided later
  const auto divide = [&](const public_view& known) { return plan_cycle_rows(wanted, known, length); };
  return count_on(s, length, publish_graph(s, wanted, {}, divide));
}

double predict_relative_half_width(const cycle_result& run, unsigned length, const two_step& wanted,
                                   double total) {
  check_cycle_length(length);
  if (length == 3) {
    const double pairs = knowledge_of(*run.published).pairs();
    const double closure = pairs > 0.0 ? std::fmin(1.0, plausible_count(run.cycles) / pairs) : 0.0;
    return predict_relative_half_width(*run.published, closure, wanted, total);
  }
  const double cycles = plausible_count(run.cycles);
  two_step options = wanted;
  options.total = epsilon::from_nats(total);
  // As a run at that total would plan: from degrees alone, before there are sizes.
  const release_parameters& p = run.published->parameters();
  const auto degrees = run.published->layout().degrees();
  const bool is_forward = run.rows == endpoint::earlier;
  const public_view known(is_forward ? user_order::noisy_degree : p.order, p.key,
                          {degrees.begin(), degrees.end()}, p.degree);
  options.rows = run.rows;
  const row_division division =
      options.split ? row_division{*options.split} : plan_cycle_rows(options, known, length);
  const budget_split& split = division.shares;
  const epsilon edges = share_of(options.total, split.edges);
  const codec_spec sent =
      is_forward ? division.codec
                 : wanted.codec.settled(edges, known.fullest_row(share_of(options.total, split.size)));
  const double counting = run.budgets.pilot.is_zero() ? 1.0 : 1.0 - cycle_tuning::pilot_share;
  const modelled_parts there =
      model_parts(run, length, sent, edges, share_of(options.total, split.count * counting), cycles);
  const modelled_parts here =
      model_parts(run, length, codec_of(p), run.budgets.edges, run.budgets.count, cycles);
  const auto scaled_as = [](double part, double at, double from) {
    return from > 0.0 ? part * at / from : at;
  };
  const double variance =
      scaled_as(run.error.response_variance, there.response_variance, here.response_variance) +
      scaled_as(run.error.laplace_variance, there.laplace_variance, here.laplace_variance);
  const double bound = scaled_as(run.cycles.bias_bound, there.bias_bound, here.bias_bound);
  return relative_half_width({cycles, std::sqrt(variance), 0.0, bound, run.cycles.inflation});
}

cycle_result estimate_cycles(session& s, unsigned length, std::shared_ptr<const release> published) {
  check_cycle_length(length);
  if (length == 3) return of_triangles(estimate_triangles(s, std::move(published), {}));
  return count_on(s, length, reopen_release(s, std::move(published)));
}

}  // namespace edgeldp
