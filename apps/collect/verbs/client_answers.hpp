// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "collect/client/client.hpp"
#include "io/report.hpp"
#include "options/verb_options.hpp"

/// What verbs of a person have in common.
namespace edgeldp::cli {

void print_client_status(const collect::client& p, output_style style);

/// The positional option of the state file, which must be given.
verb_option* add_client_state(verb_options& verb, std::string& state);

}  // namespace edgeldp::cli
