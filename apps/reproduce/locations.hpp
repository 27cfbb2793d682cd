// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Places on a map, for experiments on location privacy.
namespace edgeldp::cli {

struct location {
  double latitude = 0.0, longitude = 0.0;  ///< degrees
  auto operator<=>(const location&) const = default;
};

struct location_set {
  std::string source;  ///< what the data are
  std::vector<location> places;
};

/// Distinct places around 40 centres of a city 40 km across, thinner with the distance from a
/// centre.
location_set generate_locations(std::uint64_t count, std::uint64_t seed);

/// Distinct places of a table with columns latitude and longitude (check-ins, venues): at most
/// `count` of them, drawn without repetition.
/// Errors: as read_table; also for degrees outside of +-85 and +-180.
location_set read_locations(const std::string& path, std::uint64_t count, std::uint64_t seed);

/// Levels of tile_code: tiles of the last one are about 5 m across.
inline constexpr unsigned tile_levels = 23;

/// The quadtree code of the square Mercator tile that holds a place (Bing Maps' tile system), two
/// bits a level: the first 2 l bits name the tile of level l.
std::uint64_t tile_code(const location& place);

/// Great circle, Earth's mean radius.
double distance_km(const location& a, const location& b);

}  // namespace edgeldp::cli
