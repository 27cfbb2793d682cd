// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/questions/homophily/homophily.hpp"
#include "errors/budget_search.hpp"
#include "questions/homophily/tuning.hpp"

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

/// What mixing_moments::covariance says of the fraction within, in the assumed graph. There a value
/// has a share `inside` of its neighbours' ends and every other value the same `outside`; profiles
/// are p_a = inside at a, outside elsewhere, and the gradient is G = I - t 1 1^T. With weights W,
/// columns w_u, and chances P[u | a] the moments' D_a = sum_u P[u | a] w_u w_u^T - e_a e_a^T, so
/// traces with D_a are sums over reports u: k^3 steps instead of the k^4 of the general form.
///
/// Standard error of the fraction within, in the assumed graph.
double predict(const channel& law, std::uint64_t user_count, const assumed_graph& assumed,
               const edge_noise& noise, bool is_mirrored) {
  const debiasing d = debiasing_of(law);
  const Index k = d.weights.rows(), outputs = d.weights.cols();
  const auto users = static_cast<double>(user_count), values = static_cast<double>(k);
  const double inside = k > 1 ? assumed.fraction_within : 1.0;
  const double outside = k > 1 ? (1.0 - inside) / (values - 1.0) : 0.0;
  const double ends = users * assumed.mean_degree * (inside + (values - 1.0) * outside);
  const double of_value = users / values * assumed.mean_degree;  // ends of a value's users
  const double square =
      assumed.mean_degree * assumed.mean_degree * (1.0 + assumed.degree_spread * assumed.degree_spread);
  const MatrixXd& chances = law.probabilities();
  const MatrixXd gradient =
      MatrixXd::Identity(k, k) - MatrixXd::Constant(k, k, values * of_value * inside / ends);
  const MatrixXd turned = gradient * d.weights;             // G w_u
  const MatrixXd between = d.weights.transpose() * turned;  // w_u^T G w_v
  const MatrixXd products = between.cwiseAbs2();

  // tr(G D_a G R) of the three parts of R_a: profiles, all dispersions, the value's own dispersion.
  MatrixXd profiles = MatrixXd::Constant(k, k, outside);
  profiles.diagonal().setConstant(inside);
  const auto dispersed = [&](const MatrixXd& at_reports, const VectorXd& at_truth) -> VectorXd {
    return (at_reports * chances).diagonal() - at_truth;
  };
  const VectorXd of_profiles =
      dispersed((profiles * turned).cwiseAbs2(), (profiles * gradient).diagonal().cwiseAbs2());
  const MatrixXd all =
      d.weights * chances.rowwise().sum().asDiagonal() * d.weights.transpose() - MatrixXd::Identity(k, k);
  const VectorXd of_all = chances.transpose() * (turned.transpose() * all * turned).diagonal() -
                          (gradient * all * gradient).diagonal();
  const VectorXd own = (chances.transpose() * products * chances).diagonal() -
                       2.0 * dispersed(turned.cwiseAbs2(), VectorXd::Zero(k)) +
                       gradient.diagonal().cwiseAbs2();
  const double label = 4.0 * users / values * square * of_profiles.sum() +
                       2.0 * of_value * (outside * of_all.sum() + (inside - outside) * own.sum());

  const VectorXd reports = users * chances.rowwise().mean();
  const MatrixXd noisy = noise.non_edge_variance * reports * reports.transpose() +
                         noise.count_variance * reports * VectorXd::Ones(outputs).transpose();
  const double edge = (is_mirrored ? 2.0 : 1.0) * noisy.cwiseProduct(products).sum();
  return std::sqrt(label + edge) / ends;
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
      if (loss_of(p.channels) > p.attributes)
        throw invalid_parameter("the family's channels lose more than the budget they are asked for");
    }
    const epsilon rest = difference(m_options.total, p.attributes);
    if (rest.units() < 3) throw invalid_parameter("nothing is left for edges besides the attributes");
    edge_noise noise;
    if (method == homophily_method::counts) {
      p.count = rest;
      noise.count_variance = discrete_laplace(m_values.size(), rest).variance();
    } else {
      p.degree = std::max(epsilon::from_units(1), share_of(rest, m_options.degree_share));
      if (m_options.codec.has_chunks())
        p.size = std::max(epsilon::from_units(1), share_of(rest, m_options.size_share));
      const double entries = 0.5 * static_cast<double>(m_users) * m_options.assumed.mean_degree;
      p.edges = std::min(difference(difference(rest, p.degree), p.size),
                         epsilon::from_nats(m_options.codec.largest_budget(entries)));
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
    const double share =
        minimize(homophily_tuning::least_label_share, homophily_tuning::largest_label_share, f);
    if (std::isfinite(f(share))) return share;
    constexpr int steps = homophily_tuning::label_share_steps;
    double best = homophily_tuning::start_label_share;
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

/// Before any planning, which takes long for many values.
void check_number_of_values(std::size_t values, std::uint64_t users) {
  if (values <= most_mixing_outputs) return;
  // How many there are is private.
  throw invalid_parameter("more than " + std::to_string(most_mixing_outputs) +
                          " different values cannot be told apart: " +
                          (values > users / 2 ? "is this the id column?" : "group rare ones"));
}

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
  for (const channel::labels& v : values) check_number_of_values(v.size(), users);
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
