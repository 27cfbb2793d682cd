// SPDX-License-Identifier: MIT
#include "edgeldp/graph/estimate/cycles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "budget_shares.hpp"
#include "count_round.hpp"
#include "cycle_limits.hpp"
#include "cycle_model.hpp"
#include "edgeldp/core/error.hpp"
#include "edgeldp/core/parallel.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/estimate/triangles.hpp"
#include "edgeldp/graph/noisy/noisy_matrix.hpp"
#include "edgeldp/graph/protocol/interval.hpp"
#include "peak_weights.hpp"

namespace edgeldp {

namespace {

/// Shares that are chosen beforehand. Relative RMSE of length 4 at epsilon 1 with nullspace, size shares 0.1
/// and 0.15: wiki-Vote 0.073, 0.070 (25 runs), facebook 0.059, 0.033 (15 runs).
constexpr double size_share = 0.15, pilot_share = 0.15;
/// Standard errors of the pilot that are added to it: limits that are too narrow cost more than wide ones.
constexpr double caution = 0.4;

void check_length(unsigned length) {
  if (length < 3 || length > 5)
    throw invalid_parameter("cycle length = " + std::to_string(length) + ": must lie in [3, 5]");
}

/// Noise of weights falls like edges^-(length - 2) and the count's like count^-1, so that the product is
/// least at length - 2 to one; beyond what serves the codec the rest goes to the count.
budget_split split_for(const protocol_options& options, unsigned length) {
  if (options.split) return *options.split;
  budget_split split{options.degree_share, options.true_degree_chunks ? 0.0 : size_share, 0.0, 0.0};
  const double rest = 1.0 - split.degree - split.size;
  split.edges = std::fmin(rest - rest / (length - 1.0), options.codec.largest_edges() / options.total.nats());
  split.count = rest - split.edges;
  return split;
}

std::vector<double> importance_of(const size_knowledge& known) {
  std::vector<double> importance;
  for (const place_moments& place : known.places()) importance.push_back(std::fmax(0.0, place.two_stars));
  return importance;
}

/// All that the rounds pilot and count share: weights, once computed, and what is believed of them.
class cycle_rounds {
 public:
  cycle_rounds(const graph_view& g, const release& published, const size_knowledge& known, unsigned length)
      : m_law(published.law()),
        m_shares(importance_of(known)),
        m_model(known.places(), m_shares, length),
        m_limits(published.layout(), known, m_model, length, m_law),
        m_weights(materialize(published), m_law, m_shares, length) {
    std::vector<std::uint64_t> caps(g.vertex_count());
    for (std::size_t u = 0; u < caps.size(); ++u) caps[u] = known.rank()[u];  // nobody is clipped
    m_members = keep_ranks(g, known.rank(), caps, coin_source());
    gather(known.rank());
  }

  const cycle_model& model() const { return m_model; }
  const cycle_limits& limits() const { return m_limits; }
  const bit_law& law() const { return m_law; }

  struct outcome {
    double estimate = 0.0, laplace_variance = 0.0;
    std::uint64_t bytes = 0;
  };

