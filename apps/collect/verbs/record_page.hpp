// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "collect/verbs/record_facts.hpp"
#include "io/page.hpp"
#include "study/document.hpp"

/// The record of a collection for people: for whoever must judge it and knows the law, not the
/// mathematics.
namespace edgeldp::cli {

document record_page(const record_facts& f);
/// The same in short, for a terminal.
std::string record_text(const record_facts& f, const screen& on);

}  // namespace edgeldp::cli
