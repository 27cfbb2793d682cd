// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "help/verb_facts.hpp"
#include "options/verb_options.hpp"

/// The words of a call, and what they mean. The parser is known to this folder alone.
namespace edgeldp::cli {

/// A call that cannot be read: lines for people, the first of which says why and begins with the
/// program's name.
struct usage_fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A call that asks for help, or the version: what() is it.
struct help_asked : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A verb before it has options.
struct verb_line {
  std::string_view name;  ///< of a verb below another: "channel show", behind "channel"
  std::string_view group, help, examples;
  bool has_verbs_below = false;  ///< and does nothing by itself
};

class command_line {
 public:
  /// about, examples: of the program.
  command_line(const std::string& about, const std::string& examples);
  ~command_line();

  /// Options that stand before or behind any verb.
  verb_options& everywhere();
  /// fill: adds its options, once they are asked for: a call has one verb, and without those of all
  /// others `--version` takes 5.3 in place of 6.1 ms.
  void add_verb(const verb_line& line, std::function<void(verb_options&)> fill = {});
  /// What is done when all words are read, before the verb acts.
  void when_parsed(std::function<void()> look);

  /// Reads the words behind the program's name and carries the verb out. "help VERB" is "VERB
  /// --help".
  /// Errors: usage_fault, help_asked; what the verb throws.
  void parse(std::vector<std::string> words);

  /// What can be said of all verbs, completed so where something is known of them elsewhere.
  verb_facts facts() const;
  void complete_facts(std::function<verb_facts(verb_facts)> complete);

 private:
  struct parser;
  std::unique_ptr<parser> m_parser;
};

}  // namespace edgeldp::cli
