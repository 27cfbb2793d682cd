// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/triangles/central_sequences_curator.hpp"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/questions/degrees/exact.hpp"

namespace edgeldp {

namespace {

/// numbers[u] + noise / parts. Rounded once, from the whole sum: what is printed is a function of
/// it.
std::vector<double> with_noise(const std::vector<std::uint64_t>& numbers, const discrete_laplace& noise,
                               std::uint64_t parts, coin_purpose purpose, const coin_source& coins) {
  std::vector<double> published(numbers.size());
  for (std::size_t u = 0; u < numbers.size(); ++u) {
    const int128 drawn =
        coins(purpose, static_cast<vertex_id>(u), [&](private_randomness& source) { return noise(source); });
    published[u] = static_cast<double>(int128{numbers[u]} * parts + drawn) / static_cast<double>(parts);
  }
  return published;
}

void require_three(const graph_view& g) {
  if (g.vertex_count() < 3)
    throw invalid_parameter("n = " + std::to_string(g.vertex_count()) + ": must be at least 3");
}

}  // namespace

std::vector<double> publish_degrees_globally(const graph_view& g, epsilon budget, const coin_source& coins) {
  return with_noise(exact::degree_sequence(g), discrete_laplace(2, budget), 1, coin_purpose::degree, coins);
}

std::vector<double> publish_triangles_globally(const graph_view& g, epsilon budget,
                                               const coin_source& coins) {
  require_three(g);
  return with_noise(exact::triangle_sequence(g), discrete_laplace(3 * (g.vertex_count() - 2), budget), 1,
                    coin_purpose::count, coins);
}

std::vector<double> publish_triangles_smoothly(const graph_view& g, epsilon budget, double delta,
                                               const coin_source& coins) {
  require_three(g);
  constexpr std::uint64_t parts = std::uint64_t{1} << 30;
  constexpr double room = 0x1p-20;  // for what the grid changes: see the derivation
  const double beta = smooth_decay(budget, delta, g.vertex_count()) - room;
  if (!(beta > 0.0))
    throw invalid_parameter(
        "epsilon = " + std::to_string(budget.nats()) + ", delta = " + std::to_string(delta) +
        ": the sensitivity would have to decay by less than 2^-20 an edge; raise one of them");
  const double smooth = std::max(1.0, smooth_sensitivity(triangle_sensitivities(g), beta));
  const auto sensitivity =
      static_cast<uint128>(std::ceil(2.0 * smooth * (1.0 + 2.0 * room) * static_cast<double>(parts)));
  return with_noise(exact::triangle_sequence(g), discrete_laplace(sensitivity, budget), parts,
                    coin_purpose::count, coins);
}

std::vector<double> triangle_sensitivities(const graph_view& g) {
  const std::uint64_t n = g.vertex_count();
  if (n < 3 || n > 65536) throw invalid_parameter("n = " + std::to_string(n) + ": must lie in [3, 65536]");
  const std::vector<std::uint64_t> degrees = exact::degree_sequence(g);
  // The most common neighbours a pair has, by the number b of users adjacent to one of the two.
  // What counts of a pair at distance k is a and min(k, b), so of equal b the largest a is enough.
  std::vector<std::int64_t> most(n + 1, -1);
  std::vector<std::uint32_t> common(n);
  std::vector<vertex_id> scratch, further;
  std::vector<char> adjacent(n);
  for (std::uint64_t v = 0; v < n; ++v) {
    std::ranges::fill(common, 0);
    std::ranges::fill(adjacent, 0);
    for (const vertex_id w : g.neighbors(static_cast<vertex_id>(v), scratch)) {
      adjacent[w] = 1;
      for (const vertex_id u : g.neighbors(w, further)) ++common[u];
    }
    for (std::uint64_t u = 0; u < v; ++u) {
      const std::uint64_t ends =
          adjacent[u] != 0 ? 2 : 0;  // each other's neighbours, which are no third user
      const std::uint64_t one = degrees[u] + degrees[v] - ends - 2 * common[u];
      most[one] = std::max<std::int64_t>(most[one], common[u]);
    }
  }
  std::vector<double> sensitivities;
  const auto limit = static_cast<std::int64_t>(n) - 2;
  for (std::int64_t k = 0; sensitivities.empty() || sensitivities.back() < 3.0 * static_cast<double>(limit);
       ++k) {
    std::int64_t largest = 0;
    for (std::int64_t b = 0; b <= static_cast<std::int64_t>(n); ++b) {
      const std::int64_t a = most[static_cast<std::size_t>(b)];
      if (a >= 0) largest = std::max(largest, std::min(a + (k + std::min(k, b)) / 2, limit));
    }
    sensitivities.push_back(3.0 * static_cast<double>(largest));
  }
  return sensitivities;
}

double smooth_sensitivity(const std::vector<double>& sensitivities, double beta) {
  double largest = 0.0;
  for (std::size_t k = 0; k < sensitivities.size(); ++k)
    largest = std::max(largest, std::exp(-beta * static_cast<double>(k)) * sensitivities[k]);
  return largest;
}

double smooth_decay(epsilon budget, double delta, std::uint64_t dimensions) {
  if (!(delta > 0.0) || !(delta < 1.0))
    throw invalid_parameter("delta = " + std::to_string(delta) + ": must lie in (0, 1)");
  // The norm of the noise is Gamma(d, 1), above `high` or below `low` with probability delta each.
  // A wider scale costs more than epsilon / 2 only below, a narrower one only above.
  const auto d = static_cast<double>(dimensions);
  const double low = boost::math::gamma_p_inv(d, delta), high = boost::math::gamma_q_inv(d, delta);
  const auto cost = [&](double beta) {
    return std::max(high * std::expm1(beta) - d * beta, d * beta + low * std::expm1(-beta));
  };
  const double most = 0.5 * budget.nats();
  double below = 0.0, above = 1.0;
  while (cost(above) < most) above *= 2.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (below + above);
    (cost(middle) <= most ? below : above) = middle;
  }
  return below;
}

}  // namespace edgeldp
