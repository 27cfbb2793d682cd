// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/triangles/edge_orient.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "edge_orient/climb.hpp"
#include "edge_orient/levels.hpp"
#include "edge_orient/rounds.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/belief/degree_posterior.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/rounds/pair_round.hpp"
#include "edgeldp/graph/rounds/row_release.hpp"
#include "edgeldp/graph/uniform/release_plan.hpp"
#include "errors/noise_variance.hpp"
#include "triangles/downloads.hpp"

namespace edgeldp {

namespace {

constexpr std::string_view stated_caveat =
    "the noise of the count round is for two pairs a counted neighbour, but a neighbour can change every "
    "pair by up to phi(1), which is more than two where the budget is small";

/// What the noise depends on, from released degrees and numbers of edges out of users.
error_terms terms_of(const public_order& order, std::span<const std::int64_t> degrees, epsilon degree,
                     std::span<const std::int64_t> sizes, epsilon size) {
  const degree_posterior posterior(degrees, degree);
  const inverse_filter filter(size);
  std::vector<rank_moments> by_rank(degrees.size());
  error_terms terms;
  for (std::size_t u = 0; u < degrees.size(); ++u) {
    const auto [mean, square] = posterior.of(degrees[u]);
    by_rank[order.rank(static_cast<vertex_id>(u))] = {mean, square, 0.0};
    terms.edges += static_cast<double>(sizes[u]);
    terms.pairs +=
        filter.estimate(static_cast<double>(sizes[u]), [](double x) { return 0.5 * x * (x - 1.0); });
  }
  terms.pairs = std::max(0.0, terms.pairs);
  // A user's neighbours precede it in proportion to the degrees that do; the sum is as released.
  double all = 0.0, before = 0.0, expected = 0.0;
  for (const rank_moments& user : by_rank) all += user.degree;
  for (rank_moments& user : by_rank) {
    const double share = all > 0.0 ? before / all : 0.0;
    user.two_stars = std::max(0.0, user.squared_degree - user.degree) * share * share;
    expected += 0.5 * user.two_stars;
    before += user.degree;
  }
  for (rank_moments& user : by_rank) user.two_stars *= expected > 0.0 ? terms.pairs / expected : 0.0;
  terms.squared_sharing = predict_squared_sharing(by_rank);
  return terms;
}

/// The count round: its sum on the lattice, and the variance of its noise there.
struct oriented_count {
  int128 sum = 0;
  double noise_variance = 0.0;
};

oriented_count count_oriented(session& s, const edge_orient& method, const public_ref<release>& rows,
                              epsilon budget, std::uint64_t cap) {
  if (cap == 0) return {};
  if (method.counts == edge_orient::noise::sufficient) {
    const pair_round round{budget, {common_cap{cap}, rows}};
    const std::vector<int128> counts = ask_pairs(s, round);
    const int128 sum = std::accumulate(counts.begin(), counts.end(), int128{0});
    return {sum, noise_variance(make_bounds(rows->layout(), round.what.rule), budget)};
  }
  const stated_orientation_round round{budget, {cap, rows}};
  const roster all = s.everybody();
  const int128 sum = s.ask_flawed(round, {budget, all}, std::string(stated_caveat)).values.sum();
  return {sum, static_cast<double>(all.size()) *
                   discrete_laplace(round.what.stated_sensitivity(), budget).variance()};
}

}  // namespace

baseline_result estimate_triangles(session& s, const edge_orient& method) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  const epsilon quarter = share_of(method.total, 0.25);
  const level_rules rules(all.size(), quarter);
  if (rules.step(rules.most_rounds()).is_zero())
    throw invalid_parameter("a total of " + std::to_string(method.total.nats()) +
                            " leaves nothing for a round of levels");
  const released_values degrees = s.ask(degree_round{rules.degree()}, {rules.degree(), all});
  const climbed_levels climbed = climb_levels(s, rules, degrees.values);

  // Hubs climb highest: the end on the higher level precedes, of one level the lower number.
  const auto order =
      s.publish(std::make_shared<const public_order>(user_order::noisy_degree, s.key(), climbed.levels));
  const auto layout = publish_layout(s, order, {}, [&] {
    two_step options;
    options.total = method.total;
    options.codec = bitmap_spec{};
    return plan_release(options, public_view(order.object, rules.degree()),
                        {rules.degree(), epsilon(), quarter, quarter}, s.key(), s.is_simulated());
  });
  const row_release rows = publish_rows(s, layout);
  const released_values sizes = s.ask(size_round{quarter, {order}}, {quarter, all});
  const auto cap = static_cast<std::uint64_t>(std::clamp<std::int64_t>(
      *std::ranges::max_element(sizes.values), 0, static_cast<std::int64_t>(all.size()) - 1));
  const oriented_count count = count_oriented(s, method, rows.rows, quarter, cap);

  const bit_law law = rows.rows->law();
  const double unit = layout->codec().lattice().divisor(law);
  const double value = static_cast<double>(count.sum) / unit;
  const error_terms terms = terms_of(*order, degrees.values, rules.degree(), sizes.values, quarter);
  const double closure = terms.pairs > 0.0 ? std::clamp(value / terms.pairs, 0.0, 1.0) : baseline_closure;
  error_parts error = predict_triangle_error(terms, law, quarter, closure);
  error.laplace_variance = count.noise_variance / (unit * unit);
  const bool is_sound = method.counts == edge_orient::noise::sufficient;
  baseline_communication communication = shared_download(s, rows.sizes.total());
  communication.download_bytes += climbed.mean_bytes;
  communication.largest_download_bytes += climbed.most_bytes;
  return {{value, error.standard_error(), error.bias},   error,    communication, is_sound,
          is_sound ? std::string_view() : stated_caveat, s.close()};
}

static_assert(ProtocolBaseline<edge_orient>);

}  // namespace edgeldp
