// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "collect/collector/collection.hpp"
#include "collect/plan/prediction.hpp"
#include "io/page.hpp"
#include "io/report.hpp"

/// What a collector tells people and programs of itself.
namespace edgeldp::cli {

record status_record(const collect::collection_status& s, const collect::task& t, const std::string& id);
std::string status_text(const record& r, const screen& on);

/// How many spend which part, of a status or a result; empty where all spend all.
std::string chosen_text(const record& r);

/// The keys average_degree and predicted.
void add_predicted(record& r, const collect::collection_prediction& p);
/// "usable", "weak" or "not_usable".
const char* key_of(judgement j);

/// The result as it was published, for people.
std::string result_text(const record& result, const std::string& title, const screen& on);

}  // namespace edgeldp::cli
