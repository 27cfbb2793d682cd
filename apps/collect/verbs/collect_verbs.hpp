// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "verbs/verbs.hpp"

/// The verbs by which a collection is run for real: `collector` of the operator, `client` of a
/// person.
namespace edgeldp::cli {

std::span<const verb_row> collect_verbs();

void add_collector_create(CLI::App& verb, const common_arguments& common);
void add_collector_ingest(CLI::App& verb, const common_arguments& common);
void add_collector_serve(CLI::App& verb, const common_arguments& common);
void add_collector_status(CLI::App& verb, const common_arguments& common);
void add_collector_close(CLI::App& verb, const common_arguments& common);
void add_collector_result(CLI::App& verb, const common_arguments& common);
void add_client_join(CLI::App& verb, const common_arguments& common);
void add_client_encode(CLI::App& verb, const common_arguments& common);
void add_client_run(CLI::App& verb, const common_arguments& common);
void add_client_status(CLI::App& verb, const common_arguments& common);

}  // namespace edgeldp::cli
