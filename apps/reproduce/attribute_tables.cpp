// SPDX-License-Identifier: MIT
#include "reproduce/attribute_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/channel/estimation/derived_statistics.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/table_file.hpp"
#include "options/protocol_arguments.hpp"

namespace edgeldp::cli {

namespace {

std::size_t level_of(double x, std::span<const double> cuts) {
  return static_cast<std::size_t>(std::ranges::upper_bound(cuts, x) - cuts.begin());
}

/// Distinct values in the order that Laplace noise supposes.
channel::labels categories_of(const std::string& path, const adult_column& c) {
  const std::array<std::string_view, 2> columns = {c.column, c.ordered_by ? c.ordered_by : c.column};
  std::set<std::pair<double, std::string>> distinct;
  read_table(
      path, columns,
      [&](std::span<const std::string_view> v) {
        distinct.emplace(c.ordered_by ? number_from(v[1]) : 0.0, std::string(v[0]));
      },
      table_heading::absent);
  channel::labels names;
  for (const auto& [order, name] : distinct) names.push_back(name);
  return names;
}

}  // namespace

attribute_table generate_cholesterol(std::uint64_t seed, bool both) {
  constexpr std::array ldl_cuts = {-1.2, -0.4, 0.3, 1.0, 1.7};
  constexpr std::array tc_cuts = {0.3, 1.1};
  constexpr double correlation = 0.85;
  attribute_table t{"generated, 248 people", {"LDL"}, {numbered_labels(6, 1)}, {}};
  if (both) {
    t.attributes.emplace_back("TC");
    t.categories.push_back(numbered_labels(3, 1));
  }
  t.people.resize(both ? 18 : 6);
  simulation_randomness coins(seed, static_cast<std::uint32_t>(coin_purpose::answers), 0x303031);
  for (std::uint64_t i = 0; i < paper_people; ++i) {
    const double radius = std::sqrt(-2.0 * std::log(uniform_open(coins))),
                 angle = 2.0 * std::numbers::pi * uniform_open(coins);
    const double x = radius * std::cos(angle), y = radius * std::sin(angle);
    const std::size_t ldl = level_of(x, ldl_cuts);
    const double other = correlation * x + std::sqrt(1.0 - correlation * correlation) * y;
    ++t.people[both ? 3 * ldl + level_of(other, tc_cuts) : ldl];
  }
  return t;
}

attribute_table read_adult(const std::string& path, std::span<const adult_column> columns) {
  attribute_table t{path, {}, {}, {}};
  std::size_t cells = 1;
  std::vector<std::string_view> numbers;
  for (const adult_column& c : columns) {
    t.attributes.emplace_back(c.name);
    t.categories.push_back(categories_of(path, c));
    numbers.emplace_back(c.column);
    cells *= t.categories.back().size();
  }
  if (cells < 2 || cells > most_derived_cells)
    throw invalid_parameter(fmt::format("{}: a table of {} cells; this experiment takes 2 to {}", path, cells,
                                        most_derived_cells));
  t.people.resize(cells);
  read_table(
      path, numbers,
      [&](std::span<const std::string_view> values) {
        std::size_t cell = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
          const auto at = std::ranges::find(t.categories[i], values[i]);
          cell = cell * t.categories[i].size() + static_cast<std::size_t>(at - t.categories[i].begin());
        }
        ++t.people[cell];
      },
      table_heading::absent);
  return t;
}

}  // namespace edgeldp::cli
