// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "io/report.hpp"

/// Of whom the numbers of a collection are, where not everybody who joined answered.
namespace edgeldp::cli {

/// "12 users took part." or "12 joined, 6 answered."
std::string turnout_words(const record& result);

/// Whom the numbers are of, and that they are not of all; empty where everybody answered. One
/// judgement holds for what was told alone, so that this stands wherever one does.
std::string absence_words(const record& result);

}  // namespace edgeldp::cli
