// SPDX-License-Identifier: MIT
#include "questions/mixing/degree_classes.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_map>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/number_counts.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "questions/mixing/tuning.hpp"

namespace edgeldp {

namespace {

/// The class of each number among those released, in their order.
std::vector<std::size_t> cut(std::span<const number_counts::entry> numbers, std::size_t classes) {
  const auto positive = [](std::int64_t number) {
    return static_cast<double>(std::max<std::int64_t>(number, 0));
  };
  double contacts = 0.0;
  for (const auto& [number, users] : numbers) contacts += positive(number) * static_cast<double>(users);
  const double largest = positive(numbers.back().number);
  std::vector<std::size_t> of;
  double before = 0.0;
  for (const auto& [number, users] : numbers) {
    const double here = positive(number) * static_cast<double>(users);
    double place = 0.0;
    if (contacts > 0.0)
      place = mixing_tuning::root_weight * std::sqrt(positive(number) / largest) +
              (1.0 - mixing_tuning::root_weight) * (before + 0.5 * here) / contacts;
    before += here;
    of.push_back(std::min(static_cast<std::size_t>(place * static_cast<double>(classes)), classes - 1));
  }
  return of;
}

std::string name_of(std::int64_t least, std::int64_t most) {
  return least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
}

}  // namespace

degree_classes classes_of(const released_degrees& released, std::size_t classes) {
  const std::vector<number_counts::entry> numbers =
      number_counts(without(released.values, released.absent)).sorted();
  const std::vector<std::size_t> of = cut(numbers, classes);
  degree_classes found{std::vector<std::int64_t>(released.values.size(), -1),
                       std::vector<double>(classes),
                       std::vector<std::int64_t>(released.values.size()),
                       1,
                       {}};
  std::unordered_map<std::int64_t, std::size_t> class_of;
  std::vector<std::int64_t> centres(classes);
  std::int64_t furthest = 0;
  for (std::size_t first = 0, c = 0; c < classes; ++c) {
    std::size_t end = first;
    double users = 0.0, sum = 0.0;
    for (; end < numbers.size() && of[end] == c; ++end) {
      class_of[numbers[end].number] = c;
      users += static_cast<double>(numbers[end].times);
      sum += static_cast<double>(numbers[end].times) * static_cast<double>(numbers[end].number);
    }
    if (end == first) {
      found.names.push_back("none (" + std::to_string(c + 1) + ")");
      continue;
    }
    const std::int64_t least = numbers[first].number, most = numbers[end - 1].number;
    centres[c] = std::llround(sum / users);
    found.centres[c] = static_cast<double>(centres[c]);
    furthest = std::max({furthest, most - centres[c], centres[c] - least});
    found.names.push_back(name_of(least, most));
    first = end;
  }
  found.unit = 1 + furthest / public_values::most_reach;
  for (std::size_t u = 0, next = 0; u < found.of.size(); ++u) {
    if (next < released.absent.size() && released.absent[next] == u) {
      ++next;
      continue;
    }
    const std::size_t c = class_of.at(released.values[u]);
    found.of[u] = static_cast<std::int64_t>(c);
    found.rests[u] =
        std::llround(static_cast<double>(released.values[u] - centres[c]) / static_cast<double>(found.unit));
  }
  return found;
}

}  // namespace edgeldp
