// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "edgeldp/core/error.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/estimate/homophily.hpp"
#include "split_search.hpp"

namespace edgeldp {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// How noisy edges or counts are.
struct edge_noise {
  double count_variance = 0.0;     ///< method counts: of one count
  double non_edge_variance = 0.0;  ///< method edges: of one pair
};

void check(const assumed_graph& a) {
  if (!(a.mean_degree > 0.0) || !(a.degree_spread >= 0.0) || !std::isfinite(a.mean_degree + a.degree_spread))
    throw invalid_parameter("assumed degrees: the mean must be positive, the spread not negative");
  if (!(a.fraction_within > 0.0 && a.fraction_within < 1.0))
    throw invalid_parameter("assumed fraction within = " + std::to_string(a.fraction_within) +
                            ": must lie in (0, 1)");
}

/// Standard error of the fraction within, in the assumed graph.
double predict(const channel& law, std::uint64_t user_count, const assumed_graph& assumed,
               const edge_noise& noise, bool is_mirrored) {
  const debiasing d = debiasing_of(law);
  const Index k = d.weights.rows(), outputs = d.weights.cols();
  const auto users = static_cast<double>(user_count), values = static_cast<double>(k);
  mixing_moments m;
  m.weights = d.weights;
  m.is_mirrored = is_mirrored;
  const double across = k > 1 ? (1.0 - assumed.fraction_within) / (values - 1.0) : 0.0;
  MatrixXd profile = MatrixXd::Constant(k, k, across);
  profile.diagonal().setConstant(k > 1 ? assumed.fraction_within : 1.0);
  m.ends = users / values * assumed.mean_degree * profile;
  for (Index a = 0; a < k; ++a)
    m.dispersion.push_back(report_covariance(law, d, static_cast<std::size_t>(a)));
  const double square =
      assumed.mean_degree * assumed.mean_degree * (1.0 + assumed.degree_spread * assumed.degree_spread);
  for (Index a = 0; a < k; ++a) {
    MatrixXd around = 4.0 * users / values * square * profile.col(a) * profile.col(a).transpose();
    for (Index b = 0; b < k; ++b) around += 2.0 * m.ends(a, b) * m.dispersion[static_cast<std::size_t>(b)];
    m.neighborhoods.push_back(std::move(around));
  }
  const VectorXd reports = users * law.probabilities().rowwise().mean();
  m.noise = noise.non_edge_variance * reports * reports.transpose() +
            noise.count_variance * reports * VectorXd::Ones(outputs).transpose();
  const double ends = m.ends.sum();
  const MatrixXd gradient = MatrixXd::Identity(k, k) - MatrixXd::Constant(k, k, m.ends.trace() / ends);
  return std::sqrt(m.covariance(gradient, gradient).sum()) / ends;
}

/// Splits of one call, one method after the other.
class splitter {
 public:
  splitter(const homophily_options& options, std::uint64_t users, std::span<const channel::labels> values)
      : m_options(options), m_users(users), m_values(values) {}

  /// The plan that spends `wanted` on reports, or less where the family's channels need no more.
  homophily_plan plan(homophily_method method, epsilon wanted) const {
    homophily_plan p;
    p.method = method;
    p.attributes = wanted;
    p.channels = m_options.channels;
    if (p.channels.empty()) {
      const epsilon each = std::min(epsilon::from_units(wanted.units() / m_values.size()),
                                    epsilon::from_nats(largest_attribute_budget));
      if (each.is_zero()) throw invalid_parameter("nothing is left for the round 'attributes'");
      for (const channel::labels& values : m_values) p.channels.push_back(m_options.family(each, values));
      p.attributes = epsilon::from_units(each.units() * m_values.size());
    }
    const epsilon rest = difference(m_options.total, p.attributes);
    if (rest.units() < 3) throw invalid_parameter("nothing is left for edges besides the attributes");
    edge_noise noise;
    if (method == homophily_method::counts) {
      p.count = rest;
      noise.count_variance = discrete_laplace(m_values.size(), rest).variance();
    } else {
      p.degree = std::max(epsilon::from_units(1), share_of(rest, m_options.degree_share));
      if (m_options.codec.kind == codec_kind::ppr)
        p.size = std::max(epsilon::from_units(1), share_of(rest, m_options.size_share));
      p.edges = std::min(difference(difference(rest, p.degree), p.size),
                         epsilon::from_nats(m_options.codec.largest_edges()));
      noise.non_edge_variance = m_options.codec.law(p.edges).non_edge_variance();
    }
    p.predicted_error =
        predict(p.channels.front(), m_users, m_options.assumed, noise, method == homophily_method::edges);
    return p;
  }

