// SPDX-License-Identifier: MIT
#include "options/nearest_word.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>

namespace edgeldp::cli {

namespace {

/// Letters to insert, drop, change or swap with their neighbour to make one word of the other.
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = above;
    above = row;
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

/// Capitals are no difference: who types ARR-ONE means arr-one.
std::optional<std::string> nearest(std::string_view typed, const std::vector<std::string>& known) {
  std::optional<std::string> best;
  const std::string small = in_small_letters(typed);
  std::size_t least = 1 + std::max<std::size_t>(1, typed.size() / 4);
  for (const std::string& name : known) {
    const std::size_t edits = edits_between(small, in_small_letters(name));
    if (edits < least) least = edits, best = name;
  }
  if (best || typed.size() < 3) return best;
  const auto goes_on = [&](const std::string& name) { return name.starts_with(typed); };
  if (std::ranges::count_if(known, goes_on) == 1) best = *std::ranges::find_if(known, goes_on);
  return best;
}

}  // namespace

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known) {
  const std::optional<std::string> best = nearest(typed, known);
  return best ? fmt::format("; did you mean '{}'?", *best) : "";
}

std::string nearest_or_all(std::string_view typed, const std::vector<std::string>& known) {
  const std::string hint = did_you_mean(typed, known);
  return hint.empty() ? fmt::format("; there are: {}", fmt::join(known, ", ")) : hint;
}

std::string hint_for_option(std::string_view typed, const std::vector<std::string>& known) {
  if (typed == "--directed")
    return "; what it counts are contacts that both users know: directed graphs go with info, degrees, "
           "centrality, mixing and reciprocity";
  return did_you_mean(typed, known);
}

}  // namespace edgeldp::cli
