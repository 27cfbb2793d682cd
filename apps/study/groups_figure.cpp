// SPDX-License-Identifier: MIT
#include "study/groups_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "io/page.hpp"

namespace edgeldp::cli {

namespace {

shaded_matrix matrix_of(std::string title, const results::record& groups) {
  shaded_matrix m{std::move(title), {}, {}, {}};
  for (const results::record& group : groups) {
    m.names.push_back(group.at("name").get<std::string>());
    m.users.push_back(group.at("users").get<std::uint64_t>());
  }
  return m;
}

double share_of(double edges, double pairs) {
  return pairs > 0.0 ? edges / pairs : 0.0;
}

std::vector<const study::number*> numbers_of_pairs(const study::answer& found) {
  std::vector<const study::number*> all;
  for (const study::number& n : found.numbers)
    if (n.is_of_pair) all.push_back(&n);
  return all;
}

double exact_value(std::span<const study::exact_number> exact, std::string_view statistic) {
  const auto known = std::ranges::find(exact, statistic, &study::exact_number::statistic);
  return known == exact.end() ? std::numeric_limits<double>::quiet_NaN() : known->value.get<double>();
}

/// "modularity 0.71 (0.69 to 0.73)".
std::string outcome_text(const study::answer& found) {
  for (const std::string_view wanted : {"modularity", "fraction within groups"}) {
    const auto n = std::ranges::find(found.numbers, wanted, &study::number::statistic);
    if (n == found.numbers.end() || !n->is_known) continue;
    return fmt::format("{} {:.2f} ({:.2f} to {:.2f})", wanted, n->value.value, n->value.low(),
                       n->value.high());
  }
  return "nothing known of it";
}

std::string estimated_text(std::uint64_t runs) {
  return runs == 1 ? "estimated" : fmt::format("estimated, in the last of {} runs", runs);
}

std::string title_of(const asked_of_graph& asked, const study::answer& found, std::size_t groups) {
  const bool is_chance = found.facts.contains("groups_found") && !found.facts.at("groups_found").get<bool>();
  return fmt::format("{}: {} at epsilon {:g}, {}{}", asked.graph,
                     counted(static_cast<double>(groups), "group"), asked.epsilon, outcome_text(found),
                     is_chance ? ", no more than by chance" : "");
}

}  // namespace

figure groups_figure(const asked_of_graph& asked, const study::answer& found,
                     std::span<const study::exact_number> exact) {
  const std::vector<const study::number*> edges = numbers_of_pairs(found);
  shaded_matrix estimated = matrix_of(estimated_text(asked.runs), found.facts.at("public_groups"));
  figure f{title_of(asked, found, estimated.names.size()), "edges, as a share of all pairs of users",
           "group"};
  std::size_t i = 0;
  fill_shares(estimated, [&](std::size_t, std::size_t, double pairs) {
    const estimate& of_pair = edges[i++]->value;
    return matrix_cell{share_of(of_pair.value, pairs), !(of_pair.low() > 0.0)};
  });
  f.matrices.push_back(std::move(estimated));
  if (exact.empty()) return f;
  shaded_matrix known = matrix_of("exact, as only a simulation knows", found.facts.at("public_groups"));
  i = 0;
  fill_shares(known, [&](std::size_t, std::size_t, double pairs) {
    return matrix_cell{share_of(exact_value(exact, edges[i++]->statistic), pairs)};
  });
  f.matrices.push_back(std::move(known));
  return f;
}

}  // namespace edgeldp::cli
