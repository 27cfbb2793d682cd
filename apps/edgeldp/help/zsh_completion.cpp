// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/version.hpp"
#include "help/completion.hpp"

namespace edgeldp::cli {

namespace {

/// As `source` or as a function that zsh loads from a folder of $fpath.
constexpr std::string_view start = R"(
if [[ $funcstack[1] == _edgeldp ]]; then
  _edgeldp "$@"
else
  compdef _edgeldp edgeldp
fi
)";

/// Inside single quotes of a specification, where brackets and colons have a meaning.
std::string escaped_for_zsh(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
      continue;
    }
    if (c == '\\' || c == '[' || c == ']' || c == ':') out += '\\';
    out += c;
  }
  return out;
}

/// The first clause: a menu has a line for it.
std::string brief(const std::string& text) {
  const std::size_t end =
      std::min({text.find(" ("), text.find("; "), text.find(": "), text.find('\n'), text.size()});
  return escaped_for_zsh(text.substr(0, end));
}

std::string action_of(const option_facts& o) {
  if (o.takes_file) return "_files";
  if (o.takes_folder) return "_files -/";
  return o.choices.empty() ? " " : fmt::format("({})", fmt::join(o.choices, " "));
}

/// A line of _arguments.
std::string specification(const option_facts& o) {
  if (o.is_positional())
    return fmt::format("'{}:{}:{}'", o.repeats ? "*" : o.is_required ? "" : ":", o.value, action_of(o));
  const std::string value =
      o.value.empty() ? "" : fmt::format(":{}:{}", escaped_for_zsh(o.value), action_of(o));
  const std::string about = fmt::format("[{}]{}", brief(o.about), value);
  if (o.names.size() == 1) return fmt::format("'{}{}'", o.names.front(), about);
  return fmt::format("'({})'{{{}}}'{}'", fmt::join(o.names, " "), fmt::join(o.names, ","), about);
}

std::string function_name(const verb_facts& verb) {
  std::string name = "_" + verb.path;
  std::ranges::replace_if(name, [](char c) { return c == ' ' || c == '-'; }, '_');
  return name;
}

std::string arguments_of(const verb_facts& verb, const verb_facts& program) {
  std::string text = "  _arguments -s -C";
  const auto add = [&](const verb_facts& level) {
    for (const option_facts& o : level.options()) text += " \\\n    " + specification(o);
  };
  add(verb);
  if (&verb != &program) add(program);
  return text;
}

void add_functions(const verb_facts& verb, const verb_facts& program, std::string& text) {
  for (const verb_facts& sub : verb.below) add_functions(sub, program, text);
  text += "\n" + function_name(verb) + "() {\n";
  if (verb.below.empty()) {
    text += arguments_of(verb, program) + "\n}\n";
    return;
  }
  text += "  local context state line\n  local -a verbs=(\n";
  for (const verb_facts& sub : verb.below)
    text += fmt::format("    '{}:{}'\n", sub.name(), escaped_for_zsh(sub.summary));
  text += "  )\n" + arguments_of(verb, program) +
          " \\\n    '1:verb:->verb' '*::argument:->argument'\n"
          "  case $state in\n"
          "    verb) _describe verb verbs ;;\n"
          "    argument)\n      local next=" +
          function_name(verb) +
          "_${words[1]//-/_}\n      (( ! $+functions[$next] )) || $next ;;\n  esac\n}\n";
}

}  // namespace

std::string zsh_completion(const verb_facts& program) {
  std::string text = fmt::format(
      "#compdef edgeldp\n# zsh completion of edgeldp {}, as `edgeldp completion zsh` prints it\n", version);
  add_functions(program, program, text);
  return text + std::string(start);
}

}  // namespace edgeldp::cli
