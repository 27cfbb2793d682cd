// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "help/verb_facts.hpp"

/// What help says of verbs and options: read from their one definition.
namespace edgeldp::cli {

/// "edgeldp channel show".
std::string path_of(const CLI::App& verb);

/// Of a verb, and of those below it that are shown.
verb_facts facts_of(const CLI::App& verb);

}  // namespace edgeldp::cli
