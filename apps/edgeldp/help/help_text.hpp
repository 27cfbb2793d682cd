// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "help/verb_facts.hpp"

/// Help as it is read in a terminal.
namespace edgeldp::cli {

/// Columns that text may take: COLUMNS if it is set, the terminal's, otherwise 80; 40 at least and
/// 120 at most, since longer lines are hard to read.
std::size_t text_width();

/// Text in lines of `width`, of which the first begins at column `at` and the others are indented
/// so far. A line break of the text stays.
std::string wrapped(std::string_view text, std::size_t width, std::size_t at);

/// What --help prints, and --help-all (is_whole).
std::string help_text(const verb_facts& verb, bool is_whole);

/// What the program is, and its verbs by name: for whoever called it without one.
std::string short_help(const verb_facts& program);

}  // namespace edgeldp::cli
