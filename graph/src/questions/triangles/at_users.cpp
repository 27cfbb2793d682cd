// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/at_users.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/codec/bitset.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/errors/inflation.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"
#include "edgeldp/graph/rounds/pair_round.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "edgeldp/graph/rounds/row_release.hpp"
#include "questions/triangles/all_neighbors.hpp"
#include "questions/triangles/sequence_in_session.hpp"

namespace edgeldp {

namespace {

/// Sums of noisy bits, for debiasing counts of ones.
class noisy_counts {
 public:
  noisy_counts(const noisy_matrix& noisy, const bit_law& law)
      : m_noisy(noisy), m_law(law), m_degrees(noisy.rows()) {
    parallel_for(0, noisy.rows(), 64, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t r = first; r < last; ++r)
        for (const std::uint64_t word : noisy.row(r))
          m_degrees[r] += static_cast<std::uint64_t>(std::popcount(word));
    });
    m_edges = std::accumulate(m_degrees.begin(), m_degrees.end(), std::uint64_t{0}) / 2;
  }

  /// Unbiased number of common neighbours, from the ones in common.
  double common(std::uint64_t r, std::uint64_t s, std::uint64_t ones) const {
    const std::uint64_t own = m_noisy.bit(r, s) ? 1 : 0;
    const auto ends = static_cast<double>(m_degrees[r] + m_degrees[s] - 2 * own);
    const double others = static_cast<double>(m_noisy.rows()) - 2.0;
    return (static_cast<double>(ones) - m_law.p0 * ends + m_law.p0 * m_law.p0 * others) /
           ((m_law.p1 - m_law.p0) * (m_law.p1 - m_law.p0));
  }

  /// Unbiased number of triangles at r, from the noisy ones; the sum over pairs of (x_rj - p0)
  /// (x_jk - p0) (x_rk - p0), multiplied out.
  double triangles(std::uint64_t r, std::uint64_t noisy_triangles, std::uint64_t neighbor_degrees) const {
    const auto degree = static_cast<double>(m_degrees[r]), users = static_cast<double>(m_noisy.rows());
    const double paths = 0.5 * degree * (degree - 1.0) + static_cast<double>(neighbor_degrees) - degree;
    const double ends = static_cast<double>(m_edges) - degree + degree * (users - 2.0);
    const double pairs = 0.5 * (users - 1.0) * (users - 2.0);
    const double spread = m_law.p1 - m_law.p0, p0 = m_law.p0;
    return (static_cast<double>(noisy_triangles) - p0 * (paths - p0 * (ends - p0 * pairs))) /
           (spread * spread * spread);
  }

  const noisy_matrix& matrix() const noexcept { return m_noisy; }
  const bit_law& law() const noexcept { return m_law; }
  std::uint64_t degree(std::uint64_t r) const { return m_degrees[r]; }

 private:
  const noisy_matrix& m_noisy;
  bit_law m_law;
  std::vector<std::uint64_t> m_degrees;
  std::uint64_t m_edges = 0;
};

/// What one user's estimate is made of.
struct triangle_parts {
  double triangles = 0.0;
  double squared_common = 0.0;  ///< of phi's variance times c_uj^2 over all j, unbiased
};

/// `degrees`: estimated, in public order.
triangle_parts parts_of(const noisy_counts& counts, std::uint64_t r, std::span<const double> degrees) {
  const noisy_matrix& noisy = counts.matrix();
  const double v0 = counts.law().non_edge_variance(), v1 = counts.law().edge_variance();
  const double spread = counts.law().p1 - counts.law().p0;
  const double background = (static_cast<double>(noisy.rows()) - 2.0) * v0 * v0;
  std::uint64_t corners = 0, neighbor_degrees = 0;
  triangle_parts parts;
  for (std::uint64_t s = 0; s < noisy.rows(); ++s) {
    if (s == r) continue;
    const std::uint64_t ones = count_common(noisy.row(r), noisy.row(s));
    const bool is_neighbor = noisy.bit(r, s);
    if (is_neighbor) {
      corners += ones;
      neighbor_degrees += counts.degree(s);
    }
    const double common = counts.common(r, s, ones);
    const double noise = background + v0 * (degrees[r] + degrees[s]);
    const double phi = ((is_neighbor ? 1.0 : 0.0) - counts.law().p0) / spread;
    parts.squared_common += (v0 + (v1 - v0) * phi) * (common * common - noise);
  }
  parts.triangles = counts.triangles(r, corners / 2, neighbor_degrees);
  return parts;
}

