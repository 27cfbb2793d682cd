// SPDX-License-Identifier: MIT
#include "help/verb_facts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace edgeldp::cli {

std::string option_facts::heading() const {
  if (is_positional()) return value;
  return fmt::format("{}{}{}", fmt::join(names, ", "), value.empty() ? "" : " ", value);
}

std::vector<option_facts> verb_facts::options() const {
  std::vector<option_facts> all;
  for (const option_section& s : sections) all.insert(all.end(), s.options.begin(), s.options.end());
  return all;
}

std::string verb_facts::usage() const {
  std::string text = path;
  if (!below.empty()) text += " VERB";
  for (const option_facts& o : options()) {
    if (!o.is_positional()) {
      if (o.is_required) text += fmt::format(" {} {}", o.names.front(), o.value);
      continue;
    }
    const std::string name = o.value + (o.repeats ? "..." : "");
    text += o.is_required ? " " + name : " [" + name + "]";
  }
  return text + " [OPTIONS]";
}

}  // namespace edgeldp::cli
