// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/page.hpp"
#include "io/report.hpp"

/// What answers for people are made of, wherever estimates come from: rows of the table, and
/// sentences on what is lost in the noise, on odds, coins, cost and exact values.
namespace edgeldp::cli {

/// Whether a result has the key, and not as null.
bool has(const record& r, const char* key);

/// "Like this."
std::string sentence(std::string words);

/// A result, and what it is an estimate of.
struct named_result {
  std::string name;
  record fields;
};

/// Heading of a table of estimates, with what its first column names.
table_row estimate_heading(const std::string& first = "");
/// Estimate, error, interval and judgement.
table_row estimate_row(const record& r, std::string name);
std::string estimates_text(std::span<const named_result> results, const screen& on,
                           const std::string& first = "");

/// "Lost in the noise: old (at most 0.3)": results that are not usable; empty where all are.
std::string lost_text(std::span<const named_result> results);
/// The same in sentences that say which budget would do: those that need the same one together.
std::string caution_text(std::span<const named_result> results);

/// "NOT PRIVATE: why." where a result says so; otherwise nothing.
std::string flaw_text(const record& r);
/// By which factor a loss changes odds: "2.72", "e^20".
std::string odds_text(double loss);
/// Whose coins were drawn.
std::string coins_text(const record& r);
/// " Here, for all users: 0.28 s, 22.8 MB of memory."
std::string here_text(const record& cost, const std::string& whom);
/// What users send and how: "noisy rows as short vectors over 3 elements (codec nullspace)".
std::string codec_text(const record& r, const std::string& rows = "rows");

/// The table of exact values behind sentences that say why they are known; empty where none is.
std::string simulation_text(std::span<const named_result> results, const std::string& why, const screen& on);

}  // namespace edgeldp::cli
