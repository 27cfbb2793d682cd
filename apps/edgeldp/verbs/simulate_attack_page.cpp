// SPDX-License-Identifier: MIT
#include "verbs/simulate_attack_page.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace edgeldp::cli {

namespace {

/// "-12%", "x 40", "anything".
cell shift_cell(const record& shift) {
  constexpr double much = 0.1, too_much = 1.0, in_percent = 9.95, countable = 1e3;
  if (shift.at("relative").is_null()) return {significant(shift.at("triangles").get<double>(), 2)};
  const double by = shift.at("relative").get<double>(), size = std::abs(by);
  const tint color = size < much ? tint::plain : size < too_much ? tint::doubtful : tint::bad;
  if (size < 5e-4) return {"0%", color};
  const char* sign = by < 0.0 ? "-" : "+";
  if (size < in_percent) return {sign + percent(size), color};
  if (size < countable) return {fmt::format("{}{} times", sign, significant(std::round(size), 2)), color};
  return {"anything", color};
}

std::string errors_text(const record& shift) {
  const record& by = shift.at("in_errors");
  if (by.is_null()) return "-";
  return (by.get<double>() < 0.0 ? "" : "+") + significant(by.get<double>(), 2);
}

std::string share_named(const record& r, const char* key) {
  return percent(r.at("named").at(key).get<double>() / number_of(r, "liars"));
}

std::string attack_name(const record& r) {
  const std::string direction = text_of(r, "direction");
  return text_of(r, "attack") + (direction == "none" ? "" : ", " + direction);
}

std::vector<table_row> rows_of(std::span<const record> results) {
  std::vector<table_row> rows = {
      {{"attack"}, {"lies in"}, {"unlimited"}, {"limited"}, {"errors"}, {"by rows"}, {"by limits"}}};
  const record& honest = results.front().at("exact").at("shift_of_honest");
  rows.push_back(
      {{"nobody lies"}, {""}, shift_cell(honest), shift_cell(honest), {errors_text(honest)}, {""}, {""}});
  for (const record& r : results) {
    const record& exact = r.at("exact");
    rows.push_back({{attack_name(r), tint::strong},
                    {text_of(r, "lies_in")},
                    shift_cell(exact.at("shift_without_limits")),
                    shift_cell(exact.at("shift")),
                    {errors_text(exact.at("shift"))},
                    {share_named(r, "by_rows")},
                    {share_named(r, "by_limits")}});
  }
  return rows;
}

/// The results of one number of liars at a time.
template <class F>
void for_each_number(std::span<const record> results, F&& f) {
  for (std::size_t first = 0; first < results.size();) {
    std::size_t end = first;
    while (end < results.size() && results[end].at("liars") == results[first].at("liars")) ++end;
    f(results.subspan(first, end - first));
    first = end;
  }
}

std::string title_of(const record& r) {
  return fmt::format("{}: {}, triangles, epsilon {:g}; users who lie", text_of(r, "graph"),
                     counted(number_of(r, "nodes"), "user"), number_of(r, "epsilon"));
}

constexpr const char* attack_words =
    "Some users do not do what they are asked to, and send what moves the answer. Nobody can look into "
    "their lists, which are private. random-values: numbers and rows at random, in the range of honest "
    "ones. random-nodes: honest answers of a user with made-up friends. front: claims as many "
    "friends as it can, so that others read its row, then says that everybody before it is a friend "
    "and reports the largest count (up), or nobody and the lowest (down). late: claims few "
    "friends, so that many precede it, then the same.";

constexpr const char* column_words =
    "unlimited, limited: how far the mean estimate is from the exact number, if the collector takes all "
    "numbers as they come, and if it takes those that no honest user sends as the nearest that one "
    "might (too large a claim may also silence the others); errors: the latter, in standard errors of "
    "honest answers. Lies in counts: in the last "
    "round alone; in rows: in the rounds before it. by rows, by limits: the share of liars whom the "
    "number of ones in their rows, or such a limit, names.";

std::string bound_text(std::span<const record> results) {
  std::string text = "From public numbers, lies in counts alone move the estimate by at most";
  const char* separator = " ";
  for_each_number(results, [&](std::span<const record> some) {
    const record& r = some.front();  // lies in counts alone change no limit
    text += fmt::format("{}{} for {}", separator, significant(number_of(r, "influence"), 2),
                        counted(number_of(r, "liars"), "liar"));
    separator = ", ";
  });
  return text + fmt::format(
                    ", given what all users were told (the exact number is {}). Claims of many friends "
                    "widen such limits.",
                    significant(number_of(results.front().at("exact"), "truth"), 4));
}

std::string honest_text(std::span<const record> results) {
  double rows = 0.0, expected = 0.0, limits = 0.0;
  for (const record& r : results) {
    rows += number_of(r.at("named"), "honest_by_rows");
    expected += number_of(r.at("named"), "expected_by_rows");
    limits += number_of(r.at("named"), "honest_by_limits");
  }
  const auto n = static_cast<double>(results.size());
  return fmt::format(
      "Of honest users {} a run are named by rows ({} expected) and {} by limits. Rows that hold as many "
      "ones as their user says it has friends are never named, whoever these friends are.",
      significant(rows / n, 2), significant(expected / n, 2), significant(limits / n, 2));
}

}  // namespace

std::string attack_text(std::span<const record> results, const std::string& reading, const screen& on) {
  page p(title_of(results.front()), reading, on);
  for_each_number(results, [&](std::span<const record> some) {
    const double liars = number_of(some.front(), "liars");
    p.group("", {grouped(liars) + (liars == 1.0 ? " of them lies:" : " of them lie:")});
    p.table(rows_of(some));
  });
  return p.group("Attacks", {attack_words})
      .group("Columns", {column_words})
      .group("Bound", {bound_text(results)})
      .group("Honest", {honest_text(results)})
      .group("Runs", {fmt::format("Means of {}, with the same coins for all.",
                                  counted(number_of(results.front(), "runs"), "run"))})
      .group("Next", {"--liars 10,1% plays other numbers, --runs 20 leaves less to luck, --json tells "
                      "every field; `edgeldp triangles` gives the answer without liars."})
      .text();
}

}  // namespace edgeldp::cli
