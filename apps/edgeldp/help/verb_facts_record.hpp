// SPDX-License-Identifier: MIT
#pragma once

#include "help/verb_facts.hpp"
#include "io/report.hpp"

/// Facts of verbs as one program tells them to another.
namespace edgeldp::cli {

record record_of(const verb_facts& verb);
/// Requires: made by record_of.
verb_facts facts_of(const record& r);

}  // namespace edgeldp::cli
