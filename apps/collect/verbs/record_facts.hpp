// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collect/collector/collection.hpp"
#include "collect/plan/prediction.hpp"
#include "collect/task/task.hpp"
#include "collect/verbs/round_laws.hpp"
#include "io/report.hpp"

/// What the record of a collection is made from: the task, how far the collection is, what was
/// found, and what its operator alone knows.
namespace edgeldp::cli {

/// Texts of the operator, each one line without control characters. Empty: not given.
struct operator_words {
  std::vector<std::string> curators, authors;
  std::string contact, purpose, region, sector, source;
  std::optional<std::uint64_t> tier = {};  ///< of an entry, in the register's sense
};

struct record_facts {
  collect::task task;
  std::string id;  ///< of the task
  collect::collection_status status;
  record result;  ///< as it was published, or null
  std::optional<collect::collection_prediction>
      expected;           ///< of all who were invited, before anybody was asked
  std::string confirmed;  ///< why `create` asked its operator, and how it was answered; empty: it did not
  operator_words by;
  std::int64_t now = 0;  ///< seconds since 1970, as all times
  /// When joining closes or closed at the latest.
  std::int64_t joining_closes = 0;

  bool is_over() const { return result.is_object(); }
  bool has_failed() const { return status.at == collect::collection_status::stage::failed; }
  /// The title, or what is counted.
  std::string name() const;
  /// What a relationship may lose by both its ends together; of an item what its one list loses.
  double most_of_relationship() const;
};

/// When the numbers are published, as YYYY-MM-DD.
struct publication {
  std::string day;
  bool is_expected = false;  ///< it lies ahead: as late as the task's times allow
};
publication publication_of(const record_facts& f);
std::string day_text(std::int64_t unix_seconds);

/// A round of the task, as it was offered. Where several groups of people are asked, of all of them
/// together.
struct recorded_round {
  std::string name;
  const round_law* law;
  double most = 0.0;                   ///< no person pays more for the round, in nats
  double asked = 0.0, answered = 0.0;  ///< of all that is called so; 0: it was not announced yet
};
std::vector<recorded_round> rounds_of(const record_facts& f);

}  // namespace edgeldp::cli
