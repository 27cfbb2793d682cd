// SPDX-License-Identifier: MIT
#include "command_line/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <type_traits>
#include <utility>
#include <variant>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/version.hpp"
#include "help/help_text.hpp"
#include "io/page.hpp"
#include "options/nearest_word.hpp"

namespace edgeldp::cli {

namespace {

/// "edgeldp channel show".
std::string path_of(const CLI::App& verb) {
  return verb.get_parent() == nullptr ? verb.get_name() : path_of(*verb.get_parent()) + " " + verb.get_name();
}

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
    return fmt::format("unknown option {}{}", name, did_you_mean(name, options_of(verb)));
  }
  return extras.empty() ? in_our_words(verb, error) : one_too_many(verb, extras.front());
}

/// "help VERB" is "VERB --help".
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

/// The option of this verb, or of one above it, that is typed so.
const CLI::Option* option_typed(const CLI::App& verb, const std::string& word) {
  for (const CLI::App* level = &verb; level != nullptr; level = level->get_parent())
    for (const CLI::Option* option : level->get_options())
      if (!option->get_positional() && option->check_name(word)) return option;
  return nullptr;
}

/// Errors: invalid_parameter for an option that needs a value where the next word begins with "--":
///     a forgotten value would swallow an option in silence, and write a file of its name; and for
///     one that takes no value and is given one.
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

/// Whether the call names a verb of the program, known or not. Where it does not, a script may have
/// lost it: help is an error's text then, and no reader of results gets it.
bool names_verb(const CLI::App& program) {
  return !program.get_subcommands().empty() || !program.remaining(true).empty();
}

// What help says of options: read from their one definition.

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

}  // namespace

namespace {

CLI::Validator validator_of(const value_check& check) {
  return {[fault_of = check.fault_of](const std::string& typed) { return fault_of(typed); }, check.limits};
}

/// Tells the parser of an option.
CLI::Option& tell_of(CLI::App& verb, const option_definition& is) {
  const auto add = [&]<class T>(T* kept) {
    if constexpr (std::is_same_v<T, bool>)
      return verb.add_flag(is.names, *kept, is.about);
    else
      return verb.add_option(is.names, *kept, is.about);
  };
  CLI::Option& option = *std::visit(add, is.place);
  if (is.section) option.group(*is.section);
  if (is.type) option.type_name(*is.type);
  option.required(is.is_required);
  if (is.tells_default) option.capture_default_str();
  if (is.delimiter != '\0') option.delimiter(is.delimiter);
  if (is.takes_further_words) option.allow_extra_args(*is.takes_further_words);
  for (const value_check& check : is.checks) option.check(validator_of(check));
  if (const auto check = number_check(is.place)) option.check(validator_of(*check));
  if (is.read != nullptr) option.transform(CLI::Validator(is.read, ""));
  return option;
}

}  // namespace

/// Help as the parser asks for it.
class help_printer : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string /*name*/, CLI::AppFormatMode mode) const override {
    const bool is_whole = mode == CLI::AppFormatMode::All;
    verb_facts facts = facts_of(*app);
    return help_text(is_whole && facts.is_program() && complete ? complete(std::move(facts)) : facts,
                     is_whole);
  }

  std::function<verb_facts(verb_facts)> complete;
};

/// A verb, and what the parser knows of it.
struct parsed_verb {
  CLI::App* app;
  verb_options options;
  std::vector<CLI::Option*> known = {};  ///< of the options, as far as the parser was told

  explicit parsed_verb(CLI::App& of) : app(&of) {}

  void tell() {
    std::deque<verb_option>& all = options.options();
    for (std::size_t i = known.size(); i < all.size(); ++i)
      known.push_back(&tell_of(*app, all[i].definition()));
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const std::string& other : all[i].definition().excluded) known[i]->excludes(other);
    if (options.look()) app->parse_complete_callback([this] { after_words(options.look()); });
    if (options.action()) app->callback([this] { after_words(options.action()); });
  }

  void after_words(const std::function<void()>& act) {
    for (std::size_t i = 0; i < known.size(); ++i) {
      const std::vector<std::string>& words = known[i]->results();
      options.options()[i].give({words.begin(), words.end()});
    }
    act();
  }
};

struct command_line::parser {
  CLI::App program;
  parsed_verb everywhere{program};
  std::deque<parsed_verb> verbs;  // which are pointed to
  std::shared_ptr<help_printer> printer = std::make_shared<help_printer>();

  /// Before words are read, and facts told.
  void tell() {
    everywhere.tell();
    for (parsed_verb& verb : verbs) verb.tell();
  }

  parser(const std::string& about, const std::string& examples) : program(about, "edgeldp") {
    program.formatter(printer);
    program.footer(examples);
    program.set_help_flag("-h,--help", "Explain the program or a verb");
    program.set_help_all_flag("--help-all", "The same, with expert options and verbs below verbs");
    program.set_version_flag("--version", std::string("edgeldp ") + version, "Print the version");
    program.fallthrough();
    program.require_subcommand(1);
    program.failure_message([this](const CLI::App*, const CLI::Error& e) {
      return names_verb(program) ? explain_usage(program, e)
                                 : "edgeldp: name a verb\n\n" + short_help(facts_of(program));
    });
  }
};

command_line::command_line(const std::string& about, const std::string& examples)
    : m_parser(std::make_unique<parser>(about, examples)) {}

command_line::~command_line() = default;

verb_options& command_line::everywhere() {
  return m_parser->everywhere.options;
}

verb_options& command_line::add_verb(const verb_line& line) {
  const std::string name(line.name);
  const std::size_t blank = name.find(' ');
  CLI::App& program = m_parser->program;
  CLI::App& parent = blank == name.npos ? program : *program.get_subcommand(name.substr(0, blank));
  CLI::App& added =
      *parent.add_subcommand(blank == name.npos ? name : name.substr(blank + 1), std::string(line.help));
  added.group(std::string(line.group));
  added.footer(std::string(line.examples));
  if (line.has_verbs_below) added.require_subcommand(1);
  return m_parser->verbs.emplace_back(added).options;
}

void command_line::complete_facts(std::function<verb_facts(verb_facts)> complete) {
  m_parser->printer->complete = std::move(complete);
}

void command_line::when_parsed(std::function<void()> look) {
  m_parser->program.parse_complete_callback(std::move(look));
}

void command_line::parse(std::vector<std::string> words) {
  CLI::App& program = m_parser->program;
  m_parser->tell();
  words = without_help_verb(program, std::move(words));
  require_values(program, words);
  std::ranges::reverse(words);  // as the parser takes them
  try {
    program.parse(std::move(words));
  } catch (const CLI::Error& e) {
    std::ostringstream out, err;
    if (program.exit(e, out, err) != 0) throw usage_fault(err.str());
    throw help_asked(out.str());
  }
}

verb_facts command_line::facts() const {
  m_parser->tell();
  verb_facts own = facts_of(m_parser->program);
  return m_parser->printer->complete ? m_parser->printer->complete(std::move(own)) : own;
}

}  // namespace edgeldp::cli
