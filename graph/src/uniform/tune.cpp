// SPDX-License-Identifier: MIT
#include "edgeldp/graph/uniform/tune.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/core/codec/nullspace/columns.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/uniform/release_plan.hpp"
#include "edgeldp/graph/uniform/setting_search.hpp"
#include "edgeldp/graph/uniform/tradeoff.hpp"
#include "uniform/tuning.hpp"

namespace edgeldp {

namespace {

/// Purposes of the simulated coins of a draw.
constexpr std::uint32_t degree_purpose = 0x64656772, size_purpose = 0x73697a65;

std::vector<std::int64_t> add_noise(std::vector<std::int64_t> numbers, epsilon budget, std::uint64_t seed,
                                    std::uint32_t purpose) {
  const discrete_laplace noise(1, budget);
  simulation_randomness coins(seed, purpose, 0);
  for (std::int64_t& x : numbers) {
    check_stop();
    x += static_cast<std::int64_t>(noise(coins));
  }
  return numbers;
}

/// The planner's split with the edge round's budget multiplied; count gives or takes the
/// difference.
void scale_edges(triangle_plan& plan, const two_step& options, const public_view& known, double factor) {
  if (factor == 1.0) return;
  const std::uint64_t rest = plan.budgets.edges.units() + plan.budgets.count.units();
  const double wanted = static_cast<double>(plan.budgets.edges.units()) * factor;
  const double most = options.codec.largest_budget(std::max(1.0, known.edges())) *
                      static_cast<double>(epsilon::units_per_nat);
  const auto edges = static_cast<std::uint64_t>(
      std::min({wanted, most, uniform_tuning::most_for_edges * static_cast<double>(rest)}));
  plan.budgets.edges = epsilon::from_units(edges);
  plan.budgets.count = epsilon::from_units(rest - edges);
  plan.cap = choose_bound(known, options.clip, options.codec.law(plan.budgets.edges), plan.budgets.count,
                          assumed_closure);
}

/// Everything after a degree round, for codecs that are planned alike: what they share is computed
/// once.
class trial {
 public:
  /// sizes: the true ones, or a guess.
  trial(const two_step& options, public_view known, const std::vector<std::int64_t>& sizes, double closure,
        std::uint64_t seed)
      : m_options(options),
        m_known(std::move(known)),
        m_sizes(sizes.begin(), sizes.end()),
        m_closure(closure),
        m_seed(seed) {
    const epsilon degree = plan_degree_round(options);
    const epsilon size = plan_size_round(options, m_known, degree);
    if (!size.is_zero()) m_known.learn_sizes(add_noise(sizes, size, seed, size_purpose), size);
    m_plan = plan_triangles(options, m_known, degree, size);
  }

  bool is_suitable() const {
    const double largest = m_sizes.empty() ? 0.0 : ranges::max(m_sizes);
    return m_options.codec.serves(m_plan.budgets.edges, largest, static_cast<double>(m_sizes.size()));
  }

  /// encoder_steps: about so many are played to predict messages; with 0 none are predicted.
  tuning_point evaluate(const codec_spec& codec, double edge_factor, double encoder_steps) {
    two_step options = m_options;
    options.codec = codec;
    tuning_point point;
    point.codec = options.codec;
    point.edge_factor = edge_factor;
    point.plan = m_plan;
    scale_edges(point.plan, options, m_known, edge_factor);
    const std::span<const std::int64_t> degrees = m_known.degrees();
    const release_layout layout(plan_release(options, m_known, point.plan.budgets, {m_seed}, true),
                                {degrees.begin(), degrees.end()}, m_known.sizes());
    point.field_order = layout.parameters().field_order;
    point.error = predict_count_error(layout, m_known, point.plan.cap, point.plan.budgets.count, m_closure);
    point.relative_error = point.error.rmse() / std::max(1.0, m_closure * m_known.pairs());
    if (encoder_steps > 0.0)
      point.cost = predict_message_cost(layout, m_sizes, point.plan.cap, point.plan.budgets.count, m_seed,
                                        encoder_steps);
    return point;
  }

