// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "edgeldp/core/wire/release.hpp"
#include "io/report.hpp"

/// The answers of `query`, printed.
namespace edgeldp::cli {

/// A line of an answer, for programs that read tables.
std::string plain_line(const record& r);

/// Errors: io_error.
void print_answers(const std::string& release_path, const release_parameters& parameters,
                   std::span<const record> answers);

}  // namespace edgeldp::cli