  /// One noisy number from every user whose limit is not zero.
  outcome hold(std::span<const double> limits, epsilon budget, coin_purpose purpose,
               const coin_source& coins) const {
    const std::vector<uint128> sensitivity = in_units(limits);
    int128 sum = 0;
    std::uint64_t bytes = 0;
    std::mutex mutex;
    parallel_for(0, limits.size(), 16, [&](std::uint64_t first, std::uint64_t last) {
      int128 part = 0;
      std::uint64_t part_bytes = 0;
      std::vector<accepted_weight> accepted;
      for (std::uint64_t v = first; v < last; ++v) {
        const auto u = static_cast<vertex_id>(v);
        if (sensitivity[u] == 0) continue;  // no edge can matter, so nothing is said
        const int128 statistic = accepted_sum(u, static_cast<std::uint64_t>(sensitivity[u]), accepted);
        part += coins(purpose, u, [&](private_randomness& source) {
          return send_count(statistic, sensitivity[u], budget, source, part_bytes);
        });
      }
      const std::lock_guard lock(mutex);
      sum += part;
      bytes += part_bytes;
    });
    const double unit = m_weights.unit();
    return {static_cast<double>(sum) * unit, noise_variance(sensitivity, budget) * unit * unit, bytes};
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

  std::vector<uint128> in_units(std::span<const double> limits) const {
    constexpr double most = 0x1.0p62;
    std::vector<uint128> units;
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

  bit_law m_law;
  peak_shares m_shares;
  cycle_model m_model;
  cycle_limits m_limits;
  peak_weights m_weights;
  kept_ranks m_members;
  std::vector<std::uint64_t> m_offset;  // of a user's pairs
  std::vector<std::int64_t> m_pairs;
};

/// What the interval allows for bias: loads may spread more than is likely.
double bound_on_bias(const cycle_limits& model, std::span<const double> limits, double concentration) {
  return cycle_bias_allowance *
         std::abs(model.expected_loss(limits, concentration, widest_path_spread).bias());
}

/// Cycles relative to the model's, corrected for what limits refused: an estimate is concentration * model +
/// bias(concentration). most_concealed: the number is not taken for more than so many times what was
/// accepted.
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
  spent.spend(rounds::pilot, budgets.pilot);
  spent.spend(rounds::count, budgets.count);
  return spent;
}

cycle_result of_triangles(triangle_result&& t) {
  cycle_result result{t.triangles, t.error, std::move(t.spent), {}, t.plan.cap.kappa_percent};
  const round_budgets& b = t.plan.budgets;
  result.budgets = {b.degree, b.size, b.edges, {}, b.count};
  result.traffic = t.traffic;
  result.sizes = t.sizes;
  result.is_private = t.is_private;
  result.published = std::move(t.published);
  return result;
}

/// Limits of the round `count` as they follow from a pilot.
struct pilot_limits {
  std::uint32_t kappa_percent;
  std::vector<double> limits;
};

pilot_limits limits_after(const cycle_rounds& held, std::span<const double> wide,
                          const cycle_rounds::outcome& pilot, epsilon count) {
  const double concentration = concentration_behind(
      held, wide, std::fmax(0.0, pilot.estimate) + caution * std::sqrt(pilot.laplace_variance), 4.0);
  const std::uint32_t kappa_percent = held.limits().choose_kappa_percent(concentration, count);
  return {kappa_percent, held.limits().for_count(concentration, kappa_percent / 100.0)};
}

/// Error parts at the estimate, corrected for the bias that they imply. The pilot's noise moves the limits
/// and with them the bias: the spread of the bias over pilots one standard error apart from this one.
void conclude(cycle_result& result, const cycle_rounds& held, std::span<const double> wide,
              const cycle_rounds::outcome& pilot, std::span<const double> limits, double laplace_variance) {
  const double concentration = concentration_behind(held, limits, result.cycles.value, 1.3);
  const auto bias_under = [&](std::span<const double> any) {
    return held.limits().expected_loss(any, concentration).bias();
  };
  const auto bias_after = [&](double deviations) {
    cycle_rounds::outcome other = pilot;
    other.estimate += deviations * std::sqrt(pilot.laplace_variance);
    return bias_under(limits_after(held, wide, other, result.budgets.count).limits);
  };
  result.error.bias = bias_under(limits);
  const double spread = 0.5 * (bias_after(1.0) - bias_after(-1.0));
  result.error.clip_variance = spread * spread;
  result.error.laplace_variance = laplace_variance;
  result.error.response_variance =
      held.model().response_variance(held.law(), concentration * held.model().cycles());
  const bool anybody_spoke = laplace_variance > 0.0;
  result.cycles = {result.cycles.value,
                   anybody_spoke ? result.error.standard_error() : std::numeric_limits<double>::infinity(),
                   result.error.bias, bound_on_bias(held.limits(), limits, concentration), inflation::cycles};
}

cycle_result count_on(const graph_view& g, unsigned length, const published_graph& graph,
                      const coin_source& coins) {
  const release_parameters& p = graph.published->parameters();
  cycle_budgets budgets{p.degree, p.size, p.edges, share_of(p.count, pilot_share), {}};
  if (budgets.pilot.is_zero()) throw invalid_parameter("less than 2^-32 nat is left for the round 'pilot'");
  budgets.count = difference(p.count, budgets.pilot);
  cycle_result result{{}, {}, ledger_of_cycles(p, budgets), budgets};
  const cycle_rounds held(g, *graph.published, graph.known, length);

  const std::vector<double> wide = held.limits().for_pilot(budgets.pilot);
  const cycle_rounds::outcome pilot = held.hold(wide, budgets.pilot, coin_purpose::pilot, coins);
  result.pilot = pilot.estimate;
  const auto [kappa_percent, limits] = limits_after(held, wide, pilot, budgets.count);
  result.kappa_percent = kappa_percent;
  const cycle_rounds::outcome count = held.hold(limits, budgets.count, coin_purpose::count, coins);

  result.cycles.value = count.estimate;
  conclude(result, held, wide, pilot, limits, count.laplace_variance);
  result.is_private = p.is_private();
  result.published = graph.published;
  const auto users = static_cast<double>(g.vertex_count());
  result.traffic.upload_bytes = static_cast<double>(graph.upload_bytes + pilot.bytes + count.bytes) / users;
  result.traffic.download_bytes = static_cast<double>(graph.published->serialize(&result.sizes).size());
  result.traffic.edge_section_bytes = static_cast<double>(result.sizes.edges);
  return result;
}

}  // namespace

cycle_result estimate_cycles(const graph_view& g, unsigned length, const protocol_options& wanted,
                             release_key key, const coin_source& coins) {
  check_length(length);
  if (length == 3) return of_triangles(estimate_triangles(g, wanted, key, coins));
  if (wanted.clip.kind != clip_kind::pairs || wanted.clip.margin || wanted.clip.kappa_percent)
    throw invalid_parameter("limits by hand (clip, margin, kappa) are for cycles of length 3 only");
  protocol_options options = wanted;
  options.split = split_for(wanted, length);
  return count_on(g, length, publish_graph(g, options, key, coins), coins);
}

double predict_relative_half_width(const cycle_result& run, unsigned length, const protocol_options& wanted,
                                   double total) {
  check_length(length);
  if (length == 3) {
    const double pairs = knowledge_of(*run.published).pairs();
    const double closure = pairs > 0.0 ? std::fmin(1.0, plausible_count(run.cycles) / pairs) : 0.0;
    return predict_relative_half_width(*run.published, closure, wanted, total);
  }
  protocol_options options = wanted;
  options.total = epsilon::from_nats(total);
  options.codec = codec_of(run.published->parameters());
  const size_knowledge known = knowledge_of(*run.published);
  const budget_split split = split_for(options, length);
  const bit_law law = options.codec.law(share_of(options.total, split.edges));
  const epsilon count = share_of(options.total, split.count * (1.0 - pilot_share));
  const peak_shares shares(importance_of(known));
  const cycle_model model(known.places(), shares, length);
  const cycle_limits limits(run.published->layout(), known, model, length, law);

  const double cycles = plausible_count(run.cycles);
  if (!(cycles > 0.0) || !(model.cycles() > 0.0)) return std::numeric_limits<double>::infinity();
  const double concentration = cycles / model.cycles();
  const std::vector<double> chosen =
      limits.for_count(concentration, limits.choose_kappa_percent(concentration, count) / 100.0);
  double laplace = 0.0;
  for (const double k : chosen) laplace += 2.0 * k * k / (count.nats() * count.nats());
  const double bias = limits.expected_loss(chosen, concentration).bias();
  return relative_half_width({cycles, std::sqrt(model.response_variance(law, cycles) + laplace), bias,
                              bound_on_bias(limits, chosen, concentration), inflation::cycles});
}

cycle_result estimate_cycles_on(const graph_view& g, unsigned length,
                                std::shared_ptr<const release> published, const coin_source& coins) {
  check_length(length);
  if (length == 3) return of_triangles(estimate_triangles_on(g, std::move(published), {}, coins));
  return count_on(g, length, reopen_release(g, std::move(published), coins), coins);
}

}  // namespace edgeldp
