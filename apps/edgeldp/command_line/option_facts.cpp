// SPDX-License-Identifier: MIT
#include "command_line/option_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

#include "options/verb_options.hpp"

namespace edgeldp::cli {

std::string path_of(const CLI::App& verb) {
  return verb.get_parent() == nullptr ? verb.get_name() : path_of(*verb.get_parent()) + " " + verb.get_name();
}

namespace {

std::string in_capitals(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

/// "TEXT:{a,b}" as the parser puts it together: the kind of value, and what it may be.
struct value_kind {
  std::string name, limits;
  std::vector<std::string> choices;
};

value_kind kind_of(const CLI::Option& option) {
  const std::string text = option.get_type_name();
  const std::size_t colon = text.find(':');
  value_kind kind{text.substr(0, colon), colon == text.npos ? "" : text.substr(colon + 1), {}};
  if (!kind.limits.starts_with('{')) return kind;
  std::istringstream words(kind.limits.substr(1, kind.limits.size() - 2));
  for (std::string word; std::getline(words, word, ',');) kind.choices.push_back(word);
  kind.limits.clear();
  return kind;
}

std::string placeholder(const CLI::Option& option, const value_kind& kind) {
  static const std::map<std::string, std::string, std::less<>> letters = {
      {"UINT", "N"}, {"INT", "N"}, {"FLOAT", "X"}};
  if (option.get_items_expected_max() == 0) return "";
  const auto letter = letters.find(kind.name);
  const std::string one = letter != letters.end() ? letter->second
                          : kind.choices.empty()  ? kind.name
                                                  : "NAME";
  if (option.get_delimiter() != '\0') return one + ",...";
  return option.get_expected_max() > 1 ? one + "..." : one;
}

/// Whether a text speaks of all these words already.
bool names_all(const std::string& text, const std::vector<std::string>& words) {
  static const std::regex between("[^A-Za-z0-9*-]+");
  const std::vector<std::string> said(std::sregex_token_iterator(text.begin(), text.end(), between, -1), {});
  return std::ranges::all_of(
      words, [&](const std::string& word) { return std::ranges::find(said, word) != said.end(); });
}

std::string default_of(const CLI::Option& option) {
  std::string text = option.get_default_str();
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  return text.empty() ? "" : "default " + text;
}

/// Behind what a definition says in words: what it says to the parser.
std::string notes_on(const CLI::Option& option, const value_kind& kind) {
  std::vector<std::string> notes;
  if (option.get_required() && !option.get_positional()) notes.emplace_back("required");
  if (!names_all(option.get_description(), kind.choices))
    notes.push_back(fmt::format("{}", fmt::join(kind.choices, ", ")));
  if (!kind.limits.empty()) notes.push_back(kind.limits);
  if (const std::string text = default_of(option); !text.empty()) notes.push_back(text);
  std::set<std::string> others;
  for (const CLI::Option* other : option.get_excludes())
    if (!other->get_positional()) others.insert("--" + other->get_lnames().front());
  if (!others.empty()) notes.push_back(fmt::format("not with {}", fmt::join(others, ", ")));
  if (notes.empty()) return "";
  const bool has_lines = option.get_description().find('\n') != std::string::npos;
  return fmt::format("{}[{}]", has_lines ? "\n" : " ", fmt::join(notes, "; "));
}

option_facts facts_of(const CLI::Option& option) {
  const value_kind kind = kind_of(option);
  option_facts facts;
  for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
  facts.value = option.get_positional() ? in_capitals(option.get_name(true)) : placeholder(option, kind);
  facts.about = option.get_description() + notes_on(option, kind);
  facts.choices = kind.choices;
  facts.is_required = option.get_required();
  facts.takes_file = kind.name == value::file;
  facts.takes_folder = kind.name == value::folder;
  facts.repeats = option.get_expected_max() > 1;
  return facts;
}

bool is_help(const CLI::App& verb, const CLI::Option* option) {
  return verb.get_parent() != nullptr && (option == verb.get_help_ptr() || option == verb.get_help_all_ptr());
}

std::vector<option_section> sections_of(const CLI::App& verb) {
  constexpr std::array order = {section::input, section::own, section::common, section::output,
                                section::expert};
  std::vector<option_section> sections;
  sections.reserve(order.size());
  for (const char* title : order) sections.push_back({title, {}});
  for (const CLI::Option* option : verb.get_options()) {
    if (is_help(verb, option)) continue;
    const bool is_input = option->get_positional() && option->get_group() == section::own;
    const auto at =
        std::ranges::find(sections, is_input ? section::input : option->get_group(), &option_section::title);
    if (at != sections.end()) at->options.push_back(facts_of(*option));
  }
  std::erase_if(sections, [](const option_section& s) { return s.options.empty(); });
  return sections;
}

}  // namespace

verb_facts facts_of(const CLI::App& verb) {
  const std::string about = verb.get_description();
  const std::size_t end = std::min(about.find('\n'), about.size());
  verb_facts facts{path_of(verb),
                   verb.get_group(),
                   about.substr(0, end),
                   end == about.size() ? "" : about.substr(end + 1),
                   verb.get_footer(),
                   sections_of(verb),
                   {}};
  for (const CLI::App* below :
       verb.get_subcommands([](const CLI::App* sub) { return !sub->get_group().empty(); }))
    facts.below.push_back(facts_of(*below));
  return facts;
}

}  // namespace edgeldp::cli
