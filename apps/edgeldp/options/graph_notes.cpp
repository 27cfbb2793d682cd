// SPDX-License-Identifier: MIT
#include "options/graph_notes.hpp"

#include <poll.h>
#include <cctype>

#include <algorithm>
#include <cerrno>

#include "io/page.hpp"
#include "io/report.hpp"
#include "options/graph_argument.hpp"

namespace edgeldp::cli {

namespace {

/// Many undirected graphs are listed with all edges in both directions, and nothing else.
bool lists_both_directions(const clean_up_report& report) {
  return report.reversed > 0 && 2 * report.reversed + report.comments + report.self_loops >= report.lines;
}

}  // namespace

std::vector<std::string> notes_on(const clean_up_report& report) {
  std::vector<std::string> notes;
  if (report.has_column_names) notes.emplace_back("the line that names the columns is skipped");
  if (report.wide_lines > 0) notes.emplace_back("further columns (weights, times) are ignored");
  if (report.reversed > 0 && !lists_both_directions(report))
    notes.emplace_back("edges in both directions are merged, directions ignored");
  if (report.lone_users > 0) notes.emplace_back("lines with one id name users without an edge");
  if (report.columns_are_disjoint)
    notes.emplace_back("no id is in both columns: users and items need --bipartite");
  notes.insert(notes.end(), report.cautions.begin(), report.cautions.end());
  return notes;
}

std::vector<std::string> counts_of(const clean_up_report& report) {
  std::vector<std::string> said = {counted(static_cast<double>(report.lines), "line")};
  const auto add = [&](std::uint64_t n, std::string_view one, const char* rest) {
    if (n > 0) said.push_back(counted(static_cast<double>(n), one) + rest);
  };
  const std::uint64_t comments =
      report.comments - std::min<std::uint64_t>(report.comments, report.has_column_names ? 1 : 0);
  if (comments > 0)
    said.back() += fmt::format(", {} of them {} or empty", grouped(static_cast<double>(comments)),
                               comments == 1 ? "a comment" : "comments");
  if (report.has_column_names) said.emplace_back("the line that names the columns is skipped");
  add(report.wide_lines, "line", " with further columns (weights, times), which are ignored");
  add(report.self_loops, "edge", " from a user to itself left out");
  if (lists_both_directions(report))
    said.emplace_back("every edge is named in both directions and is one edge");
  else
    add(report.reversed, "edge", " named in both directions counted once; directions are ignored");
  add(report.duplicates - std::min(report.duplicates, report.reversed), "repeated edge", " left out");
  add(report.lone_users, "line", " with one id, a user without an edge");
  if (report.columns_are_disjoint)
    said.emplace_back("no id is in both columns: users and items need --bipartite");
  said.insert(said.end(), report.cautions.begin(), report.cautions.end());
  return said;
}

std::string as_sentences(const std::vector<std::string>& clauses) {
  std::string all;
  for (const std::string& clause : clauses) {
    if (clause.empty()) continue;
    if (!all.empty()) all += ' ';
    all += static_cast<char>(std::toupper(static_cast<unsigned char>(clause.front())));
    all += clause.substr(1) + ".";
  }
  return all;
}

record describe_cleaning(const clean_up_report& c) {
  return {{"lines", c.lines},           {"comments", c.comments},
          {"self_loops", c.self_loops}, {"duplicates", c.duplicates},
          {"reversed", c.reversed},     {"lone_users", c.lone_users},
          {"wide_lines", c.wide_lines}, {"column_names", c.has_column_names}};
}

}  // namespace edgeldp::cli
