// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>

namespace edgeldp::collect {

/// The moments at which one answer may go out, as equal steps from the first: chosen when the round
/// is heard of, before the answer is made, from a coin that no list enters and from what everybody
/// knows. An answer goes out at the first of them at which it is ready, which on a device that is
/// not slow is the first of all: then nothing about it says how long it took to make.
class answer_moments {
 public:
  using clock = std::chrono::steady_clock;
  using milliseconds = std::chrono::milliseconds;

  /// No collector makes a client answer within less.
  static constexpr milliseconds shortest{1000};

  /// Within which the answer goes out: what the task says, as far as the round is still open for so
  /// long (left: less than nothing where the clocks disagree), but the client's own least whatever
  /// anybody says.
  static milliseconds span(milliseconds wanted, milliseconds left, milliseconds least = shortest) {
    constexpr int parts = 10;  // a tenth of what is left stays for the way
    if (left > milliseconds(0)) wanted = std::min(wanted, left / parts * (parts - 1));
    return std::max(wanted, least);
  }

  /// ready: when it is made whatever the list; coin: uniform in [0, 1). span: nothing where any
  /// moment will do.
  answer_moments(clock::time_point heard, milliseconds ready, milliseconds span, double coin)
      : m_first(heard + ready + std::chrono::duration_cast<milliseconds>(coin * span)), m_step(span) {}

  clock::time_point first() const noexcept { return m_first; }
  /// The first of them that is not before `ready`.
  clock::time_point at_or_after(clock::time_point ready) const noexcept {
    if (ready <= m_first) return m_first;
    if (m_step == clock::duration(0)) return ready;
    const auto late = ready - m_first;
    return m_first + (late + m_step - clock::duration(1)) / m_step * m_step;
  }

 private:
  clock::time_point m_first;
  clock::duration m_step;
};

}  // namespace edgeldp::collect
