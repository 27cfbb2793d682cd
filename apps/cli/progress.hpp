// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace edgeldp::cli {

/// A bar with an estimate of the time left, on standard error: only on a terminal, and only once a second has
/// passed.
class progress {
 public:
  progress(std::string what, std::uint64_t total);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  /// One of `total` steps is done.
  void step();

  /// Clears the line for other output; the next step draws it again.
  void hide();

  /// Switches every bar off (--quiet).
  static void disable();

 private:
  void draw(double seconds);
  std::string m_what;
  std::uint64_t m_total, m_done = 0;
  std::chrono::steady_clock::time_point m_start, m_drawn;
  bool m_visible = false;
};

}  // namespace edgeldp::cli
