// SPDX-License-Identifier: MIT
#include "help/help_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "help/verb_group.hpp"
#include "io/page.hpp"

namespace edgeldp::cli {

std::size_t text_width() {
  return screen::of_stdout().width;
}

namespace {

/// Where the line may be broken next: not within a command in backquotes.
std::size_t end_of_word(std::string_view text) {
  bool is_quoted = false;
  std::size_t at = 0;
  for (; at < text.size() && text[at] != '\n' && (is_quoted || text[at] != ' '); ++at)
    is_quoted ^= text[at] == '`';
  return at;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t width, std::size_t at) {
  std::string lines;
  std::size_t column = at;
  const auto new_line = [&] {
    lines += "\n" + std::string(at, ' ');
    column = at;
  };
  while (!text.empty()) {
    const std::size_t end = end_of_word(text);
    const std::string_view word = text.substr(0, end);
    if (column > at && column + 1 + word.size() > width) new_line();
    if (column > at) lines += ' ', ++column;
    lines += word;
    column += word.size();
    if (end < text.size() && text[end] == '\n') new_line();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines + "\n";
}

namespace {

constexpr std::size_t text_column = 22;

/// A name, and what it means beside it, or below where the name is long.
std::string entry(const std::string& name, const std::string& meaning, std::size_t width) {
  std::string line = "  " + name;
  const bool fits = line.size() < text_column;
  line += fits ? std::string(text_column - line.size(), ' ') : "\n" + std::string(text_column, ' ');
  return line + wrapped(meaning, width, text_column);
}

std::string options_text(const verb_facts& verb, bool with_experts, std::size_t width) {
  std::string text;
  for (const option_section& s : verb.sections) {
    if (s.title == section::expert && !with_experts) continue;
    text += "\n" + s.title + "\n";
    for (const option_facts& o : s.options) text += entry(o.heading(), o.about, width);
  }
  return text;
}

/// The end of a command's first word, or of an option with its value.
std::size_t end_of_part(std::string_view command) {
  const std::size_t end = std::min(command.find(' '), command.size());
  const bool has_value = command.starts_with('-') && end + 1 < command.size() && command[end + 1] != '-' &&
                         command[end + 1] != '>' && command[end + 1] != '|';
  return has_value ? std::min(command.find(' ', end + 1), command.size()) : end;
}

/// A command as it can be typed, in lines that end with a backslash where it is too long.
std::string command_text(std::string_view command, std::size_t width) {
  std::string text = "  ";
  std::size_t column = 2;
  while (!command.empty()) {
    const std::size_t end = end_of_part(command);
    if (column > 2 && column + end + 2 > width) {
      text += "\\\n    ";
      column = 4;
    }
    text += command.substr(0, end);
    column += end + 1;
    command.remove_prefix(std::min(end + 1, command.size()));
    if (!command.empty()) text += ' ';
  }
  return text + "\n";
}

/// Examples, a line each: "  command" or "  command   what it does". What is wider than the screen
/// is broken: what a command does stands below it then.
std::string examples_text(std::string_view examples, std::size_t width) {
  constexpr std::string_view wide_gap = "   ";
  std::string text;
  for (std::size_t at = 0; at < examples.size();) {
    const std::size_t end = std::min(examples.find('\n', at), examples.size());
    std::string_view line = examples.substr(at, end - at);
    at = end + 1;
    if (line.size() <= width) {
      text += std::string(line) + "\n";
      continue;
    }
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::size_t gap = std::min(line.find(wide_gap), line.size());
    text += command_text(line.substr(0, gap), width);
    if (gap == line.size()) continue;
    const std::string_view about = line.substr(line.find_first_not_of(' ', gap));
    text += "      " + wrapped(about, width, 6);
  }
  return text;
}

std::string list_of(const std::vector<verb_facts>& verbs, bool with_verbs_below, std::size_t width) {
  std::string text;
  for (const verb_facts& verb : verbs) {
    text += entry(verb.name(), verb.summary, width);
    if (!with_verbs_below) continue;
    for (const verb_facts& sub : verb.below)
      text += entry(verb.name() + " " + sub.name(), sub.summary, width);
  }
  return text;
}

/// The groups of verbs that are not empty, in the order of their enumeration.
std::vector<std::pair<std::string, std::vector<verb_facts>>> groups_of(const verb_facts& program) {
  std::vector<std::pair<std::string, std::vector<verb_facts>>> groups;
  for (const std::string_view title : verb_group_titles) {
    std::vector<verb_facts> verbs;
    std::ranges::copy_if(program.below, std::back_inserter(verbs),
                         [&](const verb_facts& verb) { return verb.group == title; });
    if (!title.empty() && !verbs.empty()) groups.emplace_back(title, std::move(verbs));
  }
  return groups;
}

/// What a newcomer needs; --help-all has all verbs.
constexpr std::array<std::string_view, 10> first_verbs = {
    "demo", "dataset", "info", "triangles", "degrees", "cycles", "compare", "report", "collector", "explain"};

/// The first verbs, and where the others are. Programs with few verbs show all.
std::string first_verbs_text(const verb_facts& program, std::size_t width) {
  std::vector<verb_facts> shown;
  for (const std::string_view name : first_verbs)
    std::ranges::copy_if(program.below, std::back_inserter(shown),
                         [&](const verb_facts& verb) { return verb.name() == name; });
  return "\nVerbs\n" + list_of(shown, false, width) +
         entry("...",
               fmt::format("`{} --help-all` has {} more verbs, by what they are for", program.path,
                           program.below.size() - shown.size()),
               width);
}

std::string verbs_by_group(const verb_facts& program, bool with_verbs_below, std::size_t width) {
  std::string text;
  for (const auto& [title, verbs] : groups_of(program))
    text += "\n" + title + "\n" + list_of(verbs, with_verbs_below, width);
  return text;
}

std::string help_of_program(const verb_facts& program, bool is_whole, std::size_t width) {
  const bool has_many = program.below.size() > first_verbs.size();
  std::string text = wrapped(program.summary + "\n" + program.details, width, 0);
  text += "\n" + wrapped("Usage: " + program.usage(), width, 0);
  text += "\nFirst commands\n" + examples_text(program.examples, width);
  text += is_whole || !has_many ? verbs_by_group(program, is_whole, width) : first_verbs_text(program, width);
  text += "\nEverywhere\n";
  text += entry("-e, --epsilon X",
                "Privacy budget of a user (default 1): a smaller one is more private, and "
                "errors are larger",
                width);
  text += entry("--seed N", "A simulation that can be repeated, and protects nobody", width);
  for (const option_section& s : program.sections)
    if (is_whole || s.title != section::expert)
      for (const option_facts& o : s.options) text += entry(o.heading(), o.about, width);
  text += "\n" + wrapped(
                     "`edgeldp VERB --help` or `edgeldp help VERB` explains a verb, with examples; "
                     "`edgeldp explain WORD` a word.",
                     width, 0);
  return text + wrapped("Exit codes: 0 done, 2 usage or bad input, 3 system, 4 our bug.", width, 0);
}

/// Below the options of a verb: where there is more.
std::string pointers_of(const verb_facts& verb, bool is_whole, std::size_t width) {
  std::string text;
  for (const option_section& s : verb.sections)
    if (s.title == section::expert && !is_whole)
      text += wrapped(fmt::format("`{} --help-all` has {} more {} for experts.", verb.path, s.options.size(),
                                  s.options.size() == 1 ? "option" : "options"),
                      width, 0);
  return text + wrapped(
                    "Everywhere: --json, -v, --threads, -q, see `edgeldp --help`. Words of results: "
                    "`edgeldp explain WORD`.",
                    width, 0);
}

std::string help_of_verb(const verb_facts& verb, bool is_whole, std::size_t width) {
  std::string text = wrapped(verb.summary + ".", width, 0);
  if (!verb.details.empty()) text += wrapped(verb.details, width, 0);
  text += "\nUsage: " + wrapped(verb.usage(), width, 7);
  if (!verb.below.empty()) text += "\nVerbs\n" + list_of(verb.below, false, width);
  text += options_text(verb, is_whole, width);
  text += "\nExamples\n" + examples_text(verb.examples, width);
  return text + "\n" + pointers_of(verb, is_whole, width);
}

}  // namespace

std::string help_text(const verb_facts& verb, bool is_whole) {
  return (verb.is_program() ? help_of_program : help_of_verb)(verb, is_whole, text_width());
}

std::string short_help(const verb_facts& program) {
  const std::size_t width = text_width();
  std::string text = wrapped(program.summary, width, 0);
  for (const auto& [title, verbs] : groups_of(program)) {
    std::vector<std::string> names;
    for (const verb_facts& verb : verbs) names.push_back(verb.name());
    text += fmt::format("  {:<9}", title) + wrapped(fmt::format("{}", fmt::join(names, ", ")), width, 11);
  }
  return text + wrapped("`edgeldp demo` shows in two minutes what this is about; `edgeldp --help` says more.",
                        width, 0);
}

}  // namespace edgeldp::cli
