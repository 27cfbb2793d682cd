// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "io/page.hpp"
#include "io/report.hpp"

namespace edgeldp::cli {

/// What `simulate attack` shows people of its results: a table for each number of liars, and what
/// an attack is, what limits allow, and what nothing can see. Nothing is said that fields do not
/// hold.
/// Requires: at least one result.
std::string attack_text(std::span<const record> results, const std::string& reading, const screen& on);

}  // namespace edgeldp::cli
