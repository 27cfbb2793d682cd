// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collect/client/personal_account.hpp"
#include "collect/task/signature.hpp"
#include "collect/task/version.hpp"
#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/chosen_parts.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"

/// What one person's program keeps of one task.
namespace edgeldp::collect {

/// A round that was announced to this client.
struct heard_round {
  std::string announcement;  ///< its name
  std::string round;
  epsilon price;        ///< what the answer cost; zero where there is none
  byte_string answer;   ///< the whole message, as it is sent each time; empty: none was made
  byte_string asked{};  ///< the announcement as the collector signed it; from version 2 on
};

/// Promise: bytes that were damaged anywhere are refused.
struct client_state {
  std::uint32_t version = usual_version;  ///< of the task
  byte_string task;                       ///< the file
  std::uint32_t person = 0;               ///< number in the directory
  std::string name;
  byte_string token, secret_key;
  /// What the coins of all answers follow from (coins_for): drawn when the person joins, wiped when
  /// its part is over. From version 2 on, as what is marked so below; before, each answer has coins
  /// of the system.
  byte_string coins_secret;
  std::optional<std::uint64_t> simulation_key;  ///< of replayed coins, in a simulated task
  epsilon ceiling;                              ///< no more than this, whatever the task says
  std::vector<std::uint32_t> contacts;          ///< people or items, increasing: frozen by joining
  std::vector<std::uint32_t> values;            ///< of the task's attributes
  std::string joined;                           ///< name of who joined, once that is announced
  std::vector<heard_round> heard;
  std::string ended;        ///< why this client takes no part any more; empty: it does
  bool has_spoken = false;  ///< version 2: a message of this state may be under way
  bool is_over = false;     ///< version 2: the collector sealed a result
  /// Version 2: what the collector signed beside what it had said before under the same number.
  byte_string contradiction;
  /// Where whoever carries the state finds the personal account that pays for it, and what that
  /// account may not exceed; empty: it has none.
  std::string account;
  spending_limits limits;
  /// Version 3: what the person spends of each budget, as it said before its list was read.
  chosen_part part = chosen_part::whole;

  byte_string write() const;
  /// Errors: format_error for bytes that write never makes.
  static client_state read(std::span<const std::byte> bytes);

  /// Whether somebody may have been told something from this state.
  bool has_been_heard() const noexcept { return version == first_version || has_spoken || !heard.empty(); }

  /// A digest of what must never change: the list and the values.
  std::string frozen() const;
};

/// Where a client's state survives.
class state_keeper {
 public:
  virtual ~state_keeper() = default;
  virtual byte_string load() = 0;
  /// Promise: when it returns, and no earlier, these bytes are what load() gives, whatever crashes.
  virtual void save(const byte_string& bytes) = 0;
};

}  // namespace edgeldp::collect
