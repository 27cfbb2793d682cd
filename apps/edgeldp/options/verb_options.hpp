// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "help/verb_facts.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// The options of a verb: names, values, limits and words, said where they are defined. The parser
/// fills the values; help, manual and completions follow from the definition.
namespace edgeldp::cli {

/// What values are, for verb_option::type_name: completions offer files where files are meant.
namespace value {
inline constexpr char file[] = "FILE";
inline constexpr char folder[] = "FOLDER";
}  // namespace value

/// Which texts may stand as a value.
struct value_check {
  std::function<std::string(const std::string& typed)> fault_of;  ///< "" for one that may
  std::string limits;                                             ///< for help
};

/// One of these words; whoever mistypes one is told the nearest.
value_check one_of(std::vector<std::string> words);

/// Whether a text is a number of this kind: its digits and nothing else, with no sign where there
/// is none to give, and not too large.
template <class T>
bool is_number(const std::string& typed, T& number);

/// "must be a whole number, not '1e3' (write 1000)". wanted: "a whole number from 1 to 5".
std::string no_such_number(const std::string& wanted, const std::string& typed);

/// A number in a range; `words` for help where the numbers would say little.
template <class T>
value_check between(T least, T most, const std::string& words = "") {
  const std::string wanted =
      fmt::format("a {}number from {} to {}", std::is_integral_v<T> ? "whole " : "", least, most);
  const auto fault = [least, most, wanted](const std::string& typed) -> std::string {
    T number{};
    return is_number(typed, number) && number >= least && number <= most ? "" : no_such_number(wanted, typed);
  };
  return {fault, words.empty() ? fmt::format("{} to {}", least, most) : words};
}

/// A number above 0.
value_check above_zero();

/// One option, or one positional, while it is defined; all but the last three give it back.
class verb_option {
 public:
  explicit verb_option(CLI::Option& defined) : m_option(&defined) {}

  verb_option* group(const std::string& section);
  verb_option* type_name(const std::string& what);
  verb_option* required(bool is = true);
  /// Help tells the value that the variable has now.
  verb_option* capture_default_str();
  verb_option* check(const value_check& check);
  verb_option* check(std::string (*fault_of)(const std::string& typed)) { return check({fault_of, ""}); }
  /// Changes the text before it is read; what it gives back is a fault.
  verb_option* transform(std::string (*read)(std::string& typed));
  /// One text holds several values, between which this stands.
  verb_option* delimiter(char between);
  verb_option* allow_extra_args(bool allow);
  verb_option* excludes(const verb_option* other);
  verb_option* excludes(const std::string& other);

  std::string name() const;
  std::vector<std::string> typed() const;
  bool empty() const { return typed().empty(); }

 private:
  friend class verb_options;
  CLI::Option* m_option;
};

/// A verb, for the function that adds options and action to it. Lives as long as the parser.
class verb_options {
 public:
  explicit verb_options(CLI::App& verb) : m_verb(&verb) {}
  verb_options(const verb_options&) = delete;
  verb_options& operator=(const verb_options&) = delete;

  /// names: "-e,--epsilon", or "graph" of a positional. T: text, a number, an optional or a vector
  /// of these (verb_options.cpp lists them).
  template <class T>
  verb_option* add_option(const std::string& names, T& value, const std::string& about);
  verb_option* add_flag(const std::string& names, bool& value, const std::string& about);
  verb_option* get_option(const std::string& name);

  /// What the verb does.
  void callback(std::function<void()> action);
  /// What is looked at when all is read, before the verb does it.
  void parse_complete_callback(std::function<void()> look);

  bool has(const std::string& option) const;
  /// How often an option was typed.
  /// Requires: has(option).
  std::size_t count(const std::string& option) const;
  std::vector<std::string> typed(const std::string& option) const;

  struct typed_option {
    std::string name;
    bool takes_file = false, is_positional = false;
    std::vector<std::string> values;
  };
  /// All that were.
  std::vector<typed_option> typed() const;

  /// All options are there: numbers refuse what is none, where their own checks have not.
  void complete();

 private:
  CLI::App* m_verb;
  std::deque<verb_option> m_options;  // which are pointed to
  std::vector<std::function<void()>> m_last_checks;
};

}  // namespace edgeldp::cli
