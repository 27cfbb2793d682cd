// SPDX-License-Identifier: MIT
#include "study/answer_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "study/answer_parts.hpp"

namespace edgeldp::cli {

namespace {

/// "4, of 1 200, 980, 700 and 300 users"; only the largest of many.
std::string sizes_text(const record& groups) {
  constexpr std::size_t told = 6;
  std::string all;
  const std::size_t many = groups.size(), last = std::min(many, told);
  for (std::size_t a = 0; a < last; ++a)
    all += (a == 0 ? "" : a + 1 == many ? " and " : ", ") + grouped(number_of(groups[a], "users"));
  return fmt::format("{}, of {}{} users", many, all, many > told ? " ..." : "");
}

std::string communities_text(const record& r) {
  const std::string chance =
      fmt::format("In 19 of 20 random graphs with these degrees the same search finds a modularity below {}",
                  significant(number_of(r, "modularity_by_chance"), 2));
  if (const double runs = number_of(r, "runs"); runs > 1.0)
    return fmt::format("Found in {} of {} runs.",
                       grouped(std::round(runs * number_of(r, "groups_found_share"))), grouped(runs));
  if (r.at("groups_found").get<bool>())
    return fmt::format(
        "{}. {}; this one is above it. That does not judge who is in which group, nor how many there are: "
        "both "
        "may be wrong, the less so the larger the budget.",
        sizes_text(r.at("public_groups")), chance);
  return fmt::format(
      "No groups were found. {}, and this one is not clearly above it: the numbers above are of a split that "
      "means nothing. At this budget groups are seen where people have about {} contacts more within their "
      "own than by chance; `-e 2,4,8` tries larger budgets.",
      chance, significant(number_of(r, "least_excess"), 2));
}

std::string labels_text(const record& r) {
  return fmt::format(
      "Where everybody gets the commonest label, {} are right.{} This says something of people by what "
      "others "
      "made public: the budget bounds what each contact adds to it.",
      significant(number_of(r, "right_by_shares"), 2),
      r.at("has_second_round").get<bool>()
          ? ""
          : " The first count told too little for a second one, and half of the budget is left.");
}

}  // namespace

std::string found_groups_text(const record& result) {
  if (result.contains("groups_found")) return communities_text(result);
  return result.contains("right_by_shares") ? labels_text(result) : "";
}

}  // namespace edgeldp::cli
