// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/triangles/central_count_curator.hpp"

#include <cmath>
#include <cstddef>

#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/rivals/triangles/central_sequences_curator.hpp"

namespace edgeldp {

namespace {

std::uint64_t rung(const std::vector<std::uint64_t>& rungs, std::uint64_t k) {
  return k < rungs.size() ? rungs[k] : rungs.back();
}

/// The first so many rungs together.
std::uint64_t height(const std::vector<std::uint64_t>& rungs, std::uint64_t count) {
  std::uint64_t sum = 0;
  for (std::uint64_t k = 0; k < count && k < rungs.size(); ++k) sum += rungs[k];
  return count > rungs.size() ? sum + (count - rungs.size()) * rungs.back() : sum;
}

}  // namespace

// An edge moves each of its common neighbours' and its ends' numbers: three times the count.
std::vector<std::uint64_t> ladder_rungs(const graph_view& g) {
  std::vector<std::uint64_t> rungs;
  for (const double of_sequence : triangle_sensitivities(g))
    rungs.push_back(static_cast<std::uint64_t>(std::llround(of_sequence / 3.0)));
  return rungs;
}

std::uint64_t rung_at(const std::vector<std::uint64_t>& rungs, std::uint64_t distance) {
  std::uint64_t r = 0;
  for (std::uint64_t reached = 0; reached < distance; ++r) reached += rung(rungs, r);
  return r;
}

// |z| is a rung and its sign the side; all numbers of a rung have the weight of their rung if it is
// kept as often as it is long.
std::int64_t publish_triangle_count(const graph_view& g, epsilon budget, const coin_source& coins) {
  const std::vector<std::uint64_t> rungs = ladder_rungs(g);
  const discrete_laplace steps(2, budget);
  const int128 offset = coins(coin_purpose::count, 0, [&](private_randomness& source) -> int128 {
    for (;;) {
      const int128 z = steps(source);
      const auto r = static_cast<std::uint64_t>(z < 0 ? -z : z);
      const auto place = static_cast<std::uint64_t>(uniform_below(source, rungs.back())) + 1;
      if (place > (r == 0 ? 1 : rung(rungs, r - 1))) continue;
      if (r == 0) return 0;
      const int128 distance = int128{height(rungs, r - 1)} + place;
      return z < 0 ? -distance : distance;
    }
  });
  return static_cast<std::int64_t>(int128{exact::count_triangles(g)} + offset);
}

double ladder_standard_error(const std::vector<std::uint64_t>& rungs, epsilon budget) {
  constexpr double negligible = 1e-18;
  double mass = 1.0, squares = 0.0, reached = 0.0;
  for (std::uint64_t r = 1;; ++r) {
    const double weight = 2.0 * std::exp(-0.5 * budget.nats() * static_cast<double>(r));
    const auto length = static_cast<double>(rung(rungs, r - 1));
    // Sum over the numbers reached + 1, ..., reached + length of their squares.
    const double sum =
        length * (reached * reached + reached * (length + 1.0) + (length + 1.0) * (2.0 * length + 1.0) / 6.0);
    mass += weight * length;
    squares += weight * sum;
    reached += length;
    if (r > rungs.size() && weight * sum <= negligible * squares) return std::sqrt(squares / mass);
  }
}

}  // namespace edgeldp