/// Variance of one user's estimate.
double sequence_variance(const triangle_parts& parts, double degree, double edges, double users,
                         const bit_law& law) {
  const double v0 = law.non_edge_variance(), d = std::clamp(degree, 0.0, users - 1.0);
  const double pairs = 0.5 * d * (d - 1.0), closed = std::clamp(parts.triangles, 0.0, std::max(0.0, pairs));
  const double alone =
      closed * law.edge_variance() + std::max(0.0, pairs - closed) * v0 + parts.squared_common;
  const double twos = std::max(0.0, edges - d) + d * std::max(0.0, users - 2.0);
  const double threes = v0 * v0 * v0 * 0.5 * (users - 1.0) * (users - 2.0);
  // The squares of common neighbours are themselves estimates and may come out negative.
  return std::max(0.25 * threes, alone + v0 * v0 * twos + threes);
}

}  // namespace

noisy_triangles count_noisy_triangles(const release& published, const noisy_matrix& noisy) {
  const combined_degrees known = combine_degrees(published, noisy);
  const release_layout& layout = published.layout();
  const std::uint64_t n = layout.users();
  std::vector<double> degrees(n);  // in public order
  for (std::uint64_t r = 0; r < n; ++r)
    degrees[r] = known.degrees.values[layout.user_at(static_cast<std::uint32_t>(r))];
  const noisy_counts counts(noisy, published.law());
  std::vector<triangle_parts> parts(n);
  parallel_for(0, n, 4, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t r = first; r < last; ++r) parts[r] = parts_of(counts, r, degrees);
  });

  noisy_triangles result;
  result.at_users.values.resize(n);
  result.at_users.standard_errors.resize(n);
  const auto users = static_cast<double>(n);
  const bit_law law = published.law();
  double sum = 0.0, squared_common = 0.0;
  for (std::uint64_t r = 0; r < n; ++r) {
    const vertex_id u = layout.user_at(static_cast<std::uint32_t>(r));
    result.at_users.values[u] = parts[r].triangles;
    result.at_users.standard_errors[u] =
        std::sqrt(sequence_variance(parts[r], degrees[r], known.edges.value, users, law));
    sum += parts[r].triangles;
    squared_common += parts[r].squared_common;
  }
  const double v0 = law.non_edge_variance();
  const double threes = v0 * v0 * v0 * users * (users - 1.0) * (users - 2.0) / 6.0;
  const double twos = v0 * v0 * std::max(0.0, known.edges.value * (users - 2.0));
  result.triangles = {sum / 3.0, std::sqrt(std::max(0.25 * threes, 0.5 * squared_common + twos + threes)),
                      0.0, 0.0, inflation::triangles};
  return result;
}

namespace {

/// The predicted squared errors of users times that of the number of triangles: limits that suit
/// single users add up to a large bias.
double sequence_risk(const public_degrees& known, const limits_by_degree& limits, const edge_law& noisy,
                     epsilon count) {
  error_parts of_sum = predict_triangle_error(known.terms(), noisy.law, count, assumed_closure);
  double risk = 0.0;
  for (const auto& [r, c] :
       predict_limited_counts(known, limits, noisy, count, [](std::int64_t) { return assumed_closure; })) {
    risk += c.users * (c.pairs * noisy.law.non_edge_variance() + c.laplace_variance + c.lost_variance +
                       c.lost * c.lost);
    of_sum.laplace_variance += c.users * c.laplace_variance;
    of_sum.clip_variance += c.users * c.lost_variance;
    of_sum.bias -= c.users * c.lost;
  }
  const double of_all = of_sum.rmse();
  return risk * of_all * of_all;
}

void check(const triangle_sequence_options& options) {
  if (!(options.degree_share > 0.0) || !(options.degree_share < 1.0))
    throw invalid_parameter("degree share = " + std::to_string(options.degree_share) +
                            ": must lie in (0, 1)");
}

/// Closures of users by released degree, estimated from their own counts: small lists are closed
/// more often than those of hubs. Users are taken together in groups of neighbouring released
/// degrees; a group's closure is as near to that of all as its noise demands.
class estimated_closures {
 public:
  explicit estimated_closures(double of_all) : m_of_all(of_all) {}

  double of(std::int64_t released) const {
    const auto group = m_groups.lower_bound(released);
    return group == m_groups.end() ? m_of_all : group->second;
  }

  /// From counts at users and what is predicted of each class at the closures so far.
  void update(const std::map<std::int64_t, double>& sums,
              const std::map<std::int64_t, limited_count>& predicted, double variance_of_pair) {
    double all = 0.0;
    for (const auto& [r, c] : predicted) all += c.users;
    double users = 0.0, triangles = 0.0, pairs = 0.0, variance = 0.0;
    for (const auto& [r, c] : predicted) {
      users += c.users;
      triangles += sums.at(r) + c.users * c.lost;
      pairs += c.users * c.pairs;
      variance += c.users * (c.pairs * variance_of_pair + c.laplace_variance);
      if (users < all / group_count && r != predicted.rbegin()->first) continue;
      const double signal = m_of_all * m_of_all * pairs * pairs, sum = signal + variance;
      const double weight = sum > 0.0 ? signal / sum : 0.0;
      const double own = pairs > 0.0 ? std::clamp(triangles / pairs, 0.0, 1.0) : 0.0;
      m_groups[r] = weight * own + (1.0 - weight) * m_of_all;
      users = triangles = pairs = variance = 0.0;
    }
  }

