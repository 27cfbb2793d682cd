// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/collector/store.hpp"
#include "collect/task/messages.hpp"
#include "collect/task/people.hpp"
#include "collect/task/task.hpp"
#include "edgeldp/core/protocol/population.hpp"

namespace edgeldp::collect {

/// Thrown out of a method when a round is open: it is played again once that is closed.
struct round_is_open {};

/// What of a collection its method is played with: no registration, no folder, no clock.
struct played_collection {
  const task& asked;
  const std::string& id;
  const joined_people& joined;
  const public_entry& joined_entry;
  const signing_key& key;
  store& kept;
  std::vector<std::string> announced;  ///< names of all announcements so far
  std::function<void(const call&, const announcement&)> open;
};

/// The users of a collection as its method meets them: closed rounds are answered from the store,
/// and so are decisions; the first round that was never asked is announced.
class stored_users final : public population {
 public:
  /// now: when a new round is opened.
  stored_users(played_collection of, std::int64_t now) : m_of(std::move(of)), m_now(now) {}

  std::uint64_t users() const override { return m_of.joined.size(); }
  bool is_simulated() const override { return m_of.asked.is_simulated; }
  const chosen_parts& chosen() const override { return m_of.joined.chosen(); }
  /// Errors: round_is_open; invalid_parameter when nobody is left to ask; internal_error when the
  ///     method asks something else than it asked before.
  void answer(const call& asked, message_sink& sink) override;
  byte_string decide(std::string_view name, const std::function<byte_string()>& make) override;

 private:
  announcement announce(const call& asked) const;

  played_collection m_of;
  std::int64_t m_now;
};

}  // namespace edgeldp::collect
