// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "collect/collector/collection.hpp"
#include "io/report.hpp"
#include "options/verb_options.hpp"

/// What the verbs of an operator share: the collection in a folder, opened, and its status,
/// printed.
namespace edgeldp::cli {

collect::collector_folder folder_at(const std::string& home);

collect::collection open_collection(const std::string& home);
/// To look at only, beside whoever plays it.
collect::collection looked_at(const std::string& home);

/// Where its operator says that the clock is right.
void go_on_by_clock(collect::collection& c);

void print_status(collect::collection& c, output_style style);

void add_accept_clock(verb_options& verb, bool& accepts);
void add_home(verb_options& verb, std::string& home);

}  // namespace edgeldp::cli
