// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "edgeldp/core/base/run_watch.hpp"

namespace edgeldp::cli {

/// A bar with an estimate of the time left, on standard error: only on a terminal, and only once a
/// second has passed. A thread draws it while no step ends, so that one long step is not silent
/// either. What is one step (a single run) makes several passes over its data, nobody knows how
/// many: the bar is that of the pass under way, once it has taken a second, and says so.
class progress {
 public:
  progress(std::string what, std::uint64_t total);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  /// One of `total` steps is done.
  void step();

  /// Clears the line for other output; the bar is drawn again after the next step, or after a
  /// second.
  void hide();

  /// Switches every bar off (--quiet).
  static void disable();

 private:
  using clock = std::chrono::steady_clock;
  void tick(const std::stop_token& stop);
  void see_pass(double share);
  void draw_if_due(clock::time_point now);
  void clear();
  void draw(clock::time_point now);
  std::string line(clock::time_point now) const;

  std::string m_what;
  std::uint64_t m_total, m_done = 0;
  double m_pass_share = 0.0;
  clock::time_point m_start, m_drawn, m_pass_start;
  bool m_is_shown, m_visible = false;
  std::mutex m_mutex;
  std::condition_variable_any m_end;
  std::jthread m_ticker;
  std::optional<run_watch> m_watch;
};

}  // namespace edgeldp::cli