 private:
  two_step m_options;
  public_view m_known;
  std::vector<double> m_sizes;
  double m_closure;
  std::uint64_t m_seed;
  triangle_plan m_plan;
};

/// Pairs of preceding neighbours.
double pairs_of(const std::vector<std::int64_t>& sizes) {
  double pairs = 0.0;
  for (const std::int64_t s : sizes) pairs += 0.5 * static_cast<double>(s) * static_cast<double>(s - 1);
  return pairs;
}

void add(error_parts& sum, const error_parts& e, double weight) {
  sum.response_variance += weight * e.response_variance;
  sum.laplace_variance += weight * e.laplace_variance;
  sum.clip_variance += weight * e.clip_variance;
  sum.bias += weight * e.bias;
}

/// The sizes of a random graph with these degrees, in a public order.
std::vector<std::int64_t> expected_sizes(const std::vector<std::int64_t>& degrees,
                                         std::span<const std::uint32_t> rank) {
  const std::vector<std::uint32_t> sizes = predict_sizes(rank, degrees);
  return {sizes.begin(), sizes.end()};
}

void require_range(const char* name, double value, bool good, const char* range) {
  if (!good)
    throw invalid_parameter(std::string(name) + " = " + std::to_string(value) + ": must lie in " + range);
}

bool beats(const tuning_point& a, const tuning_point& b) {
  const std::array<double, 3> x = {a.relative_error, a.cost.upload_bytes, a.cost.download_bytes};
  const std::array<double, 3> y = {b.relative_error, b.cost.upload_bytes, b.cost.download_bytes};
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] > y[i]) return false;
  return x != y && a.cost.encode_seconds <= uniform_tuning::equal_times * b.cost.encode_seconds;
}

}  // namespace

tuning_subject make_tuning_subject(std::uint64_t users, double average_degree, double tail, double closure) {
  require_range("users", static_cast<double>(users), users >= 2 && users <= (std::uint64_t{1} << 28),
                "[2, 2^28]");
  require_range("average degree", average_degree,
                average_degree > 0.0 && average_degree < static_cast<double>(users), "(0, users)");
  require_range("tail", tail, tail > 2.0 && tail <= 16.0, "(2, 16]");
  require_range("closure", closure, closure >= 0.0 && closure <= 1.0, "[0, 1]");
  tuning_subject subject;
  // Quantiles of a Pareto law, cut at users - 1 and scaled to the mean wanted (a few rounds undo
  // the cut).
  const auto quantiles = [&](double scale) {
    subject.degrees.clear();
    double carry = 0.0;
    for (std::uint64_t i = 0; i < users; ++i) {
      check_stop();
      if (i % 65536 == 0) tell_step(i, users);
      const double upper = (static_cast<double>(i) + 0.5) / static_cast<double>(users);
      const double d = std::min(static_cast<double>(users - 1), scale * std::pow(upper, -1.0 / (tail - 1.0)));
      carry += d;
      subject.degrees.push_back(static_cast<std::int64_t>(carry));
      carry -= std::floor(carry);
    }
    return std::accumulate(subject.degrees.begin(), subject.degrees.end(), 0.0) / static_cast<double>(users);
  };
  double scale = average_degree * (tail - 2.0) / (tail - 1.0);
  for (int i = 0; i < 20; ++i) scale *= average_degree / std::max(1e-9, quantiles(scale));
  subject.sizes = [degrees = subject.degrees](std::span<const std::uint32_t> rank) {
    return expected_sizes(degrees, rank);
  };
  std::vector<std::uint32_t> hubs_first(users);
  std::iota(hubs_first.begin(), hubs_first.end(), 0U);
  subject.triangles = closure * pairs_of(subject.sizes(hubs_first));
  return subject;
}

std::vector<codec_spec> tuning_codecs() {
  std::vector<codec_spec> codecs = {nullspace_spec{}, bitmap_spec{}};
  for (const double alpha : uniform_tuning::alphas)
    for (const unsigned level : uniform_tuning::levels)
      codecs.emplace_back(ppr_spec{ppr_alpha(alpha), level});
  return codecs;
}

std::vector<tuning_point> evaluate_tuning(const tuning_subject& subject, two_step options,
                                          const tuning_grid& grid, const tuning_draws& draws,
                                          const std::function<void()>& after_each) {
  const auto [codecs, edge_factors] = grid;
  options.split.reset();
  const epsilon degree = plan_degree_round(options);
  std::vector<tuning_point> means(codecs.size() * edge_factors.size());
  std::vector<double> squares(means.size());
  std::vector<unsigned> evaluated(means.size());
  for (unsigned draw = 0; draw < draws.many; ++draw) {
    const std::uint64_t key = draws.seed + draw;
    const public_view known(options.order, {key}, add_noise(subject.degrees, degree, key, degree_purpose),
                            degree);
    const std::vector<std::int64_t> sizes = subject.sizes(known.rank());
    const double closure = std::min(1.0, subject.triangles / std::max(1.0, pairs_of(sizes)));
    std::optional<trial> current;
    for (std::size_t c = 0; c < codecs.size(); ++c) {
      if (c == 0 || !codecs[c].plans_as(codecs[c - 1])) {
        options.codec = codecs[c];
        current.emplace(options, known, sizes, closure, key);
      }
      for (std::size_t f = 0; f < edge_factors.size(); ++f) {
        if (after_each) after_each();
        if (!current->is_suitable()) continue;
        // Other noise on sizes hardly changes what rows take: the first draw's stands for all.
        const double steps = draw == 0 ? uniform_tuning::work_of_each : 0.0;
        const tuning_point p = current->evaluate(codecs[c], edge_factors[f], steps);
        const std::size_t i = c * edge_factors.size() + f;
        if (evaluated[i] == 0) {
          means[i] = p;
          means[i].error = {};
        }
        add(means[i].error, p.error, 1.0 / draws.many);
        squares[i] += p.error.rmse() * p.error.rmse() / draws.many;
        ++evaluated[i];
      }
    }
  }
  std::vector<tuning_point> suitable;
  for (std::size_t i = 0; i < means.size(); ++i) {
    if (evaluated[i] != draws.many) continue;
    means[i].relative_error = std::sqrt(squares[i]) / std::max(1.0, subject.triangles);
    suitable.push_back(means[i]);
  }
  return suitable;
}

