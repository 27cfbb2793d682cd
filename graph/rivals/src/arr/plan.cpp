// SPDX-License-Identifier: MIT
#include "arr/plan.hpp"

#include <algorithm>
#include <array>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "errors/noise_variance.hpp"

namespace edgeldp {

namespace {

constexpr auto unit = static_cast<double>(asymmetric_response::resolution);

double mu_of(arr_variant variant, double mu_star) {
  return std::pow(mu_star, 1.0 / (1.0 + own_edges(variant)));
}

/// Pr[Bin(n, p) >= k].
double binomial_tail(double n, double p, double k) {
  if (k <= 0.0) return 1.0;
  if (k > n || p <= 0.0) return 0.0;
  using namespace boost::math::policies;
  return p >= 1.0 ? 1.0 : boost::math::ibeta(k, n - k + 1.0, p, policy<promote_double<false>>());
}

/// E[max(0, Bin(n, p) - kappa)].
double binomial_excess(double n, double p, double kappa) {
  const double k = std::floor(kappa) + 1.0;
  if (k > n) return 0.0;
  return n * p * binomial_tail(n - 1.0, p, k - 1.0) - kappa * binomial_tail(n, p, k);
}

/// What a member with Bin(n, p) qualifying pairs loses to its own limit, and whether it is full.
struct member_loss {
  double excess = 0.0, full = 0.0;

