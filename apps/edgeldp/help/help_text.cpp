// SPDX-License-Identifier: MIT
#include "help/help_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <vector>

#include "help/option_facts.hpp"
#include "help/verb_group.hpp"
#include "options/option_kinds.hpp"

namespace edgeldp::cli {

std::size_t text_width() {
  std::size_t columns = 0;
  if (const char* set = std::getenv("COLUMNS"))
    std::from_chars(set, set + std::string_view(set).size(), columns);
  winsize terminal{};
  if (columns == 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &terminal) == 0) columns = terminal.ws_col;
  return std::clamp<std::size_t>(columns == 0 ? 80 : columns, 40, 120);
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

std::string options_text(const CLI::App& verb, bool with_experts, std::size_t width) {
  std::string text;
  for (const option_section& s : sections_of(verb)) {
    if (s.title == section::expert && !with_experts) continue;
    text += "\n" + s.title + "\n";
    for (const option_facts& o : s.options) text += entry(o.heading(), o.about, width);
  }
  return text;
}

std::string list_of(const std::vector<const CLI::App*>& verbs, bool with_verbs_below, std::size_t width) {
  std::string text;
  for (const CLI::App* verb : verbs) {
    text += entry(verb->get_name(), summary_of(*verb), width);
    if (!with_verbs_below) continue;
    for (const CLI::App* sub : verbs_below(*verb))
      text += entry(verb->get_name() + " " + sub->get_name(), summary_of(*sub), width);
  }
  return text;
}

/// The groups of verbs that are not empty, in the order of their enumeration.
std::vector<std::pair<std::string, std::vector<const CLI::App*>>> groups_of(const CLI::App& program) {
  std::vector<std::pair<std::string, std::vector<const CLI::App*>>> groups;
  for (const std::string_view title : verb_group_titles) {
    const auto verbs =
        program.get_subcommands([&](const CLI::App* verb) { return verb->get_group() == title; });
    if (!title.empty() && !verbs.empty()) groups.emplace_back(title, verbs);
  }
  return groups;
}

std::string help_of_program(const CLI::App& program, bool is_whole, std::size_t width) {
  std::string text = wrapped(program.get_description(), width, 0);
  text += "\n" + wrapped("Usage: " + usage_of(program), width, 0);
  text += "\nFirst commands\n" + program.get_footer();
  for (const auto& [title, verbs] : groups_of(program))
    text += "\n" + title + "\n" + list_of(verbs, is_whole, width);
  text += "\nEverywhere\n";
  text += entry("-e, --epsilon X",
                "Privacy budget of a user (default 1): a smaller one is more private, and "
                "errors are larger",
                width);
  text += entry("--seed N", "A simulation that can be repeated, and protects nobody", width);
  for (const option_facts& o : options_of(program)) text += entry(o.heading(), o.about, width);
  text += "\n" + wrapped(
                     "`edgeldp VERB --help` or `edgeldp help VERB` explains a verb, with examples; "
                     "`edgeldp explain WORD` a word.",
                     width, 0);
  return text + wrapped("Exit codes: 0 done, 2 usage or bad input, 3 system, 4 our bug.", width, 0);
}

/// Below the options of a verb: where there is more.
std::string pointers_of(const CLI::App& verb, bool is_whole, std::size_t width) {
  std::string text;
  for (const option_section& s : sections_of(verb))
    if (s.title == section::expert && !is_whole)
      text += wrapped(fmt::format("`{} --help-all` has {} more {} for experts.", path_of(verb),
                                  s.options.size(), s.options.size() == 1 ? "option" : "options"),
                      width, 0);
  return text + wrapped(
                    "Everywhere: --json, -v, --threads, -q, see `edgeldp --help`. Words of results: "
                    "`edgeldp explain WORD`.",
                    width, 0);
}

std::string help_of_verb(const CLI::App& verb, bool is_whole, std::size_t width) {
  std::string text = wrapped(summary_of(verb) + ".", width, 0);
  if (const std::string details = details_of(verb); !details.empty()) text += wrapped(details, width, 0);
  text += "\nUsage: " + wrapped(usage_of(verb), width, 7);
  if (const auto below = verbs_below(verb); !below.empty())
    text += "\nVerbs\n" + list_of(below, false, width);
  text += options_text(verb, is_whole, width);
  text += "\nExamples\n" + verb.get_footer();
  return text + "\n" + pointers_of(verb, is_whole, width);
}

}  // namespace

std::string help_text::make_help(const CLI::App* app, std::string /*name*/, CLI::AppFormatMode mode) const {
  const bool is_whole = mode == CLI::AppFormatMode::All;
  return (app->get_parent() == nullptr ? help_of_program : help_of_verb)(*app, is_whole, text_width());
}

std::string short_help(const CLI::App& program) {
  const std::size_t width = text_width();
  std::string text = wrapped(summary_of(program), width, 0);
  for (const auto& [title, verbs] : groups_of(program)) {
    std::vector<std::string> names;
    for (const CLI::App* verb : verbs) names.push_back(verb->get_name());
    text += fmt::format("  {:<9}", title) + wrapped(fmt::format("{}", fmt::join(names, ", ")), width, 11);
  }
  return text + wrapped("`edgeldp demo` shows in two minutes what this is about; `edgeldp --help` says more.",
                        width, 0);
}

}  // namespace edgeldp::cli
