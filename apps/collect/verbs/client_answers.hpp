// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "collect/client/client.hpp"
#include "io/report.hpp"

/// What verbs of a person have in common.
namespace edgeldp::cli {

void print_client_status(const collect::client& p, output_style style);

/// The positional option of the state file, which must be given.
CLI::Option* add_client_state(CLI::App& verb, std::string& state);

}  // namespace edgeldp::cli