std::vector<bool> pareto_front(std::span<const tuning_point> points) {
  return unbeaten(points, [](const tuning_point& q, const tuning_point& p) { return beats(q, p); });
}

std::optional<std::size_t> best_under(std::span<const tuning_point> points, const tuning_limit& limit) {
  const auto meets = [&](const tuning_point& p) {
    return p.cost.upload_bytes <= limit.upload_bytes.value_or(p.cost.upload_bytes) &&
           p.cost.encode_seconds <= limit.encode_seconds.value_or(p.cost.encode_seconds) &&
           p.relative_error <= limit.relative_error.value_or(p.relative_error);
  };
  double enough = std::numeric_limits<double>::infinity();
  if (!limit.relative_error) {
    for (const tuning_point& p : points)
      if (meets(p)) enough = std::min(enough, error_tolerance * p.relative_error);
  }
  const auto price = [](const tuning_point& p) { return std::pair(p.cost.upload_bytes, p.relative_error); };
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (meets(points[i]) && points[i].relative_error <= enough &&
        (!best || price(points[i]) < price(points[*best])))
      best = i;
  return best;
}

namespace {

/// A null space while its predicted error is within error_tolerance of a bitmap's, unless that
/// would make the error larger than with less to spend: the choice climbs the steps of the total.
codec_plan choose_by_error(const two_step& options, const public_view& known) {
  const codec_spec bitmap = bitmap_spec{}, nullspace = nullspace_spec{};
  const auto fullest_behind = [&](epsilon noise) { return known.fullest_row(noise); };
  if (options.split) {
    const double of_noise = options.split->size > 0.0 ? options.split->size : options.split->degree;
    return {options.codec.settled(share_of(options.total, options.split->edges),
                                  fullest_behind(share_of(options.total, of_noise))),
            {}};
  }
  const double rest = difference(options.total, plan_degree_round(options)).nats();
  size_search plain(known, options.clip, bitmap), small(known, options.clip, nullspace);
  const size_search* chosen = &small;
  for (int i = 0; i == 0 || size_search::step(i) <= rest; ++i) {
    const double total = size_search::step(i);
    const double before = i > 0 ? chosen->error(total) : std::numeric_limits<double>::infinity();
    plain.climb();
    small.climb();
    const double least = std::min(plain.error(total), small.error(total));
    chosen = small.error(total) <= std::min(error_tolerance * least, before) ? &small : &plain;
  }
  // Full rows: a bitmap is hardly larger.
  const epsilon noise = small.size().is_zero() ? plan_degree_round(options) : small.size();
  if (chosen == &small && fullest_behind(noise) <= worthwhile_share) return {nullspace, small.size()};
  return {bitmap, plain.size()};
}

}  // namespace

codec_plan choose_codec(const two_step& options, const public_view& known, release_key key) {
  const tuning_limit& limit = options.limit;
  if (limit.encode_seconds)
    throw invalid_parameter("a limit on seconds to encode: the clock must not choose what users send");
  if (!limit.upload_bytes && !limit.relative_error) return choose_by_error(options, known);
  const std::vector<std::int64_t> sizes = known.draw_sizes(key.value);
  std::vector<tuning_point> points;
  std::optional<trial> current;
  two_step tried = options;
  for (const codec_spec& codec : tuning_codecs()) {
    if (options.split && !codec.fault_of_budget(share_of(options.total, options.split->edges)).empty())
      continue;
    if (!current || !codec.plans_as(tried.codec)) {
      tried.codec = codec;
      current.emplace(tried, known, sizes, assumed_closure, key.value);
    }
    if (current->is_suitable()) points.push_back(current->evaluate(codec, 1.0, uniform_tuning::most_work));
  }
  const auto best = best_under(points, limit);
  if (!best) throw invalid_parameter("no codec is predicted to meet the limits");
  return {points[*best].codec, {}};
}

}  // namespace edgeldp