 private:
  static constexpr double group_count = 8.0;
  double m_of_all;
  std::map<std::int64_t, double> m_groups;  // by the largest released degree of a group
};

/// What the bias may be at any plausible closure: that of users alike, in proportion where groups
/// lose less.
double bound_of(double bias, const closure_view& view) {
  const double alike = std::abs(view.error.bias), own = std::abs(bias);
  return std::max(bias_allowance * own, alike > own ? view.bias_bound * own / alike : view.bias_bound);
}

/// What users said, and who of them did.
struct said_counts {
  std::vector<int128> messages;  ///< one a user
  std::vector<bool> has_come;    ///< who was told that none of its pairs counts has said so, too
};

/// Estimates and their errors from the messages of those who came. known: their degrees.
void conclude(triangle_sequence& result, const public_degrees& known, const limits_by_degree& limits,
              const edge_law& noisy, const said_counts& said) {
  const double divisor = noisy.lattice.divisor(noisy.law);
  int128 sum = 0;
  std::map<std::int64_t, double> sums;  // of counts, by released degree
  std::size_t next = 0;
  for (std::size_t u = 0; u < said.messages.size(); ++u) {
    const double value = said.has_come[u] ? static_cast<double>(said.messages[u]) / divisor : 0.0;
    result.at_users.values.push_back(value);
    if (!said.has_come[u]) continue;
    sum += said.messages[u];
    sums[known.released()[next++]] += value;
  }
  result.triangles.value = static_cast<double>(sum) / (3.0 * divisor);
  const double pairs = known.terms().pairs / 3.0;  // every triangle closes three
  const closure_view view = view_closure(result.triangles.value, pairs, [&](double closure) {
    return predict_limited(known, limits, noisy, result.budgets.count, closure);
  });
  const double of_pair =
      view.closure * noisy.law.edge_variance() + (1.0 - view.closure) * noisy.law.non_edge_variance();

  estimated_closures closures(view.closure);
  std::map<std::int64_t, limited_count> predicted;
  for (int pass = 0; pass < 4; ++pass) {
    predicted = predict_limited_counts(known, limits, noisy, result.budgets.count,
                                       [&](std::int64_t r) { return closures.of(r); });
    closures.update(sums, predicted, of_pair);
  }
  double bias = 0.0;
  for (const auto& [r, c] : predicted) bias -= c.users * c.lost / 3.0;
  result.triangles = {result.triangles.value, view.error.standard_error(), bias, bound_of(bias, view),
                      inflation::triangles};
  next = 0;
  for (const bool has_come : said.has_come) {
    result.at_users.standard_errors.push_back(std::numeric_limits<double>::infinity());
    result.biases.push_back(0.0);
    if (!has_come) continue;
    const limited_count& c = predicted.at(known.released()[next++]);
    result.at_users.standard_errors.back() =
        std::sqrt(c.pairs * of_pair + c.laplace_variance + c.lost_variance);
    result.biases.back() = -c.lost;
  }
}

/// Who sent a row and is lost in the count: each is taken for one of those who counted, in
/// proportion to the pairs that its degree tells of.
void add_lost(triangle_sequence& result, const public_order& order, const public_degrees& known,
              const std::vector<bool>& has_row, const std::vector<bool>& has_come) {
  if (has_come == has_row) return;
  std::vector<double> lost(has_come.size()), came(has_come.size());  // loads by rank
  const auto load_of = [&](std::size_t u) {
    const degree_posterior::moments m = known.law().posterior().of(order.degrees()[u]);
    return std::max(0.0, 0.5 * (m.square - m.mean));
  };
  for (std::size_t u = 0; u < has_come.size(); ++u)
    if (has_row[u]) (has_come[u] ? came : lost)[order.rank(static_cast<vertex_id>(u))] = load_of(u);
  estimate& t = result.triangles;
  const lost_part part = part_of_lost(3.0 * t.value, [&](auto&& f) {
    for (std::size_t u = 0; u < has_come.size(); ++u)
      if (has_come[u])
        f(load_of(u), std::optional(result.at_users.values[u]));
      else if (has_row[u])
        f(load_of(u), std::optional<double>());
  });
  if (!part.is_known()) return;
  const double doubt = doubt_of_predictions(distance_in_order(lost, came)) * std::abs(part.more * t.value);
  const double factor = 1.0 + part.more;
  t.value *= factor;
  t.standard_error = std::hypot(factor * t.standard_error, std::sqrt(part.spread) / 3.0);
  t.bias *= factor;
  t.bias_bound = factor * t.bias_bound + doubt;
}

/// Degrees of some users, and what they say.
public_degrees degrees_of_those(const public_order& order, const std::vector<bool>& users, epsilon budget) {
  std::vector<std::int64_t> released;
  for (std::size_t u = 0; u < users.size(); ++u)
    if (users[u]) released.push_back(order.degrees()[u]);
  return {released, budget};
}

/// No count is larger than what its limits leave to the longest list that is plausible.
void clamp_counts(std::vector<int128>& messages, const release_layout& layout, const limited_plan& plan,
                  const std::vector<bool>& has_come, plausibility_check& check) {
  const release_parameters& p = layout.parameters();
  const double unit = 1.0 / (3.0 * layout.codec().lattice().divisor(layout.codec().law()));
  const plausible_noise of_degree(1, p.degree);
  const auto others = static_cast<std::uint32_t>(layout.users() - 1);
  for (std::size_t u = 0; u < messages.size(); ++u) {
    if (!has_come[u]) continue;
    const auto user = static_cast<vertex_id>(u);
    const uint128 limit = bound_of(layout, plan.limits, user).sensitivity;
    if (limit == 0) continue;
    const std::uint64_t members = most_members(others, layout.degrees()[u], of_degree);
    messages[u] =
        check.clamp_count(user, static_cast<std::uint64_t>(std::min<uint128>(limit, std::uint64_t{1} << 62)),
                          members, plan.count, unit, messages[u]);
  }
}

}  // namespace

