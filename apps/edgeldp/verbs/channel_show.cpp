// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/channel/channel_json.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/progress.hpp"
#include "io/report.hpp"
#include "io/text_file.hpp"
#include "options/channel_argument.hpp"
#include "options/verb_options.hpp"
#include "verbs/channel_facts.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct show_arguments {
  channel_argument channel;
  std::string out;
};

double chance(const channel& c, std::size_t report, std::size_t truth) {
  return c.probabilities()(static_cast<Eigen::Index>(report), static_cast<Eigen::Index>(truth));
}

/// Every entry with all its digits, a report a line.
std::string fields_text(const channel& c) {
  std::vector<std::vector<std::string>> rows = {{"report \\ truth"}};
  rows[0].insert(rows[0].end(), c.inputs().begin(), c.inputs().end());
  for (std::size_t y = 0; y < c.output_count(); ++y) {
    rows.push_back({c.outputs()[y]});
    for (std::size_t x = 0; x < c.input_count(); ++x)
      rows.back().push_back(fmt::format("{:.6g}", chance(c, y, x)));
  }
  return aligned(rows);
}

// ---- as an answer

constexpr std::size_t most_lines = 24;

/// Reports by chance under one truth, the likeliest first; equal ones in their order.
std::vector<std::size_t> by_chance(const channel& c, std::size_t truth) {
  std::vector<std::size_t> reports(c.output_count());
  for (std::size_t y = 0; y < reports.size(); ++y) reports[y] = y;
  std::ranges::sort(reports, {}, [&](std::size_t y) { return std::pair(-chance(c, y, truth), y); });
  return reports;
}

/// A true answer a line, a report a column.
std::vector<table_row> whole_matrix(const channel& c) {
  std::vector<table_row> rows = {{{"true answer"}}};
  for (const std::string& report : c.outputs()) rows[0].push_back({report});
  for (std::size_t x = 0; x < c.input_count(); ++x) {
    rows.push_back({{c.inputs()[x], tint::strong}});
    for (std::size_t y = 0; y < c.output_count(); ++y) {
      const bool is_truth = c.outputs()[y] == c.inputs()[x];
      rows.back().push_back({chance_text(chance(c, y, x)), is_truth ? tint::strong : tint::plain});
    }
  }
  return rows;
}

/// A true answer a line, of the first ones, with its likeliest and unlikeliest reports alone.
std::vector<table_row> extremes(const channel& c) {
  std::vector<table_row> rows = {{{"true answer"}, {"most often"}, {"with"}, {"least often"}, {"with"}}};
  for (std::size_t x = 0; x < std::min(c.input_count(), most_lines); ++x) {
    const std::vector<std::size_t> reports = by_chance(c, x);
    rows.push_back({{c.inputs()[x], tint::strong},
                    {c.outputs()[reports.front()]},
                    {chance_text(chance(c, reports.front(), x))},
                    {c.outputs()[reports.back()]},
                    {chance_text(chance(c, reports.back(), x))}});
  }
  return rows;
}

bool fits(const channel& c, const screen& on) {
  constexpr std::size_t narrowest = 3;  // a blank and a number of one digit with its sign
  if (c.input_count() > most_lines || c.output_count() * narrowest > on.width) return false;
  return !table_columns(whole_matrix(c), on, true).is_stacked();
}

/// What the table says of one truth.
std::string example_text(const channel& c) {
  const std::vector<std::size_t> reports = by_chance(c, 0);
  std::string said = fmt::format("Someone who answers '{}' is reported as '{}' with {}", c.inputs()[0],
                                 c.outputs()[reports[0]], chance_text(chance(c, reports[0], 0)));
  if (reports.size() == 1) return said + ".";
  const double most = chance(c, reports[1], 0), least = chance(c, reports.back(), 0);
  if (reports.size() == 2)
    return said + fmt::format(", as '{}' with {}.", c.outputs()[reports[1]], chance_text(most));
  if (most - least <= 1e-9 * most)
    return said + fmt::format(", as each of the other {} with {}.", reports.size() - 1, chance_text(most));
  return said +
         fmt::format(", otherwise most often as '{}' with {}.", c.outputs()[reports[1]], chance_text(most));
}

std::string next_text(const show_arguments& a) {
  const std::string typed = a.channel.typed();
  return fmt::format(
      "`edgeldp channel loss{0}` says what a report is worth; `edgeldp channel show{0} --out channel.json` "
      "writes the channel for --channel; `edgeldp channel sample TABLE --column NAME` with the same options "
      "makes reports; -v tells every digit.",
      typed);
}

std::string show_text(const show_arguments& a, const named_channel& named) {
  const screen on = screen::of_stdout();
  const channel& c = named.law;
  const bool is_whole = fits(c, on);
  std::string rows = "A row is a true answer, a column what is reported of it; a row adds up to 100%. ";
  if (!is_whole) {
    rows = "A row is a true answer, with the reports that it leads to most and least often. ";
    if (c.input_count() > most_lines)
      rows += fmt::format("{} more answers are left out here. ",
                          grouped(static_cast<double>(c.input_count() - most_lines)));
    rows += "-v prints the whole matrix. ";
  }
  return paragraph("", channel_title(named), on) + "\n" +
         table_text(is_whole ? whole_matrix(c) : extremes(c), on) + "\n" +
         paragraph("Meaning", rows + example_text(c), on) +
         paragraph("Privacy",
                   channel_odds_text(c) +
                       " Each person draws its own coins, and pays once for each report that it gives.",
                   on) +
         paragraph("Next", next_text(a), on);
}

std::string json_of(const channel& c) {
  const progress bar("text", 1);
  return channel_to_json(c);
}

void show(const show_arguments& a, output_style style) {
  const named_channel named = a.channel.load();
  if (!a.out.empty()) return write_text(a.out, json_of(named.law) + "\n");
  if (style == output_style::text) return write_stdout(show_text(a, named));
  if (style == output_style::fields) return write_stdout(fields_text(named.law));
  record r = record::parse(json_of(named.law));
  r["mechanism"] = named.name;
  r["epsilon"] = budget_of(named);
  r["loss"] = nats_or_null(named.law.loss());
  add_guarantee(r, false, flaws_of(named.law.loss().is_pure()));
  print_record(r, true);
}

}  // namespace

void add_channel_show(verb_options& verb, const common_arguments& common) {
  show_arguments& a = acts_by(verb, common, show);
  a.channel.add_to(verb);
  verb.add_option("-o,--out", a.out, "Write the channel as JSON, exactly, for --channel")
      ->group(section::output)
      ->type_name(value::file);
}

}  // namespace edgeldp::cli
