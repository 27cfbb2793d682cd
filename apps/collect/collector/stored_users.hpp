// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "collect/collector/collection.hpp"

namespace edgeldp::collect {

/// Thrown out of a method when a round is open: it is played again once that is closed.
struct round_is_open {};

/// The users of a collection as its method meets them: closed rounds are answered from the store,
/// and so are decisions; the first round that was never asked is announced.
class stored_users final : public population {
 public:
  /// now: when a new round is opened.
  stored_users(collection& of, std::int64_t now) : m_of(of), m_now(now) {}

  std::uint64_t users() const override { return m_of.m_joined->size(); }
  bool is_simulated() const override { return m_of.m_task.is_simulated; }
  /// Errors: round_is_open; invalid_parameter when nobody is left to ask; internal_error when the
  ///     method asks something else than it asked before.
  void answer(const call& asked, message_sink& sink) override;
  byte_string decide(std::string_view name, const std::function<byte_string()>& make) override;

 private:
  announcement announce(const call& asked) const;

  collection& m_of;
  std::int64_t m_now;
};

}  // namespace edgeldp::collect
