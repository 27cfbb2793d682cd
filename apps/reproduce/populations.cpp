// SPDX-License-Identifier: MIT
#include "reproduce/populations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "io/table_file.hpp"
#include "reproduce/learning/draws.hpp"
#include "reproduce/shuffle.hpp"

namespace edgeldp::cli {

namespace {

enum purpose : std::uint32_t {
  ratings_of_user = 201,
  frequencies = 202,
  variants_of_user = 203,
  choice = 204
};

// --- ratings

constexpr std::uint64_t films = 87585;

/// Shares of the ratings 0.5, 1, ... 5 in MovieLens latest-small, in ten-thousandths, summed up.
constexpr std::array<std::uint32_t, 10> rating_law = {136,  415,  593,  1342, 1892,
                                                      3880, 5183, 7843, 8691, 10000};

std::uint64_t activity(private_randomness& coins) {
  constexpr double location = 3.9, scale = 1.35, least = 20.0, most = 0.1 * films;
  for (;;) {
    const double ratings = std::exp(location + scale * learning::normal(coins));
    if (ratings >= least && ratings <= most) return static_cast<std::uint64_t>(ratings);
  }
}

/// Summed weights of the films, most popular first.
std::vector<double> popularity() {
  std::vector<double> sums(films);
  double sum = 0.0;
  for (std::size_t r = 0; r < films; ++r) sums[r] = sum += std::pow(static_cast<double>(r) + 101.0, -1.1);
  return sums;
}

std::vector<row_entry> rate_films(std::span<const double> popularity, private_randomness& coins) {
  std::vector<row_entry> ratings;
  std::vector<bool> rated(films);
  for (std::uint64_t left = activity(coins); left > 0;) {
    const auto place = std::ranges::upper_bound(popularity, popularity.back() * uniform_open(coins));
    const auto film = static_cast<std::uint32_t>(place - popularity.begin());
    if (film == films || rated[film]) continue;
    rated[film] = true;
    const auto draw = static_cast<std::uint32_t>(uniform_below(coins, rating_law.back()));
    const auto half_stars =
        static_cast<std::uint32_t>(std::ranges::upper_bound(rating_law, draw) - rating_law.begin() + 1);
    ratings.push_back({film, half_stars});
    --left;
  }
  return ratings;
}

// --- genomes

constexpr std::uint64_t kept_positions = 890060;
constexpr double least_frequency = 1e-4, largest_frequency = 1e-2;

std::vector<double> draw_frequencies(std::uint64_t seed) {
  constexpr double power = 1.0 - 1.46;
  simulation_randomness coins(seed, frequencies, 0);
  const double low = std::pow(least_frequency, power), high = std::pow(largest_frequency, power);
  std::vector<double> f(kept_positions);
  for (double& x : f) x = std::pow(low + (high - low) * uniform_open(coins), 1.0 / power);
  return f;
}

std::vector<double> read_frequencies(const std::string& path) {
  std::vector<double> kept;
  constexpr std::array<std::string_view, 2> columns = {"AC", "AN"};
  read_table(path, columns, [&](std::span<const std::string_view> values) {
    const double seen = number_from(values[0]), all = number_from(values[1]), share = seen / all;
    if (!(seen >= 0.0 && all > 0.0 && share <= 1.0))
      throw invalid_parameter(fmt::format("AC = {}, AN = {}: no share", values[0], values[1]));
    if (share > least_frequency && share < largest_frequency) kept.push_back(share);
  });
  if (kept.empty()) throw bad_graph_input(path + ": no frequency between 1e-4 and 1e-2");
  return kept;
}

/// Each position's frequency is one of the table's.
std::vector<double> resample(std::span<const double> table, std::uint64_t seed) {
  simulation_randomness coins(seed, frequencies, 0);
  std::vector<double> f(kept_positions);
  for (double& x : f) x = table[static_cast<std::size_t>(uniform_below(coins, table.size()))];
  return f;
}

/// Visits positions with the largest frequency by geometric steps and keeps each in proportion to
/// its own.
std::vector<row_entry> draw_variants(std::span<const double> frequency, private_randomness& coins) {
  const double step_scale = std::log1p(-largest_frequency);
  std::vector<row_entry> variants;
  for (double x = -1.0;;) {
    x += 1.0 + std::floor(std::log(uniform_open(coins)) / step_scale);
    if (x >= static_cast<double>(frequency.size())) return variants;
    const auto position = static_cast<std::uint32_t>(x);
    if (uniform_open(coins) * largest_frequency < frequency[position]) variants.push_back({position});
  }
}

}  // namespace

namespace {}  // namespace

population generate_ratings(std::uint64_t users, std::uint64_t seed) {
  std::vector<std::vector<row_entry>> rows;
  const std::vector<double> sums = popularity();
  for (std::uint64_t u = 0; u < users; ++u) {
    simulation_randomness coins(seed, ratings_of_user, static_cast<vertex_id>(u));
    rows.push_back(rate_films(sums, coins));
  }
  return {"generated ratings", sparse_vectors(films, 11, rows)};
}

namespace {

population draw_genomes(const std::string& source, std::span<const double> frequency, std::uint64_t users,
                        std::uint64_t seed) {
  std::vector<std::vector<row_entry>> rows;
  rows.reserve(users);
  for (std::uint64_t u = 0; u < users; ++u) {
    simulation_randomness coins(seed, variants_of_user, static_cast<vertex_id>(u));
    rows.push_back(draw_variants(frequency, coins));
  }
  return {source, sparse_vectors(kept_positions, 2, rows)};
}

}  // namespace

population generate_genomes(std::uint64_t users, std::uint64_t seed) {
  return draw_genomes("generated genomes", draw_frequencies(seed), users, seed);
}

population read_genomes(const std::string& path, std::uint64_t users, std::uint64_t seed) {
  return draw_genomes(path, resample(read_frequencies(path), seed), users, seed);
}

population read_ratings(const std::string& path, std::uint64_t users, std::uint64_t seed) {
  std::map<std::string, std::vector<row_entry>, std::less<>> rows_by_user;
  std::map<std::string, std::uint32_t, std::less<>> film_numbers;
  constexpr std::array<std::string_view, 3> columns = {"userId", "movieId", "rating"};
  read_table(path, columns, [&](std::span<const std::string_view> values) {
    const double half_stars = 2.0 * number_from(values[2]);
    if (!(half_stars >= 1.0 && half_stars <= 10.0 && half_stars == std::floor(half_stars)))
      throw invalid_parameter(fmt::format("rating {}: must be one of 0.5, 1, ..., 5", values[2]));
    const auto film =
        film_numbers.try_emplace(std::string(values[1]), static_cast<std::uint32_t>(film_numbers.size()))
            .first->second;
    rows_by_user[std::string(values[0])].push_back({film, static_cast<std::uint32_t>(half_stars)});
  });
  std::vector<std::vector<row_entry>> rows;
  rows.reserve(rows_by_user.size());
  for (auto& [user, row] : rows_by_user) rows.push_back(std::move(row));
  simulation_randomness coins(seed, choice, 0);
  shuffle_front(rows, users, coins);
  return {path, sparse_vectors(film_numbers.size(), 11, rows)};
}

population lower_neighbors(const csr_graph& g, const std::string& source, std::uint64_t users,
                           std::uint64_t seed) {
  std::vector<std::vector<row_entry>> rows;
  std::vector<vertex_id> drawn;
  for (std::uint64_t v = 0; v < g.vertex_count(); ++v) {
    const auto u = static_cast<vertex_id>(v);
    if (!g.neighbors(u).empty() && g.neighbors(u).front() < u) drawn.push_back(u);
  }
  simulation_randomness coins(seed, choice, 0);
  shuffle_front(drawn, users, coins);
  for (const vertex_id u : drawn) {
    rows.emplace_back();
    for (const vertex_id v : g.neighbors(u))
      if (v < u) rows.back().push_back({v});
  }
  return {source, sparse_vectors(g.vertex_count(), 2, rows)};
}

}  // namespace edgeldp::cli
