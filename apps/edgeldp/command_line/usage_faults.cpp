// SPDX-License-Identifier: MIT
#include "command_line/usage_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "command_line/option_facts.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/page.hpp"
#include "options/nearest_word.hpp"

namespace edgeldp::cli {

namespace {

/// The verb that the call got to.
const CLI::App& reached(const CLI::App& program) {
  const CLI::App* verb = &program;
  while (!verb->get_subcommands().empty()) verb = verb->get_subcommands().back();
  return *verb;
}

std::vector<std::string> verbs_of(const CLI::App& verb) {
  std::vector<std::string> names;
  const auto is_shown = [](const CLI::App* sub) { return !sub->get_group().empty(); };
  for (const CLI::App* sub : verb.get_subcommands(is_shown)) names.push_back(sub->get_name());
  return names;
}

/// As typed, with their dashes; those of the program count everywhere.
std::vector<std::string> options_of(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::App* level = &verb; level != nullptr; level = level->get_parent()) {
    for (const CLI::Option* option : level->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
      for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
  }
  return names;
}

std::string unknown_verb(const CLI::App& verb, const std::vector<std::string>& extras) {
  const std::vector<std::string> known = verbs_of(verb);
  if (extras.empty()) return fmt::format("name a verb: {}", fmt::join(known, ", "));
  if (std::filesystem::is_regular_file(extras.front()))
    return fmt::format("{} is a file, and no verb: `edgeldp info {}` says what is in it", extras.front(),
                       as_typed(extras.front()));
  constexpr std::array in_the_whole_program = {"audit", "bench", "reproduce"};
  if (verb.get_parent() == nullptr &&
      std::ranges::find(in_the_whole_program, extras.front()) != in_the_whole_program.end())
    return fmt::format(
        "'{}' is a verb of the whole program, and this one was built without it: `cmake --workflow --preset "
        "release` builds it",
        extras.front());
  return fmt::format("unknown verb '{}'{}", extras.front(), nearest_or_all(extras.front(), known));
}

/// What stands in the positionals' places, since an argument too many often means another one was
/// misread.
std::string one_too_many(const CLI::App& verb, const std::string& extra) {
  std::string taken;
  for (const CLI::Option* option : verb.get_options())
    if (option->get_positional() && option->count() > 0)
      taken += fmt::format("{}'{}' was taken as the {}", taken.empty() ? "" : ", ", option->results().front(),
                           option->get_name(true));
  if (taken.empty()) return fmt::format("'{}' was not expected", extra);
  return fmt::format("'{}' was not expected: {}. Several values of an option are separated by commas", extra,
                     taken);
}

/// What the parser says of an option, which its words begin with, in words of our own; arguments
/// are called as the line of usage calls them: HOME is required.
std::string in_our_words(const CLI::App& verb, const CLI::Error& error) {
  const std::string said = error.what();
  const std::size_t end = std::min(said.find_first_of(": "), said.size());
  std::string name = said.substr(0, end);
  for (const CLI::Option* option : verb.get_options())
    if (option->get_positional() && option->get_name(true) == name)
      for (char& c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return name + said.substr(end);
  if (said.ends_with(" missing")) return name + " needs a value";
  if (said.find("At Most") != said.npos) return name + " is given more than once";
  if (said.ends_with("flag override")) return name + " takes no value";
  return name + said.substr(end);
}

std::string what_is_wrong(const CLI::App& program, const CLI::App& verb, const CLI::Error& error) {
  const std::vector<std::string> extras = program.remaining(true);
  const auto is_option = [](const std::string& x) { return x.size() > 1 && x.starts_with('-'); };
  const bool wants_verb = verb.get_require_subcommand_min() > 0;
  if (wants_verb && (extras.empty() || !is_option(extras.front()))) return unknown_verb(verb, extras);
  if (const auto option = std::ranges::find_if(extras, is_option); option != extras.end()) {
    const std::string name = option->substr(0, option->find('='));
    return fmt::format("unknown option {}{}", name, hint_for_option(name, options_of(verb)));
  }
  return extras.empty() ? in_our_words(verb, error) : one_too_many(verb, extras.front());
}

/// The option of this verb, or of one above it, that is typed so.
const CLI::Option* option_typed(const CLI::App& verb, const std::string& word) {
  for (const CLI::App* level = &verb; level != nullptr; level = level->get_parent())
    for (const CLI::Option* option : level->get_options())
      if (!option->get_positional() && option->check_name(word)) return option;
  return nullptr;
}

}  // namespace

std::vector<std::string> without_help_verb(const CLI::App& program, std::vector<std::string> arguments) {
  if (arguments.empty() || arguments.front() != "help") return arguments;
  arguments.erase(arguments.begin());
  const CLI::App* verb = &program;
  for (const std::string& name : arguments) {
    const auto found = verb->get_subcommands([&](const CLI::App* sub) { return sub->get_name() == name; });
    if (!found.empty())
      verb = found.front();
    else if (!name.starts_with('-') && verb->get_require_subcommand_min() > 0)
      return arguments;  // no such verb: the parser refuses it
  }
  arguments.emplace_back("--help");  // which counts before anything that stands there too much
  return arguments;
}

void require_values(const CLI::App& program, const std::vector<std::string>& arguments) {
  const CLI::App* verb = &program;
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string& word = arguments[i];
    if (!word.starts_with('-')) {
      const auto found = verb->get_subcommands([&](const CLI::App* sub) { return sub->get_name() == word; });
      if (!found.empty()) verb = found.front();
      continue;
    }
    const std::string name = word.substr(0, word.starts_with("--") ? word.find('=') : word.npos);
    const CLI::Option* option = option_typed(*verb, name);
    if (option != nullptr && name.size() < word.size()) {
      if (option->get_items_expected_max() == 0)
        throw invalid_parameter(fmt::format("{} takes no value, and '{}' gives it one", name, word));
      continue;
    }
    if (option == nullptr || option->get_items_expected_min() < 1 || i + 1 >= arguments.size()) continue;
    const std::string& next = arguments[++i];
    if (next.size() > 2 && next.starts_with("--"))
      throw invalid_parameter(fmt::format(
          "{0} needs a value, and '{1}' looks like an option: name the value, or write {2}{1} if it is one",
          word, next, word.starts_with("--") ? word + "=" : word));
  }
}

std::string explain_usage(const CLI::App& program, const CLI::Error& error) {
  const CLI::App& verb = reached(program);
  return fmt::format("edgeldp: {}\n`{} --help` says more.\n", what_is_wrong(program, verb, error),
                     path_of(verb));
}

}  // namespace edgeldp::cli