asked_triangles ask_triangle_sequence(session& s, const released_degrees& degrees, epsilon rest,
                                      const triangle_sequence_options& options, plausibility_check& check) {
  require_somebody(s.present());
  std::vector<std::int64_t> released(degrees.values.begin(), degrees.values.end());
  place_last(released, degrees.absent);
  const auto order =
      s.publish(std::make_shared<const public_order>(options.order, s.key(), std::move(released)));
  std::vector<bool> has_degree(degrees.values.size(), true);
  for (const vertex_id u : degrees.absent) has_degree[u] = false;
  const public_degrees known = degrees_of_those(*order, has_degree, degrees.budget);
  const auto plan = s.decide<limited_plan>("plan", [&] {
    limited_plan decided =
        plan_limited(known, options.codec, rest,
                     [&](const limits_by_degree& limits, const edge_law& noisy, epsilon count) {
                       return sequence_risk(known, limits, noisy, count);
                     });
    for (const vertex_id u : degrees.absent) decided.limits[order->degrees()[u]] = {};
    return decided;
  });
  asked_triangles asked;
  asked.counted.budgets = {degrees.budget, epsilon(), plan.edges, plan.count};
  two_step header;
  header.total = options.total;
  header.codec = options.codec;
  header.order = options.order;
  const auto layout = publish_layout(s, order, {}, [&] {
    return plan_rows(header, known, asked.counted.budgets, s.key(), s.is_simulated());
  });
  asked.rows = publish_rows(s, layout);
  require_somebody(s.present());
  const std::vector<bool> has_row = on_roster(s.present());
  said_counts said{ask_pairs(s, {plan.count, {plan.limits, asked.rows.rows}}), on_roster(s.present())};
  require_somebody(s.present());
  clamp_counts(said.messages, *layout, plan, said.has_come, check);
  const edge_law noisy{asked.rows.rows->law(), layout->codec().lattice()};
  conclude(asked.counted, degrees_of_those(*order, said.has_come, degrees.budget), plan.limits, noisy, said);
  add_lost(asked.counted, *order, known, has_row, said.has_come);
  return asked;
}

triangle_sequence_result estimate_triangle_sequence(session& s, const triangle_sequence_options& options) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  check(options);
  const epsilon degree = share_of(options.total, options.degree_share);
  released_values answers = s.ask(degree_round{degree}, {degree, all});
  const released_degrees degrees{std::move(answers.values), degree, s.latest().absent, s.chosen()};
  plausibility_check takes_all(false);
  asked_triangles asked =
      ask_triangle_sequence(s, degrees, difference(options.total, degree), options, takes_all);
  const auto users = static_cast<double>(all.size());
  const edgeldp::communication sent{static_cast<double>(s.upload_bytes()) / users,
                                    static_cast<double>(asked.rows.sizes.total()),
                                    static_cast<double>(asked.rows.sizes.edges)};
  return {{std::move(asked.counted)}, sent, asked.rows.rows.object, s.close()};
}

}  // namespace edgeldp
