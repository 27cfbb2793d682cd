// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "help/verb_facts.hpp"
#include "help/verb_group.hpp"

/// Verbs of programs that are built beside edgeldp, and called through it.
namespace edgeldp::cli {

struct verb_beside {
  std::string_view name;
  verb_group group;
  std::string_view help;     ///< as the row of its own table has it, in one line
  std::string_view program;  ///< "edgeldp-collect"
  std::string_view target;   ///< that builds it
};

std::span<const verb_beside> verbs_beside();

/// Becomes the program that has the verb of this call, if that is one of these. everywhere: what is
/// known of the options that may stand before a verb.
/// Errors: invalid_parameter where that program is not there, which says how to build it.
void become_program_of(std::span<char*> words, const verb_facts& everywhere);

/// The same facts, with what the programs that are there say of their verbs.
verb_facts with_verbs_beside(verb_facts own);

}  // namespace edgeldp::cli
