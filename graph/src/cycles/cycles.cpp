// SPDX-License-Identifier: MIT
#include "edgeldp/graph/cycles/cycles.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "cycles/edge_response.hpp"
#include "cycles/limits.hpp"
#include "cycles/model.hpp"
#include "cycles/peak_weights.hpp"
#include "cycles/published_loads.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/noisy/noisy_matrix.hpp"
#include "edgeldp/graph/protocol/interval.hpp"
#include "edgeldp/graph/triangles/triangles.hpp"
#include "protocol/budget_shares.hpp"
#include "protocol/count_round.hpp"

namespace edgeldp {

namespace {

/// Shares that are chosen beforehand. Relative RMSE of length 4 at epsilon 1 with nullspace, size
/// shares 0.1 and 0.15: wiki-Vote 0.073, 0.070 (25 runs), facebook 0.059, 0.033 (15 runs).
constexpr double size_share = 0.15, pilot_share = 0.15;
/// Standard errors of the pilot that are added to it: limits that are too narrow cost more than
/// wide ones.
constexpr double caution = 0.4;

void check_length(unsigned length) {
  if (length < 3 || length > 5)
    throw invalid_parameter("cycle length = " + std::to_string(length) + ": must lie in [3, 5]");
}

/// Noise of weights falls like edges^-(length - 2) and the count's like count^-1, so that the
/// product is least at length - 2 to one; beyond what serves the codec the rest goes to the count.
budget_split split_for(const two_step& options, unsigned length) {
  if (options.split) return *options.split;
  budget_split split{options.degree_share, options.true_degree_chunks ? 0.0 : size_share, 0.0, 0.0};
  const double rest = 1.0 - split.degree - split.size;
  split.edges = std::fmin(rest - rest / (length - 1.0), options.codec.largest_edges() / options.total.nats());
  split.count = rest - split.edges;
  return split;
}

std::vector<double> importance_of(const public_view& known) {
  std::vector<double> importance;
  for (const place_moments& place : known.places()) importance.push_back(std::fmax(0.0, place.two_stars));
  return importance;
}

/// All that the rounds pilot and count share: weights, once computed, and what is believed of them.
class cycle_rounds {
 public:
  cycle_rounds(const graph_view& g, const release& published, const public_view& known, unsigned length)
      : m_place(known.rank()),
        m_law(published.law()),
        m_shares(importance_of(known)),
        m_model(known.places(), m_shares, length),
        m_limits(published.layout(), known, m_model, length, m_law),
        m_weights(materialize(published), m_law, m_shares, length),
        m_seen(m_weights, known, m_law) {
    std::vector<std::uint64_t> caps(g.vertex_count());
    for (std::size_t u = 0; u < caps.size(); ++u) caps[u] = known.rank()[u];  // nobody is clipped
    m_members = keep_ranks(g, known.rank(), caps, coin_source());
    gather(known.rank());
  }

  const cycle_model& model() const { return m_model; }
  const published_loads& seen() const { return m_seen; }
  const cycle_limits& limits() const { return m_limits; }
  const bit_law& law() const { return m_law; }
  double unit() const { return m_weights.unit(); }

  /// Of the sum of all weights, if there are so many cycles.
  double response_variance(double cycles) const {
    if (!m_seen.are_seen() || m_weights.length() != 4) return m_model.response_variance(m_law, cycles);
    return edge_response(m_seen.lists(), m_place, m_shares, m_law) + m_model.product_variance(m_law, cycles);
  }

  struct outcome {
    limited_counts counts;
    double estimate = 0.0, laplace_variance = 0.0;
    std::uint64_t bytes = 0;
  };

  /// One noisy number from every user whose limit is not zero.
  outcome hold(std::span<const double> limits, epsilon budget, coin_purpose purpose,
               const coin_source& coins) const {
    outcome held;
    held.counts = {in_units(limits), std::vector<int128>(limits.size())};
    std::atomic<std::uint64_t> bytes = 0;
    parallel_for(0, limits.size(), 16, [&](std::uint64_t first, std::uint64_t last) {
      std::uint64_t part_bytes = 0;
      std::vector<accepted_weight> accepted;
      for (std::uint64_t v = first; v < last; ++v) {
        const auto u = static_cast<vertex_id>(v);
        const std::uint64_t limit = held.counts.limits[u];
        if (limit == 0) continue;  // no edge can matter, so nothing is said
        const int128 statistic = accepted_sum(u, limit, accepted);
        held.counts.messages[u] = coins(purpose, u, [&](private_randomness& source) {
          return send_count(statistic, limit, budget, source, part_bytes);
        });
      }
      bytes += part_bytes;
    });
    held.bytes = bytes;
    const std::vector<uint128> sensitivity(held.counts.limits.begin(), held.counts.limits.end());
    const double unit = m_weights.unit();
    held.estimate =
        unit * static_cast<double>(std::reduce(held.counts.messages.begin(), held.counts.messages.end()));
    held.laplace_variance = noise_variance(sensitivity, budget) * unit * unit;
    return held;
  }

