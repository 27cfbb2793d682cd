// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "io/page.hpp"
#include "verbs/report_numbers.hpp"

/// Whether a question is worth asking. Verdicts follow from what is predicted without the graph,
/// never from exact numbers: a collection that asks real people has them too.
namespace edgeldp::cli {

/// "Worth asking.", "Do not ask at epsilon 1.": in the colour of how good that is.
/// Requires: numbers are those of the question, at least one.
cell verdict_on(const reported_results& question, std::span<const reported_number> numbers);

/// Which of several questions to ask, in one sentence; empty where there is but one.
std::string choice_text(std::span<const reported_results> all, std::span<const reported_number> numbers);

/// Which budget would make a number usable, and what that hides. whose: " for wedges".
/// Requires: a number that is not usable.
std::string need_text(const reported_number& n, const std::string& whose = "");

}  // namespace edgeldp::cli
