// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

/// One function a verb: each adds its subcommand, options and action to the program. The action
/// throws on failure.
namespace edgeldp::cli {

/// Options of the program itself, before or after the verb.
struct common_arguments {
  bool json = false;
  unsigned threads = 0;
};

void add_info(CLI::App& program, const common_arguments& common);
void add_triangles(CLI::App& program, const common_arguments& common);
void add_common_neighbors(CLI::App& program, const common_arguments& common);
void add_degrees(CLI::App& program, const common_arguments& common);
void add_homophily(CLI::App& program, const common_arguments& common);
void add_cycles(CLI::App& program, const common_arguments& common);
void add_release(CLI::App& program, const common_arguments& common);
void add_inspect(CLI::App& program, const common_arguments& common);
void add_query(CLI::App& program, const common_arguments& common);
void add_tune(CLI::App& program, const common_arguments& common);
void add_dataset(CLI::App& program, const common_arguments& common);
void add_vectors(CLI::App& program, const common_arguments& common);
void add_butterflies(CLI::App& program, const common_arguments& common);
void add_channel(CLI::App& program, const common_arguments& common);
void add_channel_plan(CLI::App& channel_verb, const common_arguments& common);  ///< a verb of `channel`
void add_audit(CLI::App& program, const common_arguments& common);
void add_bench(CLI::App& program, const common_arguments& common);
void add_reproduce(CLI::App& program, const common_arguments& common);

}  // namespace edgeldp::cli
