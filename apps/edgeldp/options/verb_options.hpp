// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "help/verb_facts.hpp"

/// The options of a verb: names, values, limits and words, said where they are defined. Words of a
/// call are read by `command_line`; a caller in this process hands values over, by
/// verb_options::call. Help, manual and completions follow from the definition.
namespace edgeldp::cli {

/// What values are, for verb_option::type_name: completions offer files where files are meant.
namespace value {
inline constexpr char file[] = "FILE";
inline constexpr char folder[] = "FOLDER";
}  // namespace value

/// A value of an option: the text that was typed, or what a caller in this process has.
using option_value = std::variant<std::string, bool, std::int64_t, std::uint64_t, double>;

/// As messages show it: "5" of a whole number, "5.0" of another one.
std::string text_of(const option_value& value);

/// Which values are good.
struct value_check {
  std::function<std::string(const option_value& given)> fault_of;  ///< "" for one that is
  std::string limits;                                              ///< for help
};

/// One of these words; whoever mistypes one is told the nearest.
value_check one_of(std::vector<std::string> words);

/// Whether a text is a number of this kind: its digits and nothing else, with no sign where there
/// is none to give, and not too large.
template <class T>
bool is_number(const std::string& typed, T& number);
/// The same of a value: of a text its digits, of a number the number. A fraction is no whole
/// number, and neither is 5.0.
template <class T>
bool is_number(const option_value& given, T& number);

/// "must be a whole number, not '1e3' (write 1000)". wanted: "a whole number from 1 to 5".
std::string no_such_number(const std::string& wanted, const std::string& typed);

/// A number in a range; `words` for help where the numbers would say little.
template <class T>
value_check between(T least, T most, const std::string& words = "") {
  const std::string wanted =
      fmt::format("a {}number from {} to {}", std::is_integral_v<T> ? "whole " : "", least, most);
  const auto fault = [least, most, wanted](const option_value& given) -> std::string {
    T number{};
    return is_number(given, number) && number >= least && number <= most
               ? ""
               : no_such_number(wanted, text_of(given));
  };
  return {fault, words.empty() ? fmt::format("{} to {}", least, most) : words};
}

/// Whether both name one file that is there: whoever writes over what it reads has lost it.
bool is_same_file(const std::string& one, const std::string& other);

/// A number above 0.
value_check above_zero();

/// Where an option keeps its value: bool of a flag, which takes none.
using option_place =
    std::variant<bool*, std::string*, double*, int*, unsigned*, std::int64_t*, std::uint64_t*,
                 std::optional<double>*, std::optional<unsigned>*, std::optional<std::int64_t>*,
                 std::optional<std::uint64_t>*, std::vector<std::string>*, std::vector<double>*,
                 std::vector<unsigned>*, std::vector<std::uint64_t>*>;

/// All that is said of an option.
struct option_definition {
  std::string names;  ///< "-e,--epsilon", or "graph" of a positional
  option_place place;
  std::string about;
  std::optional<std::string> section = {}, type = {};
  bool is_required = false, tells_default = false;
  char delimiter = '\0';
  std::optional<bool> takes_further_words = {};
  std::vector<value_check> checks = {};
  std::string (*read)(std::string& typed) = nullptr;
  std::vector<std::string> excluded = {};
};

/// One option, or one positional, while it is defined.
class verb_option {
 public:
  explicit verb_option(option_definition of) : m_is(std::move(of)) {}

  verb_option* group(const std::string& section);
  verb_option* type_name(const std::string& what);
  verb_option* required(bool is = true);
  /// Help tells the value that the variable has when all is defined.
  verb_option* capture_default_str();
  verb_option* check(value_check check);
  verb_option* check(std::string (*fault_of)(const option_value& given)) { return check({fault_of, ""}); }
  /// Changes a text before it is read; what it gives back is a fault.
  verb_option* transform(std::string (*read)(std::string& typed));
  /// One text holds several values, between which this stands.
  verb_option* delimiter(char between);
  verb_option* allow_extra_args(bool allow);
  verb_option* excludes(const verb_option* other) { return excludes(other->name()); }
  verb_option* excludes(const std::string& other);

  const option_definition& definition() const noexcept { return m_is; }
  /// The first long name, "--epsilon"; of a positional its own.
  std::string name() const;
  /// Whether it is called so, with its dashes or without.
  bool is_called(const std::string& name) const;
  /// Whether one of both says that they do not go together.
  bool is_against(const verb_option& other) const;

  /// What was typed or handed over, when all of that is read.
  const std::vector<option_value>& given() const noexcept { return m_given; }
  std::vector<std::string> typed() const;
  void give(std::vector<option_value> values) { m_given = std::move(values); }

 private:
  friend class verb_options;
  /// Gives back what is wrong.
  std::string keep_given();

  option_definition m_is;
  std::vector<option_value> m_given;
};

/// Numbers refuse what is none, in words that say what is wanted; other kinds have no such check.
std::optional<value_check> number_check(const option_place& place);

/// What a caller in this process wants of an option: its name without dashes, its value or values.
struct setting {
  std::string name;
  std::vector<option_value> values;
};

/// A verb, for the function that adds options and action to it. Lives as long as who reads words
/// for it, or calls it.
class verb_options {
 public:
  verb_options() = default;
  verb_options(const verb_options&) = delete;
  verb_options& operator=(const verb_options&) = delete;

  /// names: "-e,--epsilon", or "graph" of a positional. T: text, a number, an optional or a vector
  /// of these, as option_place has them.
  template <class T>
  verb_option* add_option(const std::string& names, T& value, const std::string& about) {
    return &m_options.emplace_back(option_definition{.names = names, .place = &value, .about = about});
  }
  verb_option* add_flag(const std::string& names, bool& value, const std::string& about) {
    return add_option(names, value, about);
  }
  /// Requires: has(name).
  verb_option* get_option(const std::string& name);

  /// What the verb does.
  void callback(std::function<void()> action) { m_action = std::move(action); }
  /// What is looked at when all words are read, before the verb does it.
  void parse_complete_callback(std::function<void()> look) { m_look = std::move(look); }

  bool has(const std::string& option) const;
  /// How often an option was typed, or how many values it was given.
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

  /// Sets options to values as words would, and acts.
  /// Errors: invalid_parameter for names that no option has, and values that words could not say
  ///     either, in the same words; what the verb throws.
  void call(std::vector<setting> settings);

  std::deque<verb_option>& options() noexcept { return m_options; }
  const std::function<void()>& look() const noexcept { return m_look; }
  bool has_action() const noexcept { return m_action != nullptr; }
  /// Does what the verb does, once values are given.
  /// Errors: invalid_parameter where a file that is written is one that is read; what the verb
  ///     throws.
  void act() const;

 private:
  const verb_option* find(const std::string& name) const;
  void require_settings() const;
  void require_other_files() const;

  std::deque<verb_option> m_options;  // which are pointed to
  std::function<void()> m_look, m_action;
};

}  // namespace edgeldp::cli
