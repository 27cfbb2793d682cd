// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

/// What help, manual and completions say of verbs and options.
namespace edgeldp::cli {

/// The sections of a verb's help, in their order (verb_option::group). Options of no section are
/// the verb's own; positionals are input. --help-all and the manual show the expert ones too.
namespace section {
inline constexpr char input[] = "Input";
inline constexpr char own[] = "Options";
inline constexpr char common[] = "Common";
inline constexpr char output[] = "Output";
inline constexpr char expert[] = "Expert";
}  // namespace section

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

/// A verb, or the program.
struct verb_facts {
  std::string path;   ///< "edgeldp channel show"
  std::string group;  ///< of the list that it stands in
  std::string summary, details, examples;
  std::vector<option_section> sections;  ///< that it has, in the order of help; without --help
  std::vector<verb_facts> below;         ///< but those that are hidden

  bool is_program() const { return path.find(' ') == path.npos; }
  std::string name() const { return path.substr(path.rfind(' ') + 1); }
  /// All options, positionals too.
  std::vector<option_facts> options() const;
  /// The call: "edgeldp triangles [GRAPH] [OPTIONS]".
  std::string usage() const;
};

}  // namespace edgeldp::cli
