// SPDX-License-Identifier: MIT
#include "verbs/verbs_beside.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "help/verb_facts_record.hpp"
#include "io/child_program.hpp"
#include "io/program_beside.hpp"

namespace edgeldp::cli {

namespace {

using enum verb_group;

constexpr verb_beside table[] = {
    {"collector", collect, "Ask real people: the operator's side", "edgeldp-collect", "edgeldp_collect"},
    {"client", collect, "Take part: one person's side", "edgeldp-collect", "edgeldp_collect"},
    {"bench", other, "Measure codecs and protocols on this machine", "edgeldp-bench", "edgeldp_bench"},
    {"audit", other, "Try whether a protocol tells more than it claims", "edgeldp-bench", "edgeldp_bench"},
    {"reproduce", other, "Do a published experiment again", "edgeldp-reproduce", "edgeldp_reproduce"},
};

/// Whether the word is an option of these that takes the next word as its value.
bool takes_next_word(std::string_view word, const verb_facts& everywhere) {
  for (const option_facts& o : everywhere.options())
    if (!o.value.empty() && std::ranges::find(o.names, word) != o.names.end()) return true;
  return false;
}

/// "collector" of "edgeldp --threads 2 collector status", and of "edgeldp help collector".
std::string_view verb_of(std::span<char*> words, const verb_facts& everywhere) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "help" && i == 1) continue;
    if (!word.starts_with('-')) return word;
    if (takes_next_word(word, everywhere)) ++i;
  }
  return "";
}

}  // namespace

std::span<const verb_beside> verbs_beside() {
  return table;
}

void become_program_of(std::span<char*> words, const verb_facts& everywhere) {
  const std::string_view verb = verb_of(words, everywhere);
  const auto* row = std::ranges::find(table, verb, &verb_beside::name);
  if (row == std::end(table)) return;
  const std::string program = program_beside(row->program);
  if (program.empty())
    throw invalid_parameter(
        fmt::format("'{}' is a verb of the program {}, which is not beside this one: `cmake --build build "
                    "--target {}` builds it",
                    verb, row->program, row->target));
  become(program, words.data());
}

verb_facts with_verbs_beside(verb_facts own) {
  for (verb_facts& verb : own.below) {
    const auto* row = std::ranges::find(table, verb.name(), &verb_beside::name);
    if (row == std::end(table)) continue;
    const std::string program = program_beside(row->program);
    if (program.empty()) continue;
    const child_program asked({"verb-facts", verb.name()}, program);
    // One of another version may not know the question.
    if (const record told = record::parse(asked.line(), nullptr, false); told.is_object())
      verb = facts_of(told);
  }
  return own;
}

}  // namespace edgeldp::cli
