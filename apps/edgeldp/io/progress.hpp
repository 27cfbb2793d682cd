// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "edgeldp/core/base/run_watch.hpp"

namespace edgeldp::cli {

/// A line on standard error that says how far something is and how long it will take: only on a
/// terminal, and only once a second has passed; erased at the end. Besides the steps that are
/// counted here it shows what the library is doing: its stage and how much of that is done. A
/// thread draws it while no step ends, so that one long step is not silent either. Of several the
/// last made is shown.
class progress {
 public:
  /// A total of 1: nothing but the library's steps.
  explicit progress(std::string what, std::uint64_t total = 1);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  /// One of `total` steps is done.
  void step();

  /// What is going on now, in other words than before.
  void say(std::string what);

  /// Clears the line for other output; it is drawn again after the next step, or after a second.
  void hide();

  /// Switches every line off (--quiet).
  static void disable();

  /// Clears the line and draws none any more: for a program that is about to end by a signal.
  static void end_all();

 private:
  using clock = std::chrono::steady_clock;
  void tick(const std::stop_token& stop);
  void see(const run_step& step);
  void draw_if_due(clock::time_point now);
  void draw(clock::time_point now);
  std::string line(clock::time_point now) const;
  std::string stage_text(clock::time_point now) const;

  std::string m_what;
  std::uint64_t m_total, m_done = 0;
  std::string m_stage;
  std::uint64_t m_stage_done = 0, m_stage_total = 0;
  clock::time_point m_start, m_drawn, m_stage_start;
  bool m_is_shown;
  progress* m_outer = nullptr;
  std::condition_variable_any m_end;
  std::jthread m_ticker;
  std::optional<run_watch> m_watch;
};

}  // namespace edgeldp::cli
