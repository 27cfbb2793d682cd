// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/channel/channel.hpp"

/// Tables of one or two attributes that [Wang 2016] counts: a generated one of its size, and Adult.
namespace edgeldp::cli {

/// The paper's table is not public; ours has its size.
inline constexpr std::uint64_t paper_people = 248;

/// One or two attributes of a population.
struct attribute_table {
  std::string source;
  std::vector<std::string> attributes;
  std::vector<channel::labels> categories;
  std::vector<std::uint64_t> people;  ///< of each joint category, the last attribute fastest

  std::uint64_t size() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : people) sum += count;
    return sum;
  }
  Eigen::VectorXd proportions() const {
    Eigen::VectorXd p(static_cast<Eigen::Index>(people.size()));
    for (std::size_t i = 0; i < people.size(); ++i)
      p[static_cast<Eigen::Index>(i)] = static_cast<double>(people[i]) / static_cast<double>(size());
    return p;
  }
};

/// Adult's file has no heading; its columns by number, and the one that orders the categories.
struct adult_column {
  const char *name, *column, *ordered_by;
};
inline constexpr adult_column education = {"education", "4", "5"};
inline constexpr adult_column marital_status = {"marital-status", "6", nullptr};
inline constexpr adult_column occupation = {"occupation", "7", nullptr};

/// Two correlated normal variables, cut into six and three levels; or the first of them alone.
attribute_table generate_cholesterol(std::uint64_t seed, bool both);

attribute_table read_adult(const std::string& path, std::span<const adult_column> columns);

}  // namespace edgeldp::cli
