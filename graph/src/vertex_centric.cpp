// SPDX-License-Identifier: MIT
#include "edgeldp/graph/baseline/vertex_centric.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "budget_shares.hpp"
#include "count_round.hpp"
#include "edgeldp/core/error.hpp"
#include "edgeldp/graph/protocol/plan.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"
#include "refused_pairs.hpp"
#include "released_law.hpp"
#include "split_search.hpp"

namespace edgeldp {

namespace {

/// How noisy edges come out at an edge budget.
struct edge_law {
  bit_law law;
  bit_lattice lattice;
};

edge_law law_at(const codec_choice& codec, epsilon edges) {
  return {codec.law(edges), codec.lattice(edges)};
}

/// What the released degrees say.
class public_degrees {
 public:
  public_degrees(std::vector<std::int64_t> released, epsilon budget)
      : m_released(std::move(released)), m_law(m_released, budget) {
    const double noise = clip_model(budget).variance();
    double sum = 0.0, squares = 0.0, fourths = 0.0, ends = 0.0;
    for (const std::int64_t r : m_released) {
      const auto d = static_cast<double>(r);
      m_terms.pairs += 0.5 * (d * (d - 1.0) - noise);  // unbiased
      m_terms.edges += 0.5 * d;
      const degree_posterior::moments m = m_law.posterior().of(r);
      sum += m.mean;
      squares += m.square;
      fourths += m.square * m.square;
      ends += m.square - m.mean;
    }
    m_terms.pairs = std::max(0.0, m_terms.pairs);
    // Configuration model: a pair j, k has d_j d_k sum_i d_i (d_i - 1) / (sum d)^2 common neighbours.
    const double rate = sum > 0.0 ? ends / (sum * sum) : 0.0;
    m_terms.squared_sharing = m_terms.pairs + 0.5 * std::max(0.0, squares * squares - fourths) * rate * rate;
  }

  const std::vector<std::int64_t>& released() const noexcept { return m_released; }
  std::uint64_t users() const noexcept { return m_released.size(); }
  /// Pairs, edges and sharing; nothing on caps.
  const triangle_terms& terms() const noexcept { return m_terms; }
  const released_law& law() const noexcept { return m_law; }
  const std::map<std::int64_t, std::uint64_t>& histogram() const noexcept { return m_law.histogram(); }
  epsilon budget() const noexcept { return m_law.budget(); }

