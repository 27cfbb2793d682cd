// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "study/answer_parts.hpp"
#include "verbs/vectors_file.hpp"
#include "verbs/vectors_findings.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

using vectors::context;
using vectors::finding;
using vectors::stats_arguments;

// ---- as an answer

std::string cost_text(const context& c, const record& r) {
  std::string said =
      fmt::format("A user sent {}. Without its names the file has {}",
                  byte_count(number_of(r, "upload_bytes")), byte_count(number_of(r, "download_bytes")));
  const double bits = number_of(r, "bits_per_edge");
  if (bits > 0.0) said += fmt::format("; {:.2g} bits for each entry", bits);
  said += ".";
  return c.data ? said + here_text(r.at("exact"), "users") : said;
}

std::string next_text(const context& c) {
  const vector_catalog& names = c.file.catalog;
  std::string next;
  if (!names.items.empty())
    next = fmt::format("`edgeldp vectors stats {} --item {}` tells the values at an item", as_typed(c.path),
                       as_typed(names.items.front()));
  if (names.users.size() > 1)
    next += fmt::format("; --user {0} those of a user; --common {0} {1} what two users both have",
                        as_typed(names.users[0]), as_typed(names.users[1]));
  next += c.data ? "" : "; --truth FILE compares with the data";
  return next + "; -v and --json tell every field.";
}

/// What an entry is, and of whom lines are.
std::string meaning_text(const context& c) {
  const std::string entry = c.file.catalog.reference.empty()
                                ? "An entry is a value that a user has at an item."
                                : "An entry is a value of a user that differs from the reference.";
  return entry +
         " Shares are of all users; values are counted over all users and items, unless a line "
         "names one.";
}

std::string stats_text(const context& c, std::span<const finding> findings) {
  const screen on = screen::of_stdout();
  const record& r = findings.front().result;
  std::vector<named_result> lines;
  for (const finding& f : findings) {
    if (std::ranges::find(lines, f.name, &named_result::name) == lines.end())  // asked for, and frequent
      lines.push_back({f.name, f.result});
    lines.insert(lines.end(), f.within.begin(), f.within.end());
  }
  std::string all = paragraph("", c.path + ": " + contents_text(c.noisy.users(), c.file.catalog, r), on) +
                    "\n" + estimates_text(lines, on) + "\n";
  if (const std::string caution = caution_text(lines); !caution.empty())
    all += paragraph("Caution", caution, on);
  return all + paragraph("Meaning", meaning_text(c), on) + paragraph("Privacy", vectors_privacy_text(r), on) +
         paragraph("Cost", cost_text(c, r), on) +
         paragraph("Method", vectors_method_text(r, !c.file.catalog.reference.empty()), on) +
         simulation_text(lines,
                         "--truth names the data, so exact values are known. They are no part of what the "
                         "file tells.",
                         on) +
         paragraph("Next", next_text(c), on);
}

void print_stats(const stats_arguments& a, output_style style) {
  if (a.common.size() % 2 != 0) throw invalid_parameter("--common takes pairs of users");
  const context c(a);
  std::vector<finding> all = {overview(c)};
  add_top(c, a.top, all);
  for (const std::string& item : a.items) all.push_back(about_item(c, item));
  for (const std::string& user : a.users) all.push_back(about_user(c, user));
  for (std::size_t i = 0; i < a.common.size(); i += 2)
    all.push_back(about_pair(c, a.common[i], a.common[i + 1]));
  if (style == output_style::text) return write_stdout(stats_text(c, all));
  for (const finding& f : all) print_record(f.result, style == output_style::json);
}

}  // namespace

void add_vectors_stats(verb_options& verb, const common_arguments& common) {
  stats_arguments& a = acts_by(verb, common, print_stats);
  add_vectors_file(verb, a.file);
  verb.add_option("--top", a.top, "So many of the most frequent items")->capture_default_str();
  verb.add_option("--item", a.items, "Frequency, histogram and mean of these items");
  verb.add_option("--user", a.users, "Number, histogram and mean of these users' values");
  verb.add_option("--common", a.common, "Pairs of users: items that both have");
  verb.add_option("--truth", a.truth, "The data themselves: true values and errors beside the estimates")
      ->type_name(value::file);
}

}  // namespace edgeldp::cli
