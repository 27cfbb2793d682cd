// SPDX-License-Identifier: MIT
#include "questions/triangles/all_neighbors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>

#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/uniform/release_plan.hpp"
#include "errors/budget_search.hpp"
#include "limits/refused_pairs.hpp"

namespace edgeldp {

/// Everything counted three times.
error_parts divide_by_three(error_parts e) {
  e.response_variance /= 9.0;
  e.laplace_variance /= 9.0;
  e.clip_variance /= 9.0;
  e.bias /= 3.0;
  return e;
}

pair_limits limits_for_degree(double degree, const bit_law& law, const bit_lattice& lattice, double closure,
                              double deviations) {
  if (!(degree >= 2.0)) return {};
  const double n = degree - 1.0;
  const double ones =
      n * (law.p0 + (law.p1 - law.p0) * closure) + deviations * std::sqrt(n * law.p0 * (1.0 - law.p0));
  return limits_with_free_zeros(static_cast<std::uint64_t>(std::ceil(std::min(n, ones))), lattice);
}

namespace {

/// How limits follow from released degrees.
struct limit_rule {
  double level;       // quantile of the degrees that may be behind a released one
  double closure;     // edges among a member's pairs that are provided for
  double deviations;  // of its noisy bits
};

limits_by_degree limits_of(const public_degrees& known, const limit_rule& rule, const edge_law& noisy) {
  limits_by_degree limits;
  for (const auto& [r, users] : known.histogram())
    limits[r] = limits_for_degree(known.law().quantile(r, rule.level), noisy.law, noisy.lattice, rule.closure,
                                  rule.deviations);
  return limits;
}

/// Shares of edges among a member's pairs whose mean is `closure`: exponential, all that exceed 1
/// being 1.
std::array<double, 4> spread_closure(double closure) {
  std::array<double, 4> shares = {0.134, 0.470, 0.981, 2.079};  // at 1/8, 3/8, 5/8, 7/8
  double wanted = static_cast<double>(shares.size()) * std::clamp(closure, 0.0, 1.0);
  double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (std::size_t i = shares.size(); i-- > 0;) {
    const double scaled = std::min(1.0, sum > 0.0 ? wanted * shares[i] / sum : 0.0);
    sum -= shares[i];
    shares[i] = scaled;
    wanted -= scaled;
  }
  return shares;
}

/// Expected change of a list's count, in triangles: refused ones less refused zeros, debiased.
double expected_loss(double d, const pair_limits& limits, const bit_law& law, double closure) {
  if (d < 2.0) return 0.0;
  const std::array<double, 4> closures = spread_closure(closure);
  const double n = d - 1.0, spread = law.p1 - law.p0, deviation = std::sqrt(n * law.p0 * (1.0 - law.p0));
  double lost = 0.0;
  for (const double of_member : closures) {
    const double ones = n * (law.p0 + spread * of_member);
    lost += (1.0 - law.p0) * refused_pairs(d, ones, deviation, static_cast<double>(limits.ones)) -
            law.p0 * refused_pairs(d, n - ones, deviation, static_cast<double>(limits.zeros));
  }
  return lost / (closures.size() * spread);
}

}  // namespace

std::map<std::int64_t, limited_count> predict_limited_counts(const public_degrees& known,
                                                             const limits_by_degree& limits,
                                                             const edge_law& noisy, epsilon count,
                                                             const closure_by_degree& closure) {
  const double per_unit = 2.0 / std::pow(count.nats() * (noisy.law.p1 - noisy.law.p0), 2);
  std::map<std::int64_t, limited_count> counts;
  for (const auto& [r, c] : known.law().classes()) {
    const pair_limits limit = limits.at(r);
    const double reach = static_cast<double>(limited_sensitivity(limit, noisy.lattice)) /
                         static_cast<double>(noisy.lattice.scale);
    limited_count& of_class = counts[r];
    of_class.users = c.users;
    of_class.laplace_variance = per_unit * reach * reach;
    double square = 0.0;
    for (std::size_t i = 0; i < released_law::pieces; ++i) {
      const double d = c.behind[i], lost = expected_loss(d, limit, noisy.law, closure(r));
      of_class.pairs += released_law::weight(i) * std::max(0.0, 0.5 * d * (d - 1.0));
      of_class.lost += released_law::weight(i) * lost;
      square += released_law::weight(i) * lost * lost;
    }
    of_class.lost_variance = std::max(0.0, square - of_class.lost * of_class.lost);
  }
  return counts;
}

error_parts predict_limited(const public_degrees& known, const limits_by_degree& limits,
                            const edge_law& noisy, epsilon count, double closure) {
  error_parts error = predict_triangle_error(known.terms(), noisy.law, count, closure);
  for (const auto& [r, c] :
       predict_limited_counts(known, limits, noisy, count, [&](std::int64_t) { return closure; })) {
    error.laplace_variance += c.users * c.laplace_variance;
    error.clip_variance += c.users * c.lost_variance;
    error.bias -= c.users * c.lost;
  }
  return divide_by_three(error);
}

namespace {

/// The budget of the edge round with the least predicted error under a rule.
epsilon best_edges(const public_degrees& known, const limit_rule& rule, const codec_spec& codec, epsilon rest,
                   const limited_risk& risk) {
  const double total = rest.nats();
  const double best = minimize(0.1 * total, std::min(0.98 * total, codec.largest_budget()), [&](double e) {
    const epsilon edges = share_of(rest, e / total);
    const edge_law noisy = law_at(codec, edges);
    return risk(limits_of(known, rule, noisy), noisy, difference(rest, edges));
  });
  return share_of(rest, best / total);
}

/// Improves a rule one coordinate at a time.
limit_rule best_rule(const public_degrees& known, limit_rule rule, const edge_law& noisy, epsilon count,
                     const limited_risk& risk) {
  double least = std::numeric_limits<double>::infinity();
  const auto search = [&](double limit_rule::* coordinate, std::span<const double> values) {
    limit_rule tried = rule;
    for (const double value : values) {
      tried.*coordinate = value;
      const double error = risk(limits_of(known, tried, noisy), noisy, count);
      if (error < least) {
        least = error;
        rule.*coordinate = value;
      }
    }
  };
  search(&limit_rule::level, std::array{0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998});
  search(&limit_rule::closure, std::array{0.0, 0.05, 0.15, 0.3, 0.5, 0.8, 1.0});
  search(&limit_rule::deviations, std::array{0.0, 0.5, 1.0, 1.7, 2.4, 3.2});
  return rule;
}

}  // namespace

limited_plan plan_limited(const public_degrees& known, const codec_spec& codec, epsilon rest,
                          const limited_risk& risk) {
  limited_plan plan;
  limit_rule rule{0.9, 0.3, 2.4};
  for (int pass = 0; pass < 2; ++pass) {
    plan.edges = best_edges(known, rule, codec, rest, risk);
    plan.count = difference(rest, plan.edges);
    rule = best_rule(known, rule, law_at(codec, plan.edges), plan.count, risk);
  }
  plan.limits = limits_of(known, rule, law_at(codec, plan.edges));
  return plan;
}

void limited_plan::write(byte_string& out) const {
  canonical_writer to(out);
  to.budget(edges).budget(count);
  edgeldp::write(to, limits);
}

limited_plan limited_plan::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  limited_plan plan;
  plan.edges = from.budget();
  plan.count = from.budget();
  pair_rule limits = read_pair_rule(from);
  from.end();
  plan.limits = std::get<limits_by_degree>(std::move(limits));
  return plan;
}

release_parameters plan_rows(const two_step& options, const public_degrees& known,
                             const round_budgets& budgets, release_key key, bool simulated) {
  const public_view sizes(options.order, key, known.released(), known.budget());
  return plan_release(options, sizes, budgets, key, simulated);
}

}  // namespace edgeldp
