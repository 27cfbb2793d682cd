// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "io/claims.hpp"
#include "io/report.hpp"
#include "study/plot.hpp"

/// What a verb says of one run of a protocol; study.hpp makes results of it.
namespace edgeldp::cli {

/// One value of a number, with what is known of its error.
struct found_value {
  edgeldp::estimate value;
  double truth = 0.0;                 ///< of a pair; otherwise it stands once in found_number
  std::array<double, 3> variances{};  ///< by the parts of the error that found_number names
};

/// What a number is of, and so what its errors are.
enum class number_kind {
  single,      ///< one value a run
  over_users,  ///< a mean over users, whose errors are those of one user's value: no interval
  over_pairs   ///< many values a run, each with a truth of its own, all summed alike
};

/// Errors of the values that a mean over users is of: means over users.
struct errors_of_users {
  double squared = 0.0, absolute = 0.0;
};

/// One number that a run estimates. Over several runs all but the values is that of the first; but
/// a truth that is each run's own is their mean, and errors are from the run's.
struct found_number {
  std::string statistic;                 ///< its name; empty where a verb has but one number
  std::vector<found_value> values = {};  ///< none where this run has no such number
  record truth = nullptr;                ///< null where none is known
  record what = record::object();        ///< keys before the estimate
  record keys = record::object();        ///< keys behind the interval
  number_kind kind = number_kind::single;
  bool has_error = true;                         ///< false: nothing is predicted
  std::optional<errors_of_users> of_users = {};  ///< over users, where a truth is known
  budget_search budget_that_would_do = nullptr;  ///< otherwise the run's
  /// Names of variances, printed as roots of their means where "error_parts" is among these keys or
  /// those of the run.
  std::vector<const char*> parts_of_error = {};
};

/// What one run gives. Over several runs keys, flaws and searches are those of the last.
struct findings {
  std::vector<found_number> numbers;  ///< the same ones in every run
  run_cost cost;                      ///< of the run, and of a release that was paid before
  edgeldp::communication communication;
  std::string told;                           ///< digest of what users were told
  std::vector<std::string> flaws = {};        ///< why the run is not private
  std::optional<release_key> key = {};        ///< of what was published
  std::optional<double> released_edges = {};  ///< that rows are of; none where no rows were sent
  record keys = record::object();             ///< keys behind `spent`: split, codec, and the verb's own
  budget_search budget_that_would_do = [](const edgeldp::estimate&) { return std::nullopt; };
  /// What users have spent by now, where that is not the sum of all costs so far: on a release that
  /// was paid before, by users who take part in some runs only.
  std::optional<spending> spent_so_far = {};
  bool is_rest_reserved = false;  ///< what is not spent of the total is for another run
  std::shared_ptr<const release> published = nullptr;
  /// What --each prints of value i of the one number; none: as of a study of this run alone.
  std::function<record(std::size_t i)> each = nullptr;
  /// Numbers of every user, for who captures the output.
  std::vector<user_numbers> users = {};
  /// What a figure shows of this run, above a sweep over budgets.
  std::optional<figure> picture = {};
  /// Names and texts, written after the last run; one that is "-" is printed instead of results.
  std::vector<std::pair<std::string, std::string>> files = {};

  /// Enters a number at a JSON pointer into keys, of which the mean over runs is printed.
  void add_mean(const std::string& where, double value);
  /// The key `split`, of the rounds' budgets in nats, each a mean over runs.
  void add_mean_split(std::initializer_list<std::pair<const char*, epsilon>> rounds);
  /// Takes key and number of edges from a release, and adds the keys codec, alpha, level (null with
  /// --beta): all null without a release.
  void add_rows(std::shared_ptr<const release> rows, bool by_beta);

  std::vector<std::pair<std::string, double>> means = {};  ///< by add_mean
};

}  // namespace edgeldp::cli
