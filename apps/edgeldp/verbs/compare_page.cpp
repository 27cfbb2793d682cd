// SPDX-License-Identifier: MIT
#include "verbs/compare_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace edgeldp::cli {

namespace {

/// Keys of `exact` are looked up there.
const record& value_of(const compared_row& row, const char* key) {
  const record& exact = row.result.at("exact");
  return exact.contains(key) ? exact.at(key) : row.result.at(key);
}

double number(const compared_row& row, const char* key) {
  return value_of(row, key).get<double>();
}

std::string word(const compared_row& row, const char* key) {
  return value_of(row, key).get<std::string>();
}

bool is_private(const compared_row& row) {
  return value_of(row, "private") == true;
}

bool is_from_outside(const compared_row& row) {
  return row.method->role == mechanism_role::outside;
}

bool trusts_a_curator(const compared_row& row) {
  return row.method->role == mechanism_role::central;
}

std::string share_text(const compared_row& row, const char* key) {
  return value_of(row, key).is_null() ? "-" : percent(number(row, key));
}

/// "11 B", "46.0 kB": a column has no room for the word.
std::string size_text(const compared_row& row, const char* key) {
  const double bytes = value_of(row, key).is_null() ? 0.0 : number(row, key);
  if (bytes == 0.0) return "-";
  const std::string text = byte_count(bytes);
  const std::size_t unit = text.find(" byte");
  return unit == text.npos ? text : text.substr(0, unit) + " B";
}

cell privacy_cell(const compared_row& row) {
  if (trusts_a_curator(row)) return {"curator", tint::doubtful};
  if (is_from_outside(row)) return {"as claimed", tint::doubtful};
  return is_private(row) ? cell{"yes", tint::good} : cell{"NO", tint::bad};
}

table_row line_of(const compared_row& row) {
  const record& edge = value_of(row, "relationship_dp");
  return {
      {std::string(row.method->name), row.method->role == mechanism_role::ours ? tint::strong : tint::plain},
      {share_text(row, "relative_error"), tint::strong},
      {share_text(row, "predicted_relative_error")},
      {size_text(row, "upload_bytes")},
      {size_text(row, "download_bytes")},
      {edge.is_null() || !is_private(row) ? "-" : fmt::format("{:.2f}", edge.get<double>())},
      privacy_cell(row)};
}

bool is_of_relationship(const compared_row& row) {
  return word(row, "at_equal") == "relationship";
}

/// Behind a budget; a user's is the rule.
std::string_view whose(const compared_row& row) {
  return is_of_relationship(row) ? " of a relationship" : "";
}

std::string title_of(const compared_row& row) {
  return fmt::format("{}: {}, {}, epsilon {:g}{}, {}", word(row, "graph"),
                     counted(number(row, "nodes"), "user"), counted(number(row, "truth"), "triangle"),
                     number(row, "epsilon_asked"), whose(row), counted(number(row, "runs"), "run"));
}

/// What the columns of errors are, and how sure those of so few runs are.
std::string errors_text(std::span<const compared_row> all) {
  const compared_row& row = all.front();
  std::string text = fmt::format(
      "How far a method is off, as a share of the exact number: the root mean square of {}. `predicted` is "
      "what it says of itself from its messages, before anybody knows the exact number.",
      number(row, "runs") == 1.0 ? "one run" : grouped(number(row, "runs")) + " runs");
  const double rmse = number(row, "rmse");
  if (rmse > 0.0)
    text += fmt::format(
        " Luck plays a part: with 95% confidence an error over very many runs is {} to {} times what is "
        "printed; more --runs, less luck.",
        significant(number(row, "rmse_low") / rmse, 2), significant(number(row, "rmse_high") / rmse, 2));
  return text;
}

std::string costs_text(std::span<const compared_row> all) {
  return fmt::format(
      "{} `edge` is what all messages together tell of one edge, in nats: both of its ends answer{}. `sends` "
      "is "
      "what a user sends in all rounds, `reads` what it downloads before it counts, both means over users.",
      is_of_relationship(all.front()) ? "All methods may tell equally much of an edge, and take of a user "
                                        "what that leaves (--json says it)."
                                      : "All methods may take the same epsilon of a user.",
      is_of_relationship(all.front())
          ? ""
          : ", so that it may be more (--at-equal relationship compares at the same)");
}

/// Whose guarantee does not hold, by the reason.
std::string privacy_text(std::span<const compared_row> all) {
  std::map<std::string, std::set<std::string_view>> flawed;
  bool has_curator = false, has_outside = false;
  for (const compared_row& row : all) {
    if (trusts_a_curator(row))
      has_curator = true;
    else if (is_from_outside(row))
      has_outside = true;
    else if (!is_private(row))
      flawed[word(row, "not_private_because")].insert(row.method->name);
  }
  std::string text =
      "yes: each user adds its noise before anything leaves it, nobody is trusted, and the epsilon is "
      "proved.";
  if (!flawed.empty()) text += " NO: not as private as claimed.";
  for (const auto& [why, names] : flawed) text += fmt::format(" {}: {}.", fmt::join(names, ", "), why);
  if (has_curator)
    text +=
        " curator: somebody who is trusted holds all lists, and noise protects them from readers of the "
        "result alone; a reference, which no local method can reach.";
  if (has_outside)
    text +=
        " as claimed: a method from outside, whose epsilon is what its author says; nothing of it was "
        "checked.";
  return text;
}

/// "mine: 40 runs of mine.csv."
std::string outside_text(std::span<const compared_row> all) {
  std::map<std::string, std::set<std::string>> said;  // by the method: runs may differ by the budget
  for (const compared_row& row : all)
    if (is_from_outside(row))
      said[word(row, "method")].insert(counted(number(row, "runs"), "run") + " of " + word(row, "source"));
  std::string text;
  for (const auto& [name, sources] : said) text += fmt::format(" {}: {}.", name, fmt::join(sources, ", "));
  return text;
}

std::string methods_text(std::span<const compared_row> all) {
  std::vector<std::string_view> said;
  bool has_strongest = false, has_knob = false;
  for (const compared_row& row : all) {
    has_strongest = has_strongest || row.method->name.ends_with(strongest_suffix);
    has_knob = has_knob || !row.method->knob.empty();
  }
  for (const mechanism_family& family : mechanism_families()) {
    const auto is_there = [&](const compared_row& row) {
      return !is_from_outside(row) && &family_of(*row.method) == &family;
    };
    if (std::ranges::any_of(all, is_there)) said.push_back(family.about);
  }
  std::string text = said.empty() ? "" : fmt::format("{}.", fmt::join(said, ". "));
  text += outside_text(all);
  if (has_strongest)
    text += fmt::format(
        " Names without {0} are settings as published; {0} is our best reading of the same idea that keeps "
        "what it promises.",
        strongest_suffix);
  if (has_knob)
    text += " What a method can be tuned by is set for the least error; `knob` in --json says it.";
  return text;
}

std::string missing_text(std::span<const left_out> missing) {
  std::map<std::string, std::vector<std::string>> names;  // by the reason
  for (const left_out& m : missing) names[m.why].push_back(m.name);
  std::string text;
  for (const auto& [why, of_these] : names)
    text += fmt::format("{}{}: {}.", text.empty() ? "" : " ", why, fmt::join(of_these, ", "));
  return text;
}

}  // namespace