  void add(double weight, double n, double p, double kappa) {
    if (kappa >= n || n * p + 9.0 * std::sqrt(n * p) < kappa) return;
    excess += weight * binomial_excess(n, p, kappa);
    full += weight * binomial_tail(n, p, std::ceil(kappa));
  }
};

/// How unevenly edges fall on the members of the lists: the variance of a member's closure, beyond
/// that of independent edges, over closure (1 - closure). Seen, hubs first: 0.02 on p2p-Gnutella08,
/// 0.14 to 0.2 on wiki-Vote, soc-Epinions1, email-Eu-core, email-Enron and facebook_combined, 0.36
/// to 0.43 on loc-brightkite, ca-CondMat, ca-AstroPh and ca-HepTh, 0.65 on ca-GrQc.
constexpr double unevenness = 0.2;

/// Pairs that clipping is expected to refuse in a list of s members. Greedy clipping refuses a pair
/// when one of its members is full: the sum of the members' excess where few are, half of it where
/// all are.
double expected_refusals(arr_variant variant, pair_clip::rule rule, double s, double kappa,
                         const bit_law& law, double closure) {
  if (s < 2.0) return 0.0;
  const bool greedy = rule == pair_clip::rule::greedy;
  const double others = s - 1.0, thin = law.p1;
  const double alive = variant == arr_variant::two ? thin : 1.0;  // members whose own edge is a noisy one
  const double rest = variant == arr_variant::full ? 1.0 : thin;  // the other own edge that a pair needs
  const std::array<std::pair<double, double>, 3> closures = {
      {{unevenness * (1.0 - closure), 0.0}, {1.0 - unevenness, closure}, {unevenness * closure, 1.0}}};
  member_loss loss;
  for (const auto& [share, c] : closures) {
    const double q = c * law.p1 + (1.0 - c) * law.p0;
    if (greedy && variant != arr_variant::one) {
      loss.add(share * alive, others, q * rest, kappa);
      continue;
    }
    constexpr int places = 3;  // members differ by how many come before them
    for (int i = 0; i < places; ++i) {
      const double before = std::floor(others * (i + 0.5) / places), after = others - before;
      if (greedy) {  // ARROne: pairs with those before need one coin, the member's own
        loss.add(share * thin / places, others, q * (before + after * thin) / others, kappa);
        loss.add(share * (1.0 - thin) / places, after, q * thin, kappa);
      } else {
        loss.add(share * alive / places, after, q * rest, kappa);
      }
    }
  }
  return s * loss.excess * (greedy ? 1.0 - 0.5 * std::fmin(1.0, loss.full / alive) : 1.0);
}

/// The nearest of a ladder of sizes, 9 percent apart: users on a rung share one prediction. (What a
/// member may have too much grows faster than its list: rounding up would predict up to twice the
/// refusals.)
double rung(double size) {
  return size < 12.0 ? size : std::round(std::exp2(std::round(std::log2(size) * 8.0) / 8.0));
}

double expected_refusals(const arr_plan& plan, const row_sizes& sizes, double closure) {
  struct users_alike {
    uint128 kappa;
    double count = 0.0;
  };
  std::map<std::pair<std::int64_t, std::uint64_t>, users_alike> users;  // by released size and cap
  for (std::size_t u = 0; u < plan.caps.size(); ++u)
    users.try_emplace({sizes.released[u], plan.caps[u]}, plan.kappa[u]).first->second.count += 1.0;
  std::map<std::pair<double, uint128>, double> lists;  // by members and kappa
  for (const auto& [key, alike] : users)
    for (const double size : sizes.likely.at(key.first))
      lists[{rung(std::fmin(size, static_cast<double>(key.second))), alike.kappa}] +=
          alike.count / row_sizes::parts;
  double sum = 0.0;
  for (const auto& [key, count] : lists)
    sum += count * expected_refusals(plan.variant, plan.rule, key.first,
                                     static_cast<double>(key.second) / unit, plan.response.law(), closure);
  return sum;
}

double response_variance(const error_terms& terms, const arr_pair_law& p, arr_variant variant, double triples,
                         double closure) {
  const auto mean = [&](auto&& f) { return closure * f(p.law.p1) + (1.0 - closure) * f(p.law.p0); };
  const double triangles = closure * terms.pairs;
  const double sharing =
      terms.squared_sharing + closure_concentration * triangles * triangles / std::fmax(terms.edges, 1.0);
  const double q = mean([](double x) { return x; }), thin = p.thin;
  double sum =
      terms.pairs * thin * mean([&](double x) { return x * (1.0 - x * thin); }) +
      std::fmax(0.0, sharing - terms.pairs) * thin * thin * mean([](double x) { return x * (1.0 - x); });
  if (variant != arr_variant::full && terms.pairs > 0.0) {
    const double half = variant == arr_variant::one ? 0.5 : 1.0;
    const double common_edge = triples * (variant == arr_variant::one ? 1.0 / 3.0 : 1.0);
    const double neighbors = triples / (2.0 * terms.pairs);  // of a triangle's middle user, before it
    sum += thin * thin * (1.0 / p.law.p1 - 1.0) * q * q * common_edge;
    sum += 2.0 * thin * thin * (1.0 - p.law.p1) * q * triangles * half * neighbors;
  }
  const double spread = thin * (p.law.p1 - p.law.p0);
  return sum / (spread * spread);
}

/// Greedy thresholds: the mean number of qualifying pairs of a member that can have any, plus z
/// standard deviations of a Poisson number; at most cap - 1.
std::uint64_t greedy_threshold(arr_variant variant, const bit_law& law, std::uint64_t cap, double z) {
  const double others = std::fmax(0.0, static_cast<double>(cap) - 1.0);
  const double q = baseline_closure * law.p1 + (1.0 - baseline_closure) * law.p0;
  const double mean = others * (variant == arr_variant::two ? q * law.p1 : q);
  const double wanted = std::ceil(mean + z * std::sqrt(mean));
  return static_cast<std::uint64_t>(std::clamp(wanted, 1.0, std::fmax(1.0, others)));
}

/// What the planner chooses between. 1e9 standard deviations: no clipping of pairs.
constexpr std::array<double, 8> margin_scales = {0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0};
constexpr std::array<double, 9> deviations = {-1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 1e9};
constexpr int budget_steps = 10;

struct candidate {
  std::size_t margin = 2, deviation = 4;
  int step = budget_steps / 2;
};

struct arr_budgets {
  epsilon edges, count;
};

/// All of a plan but users' bounds.
arr_plan without_bounds(arr_variant variant, pair_clip::rule rule, const arr_budgets& budgets, double mu,
                        std::int64_t margin) {
  const auto response = asymmetric_response::for_budget(budgets.edges, mu);
  return {variant,
          rule,
          budgets.edges,
          budgets.count,
          response,
          arr_pair_law(response, variant).offset,
          gap_code::for_density(response.law().p0),
          margin,
          {},
          {}};
}

class planner {
 public:
  planner(const arr& method, const public_view& known, const row_sizes& sizes, epsilon rest)
      : m_method(method),
        m_known(known),
        m_sizes(sizes),
        m_rest(rest),
        m_mu(mu_of(method.variant, method.mu_star)) {
    const double total = rest.nats(), most = 0.98 * total;
    m_least = std::fmax(0.02 * total, m_mu > 0.5 ? std::log(m_mu / (1.0 - m_mu)) * (1.0 + 1e-6) : 0.0);
    if (!(m_least <= most))
      throw invalid_parameter("mu_star = " + std::to_string(method.mu_star) + ": must lie in [2^-20, " +
                              std::to_string(arr::largest_mu_star(method.variant, share_of(rest, 0.98))) +
                              "]");
    m_step = (most - m_least) / budget_steps;
    for (std::size_t i = 0; i < margin_scales.size(); ++i) {
      candidate c;
      c.margin = i;
      m_terms[i] = known.terms({bound_anchor::size, margin_of(c)});
    }
  }

