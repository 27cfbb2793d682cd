// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "collect/collector/collection.hpp"
#include "collect/server/operator_request.hpp"

/// How an operator's command closes a round of a collection that another process plays: by two
/// files in its private folder, which nobody else can write to. Nothing of it is on the network.
namespace edgeldp::collect {

/// Asks for the round to be closed, though hardly anybody has answered where that is accepted; what
/// was answered before is forgotten.
/// Errors: io_error.
void ask_to_close(const collector_folder& folder, const std::string& round, bool accepts_few = false);
/// Whoever asked does not wait any more.
void withdraw_request(const collector_folder& folder);
/// What became of the request: empty where the round was closed, otherwise why not; nothing yet
/// where nobody has looked.
std::optional<std::string> answer_to_request(const collector_folder& folder);

/// For the process that plays: closes the round where it was asked for, and answers.
void close_if_asked(collection& c, std::int64_t now);

}  // namespace edgeldp::collect
