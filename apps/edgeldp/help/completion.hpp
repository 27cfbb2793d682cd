// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "help/verb_facts.hpp"

/// Scripts that complete verbs, options, their values and files.
namespace edgeldp::cli {

std::string bash_completion(const verb_facts& program);
std::string fish_completion(const verb_facts& program);
std::string zsh_completion(const verb_facts& program);

}  // namespace edgeldp::cli