  homophily_plan best(homophily_method method) const {
    if (!m_options.channels.empty()) return plan(method, loss_of(m_options.channels));
    if (m_options.attribute_share) return plan(method, share_of(m_options.total, *m_options.attribute_share));
    return plan(method, share_of(m_options.total, best_share(method)));
  }

 private:
  double best_share(homophily_method method) const {
    const auto f = [&](double x) { return error_at(method, x); };
    // At the ends of the interval nothing may be left for one of the two.
    const double share = minimize(0.01, 0.99, f);
    if (std::isfinite(f(share))) return share;
    // What can be inverted may lie between the minimiser's steps.
    constexpr int steps = 400;
    double best = 0.5;
    for (int i = 1; i < steps; ++i)
      if (const double x = static_cast<double>(i) / steps; f(x) < f(best)) best = x;
    if (std::isfinite(f(best))) return best;
    try {
      plan(method, share_of(m_options.total, best));
    } catch (const invalid_parameter& e) {
      throw invalid_parameter(
          std::string("no share of the budget for labels was found that works; at half: ") + e.what() +
          "; --attribute-share sets it by hand");
    }
    throw invalid_parameter(
        "no share of the budget for labels predicts a finite error: --attribute-share sets it by hand");
  }

  /// Families may have budgets at which they cannot be inverted.
  double error_at(homophily_method method, double share) const {
    try {
      const double error = plan(method, share_of(m_options.total, share)).predicted_error;
      return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
    } catch (const invalid_parameter&) {
      return std::numeric_limits<double>::infinity();
    }
  }

  const homophily_options& m_options;
  std::uint64_t m_users;
  std::span<const channel::labels> m_values;
};

void check(const homophily_options& o, std::size_t attributes) {
  check(o.assumed);
  if (attributes == 0) throw invalid_parameter("attributes: none given");
  if (!o.channels.empty() && o.channels.size() != attributes)
    throw invalid_parameter(std::to_string(o.channels.size()) + " channels for " +
                            std::to_string(attributes) + " attributes");
  if (!o.channels.empty() && o.attribute_share)
    throw invalid_parameter("attribute share: given channels say what attributes spend");
  if (o.attribute_share && !(*o.attribute_share > 0.0 && *o.attribute_share < 1.0))
    throw invalid_parameter("attribute share = " + std::to_string(*o.attribute_share) +
                            ": must lie in (0, 1)");
  if (!(o.degree_share > 0.0 && o.degree_share < 1.0))
    throw invalid_parameter("degree share = " + std::to_string(o.degree_share) + ": must lie in (0, 1)");
  if (!(o.size_share > 0.0 && o.degree_share + o.size_share < 1.0))
    throw invalid_parameter("size share = " + std::to_string(o.size_share) +
                            ": must be positive, and with the degree share below 1");
  if (!o.channels.empty() && loss_of(o.channels) >= o.total)
    throw invalid_parameter("the channels lose " + std::to_string(loss_of(o.channels).nats()) + " of " +
                            std::to_string(o.total.nats()) + " nats: something must be left for edges");
}

}  // namespace

homophily_plan plan_homophily(const homophily_options& options, std::uint64_t users,
                              std::span<const channel::labels> values) {
  check(options, values.size());
  const splitter split(options, users, values);
  if (options.method) return split.best(*options.method);
  homophily_plan counts = split.best(homophily_method::counts);
  try {
    homophily_plan edges = split.best(homophily_method::edges);
    if (edges.predicted_error < counts.predicted_error) return edges;
  } catch (const invalid_parameter&) {
    // The codec cannot express so small a budget.
  }
  return counts;
}

}  // namespace edgeldp
