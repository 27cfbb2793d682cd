// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/report.hpp"
#include "study/document.hpp"

/// A report for whoever must explain numbers to people who know no privacy: what was asked, what it
/// costs, how good the numbers are. Nothing is said that the fields of the results do not hold.
namespace edgeldp::cli {

/// A question that a report can be about.
struct reported_question {
  std::string_view name;   ///< as it is asked for: "clustering"
  std::string_view verb;   ///< that plays it
  std::string_view flag;   ///< of the verb; empty for none
  std::string_view asks;   ///< a sentence for everybody
  std::string_view sends;  ///< what people send, in sentences
};

std::span<const reported_question> reported_questions();

/// What came of one: results that have an interval.
struct reported_results {
  const reported_question* question = nullptr;
  std::vector<record> asked;  ///< at the budget of the report, one run
  std::vector<record> sweep;  ///< at all budgets, rising
};

/// Only these of all results of a question's verb.
std::vector<record> numbers_of(const reported_question& q, std::span<const record> all);

/// What results do not say.
struct report_facts {
  std::string graph, reading, command;
  std::string digest = {};  ///< SHA-256 of the file; empty where it is not told
  double epsilon = 1.0;
  std::uint64_t runs = 1;  ///< at each budget of the sweep
  std::optional<std::uint64_t> seed = {};
  bool has_exact = true;
};

/// "edges", "triangles": what a result is an estimate of.
std::string reported_name(const reported_question& q, const record& r);

/// Requires: at least one question, each with at least one result of both kinds.
document report_document(const report_facts& facts, std::span<const reported_results> all);

}  // namespace edgeldp::cli