  arr_plan make(const candidate& c) const {
    const epsilon edges =
        epsilon::from_units(static_cast<std::uint64_t>(std::ceil((m_least + c.step * m_step) * 0x1.0p32)));
    const epsilon count = difference(m_rest, edges);
    arr_plan plan =
        without_bounds(m_method.variant, pair_clip::rule::greedy, {edges, count}, m_mu, margin_of(c));
    const bit_law law = plan.response.law();
    const std::size_t users = m_known.sizes().size();
    plan.caps.resize(users);
    plan.kappa.resize(users);
    for (std::size_t u = 0; u < users; ++u) {
      const std::int64_t wanted = m_known.sizes()[u] + plan.margin;
      plan.caps[u] = static_cast<std::uint64_t>(std::clamp<std::int64_t>(wanted, 0, m_known.rank()[u]));
      plan.kappa[u] =
          uint128{greedy_threshold(m_method.variant, law, plan.caps[u], deviations[c.deviation])} *
          asymmetric_response::resolution;
    }
    return plan;
  }

  double rmse(const candidate& c) const {
    return predict_arr_error(make(c), m_terms[c.margin], m_sizes, baseline_closure).rmse();
  }

  /// One choice at a time, twice over.
  candidate best() const {
    candidate c;
    double least = rmse(c);
    const auto improve = [&](auto member, auto count) {
      candidate trial = c;
      for (auto i = count * 0; i < count; ++i) {
        trial.*member = i;
        const double error = rmse(trial);
        if (error < least) {
          least = error;
          c = trial;
        }
      }
    };
    for (int sweep = 0; sweep < 2; ++sweep) {
      improve(&candidate::step, budget_steps);
      improve(&candidate::deviation, deviations.size());
      improve(&candidate::margin, margin_scales.size());
    }
    return c;
  }

 private:
  std::int64_t margin_of(const candidate& c) const {
    return static_cast<std::int64_t>(std::ceil(margin_scales[c.margin] / m_known.anchor_budget().nats()));
  }

