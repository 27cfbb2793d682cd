// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// What ends the program before its result is complete: a line on standard error and an exit code.
namespace edgeldp::cli {

/// usage: a call that asks for what there is not. input: a file or a graph that breaks its rules.
/// system: files, memory, a signal. bug: a broken promise of ours.
enum class failure { usage, input, system, bug };

/// From now on failures are JSON: {"error": {"message", "kind", "exit_code"}, "schema"}.
void tell_failures_as_json();
bool failures_are_json();

/// Says what went wrong; the program is about to end with this code.
void tell_failure(failure kind, int exit_code, const std::string& message);

/// The same with the exit code of its kind, which is returned.
int fail(failure kind, const std::string& message);

}  // namespace edgeldp::cli
