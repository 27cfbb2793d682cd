// SPDX-License-Identifier: MIT
#include "command_line/command_line.hpp"

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <memory>
#include <sstream>
#include <type_traits>
#include <utility>
#include <variant>

#include "command_line/option_facts.hpp"
#include "command_line/usage_faults.hpp"
#include "edgeldp/core/base/version.hpp"
#include "help/help_text.hpp"

namespace edgeldp::cli {

namespace {

/// Whether the call names a verb of the program, known or not. Where it does not, a script may have
/// lost it: help is an error's text then, and no reader of results gets it.
bool names_verb(const CLI::App& program) {
  return !program.get_subcommands().empty() || !program.remaining(true).empty();
}

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
  std::string first_word;                   ///< of its name
  std::function<void(verb_options&)> fill;  ///< adds its options, where that was not done yet
  verb_options options;
  std::vector<CLI::Option*> known = {};  ///< of the options, as far as the parser was told

  explicit parsed_verb(CLI::App& of, std::string word = {}, std::function<void(verb_options&)> how = {})
      : app(&of), first_word(std::move(word)), fill(std::move(how)) {}

  void tell() {
    if (const auto add = std::exchange(fill, nullptr)) add(options);
    std::deque<verb_option>& all = options.options();
    for (std::size_t i = known.size(); i < all.size(); ++i)
      known.push_back(&tell_of(*app, all[i].definition()));
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const std::string& other : all[i].definition().excluded) known[i]->excludes(other);
    if (options.look()) app->parse_complete_callback([this] { after_words(options.look()); });
    if (options.has_action()) app->callback([this] { after_words([this] { options.act(); }); });
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

  /// Before facts are told.
  void tell() {
    everywhere.tell();
    for (parsed_verb& verb : verbs) verb.tell();
  }

  /// Before words are read: no others can be meant.
  void tell_verbs_among(const std::vector<std::string>& words) {
    everywhere.tell();
    for (parsed_verb& verb : verbs)
      if (std::ranges::find(words, verb.first_word) != words.end()) verb.tell();
  }

  parser(const std::string& about, const std::string& examples) : program(about, "edgeldp") {
    program.formatter(printer);
    program.footer(examples);
    program.set_help_flag("-h,--help", "Explain the program or a verb");
    program.set_help_all_flag("--help-all", "The same in full: all verbs, options for experts");
    program.set_version_flag("--version", std::string("edgeldp ") + version, "Print the version");
    program.fallthrough();
    program.require_subcommand(1);
    program.failure_message([this](const CLI::App*, const CLI::Error& e) {
      tell();
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

void command_line::add_verb(const verb_line& line, std::function<void(verb_options&)> fill) {
  const std::string name(line.name);
  const std::size_t blank = name.find(' ');
  CLI::App& program = m_parser->program;
  CLI::App& parent = blank == name.npos ? program : *program.get_subcommand(name.substr(0, blank));
  CLI::App& added =
      *parent.add_subcommand(blank == name.npos ? name : name.substr(blank + 1), std::string(line.help));
  added.group(std::string(line.group));
  added.footer(std::string(line.examples));
  if (line.has_verbs_below) added.require_subcommand(1);
  m_parser->verbs.emplace_back(added, name.substr(0, blank), std::move(fill));
}

void command_line::complete_facts(std::function<verb_facts(verb_facts)> complete) {
  m_parser->printer->complete = std::move(complete);
}

void command_line::when_parsed(std::function<void()> look) {
  m_parser->program.parse_complete_callback(std::move(look));
}

void command_line::parse(std::vector<std::string> words) {
  CLI::App& program = m_parser->program;
  m_parser->tell_verbs_among(words);
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
