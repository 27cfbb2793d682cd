// SPDX-License-Identifier: MIT
#include "edgeldp/graph/protocol/plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "count_round.hpp"
#include "edgeldp/core/codec/nullspace_columns.hpp"
#include "edgeldp/core/error.hpp"
#include "split_search.hpp"

namespace edgeldp {

namespace {

void check(const budget_split& s) {
  const auto in_range = [](const char* name, double x, bool may_be_zero) {
    if (!(x >= 0.0 && x <= 1.0) || (x == 0.0 && !may_be_zero)) {
      throw invalid_parameter(std::string("split ") + name + " = " + std::to_string(x) + ": must lie in " +
                              (may_be_zero ? "[0, 1]" : "(0, 1]"));
    }
  };
  in_range("degree", s.degree, false);
  in_range("size", s.size, true);
  in_range("edges", s.edges, false);
  in_range("count", s.count, false);
  const double sum = s.degree + s.size + s.edges + s.count;
  if (sum > 1.0 + 1e-9)
    throw invalid_parameter("split adds up to " + std::to_string(sum) + ": must be at most 1");
}

struct edge_and_count {
  epsilon edges, count;
  triangle_error error;
};

edge_and_count divide_rest(const codec_choice& codec, epsilon rest, const triangle_terms& terms) {
  const double total = rest.nats();
  const auto rmse = [&](double edges) {
    const epsilon count = share_of(rest, 1.0 - edges / total);
    return predict_triangle_error(terms, codec.law(share_of(rest, edges / total)), count, assumed_closure)
        .rmse();
  };
  edge_and_count best;
  const double most = std::min(0.98 * total, codec.largest_edges());
  best.edges = share_of(rest, minimize(0.02 * total, most, rmse) / total);
  best.count = difference(rest, best.edges);
  best.error = predict_triangle_error(terms, codec.law(best.edges), best.count, assumed_closure);
  return best;
}

constexpr std::array<double, 15> margin_grid = {0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75,
                                                2.0, 2.5,  3.0, 3.5,  4.0, 5.0,  6.0};
constexpr std::array<double, 9> size_grid = {0.02, 0.03, 0.045, 0.065, 0.09, 0.12, 0.16, 0.21, 0.28};

/// Candidates for a margin: the one given by hand, or multiples of the noise's scale.
template <class F>
void for_each_margin(std::optional<std::int64_t> by_hand, epsilon noise, F&& f) {
  if (by_hand) return f(*by_hand);
  for (const double scale : margin_grid) f(static_cast<std::int64_t>(std::ceil(scale / noise.nats())));
}

}  // namespace

double codec_choice::largest_edges() const {
  return 24.9 * (kind == codec_kind::ppr ? 2.0 * alpha.value() : 1.0);
}

bit_law codec_choice::law(epsilon edges) const {
  return kind == codec_kind::nullspace ? nullspace_response::for_budget(edges).law() : response(edges).law();
}

randomized_response codec_choice::response(epsilon edges) const {
  return randomized_response::for_budget(kind == codec_kind::ppr ? mechanism_epsilon(alpha, edges) : edges);
}

std::uint64_t codec_choice::chunk_rate(const randomized_response& response) const {
  if (!beta) return chunk_rate_for(entries_per_chunk(level, response.loss_nats()));
  if (!(*beta > 0.0) || !(*beta <= 1000.0))
    throw invalid_parameter("beta = " + std::to_string(*beta) + ": must lie in (0, 1000]");
  return chunk_rate_for(1.0 / (*beta * response.loss_nats()));
}

size_knowledge::size_knowledge(user_order order, release_key key, std::vector<std::int64_t> degrees,
                               epsilon degree_budget)
    : m_degree_budget(degree_budget),
      m_posterior(degrees, degree_budget),
      m_rank(rank_users(order, key, degrees.size(), degrees)),
      m_degrees(std::move(degrees)),
      m_predicted(m_degrees.size()),
      m_places(m_degrees.size()) {
  double all = 0.0;
  for (std::size_t u = 0; u < m_degrees.size(); ++u) {
    const degree_posterior::moments d = m_posterior.of(m_degrees[u]);
    m_places[m_rank[u]] = {d.mean, d.square, 0.0};
    all += d.mean;
    m_edges += 0.5 * static_cast<double>(m_degrees[u]);
  }
  // A user's neighbours precede it in proportion to the degrees that do.
  double before = 0.0;
  std::vector<double> sizes(m_places.size());
  for (std::size_t i = 0; i < m_places.size(); ++i) {
    const double share = all > 0.0 ? before / all : 0.0;
    sizes[i] = std::min(static_cast<double>(i), m_places[i].degree * share);
    m_places[i].two_stars = (m_places[i].squared_degree - m_places[i].degree) * share * share;
    m_pairs += 0.5 * m_places[i].two_stars;
    before += m_places[i].degree;
  }
  for (std::size_t u = 0; u < m_degrees.size(); ++u) {
    m_predicted[u] = sizes[m_rank[u]];
    ++m_histogram[std::llround(m_predicted[u])];
  }
  m_squared_sharing = predict_squared_sharing(m_places);
}

std::vector<std::int64_t> size_knowledge::draw_sizes(std::uint64_t seed) const {
  constexpr std::uint32_t purpose = 0x64726177;
  simulation_randomness coins(seed, purpose, 0);
  std::vector<std::int64_t> sizes(m_degrees.size());
  for (std::size_t u = 0; u < sizes.size(); ++u) {
    const double mean = m_places[m_rank[u]].degree;
    const double share = mean > 0.0 ? m_predicted[u] / mean : 0.0;  // of a neighbour to precede u
    const double degree = m_posterior.quantile(m_degrees[u], uniform_open(coins));
    sizes[u] =
        std::min<std::int64_t>(m_rank[u], std::llround(std::floor(degree * share + uniform_open(coins))));
  }
  return sizes;
}

void size_knowledge::learn_sizes(std::vector<std::int64_t> sizes, epsilon size_budget) {
  m_size_budget = size_budget;
  m_sizes = std::move(sizes);
  m_histogram.clear();
  const clip_model model(size_budget);
  double pairs = 0.0;
  m_edges = 0.0;
  for (const std::int64_t size : m_sizes) {
    const auto s = static_cast<double>(size);
    ++m_histogram[size];
    m_edges += s;
    pairs += 0.5 * (s * (s - 1.0) - model.variance());  // unbiased
  }
  pairs = std::max(0.0, pairs);
  // Single sizes are too noisy to say who counts much; their sum corrects what the degrees said.
  const double factor = m_pairs > 0.0 ? pairs / m_pairs : 0.0;
  for (place_moments& place : m_places) place.two_stars *= factor;
  m_pairs = pairs;
  m_squared_sharing = predict_squared_sharing(m_places);
}

triangle_terms size_knowledge::base() const noexcept {
  triangle_terms terms;
  terms.pairs = m_pairs;
  terms.edges = m_edges;
  terms.squared_sharing = m_squared_sharing;
  return terms;
}

void size_knowledge::add_loss(triangle_terms& terms, const clip_model& model, double size, double gap) const {
  terms.lost_pairs += model.expected_lost_pairs(size, gap);
  terms.squared_lost_pairs += model.expected_squared_lost_pairs(size, gap);
}

triangle_terms size_knowledge::with_caps(std::span<const std::int64_t> wanted) const {
  triangle_terms terms = base();
  for (std::size_t u = 0; u < m_rank.size(); ++u) {
    const double reach = std::min<double>(m_rank[u], static_cast<double>(wanted[u]));
    terms.squared_caps += std::pow(std::max(0.0, reach - 1.0), 2);
  }
  return terms;
}

triangle_terms size_knowledge::terms_above_degrees(std::span<const std::int64_t> wanted) const {
  triangle_terms terms = with_caps(wanted);
  const clip_model model(m_degree_budget);
  for (std::size_t u = 0; u < m_rank.size(); ++u)
    add_loss(terms, model, m_predicted[u], std::max(0.0, static_cast<double>(wanted[u]) - m_predicted[u]));
  return terms;
}

triangle_terms size_knowledge::terms(const cap_rule& cap) const {
  const bool by_size = cap.anchor == cap_anchor::size;
  std::vector<std::int64_t> wanted = by_size ? m_sizes : m_degrees;
  for (std::int64_t& w : wanted) w += cap.margin;
  if (!by_size) return terms_above_degrees(wanted);
  triangle_terms terms = with_caps(wanted);
  const clip_model model(m_size_budget);
  const auto margin = static_cast<double>(cap.margin);
  terms.lost_pairs = std::max(
      0.0, model.deconvolve(m_histogram, [&](double s) { return model.expected_lost_pairs(s, margin); }));
  terms.squared_lost_pairs = std::max(0.0, model.deconvolve(m_histogram, [&](double s) {
    return model.expected_squared_lost_pairs(s, margin);
  }));
  return terms;
}

triangle_terms size_knowledge::terms_with_size_round(epsilon size_budget, std::int64_t margin) const {
  triangle_terms terms = base();
  const clip_model model(size_budget);
  for (const auto& [size, users] : m_histogram) {
    const auto s = static_cast<double>(size), weight = static_cast<double>(users);
    terms.squared_caps += weight * model.expected_squared_cap(s + static_cast<double>(margin));
    terms.lost_pairs += weight * model.expected_lost_pairs(s, static_cast<double>(margin));
    terms.squared_lost_pairs += weight * model.expected_squared_lost_pairs(s, static_cast<double>(margin));
  }
  return terms;
}

epsilon plan_degree_round(const protocol_options& options) {
  if (options.split) check(*options.split);
  const double share = options.split ? options.split->degree : options.degree_share;
  if (!(share > 0.0) || !(share < 1.0))
    throw invalid_parameter("degree share = " + std::to_string(share) + ": must lie in (0, 1)");
  return share_of(options.total, share);
}

epsilon plan_size_round(const protocol_options& options, const size_knowledge& known, epsilon degree) {
  if (options.true_degree_chunks && options.split && options.split->size > 0.0)
    throw invalid_parameter(
        "chunks from the true degree leave no place for a size round: set split size to 0");
  if (options.split) return share_of(options.total, options.split->size);
  if (options.true_degree_chunks) return epsilon();
  epsilon best;
  double least = plan_triangles(options, known, degree, epsilon()).predicted.rmse();
  const epsilon rest = difference(options.total, degree);
  for (const double fraction : size_grid) {
    const epsilon size = share_of(rest, fraction);
    if (size.is_zero()) continue;
    for_each_margin(options.margin, size, [&](std::int64_t margin) {
      const auto plan =
          divide_rest(options.codec, difference(rest, size), known.terms_with_size_round(size, margin));
      if (plan.error.rmse() < least) {
        least = plan.error.rmse();
        best = size;
      }
    });
  }
  return best;
}

cap_rule choose_cap(const size_knowledge& known, std::optional<std::int64_t> by_hand, const bit_law& law,
                    epsilon count, double closure) {
  cap_rule best{known.anchor(), by_hand.value_or(0)};
  double least = std::numeric_limits<double>::infinity();
  for_each_margin(by_hand, known.anchor_budget(), [&](std::int64_t margin) {
    const cap_rule rule{known.anchor(), margin};
    const double rmse = predict_triangle_error(known.terms(rule), law, count, closure).rmse();
    if (rmse < least) {
      least = rmse;
      best = rule;
    }
  });
  return best;
}

triangle_plan plan_triangles(const protocol_options& options, const size_knowledge& known, epsilon degree,
                             epsilon size) {
  triangle_plan plan;
  plan.budgets.degree = degree;
  plan.budgets.size = size;
  const std::uint64_t spent = degree.units() + size.units();
  if (spent >= options.total.units())
    throw invalid_parameter("nothing is left for the rounds 'edges' and 'count'");
  const epsilon rest = epsilon::from_units(options.total.units() - spent);

  if (options.split) {
    plan.budgets.edges = share_of(options.total, options.split->edges);
    plan.budgets.count =
        std::min(share_of(options.total, options.split->count), difference(rest, plan.budgets.edges));
    if (plan.budgets.edges.is_zero() || plan.budgets.count.is_zero())
      throw invalid_parameter("split leaves less than 2^-32 nat for the rounds 'edges' or 'count'");
    const bit_law law = options.codec.law(plan.budgets.edges);
    plan.cap = choose_cap(known, options.margin, law, plan.budgets.count, assumed_closure);
    plan.predicted = predict_triangle_error(known.terms(plan.cap), law, plan.budgets.count, assumed_closure);
    return plan;
  }

  double least = std::numeric_limits<double>::infinity();
  for_each_margin(options.margin, known.anchor_budget(), [&](std::int64_t margin) {
    const cap_rule rule{known.anchor(), margin};
    const edge_and_count rounds = divide_rest(options.codec, rest, known.terms(rule));
    if (rounds.error.rmse() < least) {
      least = rounds.error.rmse();
      plan.budgets.edges = rounds.edges;
      plan.budgets.count = rounds.count;
      plan.cap = rule;
      plan.predicted = rounds.error;
    }
  });
  return plan;
}

namespace {

/// The codec's own parameters, from released numbers and the budget of the edge round.
void set_codec(release_parameters& p, const protocol_options& options, const size_knowledge& known,
               const round_budgets& budgets) {
  p.codec = options.codec.kind;
  const epsilon released_at = known.anchor_budget();
  if (p.codec == codec_kind::nullspace) {
    const auto response = nullspace_response::for_budget(budgets.edges);
    const column_plan columns = plan_columns(1.0 - response.drop_probability(), released_at,
                                             known.has_sizes() ? known.sizes() : known.degrees());
    p.drop_threshold = response.drop_threshold();
    p.field_order = response.field_order();
    p.kept_rate = columns.kept_rate;
    p.size_slack = columns.size_slack;
    p.alpha_milli = p.candidate_limit_log2 = p.level = 0;
    return;
  }
  const randomized_response response = options.codec.response(budgets.edges);
  p.flip_threshold = response.threshold();
  p.alpha_milli = options.codec.alpha.milli();
  p.candidate_limit_log2 = ppr_codec::default_candidate_limit_log2(options.codec.alpha);
  p.level = options.codec.level;
  if (p.codec == codec_kind::bitmap) return;
  p.chunk_rate = options.codec.chunk_rate(response);
  if (options.true_degree_chunks) return;
  p.chunk_floor_rate = chunk_rate_for(largest_chunk(response.loss_nats()));
  p.size_slack = size_slack_for(released_at);
}

}  // namespace

release_parameters plan_release(const protocol_options& options, const size_knowledge& known,
                                const round_budgets& budgets, release_key key, bool simulated) {
  if (options.true_degree_chunks && options.codec.kind != codec_kind::ppr)
    throw invalid_parameter(
        "only ppr has chunks whose number could follow the true degree: not bitmap, not nullspace");
  release_parameters p;
  p.users = known.degrees().size();
  p.key = key;
  set_codec(p, options, known, budgets);
  p.order = options.order;
  p.chunk_rule = options.true_degree_chunks ? chunk_rule::true_degree
                 : budgets.size.is_zero()   ? chunk_rule::noisy_degree
                                            : chunk_rule::released_size;
  p.simulated = simulated;
  p.total = options.total;
  p.degree = budgets.degree;
  p.size = budgets.size;
  p.edges = budgets.edges;
  p.count = budgets.count;
  return p;
}

triangle_error predict_count_error(const release_layout& layout, const size_knowledge& known,
                                   const cap_rule& cap, epsilon count, double closure) {
  const bit_law law = layout.codec().law();
  const bit_lattice lattice = layout.codec().lattice();
  triangle_error error = predict_triangle_error(known.terms(cap), law, count, closure);
  const std::vector<uint128> sensitivity = triangle_sensitivities(make_caps(layout, cap), lattice.scale);
  error.laplace_variance =  // of the discrete noise as drawn, cap by cap
      noise_variance(sensitivity, count) / (lattice.divisor(law) * lattice.divisor(law));
  return error;
}

}  // namespace edgeldp
