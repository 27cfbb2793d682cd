// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/version.hpp"
#include "help/completion.hpp"

namespace edgeldp::cli {

namespace {

/// Walks the words before the cursor, down the verbs, over options and their values.
constexpr std::string_view walk = R"(
_edgeldp() {
  local cur=${COMP_WORDS[COMP_CWORD]} verb= verbs options first values wants= head= word i
  COMPREPLY=()
  _edgeldp_verb ''
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if [[ $word == = ]]; then
      continue  # of --option=value, which comes as three words
    elif [[ -n $wants ]]; then
      wants=
    elif [[ $word == -* ]]; then
      ! _edgeldp_values "$verb" "$word" || wants=$word
    elif [[ " $verbs " == *" $word "* && $word != help ]]; then
      verb+=${verb:+ }$word
      _edgeldp_verb "$verb"
    fi
  done
  [[ $cur != = ]] || cur=
  if [[ -n $wants ]]; then
    _edgeldp_values "$verb" "$wants"
  elif [[ $cur == -* ]]; then
    values=$options
  else
    values=${verbs:-$first}
  fi
  case $values in
    @file) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    @folder) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
    *)
      [[ $cur != *,* ]] || head=${cur%,*},
      mapfile -t COMPREPLY < <(compgen -P "$head" -W "$values" -- "${cur##*,}")
      ;;
  esac
}
complete -F _edgeldp edgeldp
)";

/// What a value may be: words, or which kind of file.
std::string values_of(const option_facts& o) {
  if (o.takes_file) return "@file";
  if (o.takes_folder) return "@folder";
  return fmt::format("{}", fmt::join(o.choices, " "));
}

struct known_verb {
  std::string path;  ///< below the program
  std::vector<std::string> below, options;
  std::string first;  ///< what the first positional may be
  std::vector<option_facts> valued;
};

void list_verbs(const verb_facts& verb, const std::string& path, std::vector<known_verb>& list) {
  known_verb known{path, {}, {}, {}, {}};
  for (const verb_facts& sub : verb.below) known.below.push_back(sub.name());
  if (path.empty()) known.below.emplace_back("help");
  for (const option_facts& o : verb.options()) {
    if (o.is_positional() && known.first.empty()) known.first = values_of(o);
    known.options.insert(known.options.end(), o.names.begin(), o.names.end());
    if (!o.is_positional() && !o.value.empty()) known.valued.push_back(o);
  }
  list.push_back(std::move(known));
  for (const verb_facts& sub : verb.below)
    list_verbs(sub, path.empty() ? sub.name() : path + " " + sub.name(), list);
}

/// Sets what can follow a verb: verbs below, options, values of its first positional.
std::string verb_function(const std::vector<known_verb>& verbs) {
  std::string text = "_edgeldp_verb() {\n  case $1 in\n";
  for (const known_verb& v : verbs)
    text += fmt::format("    '{}') verbs='{}' first='{}' options='{}' ;;\n", v.path, fmt::join(v.below, " "),
                        v.first, fmt::join(v.options, " "));
  return text +
         fmt::format("  esac\n  [[ -z $1 ]] || options+=' {}'\n}}\n", fmt::join(verbs.front().options, " "));
}

/// Sets what an option may be; false where it takes no value.
std::string value_function(const std::vector<known_verb>& verbs) {
  std::string text = "_edgeldp_values() {\n  case \"$1 $2\" in\n";
  for (const known_verb& v : verbs) {
    std::map<std::string, std::vector<std::string>> names_by_values;
    for (const option_facts& o : v.valued)
      for (const std::string& name : o.names)
        names_by_values[values_of(o)].push_back(
            fmt::format("{}'{} {}'", v.path.empty() ? "*" : "", v.path, name));
    for (const auto& [values, names] : names_by_values)
      text += fmt::format("    {})\n      values='{}' ;;\n", fmt::join(names, " | "), values);
  }
  return text + "    *) return 1 ;;\n  esac\n}\n";
}

}  // namespace

std::string bash_completion(const verb_facts& program) {
  std::vector<known_verb> verbs;
  list_verbs(program, "", verbs);
  return fmt::format("# bash completion of edgeldp {}, as `edgeldp completion bash` prints it\n", version) +
         verb_function(verbs) + value_function(verbs) + std::string(walk);
}

}  // namespace edgeldp::cli
