// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace edgeldp::cli {

/// A bar with an estimate of the time left, on standard error: only on a terminal, and only once a
/// second has passed. A thread draws it while no step ends, so that one long step is not silent
/// either.
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
  void clear();
  void draw(clock::time_point now);

  std::string m_what;
  std::uint64_t m_total, m_done = 0;
  clock::time_point m_start, m_drawn;
  bool m_is_shown, m_visible = false;
  std::mutex m_mutex;
  std::condition_variable_any m_end;
  std::jthread m_ticker;
};

}  // namespace edgeldp::cli
