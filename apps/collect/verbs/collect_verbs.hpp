// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "verbs/verbs.hpp"

/// The verbs by which a collection is run for real: `collector` of the operator, `client` of a
/// person.
namespace edgeldp::cli {

std::span<const verb_row> collect_verbs();

void add_collector_create(verb_options& verb, const common_arguments& common);
void add_collector_ingest(verb_options& verb, const common_arguments& common);
void add_collector_invite(verb_options& verb, const common_arguments& common);
void add_collector_serve(verb_options& verb, const common_arguments& common);
void add_collector_status(verb_options& verb, const common_arguments& common);
void add_collector_close(verb_options& verb, const common_arguments& common);
void add_collector_result(verb_options& verb, const common_arguments& common);
void add_collector_record(verb_options& verb, const common_arguments& common);
void add_client_join(verb_options& verb, const common_arguments& common);
void add_client_encode(verb_options& verb, const common_arguments& common);
void add_client_leave(verb_options& verb, const common_arguments& common);
void add_client_account(verb_options& verb, const common_arguments& common);
void add_client_run(verb_options& verb, const common_arguments& common);
void add_client_status(verb_options& verb, const common_arguments& common);

}  // namespace edgeldp::cli
