// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>
#include <string_view>

/// Help as it is read in a terminal.
namespace edgeldp::cli {

/// Columns that text may take: COLUMNS if it is set, the terminal's, otherwise 80; 40 at least and
/// 120 at most, since longer lines are hard to read.
std::size_t text_width();

/// Text in lines of `width`, of which the first begins at column `at` and the others are indented
/// so far. A line break of the text stays.
std::string wrapped(std::string_view text, std::size_t width, std::size_t at);

/// What --help (AppFormatMode::Normal) and --help-all (All) print.
class help_text : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

/// What the program is, and its verbs by name: for whoever called it without one.
std::string short_help(const CLI::App& program);

}  // namespace edgeldp::cli