std::string block_text(std::span<const compared_row> rows, const screen& on) {
  std::vector<const compared_row*> sorted;
  for (const compared_row& row : rows) sorted.push_back(&row);
  std::ranges::sort(sorted, {}, [](const compared_row* row) { return std::pair(number(*row, "rmse"), row); });
  std::vector<table_row> lines = {
      {{"method"}, {"error"}, {"predicted"}, {"sends"}, {"reads"}, {"edge"}, {"private"}}};
  for (const compared_row* row : sorted) lines.push_back(line_of(*row));
  return paragraph("", title_of(rows.front()), on) + "\n" + table_text(lines, on) + "\n";
}

std::string groups_text(std::span<const compared_row> all, std::span<const left_out> missing,
                        const screen& on) {
  std::string text;
  if (!missing.empty()) text += paragraph("Left out", missing_text(missing), on);
  if (all.empty()) return text;
  return text + paragraph("Error", errors_text(all), on) + paragraph("Cost", costs_text(all), on) +
         paragraph("Private", privacy_text(all), on) + paragraph("Methods", methods_text(all), on) +
         paragraph("Next",
                   "-e 0.5,1,2 sweeps budgets, --plot FILE.svg draws them; --max-download 50000 takes "
                   "settings with at most 50 kB to read; --methods names others; `edgeldp triangles` gives "
                   "the answer of ours.",
                   on);
}

std::string errors_so_far(std::span<const compared_row> rows) {
  std::vector<std::string> said;
  said.reserve(rows.size());
  for (const compared_row& row : rows)
    said.push_back(fmt::format("{} {}", row.method->name, share_text(row, "relative_error")));
  return fmt::format("{}", fmt::join(said, ", "));
}

