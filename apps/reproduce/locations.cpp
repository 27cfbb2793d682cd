// SPDX-License-Identifier: MIT
#include "reproduce/locations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <string_view>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "io/table_file.hpp"
#include "reproduce/shuffle.hpp"

namespace edgeldp::cli {

namespace {

enum purpose : std::uint32_t { centres = 211, around_centres = 212, choice = 213 };

constexpr double earth_radius_km = 6371.0088;
constexpr location city{40.75, -73.95};

double radians(double degrees) {
  return degrees * std::numbers::pi / 180.0;
}

location moved(const location& from, double east_km, double north_km) {
  const double degree_km = radians(1.0) * earth_radius_km;
  return {from.latitude + north_km / degree_km,
          from.longitude + east_km / (degree_km * std::cos(radians(from.latitude)))};
}

}  // namespace

location_set generate_locations(std::uint64_t count, std::uint64_t seed) {
  constexpr double half_width_km = 20.0, mean_radius_km = 1.5;
  std::array<location, 40> centre;
  simulation_randomness coins(seed, centres, 0);
  const auto spread = [&] { return half_width_km * (2.0 * uniform_open(coins) - 1.0); };
  for (location& c : centre) {
    const double east = spread(), north = spread();
    c = moved(city, east, north);
  }
  simulation_randomness draws(seed, around_centres, 0);
  location_set set{"generated", {}};
  for (std::uint64_t i = 0; i < count; ++i) {
    const location& c = centre[static_cast<std::size_t>(uniform_below(draws, centre.size()))];
    const double radius = -mean_radius_km * std::log(uniform_open(draws));
    const double angle = 2.0 * std::numbers::pi * uniform_open(draws);
    set.places.push_back(moved(c, radius * std::cos(angle), radius * std::sin(angle)));
  }
  return set;
}

location_set read_locations(const std::string& path, std::uint64_t count, std::uint64_t seed) {
  location_set set{path, {}};
  constexpr std::array<std::string_view, 2> columns = {"latitude", "longitude"};
  read_table(path, columns, [&](std::span<const std::string_view> values) {
    const location place{number_from(values[0]), number_from(values[1])};
    if (!(std::abs(place.latitude) <= 85.0 && std::abs(place.longitude) <= 180.0))
      throw invalid_parameter("no place at latitude " + std::string(values[0]) + ", longitude " +
                              std::string(values[1]));
    set.places.push_back(place);
  });
  std::ranges::sort(set.places);
  const auto repeated = std::ranges::unique(set.places);
  set.places.erase(repeated.begin(), repeated.end());
  simulation_randomness coins(seed, choice, 0);
  shuffle_front(set.places, count, coins);
  return set;
}

std::uint64_t tile_code(const location& place) {
  const double sine = std::sin(radians(place.latitude));
  const double x = place.longitude / 360.0 + 0.5;
  const double y = 0.5 - std::log((1.0 + sine) / (1.0 - sine)) / (4.0 * std::numbers::pi);
  const auto tile = [](double part) {
    const double tiles = std::ldexp(1.0, tile_levels);
    return static_cast<std::uint64_t>(std::clamp(std::floor(part * tiles), 0.0, tiles - 1.0));
  };
  const std::uint64_t column = tile(x), row = tile(y);
  std::uint64_t code = 0;
  for (unsigned level = tile_levels; level-- > 0;)
    code = (code << 2) | (((row >> level) & 1) << 1) | ((column >> level) & 1);
  return code;
}

double distance_km(const location& a, const location& b) {
  const double north = std::sin(0.5 * radians(a.latitude - b.latitude));
  const double east = std::sin(0.5 * radians(a.longitude - b.longitude));
  const double h =
      north * north + std::cos(radians(a.latitude)) * std::cos(radians(b.latitude)) * east * east;
  return 2.0 * earth_radius_km * std::asin(std::min(1.0, std::sqrt(h)));
}

}  // namespace edgeldp::cli
