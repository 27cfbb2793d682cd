// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/version.hpp"
#include "help/completion.hpp"

namespace edgeldp::cli {

namespace {

/// Says whether the words before the cursor lead to exactly this verb: words that name verbs count,
/// in their order, wherever options stand between them.
constexpr std::string_view helper = R"(
function __edgeldp_at
    set -l path
    for word in (commandline -opc)[2..-1]
        if test "$word" != help; and contains -- (string join -- ' ' $path $word) $__edgeldp_verbs
            set -a path $word
        end
    end
    test "$path" = "$argv"
end

complete -c edgeldp -f
)";

/// As a word in single quotes.
std::string in_quotes(std::string_view text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
  return word + "'";
}

std::string first_sentence(const std::string& about) {
  const std::size_t end = std::min(about.find_first_of(".;:\n["), about.size());
  std::string brief = about.substr(0, end);
  brief.erase(brief.find_last_not_of(' ') + 1);
  return brief;
}

/// What a value may be, as options of `complete`.
std::string value_of(const option_facts& o) {
  if (o.takes_file) return " -r -F";
  if (o.takes_folder) return " -x -a '(__fish_complete_directories)'";
  if (!o.choices.empty()) return fmt::format(" -x -a '{}'", fmt::join(o.choices, " "));
  return o.value.empty() ? "" : " -x";
}

/// where: the condition of a line, with its option; empty of what counts everywhere.
std::string option_line(const option_facts& o, const std::string& where) {
  std::string names;
  for (const std::string& name : o.names)
    names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  return fmt::format("complete -c edgeldp{}{}{} -d {}\n", where, names, value_of(o),
                     in_quotes(first_sentence(o.about)));
}

void add_lines(const verb_facts& verb, const std::string& path, std::vector<std::string>& verbs,
               std::string& text) {
  const bool is_program = path.empty();
  const std::string where = fmt::format(" -n '__edgeldp_at {}'", path);
  for (const verb_facts& sub : verb.below)
    text += fmt::format("complete -c edgeldp{} -a {} -d {}\n", where, sub.name(), in_quotes(sub.summary));
  if (is_program) text += fmt::format("complete -c edgeldp{} -a help -d 'Explain a verb'\n", where);
  bool is_first = true;
  for (const option_facts& o : verb.options()) {
    if (!o.is_positional()) {
      text += option_line(o, is_program ? "" : where);
    } else if (std::exchange(is_first, false)) {
      if (o.takes_file) text += fmt::format("complete -c edgeldp{} -F\n", where);
      if (!o.choices.empty())
        text += fmt::format("complete -c edgeldp{} -a '{}'\n", where, fmt::join(o.choices, " "));
    }
  }
  for (const verb_facts& sub : verb.below) {
    const std::string name = is_program ? sub.name() : path + " " + sub.name();
    verbs.push_back(in_quotes(name));
    add_lines(sub, name, verbs, text);
  }
}

}  // namespace

std::string fish_completion(const verb_facts& program) {
  std::vector<std::string> verbs;
  std::string lines;
  add_lines(program, "", verbs, lines);
  return fmt::format(
             "# fish completion of edgeldp {}, as `edgeldp completion fish` prints it\n"
             "set -g __edgeldp_verbs {}\n",
             version, fmt::join(verbs, " ")) +
         std::string(helper) + lines;
}

}  // namespace edgeldp::cli
