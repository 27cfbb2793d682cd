// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

/// Why a collector does not take a message.
namespace edgeldp::collect {

/// Each has a name that never changes its meaning (problem_name) and the status of HTTP that goes
/// with it.
enum class problem_code {
  malformed,           ///< bytes that no client of this version sends
  too_large,           ///< longer than any message of the task
  wrong_task,          ///< of another task, or another version of it
  unknown_person,      ///< a name that is not in the directory
  bad_token,           ///< a token that the operator did not give this person
  other_key,           ///< somebody joined in this person's name with another key
  simulated_coins,     ///< replayed coins in a task that is real, or real ones in a simulated one
  bad_signature,       ///< not signed by who it says
  not_joined,          ///< a user that nobody is
  too_early,           ///< a round that has not been announced
  round_closed,        ///< too late: the round's answers are published
  not_asked,           ///< this round does not ask this user
  other_announcement,  ///< an answer to something that was never announced
  different_answer,    ///< a second answer that is not the first one
  malformed_answer,    ///< signed, but nothing that a user of this round says
  other_part,          ///< somebody joined who has chosen another part of the budget before
};

std::string_view problem_name(problem_code code);
int http_status(problem_code code);

/// A message that is refused.
class problem : public std::runtime_error {
 public:
  problem(problem_code code, const std::string& detail) : std::runtime_error(detail), m_code(code) {}
  problem_code code() const noexcept { return m_code; }

 private:
  problem_code m_code;
};

/// A problem document (RFC 9457).
std::string problem_document(const problem& p);

}  // namespace edgeldp::collect