 private:
  void gather(std::span<const std::uint32_t> place) {
    m_offset.resize(place.size() + 1);
    for (std::size_t u = 0; u < place.size(); ++u) {
      const std::uint64_t size = m_members.of(static_cast<vertex_id>(u)).size();
      m_offset[u + 1] = m_offset[u] + size * (size - std::min<std::uint64_t>(size, 1)) / 2;
    }
    m_pairs.resize(m_offset.back());
    m_weights.for_each_user(m_members, place, [&](vertex_id u, std::span<const std::int64_t> weights) {
      std::ranges::copy(weights, m_pairs.begin() + static_cast<std::ptrdiff_t>(m_offset[u]));
    });
  }

  std::vector<std::uint64_t> in_units(std::span<const double> limits) const {
    constexpr double most = 0x1.0p62;
    std::vector<std::uint64_t> units;
    for (const double limit : limits)
      units.push_back(static_cast<std::uint64_t>(std::ceil(std::fmin(limit / m_weights.unit(), most))));
    return units;
  }

  int128 accepted_sum(vertex_id u, std::uint64_t limit, std::vector<accepted_weight>& accepted) const {
    const std::size_t size = m_members.of(u).size();
    accepted.assign(size, {});
    const std::int64_t* row_weights = m_pairs.data() + m_offset[u];
    int128 sum = 0;
    for (std::size_t row = 0; row < size; row_weights += row, ++row) {
      const accepted_weight of_row =
          accept_weights(accepted, row, {limit, limit}, [&](std::size_t k) { return row_weights[k]; });
      sum += static_cast<int128>(of_row[1]) - static_cast<int128>(of_row[0]);
    }
    return sum;
  }

