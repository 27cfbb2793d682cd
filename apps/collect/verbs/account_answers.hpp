// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "collect/client/personal_account.hpp"
#include "io/report.hpp"

/// A personal account, as its owner sees it.
namespace edgeldp::cli {

void print_account(const std::filesystem::path& folder, output_style style);

/// "Epsilon 3 in all, 1 of it in the last 365 days, in 2 collections (FOLDER)."
std::string account_sentence(const collect::personal_account& account, const std::filesystem::path& folder);

}  // namespace edgeldp::cli