namespace {

/// Both readings of a method have one colour.
std::string_view base_name(const mechanism& m) {
  std::string_view name = m.name;
  if (name.ends_with(strongest_suffix)) name.remove_suffix(strongest_suffix.size());
  return name;
}

/// What `edgeldp triangles` does on large graphs.
constexpr std::string_view default_method = "centred-nullspace";

/// Published readings are dashed, what is not private is hollow; a curator's line is the broad grey
/// one.
plot_curve curve_of(const compared_row& row, unsigned color) {
  const mechanism& m = *row.method;
  plot_curve curve{m.name == default_method ? "edgeldp (default)" : std::string(m.name), {}};
  curve.color = color;
  curve.intervals_as = plot_curve::spread::band;
  curve.is_strong = m.name == default_method;
  curve.is_hollow = value_of(row, "private") == false;
  curve.is_dashed = m.role == mechanism_role::rival && !m.name.ends_with(strongest_suffix);
  if (m.role == mechanism_role::central) curve.drawn_as = plot_curve::look::front;
  return curve;
}

bool has_one_budget(std::span<const compared_row> rows) {
  return std::ranges::all_of(rows, [&](const compared_row& row) {
    return value_of(row, "epsilon_asked") == value_of(rows.front(), "epsilon_asked");
  });
}

/// No place has what nobody reads, and what is not known.
double place_of(const compared_row& row, const char* x) {
  const record& value = value_of(row, x);
  return value.is_null() || value == 0.0 ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

struct curves_of_method {
  const mechanism* method;
  plot_curve measured, predicted;
};

/// In the order of the rows. x: the key that errors are drawn against.
std::vector<curves_of_method> curves_of(std::span<const compared_row> rows, const char* x) {
  std::map<std::string_view, unsigned> colors;
  std::vector<curves_of_method> all;
  for (const compared_row& row : rows) {
    if (value_of(row, "relative_error").is_null()) continue;
    auto at = std::ranges::find(all, row.method, &curves_of_method::method);
    if (at == all.end()) {
      const mechanism& m = *row.method;
      unsigned color = 0;
      if (m.role != mechanism_role::central)
        color = colors.try_emplace(base_name(m), static_cast<unsigned>(colors.size())).first->second;
      all.push_back({&m, curve_of(row, color), {"", {}, plot_curve::look::thin, color}});
      at = std::prev(all.end());
    }
    const double place = place_of(row, x);
    const double truth = number(row, "truth");
    at->measured.points.push_back(
        {place, number(row, "relative_error"),
         plot_interval{number(row, "rmse_low") / truth, number(row, "rmse_high") / truth}});
    if (const record& said = value_of(row, "predicted_relative_error"); !said.is_null())
      at->predicted.points.push_back({place, said.get<double>()});
  }
  for (curves_of_method& c : all) {
    std::ranges::sort(c.measured.points, {}, &plot_point::x);
    std::ranges::sort(c.predicted.points, {}, &plot_point::x);
  }
  return all;
}

/// One budget would put all points above each other: what users read tells them apart.
figure figure_of(std::span<const compared_row> rows) {
  const bool is_one = has_one_budget(rows);
  const compared_row& first = rows.front();
  figure f{fmt::format(
               "{}: triangles{}, errors of {} runs", word(first, "graph"),
               is_one ? fmt::format(" at epsilon {:g}{}", number(first, "epsilon_asked"), whose(first)) : "",
               grouped(number(first, "runs"))),
           is_one                      ? "bytes that a user reads"
           : is_of_relationship(first) ? "epsilon of a relationship"
                                       : "epsilon of a user",
           "relative error, with its 95% interval over many runs"};
  f.logarithmic();
  f.y.is_share = true;
  if (!is_one)
    for (const compared_row& row : rows) f.x.values.push_back(number(row, "epsilon_asked"));
  for (curves_of_method& c : curves_of(rows, is_one ? "download_bytes" : "epsilon_asked")) {
    if (is_one && !std::isfinite(c.measured.points.front().x))
      f.levels.push_back(
          {c.measured.name, c.measured.points.front().y});  // what is read is nothing, or not known
    else
      f.curves.push_back(std::move(c.measured));
    if (is_one && !f.curves.empty()) f.curves.back().intervals_as = plot_curve::spread::bars;  // of one point
    if (!c.predicted.points.empty()) f.curves.push_back(std::move(c.predicted));
  }
  f.curves.push_back({"thin, or dots: predicted", {}, plot_curve::look::thin, 6});
  if (std::ranges::any_of(f.curves, &plot_curve::is_hollow)) {
    plot_curve hollow{"hollow: not private", {}, plot_curve::look::point, 13};  // a circle of that color
    hollow.is_hollow = true;
    f.curves.push_back(std::move(hollow));
  }
  return f;
}

}  // namespace

std::vector<figure> figures_of(std::span<const compared_row> all) {
  std::vector<figure> panels;
  for (std::size_t first = 0; first < all.size();) {
    std::size_t end = first;
    while (end < all.size() && all[end].graph == all[first].graph) ++end;
    panels.push_back(figure_of(all.subspan(first, end - first)));
    first = end;
  }
  return panels;
}

}  // namespace edgeldp::cli