  std::span<const std::uint32_t> m_place;
  bit_law m_law;
  peak_shares m_shares;
  cycle_model m_model;
  cycle_limits m_limits;
  peak_weights m_weights;
  published_loads m_seen;
  kept_ranks m_members;
  std::vector<std::uint64_t> m_offset;  // of a user's pairs
  std::vector<std::int64_t> m_pairs;
};

/// What the interval allows for bias: loads may spread more than is likely.
double bound_on_bias(const cycle_limits& model, std::span<const double> limits, double concentration) {
  return cycle_bias_allowance *
         std::abs(model.expected_loss(limits, concentration, widest_path_spread).bias());
}

/// Cycles relative to the model's, corrected for what limits refused: an estimate is concentration
/// * model + bias(concentration). most_concealed: the number is not taken for more than so many
///   times what was accepted.
double concentration_behind(const cycle_rounds& held, std::span<const double> limits, double estimate,
                            double most_concealed) {
  const double model = held.model().cycles();
  if (!(model > 0.0)) return 0.0;
  // Where noise leads to limits that refuse most, what they refused cannot be told.
  const double least = std::fmax(0.0, estimate) / model;
  const auto shortfall = [&](double concentration) {
    return estimate - concentration * model - held.limits().expected_loss(limits, concentration).bias();
  };
  double concentration = least, smallest = shortfall(least);
  constexpr int steps = 24;
  for (int i = 1; i <= steps && smallest > 0.0; ++i) {
    const double next = least * std::pow(most_concealed, static_cast<double>(i) / steps),
                 there = shortfall(next);
    if (there >= smallest) break;
    concentration = next;
    smallest = there;
  }
  return concentration;
}

ledger ledger_of_cycles(const release_parameters& p, const cycle_budgets& budgets) {
  ledger spent(p.total);
  spent.spend(rounds::degree, p.degree, edge_use::both_endpoints);
  if (!p.size.is_zero()) spent.spend(rounds::size, p.size);
  spent.spend(rounds::edges, p.edges);
  if (!budgets.pilot.is_zero()) spent.spend(rounds::pilot, budgets.pilot);
  spent.spend(rounds::count, budgets.count);
  return spent;
}

cycle_result of_triangles(triangle_result&& t) {
  cycle_result result{t.triangles, t.error, std::move(t.spent), {}, t.plan.cap.kappa_percent};
  const round_budgets& b = t.plan.budgets;
  result.budgets = {b.degree, b.size, b.edges, {}, b.count};
  result.communication = t.communication;
  result.sizes = t.sizes;
  result.is_private = t.is_private;
  result.published = std::move(t.published);
  return result;
}

/// Limits of the round `count` as they follow from a pilot, or from what published rows show.
struct count_limits {
  std::uint32_t kappa_percent;
  std::vector<double> limits;
};

count_limits limits_after(const cycle_rounds& held, std::span<const double> wide,
                          const cycle_rounds::outcome& pilot, epsilon count) {
  const double concentration = concentration_behind(
      held, wide, std::fmax(0.0, pilot.estimate) + caution * std::sqrt(pilot.laplace_variance), 4.0);
  const std::uint32_t kappa_percent = held.limits().choose_kappa_percent(concentration, count);
  return {kappa_percent, held.limits().for_count(concentration, kappa_percent / 100.0)};
}

struct predicted_bias {
  double bias, bound, spread;
};

predicted_bias bias_of_seen(const cycle_rounds& held, std::span<const double> limits) {
  const double bias = held.seen().expected_loss(limits).bias();
  return {bias, cycle_bias_allowance * std::abs(bias), 0.0};
}

/// At the cycles behind the estimate. The pilot's noise moves the limits and with them the bias:
/// the spread of the bias over pilots one standard error apart from this one.
predicted_bias bias_of_modelled(const cycle_rounds& held, const cycle_result& result,
                                std::span<const double> wide, const cycle_rounds::outcome& pilot,
                                std::span<const double> limits) {
  const double concentration = concentration_behind(held, limits, result.cycles.value, 1.3);
  const auto bias_under = [&](std::span<const double> any) {
    return held.limits().expected_loss(any, concentration).bias();
  };
  const auto bias_after = [&](double deviations) {
    cycle_rounds::outcome other{{}, pilot.estimate, pilot.laplace_variance, 0};
    other.estimate += deviations * std::sqrt(pilot.laplace_variance);
    return bias_under(limits_after(held, wide, other, result.budgets.count).limits);
  };
  return {bias_under(limits), bound_on_bias(held.limits(), limits, concentration),
          0.5 * (bias_after(1.0) - bias_after(-1.0))};
}

/// Error parts at the estimate, corrected for the bias that they imply.
void conclude(cycle_result& result, const cycle_rounds& held, const predicted_bias& clipped,
              double laplace_variance) {
  result.error.bias = clipped.bias;
  result.error.clip_variance = clipped.spread * clipped.spread;
  result.error.laplace_variance = laplace_variance;
  result.error.response_variance = held.response_variance(std::fmax(0.0, result.cycles.value - clipped.bias));
  const bool anybody_spoke = laplace_variance > 0.0;
  result.cycles = {result.cycles.value,
                   anybody_spoke ? result.error.standard_error() : std::numeric_limits<double>::infinity(),
                   result.error.bias, clipped.bound,
                   held.seen().are_seen() ? published_loads::inflation : inflation::cycles};
}

/// Where loads are seen there is nothing that a pilot could tell, and the count has its budget.
cycle_budgets budgets_on(const release_parameters& p, const cycle_rounds& held) {
  cycle_budgets budgets{p.degree, p.size, p.edges, share_of(p.count, pilot_share), {}};
  if (budgets.pilot.is_zero()) throw invalid_parameter("less than 2^-32 nat is left for the round 'pilot'");
  if (held.seen().are_seen()) budgets.pilot = epsilon();
  budgets.count = difference(p.count, budgets.pilot);
  return budgets;
}

/// The rounds: the pilot where it is needed, and the count. Returns the bytes that users sent.
std::uint64_t play(cycle_result& result, const cycle_rounds& held, const coin_source& coins) {
  const bool are_seen = held.seen().are_seen();
  cycle_rounds::outcome pilot;
  std::vector<double> wide;
  count_limits chosen{};
  if (are_seen) {
    chosen.limits = held.seen().limits(held.seen().best_price(result.budgets.count));
  } else {
    wide = held.limits().for_pilot(result.budgets.pilot);
    pilot = held.hold(wide, result.budgets.pilot, coin_purpose::pilot, coins);
    chosen = limits_after(held, wide, pilot, result.budgets.count);
  }
  cycle_rounds::outcome count = held.hold(chosen.limits, result.budgets.count, coin_purpose::count, coins);
  result.pilot = pilot.estimate;
  result.kappa_percent = chosen.kappa_percent;
  result.cycles.value = count.estimate;
  conclude(result, held,
           are_seen ? bias_of_seen(held, chosen.limits)
                    : bias_of_modelled(held, result, wide, pilot, chosen.limits),
           count.laplace_variance);
  result.unit = held.unit();
  result.pilot_counts = std::move(pilot.counts);
  result.counts = std::move(count.counts);
  return pilot.bytes + count.bytes;
}

cycle_result count_on(const graph_view& g, unsigned length, const published_graph& graph,
                      const coin_source& coins) {
  const release_parameters& p = graph.published->parameters();
  const cycle_rounds held(g, *graph.published, graph.known, length);
  const cycle_budgets budgets = budgets_on(p, held);
  cycle_result result{{}, {}, ledger_of_cycles(p, budgets), budgets};
  const std::uint64_t count_bytes = play(result, held, coins);
  result.is_private = p.is_private();
  result.published = graph.published;
  const auto users = static_cast<double>(g.vertex_count());
  result.communication.upload_bytes = static_cast<double>(graph.upload_bytes + count_bytes) / users;
  result.communication.download_bytes = static_cast<double>(graph.published->serialize(&result.sizes).size());
  result.communication.edge_section_bytes = static_cast<double>(result.sizes.edges);
  return result;
}

/// Parts of the error as the model has them where loads are not seen.
struct modelled_parts {
  double response_variance = std::numeric_limits<double>::infinity(), laplace_variance = 0.0,
         bias_bound = 0.0;
};

modelled_parts model_parts(const cycle_result& run, unsigned length, const two_step& wanted, epsilon total,
                           double cycles) {
  two_step options = wanted;
  options.total = total;
  options.codec = codec_of(run.published->parameters());
  const public_view known = knowledge_of(*run.published);
  const budget_split split = split_for(options, length);
  const bit_law law = options.codec.law(share_of(options.total, split.edges));
  const epsilon count = share_of(options.total, split.count * (1.0 - pilot_share));
  const peak_shares shares(importance_of(known));
  const cycle_model model(known.places(), shares, length);
  const cycle_limits limits(run.published->layout(), known, model, length, law);
  if (!(cycles > 0.0) || !(model.cycles() > 0.0)) return {};
  const double concentration = cycles / model.cycles();
  const std::vector<double> chosen =
      limits.for_count(concentration, limits.choose_kappa_percent(concentration, count) / 100.0);
  double squares = 0.0;
  for (const double k : chosen) squares += k * k;
  return {model.response_variance(law, cycles), 2.0 * squares / (count.nats() * count.nats()),
          bound_on_bias(limits, chosen, concentration)};
}

}  // namespace

cycle_result estimate_cycles(const graph_view& g, unsigned length, const two_step& wanted, release_key key,
                             const coin_source& coins) {
  check_length(length);
  if (length == 3) return of_triangles(estimate_triangles(g, wanted, key, coins));
  if (wanted.clip.kind != bound_kind::pairs || wanted.clip.margin || wanted.clip.kappa_percent)
    throw invalid_parameter("limits by hand (clip, margin, kappa) are for cycles of length 3 only");
  two_step options = wanted;
  options.split = split_for(wanted, length);
  return count_on(g, length, publish_graph(g, options, key, coins), coins);
}

double predict_relative_half_width(const cycle_result& run, unsigned length, const two_step& wanted,
                                   double total) {
  check_length(length);
  if (length == 3) {
    const double pairs = knowledge_of(*run.published).pairs();
    const double closure = pairs > 0.0 ? std::fmin(1.0, plausible_count(run.cycles) / pairs) : 0.0;
    return predict_relative_half_width(*run.published, closure, wanted, total);
  }
  const double cycles = plausible_count(run.cycles);
  const modelled_parts there = model_parts(run, length, wanted, epsilon::from_nats(total), cycles);
  const modelled_parts here = model_parts(run, length, wanted, run.spent.total(), cycles);
  const auto scaled_as = [](double part, double at, double from) {
    return from > 0.0 ? part * at / from : at;
  };
  const double variance =
      scaled_as(run.error.response_variance, there.response_variance, here.response_variance) +
      scaled_as(run.error.laplace_variance, there.laplace_variance, here.laplace_variance);
  const double bound = scaled_as(run.cycles.bias_bound, there.bias_bound, here.bias_bound);
  return relative_half_width({cycles, std::sqrt(variance), 0.0, bound, run.cycles.inflation});
}

cycle_result estimate_cycles_on(const graph_view& g, unsigned length,
                                std::shared_ptr<const release> published, const coin_source& coins) {
  check_length(length);
  if (length == 3) return of_triangles(estimate_triangles_on(g, std::move(published), {}, coins));
  return count_on(g, length, reopen_release(g, std::move(published), coins), coins);
}

}  // namespace edgeldp