  const arr& m_method;
  const public_view& m_known;
  const row_sizes& m_sizes;
  epsilon m_rest;
  double m_mu, m_least, m_step;
  std::array<error_terms, margin_scales.size()> m_terms;
};

}  // namespace

arr_pair_law::arr_pair_law(const asymmetric_response& response, arr_variant variant)
    : law(response.law()),
      thin(std::pow(law.p1, own_edges(variant))),
      offset(static_cast<std::uint64_t>(std::llround(thin * law.p0 * unit))) {}

public_view knowledge_from_sizes(release_key key, std::vector<std::int64_t> sizes, epsilon size_budget) {
  std::vector<std::int64_t> degrees(sizes.size());
  double later = 0.0;
  for (std::size_t u = sizes.size(); u-- > 0;) {
    degrees[u] = sizes[u] + std::llround(later);
    if (u != 0) later = std::max(0.0, later + static_cast<double>(sizes[u]) / static_cast<double>(u));
  }
  public_view known(user_order::id, key, std::move(degrees), size_budget);
  known.learn_sizes(std::move(sizes), size_budget);
  return known;
}

arr_plan plan_published(const arr& method, const public_view& known, epsilon edges, epsilon count) {
  arr_plan plan = without_bounds(method.variant, pair_clip::rule::first_member, {edges, count},
                                 mu_of(method.variant, method.mu_star), 150);
  std::map<std::int64_t, uint128> thresholds;
  for (const std::int64_t size : known.sizes()) {
    const std::int64_t cap = std::max<std::int64_t>(0, size + plan.margin);
    const auto [it, is_new] = thresholds.try_emplace(cap);
    if (is_new)
      it->second = static_cast<uint128>(
          std::ceil(published_threshold(method.variant, method.mu_star, static_cast<double>(cap)) * unit));
    plan.caps.push_back(static_cast<std::uint64_t>(cap));
    plan.kappa.push_back(it->second);
  }
  return plan;
}

arr_plan plan_strongest(const arr& method, const public_view& known, const row_sizes& sizes, epsilon rest) {
  const planner choices(method, known, sizes, rest);
  return choices.make(choices.best());
}

row_sizes::row_sizes(const public_view& known) : released(known.sizes()) {
  const degree_posterior posterior(known.sizes(), known.anchor_budget());
  std::map<std::int64_t, std::uint64_t> histogram;
  for (const std::int64_t size : released) ++histogram[size];
  for (const auto& [size, users] : histogram)
    for (int i = 0; i < parts; ++i)
      likely[size][static_cast<std::size_t>(i)] = posterior.quantile(size, (i + 0.5) / parts);
  triples = std::max(0.0, clip_model(known.anchor_budget()).deconvolve(histogram, [](double s) {
    return s * (s - 1.0) * (s - 2.0);
  }));
}

error_parts predict_arr_error(const arr_plan& plan, const error_terms& terms, const row_sizes& sizes,
                              double closure) {
  const arr_pair_law p(plan.response, plan.variant);
  std::vector<uint128> sensitivity(plan.caps.size());
  for (vertex_id u = 0; u < sensitivity.size(); ++u) sensitivity[u] = plan.sensitivity(u);
  error_parts error;
  error.response_variance = response_variance(terms, p, plan.variant, sizes.triples, closure);
  error.laplace_variance = noise_variance(sensitivity, plan.count) / (p.divisor() * p.divisor());
  error.clip_variance = closure * closure * terms.squared_lost_pairs;
  error.bias = -closure * terms.lost_pairs - expected_refusals(plan, sizes, closure) * unit / p.divisor();
  return error;
}

double arr::largest_mu_star(arr_variant variant, epsilon edges) {
  return std::pow(asymmetric_response::largest_mu(edges), 1.0 + own_edges(variant));
}

epsilon arr::published_edges(epsilon total) {
  return share_of(total, 0.45);
}

double published_threshold(arr_variant variant, double mu_star, double degree) {
  constexpr double beta = 1e-6;
  const bool is_two = variant == arr_variant::two;
  const double mu = mu_of(variant, mu_star), mean = is_two ? mu * mu : mu_star;
  const auto bound = [&](double lambda) {
    const double x = lambda * mu_star;  // kappa / degree
    if (x <= mean) return is_two ? mu : 1.0;
    const double divergence =
        x * std::log(x / mean) + (x < 1.0 ? (1.0 - x) * std::log((1.0 - x) / (1.0 - mean)) : 0.0);
    return (is_two ? mu : 1.0) * std::exp(-degree * divergence);
  };
  double low = 0.0, high = std::ceil(1.0 / mu_star);  // at high nothing is clipped
  while (high - low > 1.0) {
    const double middle = std::floor(0.5 * (low + high));
    (middle * mu_star < 1.0 && bound(middle) > beta ? low : high) = middle;
  }
  return std::fmin(degree, high * mu_star * degree);
}

}  // namespace edgeldp
