// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

/// What help, manual and completions say of verbs and options: read from their one definition.
namespace edgeldp::cli {

/// One option, or one positional.
struct option_facts {
  std::vector<std::string> names;    ///< with their dashes, short ones first; none of a positional
  std::string value;                 ///< what stands behind it: "X", "FILE", "N,..."; empty of a flag
  std::string about;                 ///< what it does, then limits and default in brackets
  std::vector<std::string> choices;  ///< all that it may be; empty: anything
  bool is_required = false, takes_file = false, takes_folder = false, repeats = false;

  bool is_positional() const { return names.empty(); }
  /// "-e, --epsilon X,..."
  std::string heading() const;
};

struct option_section {
  std::string title;
  std::vector<option_facts> options;
};

/// The sections that a verb has, in the order of help, without --help and --help-all.
std::vector<option_section> sections_of(const CLI::App& verb);

/// All options of a verb, positionals too.
std::vector<option_facts> options_of(const CLI::App& verb);

/// The verbs below, but those that are hidden.
std::vector<const CLI::App*> verbs_below(const CLI::App& app);

/// "edgeldp channel show", with another word between than a blank.
std::string path_of(const CLI::App& verb, const std::string& between = " ");

/// The first line of a description, and what follows it.
std::string summary_of(const CLI::App& verb);
std::string details_of(const CLI::App& verb);

/// The call: "edgeldp triangles [GRAPH] [OPTIONS]".
std::string usage_of(const CLI::App& verb);

}  // namespace edgeldp::cli
