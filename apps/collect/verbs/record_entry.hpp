// SPDX-License-Identifier: MIT
#pragma once

#include "collect/verbs/record_facts.hpp"
#include "io/report.hpp"

/// The record of a collection in the form of a public register: an entry of OpenDP's Differential
/// Privacy Deployments Registry, by its schema of commit 3e9c812. Its entries are YAML, and JSON is
/// that; whoever hosts the register decides what it takes.
namespace edgeldp::cli {

/// The sectors that the register knows.
inline constexpr const char* register_sectors[] = {"Technology", "Healthcare", "Education",
                                                   "Government", "Energy",     "Finance"};

/// Texts are Markdown there: all of them say what they say as plain text, whatever an operator
/// wrote.
/// Requires: curators, authors, purpose and region are given.
record register_entry(const record_facts& f);

}  // namespace edgeldp::cli