 private:
  std::vector<std::int64_t> m_released;
  released_law m_law;
  triangle_terms m_terms;
};

/// Everything counted three times.
triangle_error divide_by_three(triangle_error e) {
  e.response_variance /= 9.0;
  e.laplace_variance /= 9.0;
  e.clip_variance /= 9.0;
  e.bias /= 3.0;
  return e;
}

/// Public decisions before the edge round. bounds: by released degree.
struct counting_plan {
  epsilon edges, count;
  std::map<std::int64_t, std::uint64_t> caps;  // stated
  std::map<std::int64_t, pair_limits> limits;  // limited_pairs
};

// --- the program's rules

std::uint64_t cap_of(std::int64_t released, std::uint64_t margin, std::uint64_t users) {
  const std::int64_t wanted = released + static_cast<std::int64_t>(margin);
  return std::min(users - 1, static_cast<std::uint64_t>(std::max<std::int64_t>(0, wanted)));
}

/// Minimises the program's cost, which takes every pair of neighbours as counted by one user only.
epsilon stated_edges(const public_degrees& known, std::uint64_t margin, epsilon rest) {
  double pairs = 0.0, squares = 0.0;
  for (const std::int64_t r : known.released()) {
    const double cap = std::max(0.0, static_cast<double>(r) + static_cast<double>(margin));
    pairs += 0.5 * cap * (cap - 1.0);
    squares += cap * cap;
  }
  const double total = rest.nats();
  const double edges = minimize(0.01 * total, std::min(0.99 * total, 24.9), [&](double e) {
    const double variance = std::exp(e) / (std::expm1(e) * std::expm1(e)), g = -1.0 / std::expm1(-e);
    return pairs * variance + 2.0 * squares * g * g / ((total - e) * (total - e));
  });
  return share_of(rest, edges / total);
}

counting_plan plan_stated(const vertex_centric& method, const public_degrees& known, epsilon rest) {
  counting_plan plan;
  plan.edges = stated_edges(known, method.margin, rest);
  plan.count = difference(rest, plan.edges);
  for (const auto& [r, users] : known.histogram()) plan.caps[r] = cap_of(r, method.margin, known.users());
  return plan;
}

// --- limited pairs

/// How limits follow from released degrees.
struct limit_rule {
  double level;       // quantile of the degrees that may be behind a released one
  double closure;     // edges among a member's pairs that are provided for
  double deviations;  // of its noisy bits
};

std::map<std::int64_t, pair_limits> limits_of(const public_degrees& known, const limit_rule& rule,
                                              const edge_law& noisy) {
  std::map<std::int64_t, pair_limits> limits;
  for (const auto& [r, users] : known.histogram())
    limits[r] = limits_for_degree(known.law().quantile(r, rule.level), noisy.law, noisy.lattice, rule.closure,
                                  rule.deviations);
  return limits;
}

/// Expected change of a list's count, in triangles: refused ones less refused zeros, debiased. The share of
/// edges among a member's pairs is taken as exponential with this mean, cut at 1.
double expected_loss(double d, const pair_limits& limits, const bit_law& law, double closure) {
  if (d < 2.0) return 0.0;
  constexpr std::array<double, 4> exponential = {0.134, 0.470, 0.981, 2.079};  // at 1/8, 3/8, 5/8, 7/8
  const double n = d - 1.0, spread = law.p1 - law.p0, deviation = std::sqrt(n * law.p0 * (1.0 - law.p0));
  double lost = 0.0;
  for (const double e : exponential) {
    const double ones = n * (law.p0 + spread * std::min(1.0, closure * e));
    lost += (1.0 - law.p0) * refused_pairs(d, ones, deviation, static_cast<double>(limits.ones)) -
            law.p0 * refused_pairs(d, n - ones, deviation, static_cast<double>(limits.zeros));
  }
  return lost / (exponential.size() * spread);
}

triangle_error predict_limited(const public_degrees& known, const std::map<std::int64_t, pair_limits>& limits,
                               const edge_law& noisy, epsilon count, double closure) {
  triangle_terms terms = known.terms();
  double bias = 0.0, variance = 0.0;
  for (const auto& [r, c] : known.law().classes()) {
    const pair_limits limit = limits.at(r);
    const double reach = static_cast<double>(limited_sensitivity(limit, noisy.lattice)) /
                         static_cast<double>(noisy.lattice.scale);
    terms.squared_caps += c.users * reach * reach;
    double mean = 0.0, square = 0.0;
    for (std::size_t i = 0; i < released_law::pieces; ++i) {
      const double lost = expected_loss(c.behind[i], limit, noisy.law, closure);
      mean += released_law::weight(i) * lost;
      square += released_law::weight(i) * lost * lost;
    }
    bias -= c.users * mean;
    variance += c.users * std::max(0.0, square - mean * mean);
  }
  triangle_error error = predict_triangle_error(terms, noisy.law, count, closure);
  error.bias = bias;
  error.clip_variance = variance;
  return divide_by_three(error);
}

/// The budget of the edge round with the least predicted error under a rule.
epsilon best_edges(const public_degrees& known, const limit_rule& rule, const codec_choice& codec,
                   epsilon rest) {
  const double total = rest.nats();
  const double best = minimize(0.1 * total, std::min(0.98 * total, codec.largest_edges()), [&](double e) {
    const epsilon edges = share_of(rest, e / total);
    const edge_law noisy = law_at(codec, edges);
    return predict_limited(known, limits_of(known, rule, noisy), noisy, difference(rest, edges),
                           baseline_closure)
        .rmse();
  });
  return share_of(rest, best / total);
}

/// Improves a rule one coordinate at a time.
limit_rule best_rule(const public_degrees& known, limit_rule rule, const edge_law& noisy, epsilon count) {
  double least = std::numeric_limits<double>::infinity();
  const auto search = [&](double limit_rule::* coordinate, std::span<const double> values) {
    limit_rule tried = rule;
    for (const double value : values) {
      tried.*coordinate = value;
      const double rmse =
          predict_limited(known, limits_of(known, tried, noisy), noisy, count, baseline_closure).rmse();
      if (rmse < least) {
        least = rmse;
        rule.*coordinate = value;
      }
    }
  };
  search(&limit_rule::level, std::array{0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998});
  search(&limit_rule::closure, std::array{0.0, 0.05, 0.15, 0.3, 0.5, 0.8, 1.0});
  search(&limit_rule::deviations, std::array{0.0, 0.5, 1.0, 1.7, 2.4, 3.2});
  return rule;
}

counting_plan plan_limited(const public_degrees& known, const codec_choice& codec, epsilon rest) {
  counting_plan plan;
  limit_rule rule{0.9, 0.3, 2.4};
  for (int pass = 0; pass < 2; ++pass) {
    plan.edges = best_edges(known, rule, codec, rest);
    plan.count = difference(rest, plan.edges);
    rule = best_rule(known, rule, law_at(codec, plan.edges), plan.count);
  }
  plan.limits = limits_of(known, rule, law_at(codec, plan.edges));
  return plan;
}

// --- rounds

release_layout layout_of(const vertex_centric& method, const public_degrees& known, const counting_plan& plan,
                         release_key key, bool simulated) {
  protocol_options options;
  options.total = method.total;
  options.codec = method.codec;
  options.order = method.order;
  const size_knowledge sizes(method.order, key, known.released(), known.budget());
  const round_budgets budgets{known.budget(), epsilon(), plan.edges, plan.count};
  return {plan_release(options, sizes, budgets, key, simulated), known.released(), {}};
}

/// What bounds each user's part.
std::vector<count_bound> bounds_of(const public_degrees& known, const counting_plan& plan, bool is_stated,
                                   const bit_lattice& lattice) {
  std::vector<count_bound> bounds;
  for (const std::int64_t r : known.released()) {
    if (is_stated) {
      const std::uint64_t cap = plan.caps.at(r);
      bounds.push_back({cap, {}, stated_sensitivity(cap, lattice)});
    } else {
      const pair_limits& limits = plan.limits.at(r);
      bounds.push_back({known.users(), limits, limited_sensitivity(limits, lattice)});
    }
  }
  return bounds;
}

// --- results

triangle_error predict_stated(const public_degrees& known, const counting_plan& plan, const edge_law& noisy,
                              std::uint64_t margin, double closure) {
  triangle_terms terms = known.terms();
  for (const auto& [r, users] : known.histogram()) {
    const double reach = static_cast<double>(stated_sensitivity(plan.caps.at(r), noisy.lattice)) /
                         static_cast<double>(noisy.lattice.scale);
    terms.squared_caps += static_cast<double>(users) * reach * reach;
  }
  const clip_model model(known.budget());
  const auto gap = static_cast<double>(margin);
  terms.lost_pairs = std::max(
      0.0, model.deconvolve(known.histogram(), [&](double d) { return model.expected_lost_pairs(d, gap); }));
  terms.squared_lost_pairs = std::max(0.0, model.deconvolve(known.histogram(), [&](double d) {
    return model.expected_squared_lost_pairs(d, gap);
  }));
  return divide_by_three(predict_triangle_error(terms, noisy.law, plan.count, closure));
}

void check(const vertex_centric& method) {
  if (!(method.degree_share > 0.0) || !(method.degree_share < 1.0))
    throw invalid_parameter("degree share = " + std::to_string(method.degree_share) + ": must lie in (0, 1)");
  if (method.margin > static_cast<std::uint64_t>(largest_released_number))
    throw invalid_parameter("margin = " + std::to_string(method.margin) + ": must lie in [0, 2^48]");
}

}  // namespace

vertex_centric vertex_centric::published(epsilon total) {
  return {total, 0.1, bound::stated, 150};
}

vertex_centric vertex_centric::strongest(epsilon total) {
  return {total, 0.08, bound::limited_pairs, 0};
}

vertex_centric vertex_centric::compressed(epsilon total, codec_kind kind) {
  vertex_centric method = strongest(total);
  method.codec.kind = kind;
  method.order = user_order::noisy_degree;
  return method;
}

uint128 stated_sensitivity(std::uint64_t cap, const bit_lattice& lattice) {
  return cap < 2 ? 0 : uint128{lattice.scale - lattice.offset} * cap;
}

pair_limits limits_for_degree(double degree, const bit_law& law, const bit_lattice& lattice, double closure,
                              double deviations) {
  if (!(degree >= 2.0)) return {};
  const double n = degree - 1.0;
  const double ones =
      n * (law.p0 + (law.p1 - law.p0) * closure) + deviations * std::sqrt(n * law.p0 * (1.0 - law.p0));
  return limits_with_free_zeros(static_cast<std::uint64_t>(std::ceil(std::min(n, ones))), lattice);
}

baseline_result estimate_triangles(const graph_view& g, const vertex_centric& method, release_key key,
                                   const coin_source& coins) {
  if (g.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  check(method);
  const bool is_stated = method.rule == vertex_centric::bound::stated;
  baseline_result result{{}, {}, ledger(method.total), {}, true, {}};
  const epsilon degree = share_of(method.total, method.degree_share);
  result.spent.spend(rounds::degree, degree, edge_use::both_endpoints);
  number_round degrees = release_degrees(g, degree, coins);
  const public_degrees known(std::move(degrees.values), degree);

  const epsilon rest = difference(method.total, degree);
  const counting_plan plan =
      is_stated ? plan_stated(method, known, rest) : plan_limited(known, method.codec, rest);
  result.spent.spend(rounds::edges, plan.edges);
  const edge_round edges = release_edges(g, layout_of(method, known, plan, key, coins.is_simulated()), coins);
  const std::vector<std::byte> download = edges.published.serialize();
  const release published = release_reader(download).load();

  result.spent.spend(rounds::count, plan.count, edge_use::both_endpoints);
  const bit_lattice lattice = published.layout().codec().lattice();
  const count_messages count = count_on_release(g, published, bounds_of(known, plan, is_stated, lattice),
                                                is_stated ? clip_kind::neighbors : clip_kind::pairs,
                                                plan.count, std::nullopt, coins, counted_side::all);
  const edge_law noisy{published.law(), lattice};
  result.triangles.value = static_cast<double>(count.sum) / (3.0 * lattice.divisor(noisy.law));
  const double pairs = known.terms().pairs;
  const double closure =
      pairs > 0.0 ? std::clamp(3.0 * result.triangles.value / pairs, 0.0, 1.0) : baseline_closure;
  result.error = is_stated ? predict_stated(known, plan, noisy, method.margin, closure)
                           : predict_limited(known, plan.limits, noisy, plan.count, closure);
  result.triangles.standard_error = result.error.standard_error();
  result.triangles.bias = result.error.bias;

  const auto users = static_cast<double>(g.vertex_count());
  result.traffic.upload_bytes =
      static_cast<double>(degrees.upload_bytes + edges.upload_bytes + count.bytes) / users;
  result.traffic.download_bytes = result.traffic.largest_download_bytes =
      static_cast<double>(download.size());
  result.traffic.measured_users = g.vertex_count();
  if (is_stated) {
    result.is_private = false;
    result.caveat =
        "the noise of the count round covers one more neighbour, but at the cap a neighbour is swapped for "
        "another, which can change the count by more";
  }
  return result;
}

}  // namespace edgeldp
