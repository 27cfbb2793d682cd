// SPDX-License-Identifier: MIT
#include "collect/collector/collection.hpp"

#include <algorithm>

#include "collect/collector/stored_names.hpp"

namespace edgeldp::collect {

/// How long the round that is open was to be.
std::uint64_t collection::open_seconds() const {
  const bool is_joining = !m_joined || m_announced.empty();
  const std::int64_t opened = is_joining ? m_created : m_announced.back().facts.opened;
  const std::int64_t closes = is_joining
                                  ? m_created + static_cast<std::int64_t>(m_task.rounds.front().seconds)
                                  : m_announced.back().facts.closes;
  return static_cast<std::uint64_t>(std::max(closes, m_extended) - opened);
}

bool collection::is_clock_doubted(std::int64_t now) const {
  constexpr std::uint64_t always_allowed = 3600;  // a collector that is started again, in short rounds
  return !m_is_over && now > m_clock &&
         static_cast<std::uint64_t>(now - m_clock) > std::max(open_seconds(), always_allowed);
}

std::string collection::clock_doubt(std::int64_t now) const {
  const auto hours = [](std::int64_t seconds) {
    constexpr std::int64_t an_hour = 3600;
    return seconds < 2 * an_hour ? std::to_string(seconds) + " seconds"
                                 : std::to_string(seconds / an_hour) + " hours";
  };
  return "the clock of this machine is " + hours(now - m_clock) +
         " further than when this collection was last played, and its open round lasts " +
         hours(static_cast<std::int64_t>(open_seconds())) +
         ": no round is closed. Set the clock right; if it is right, add --accept-clock to `collector "
         "serve`, "
         "`ingest` or `close`";
}

/// Seldom: each is a write to the disk.
void collection::keep_clock(std::int64_t now) {
  constexpr std::int64_t seldom = 60;
  constexpr std::uint64_t shares = 8;
  m_clock = now;
  const std::int64_t between =
      std::clamp(static_cast<std::int64_t>(open_seconds() / shares), std::int64_t{1}, seldom);
  if (now - m_kept_clock < between && m_kept_clock <= now) return;
  m_kept_clock = now;
  m_store.keep(of_clock, bytes_of(std::to_string(now)));
  m_store.commit();
}

/// Answers to the round that is open are still taken.
void collection::go_on_without_clock() {
  if (!m_joined || m_open) return;
  const std::vector<stored_round> rounds = m_store.rounds();
  if (!rounds.empty() && !rounds.back().is_closed) play(m_clock);
}

void collection::accept_clock(std::int64_t now) {
  m_now = now;
  if (is_clock_doubted(now)) keep_clock(now);
}

}  // namespace edgeldp::collect
