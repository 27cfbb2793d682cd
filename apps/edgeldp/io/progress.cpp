// SPDX-License-Identifier: MIT
#include "io/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "io/report.hpp"

namespace edgeldp::cli {

namespace {

/// The one line that all share.
struct shared_line {
  std::mutex mutex;
  bool enabled = true, visible = false;
  progress* innermost = nullptr;

  void clear() {
    if (std::exchange(visible, false)) write_stderr("\r\033[K");
  }
};

shared_line& shared() {
  static auto* const line = new shared_line;  // never destroyed: a signal may come while the program ends
  return *line;
}

constexpr std::chrono::seconds patience{1};

double seconds_between(std::chrono::steady_clock::time_point a, std::chrono::steady_clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

std::string bar_of(double share) {
  constexpr double width = 20.0;
  return fmt::format("[{:.<20}]",
                     std::string(static_cast<std::size_t>(width * std::clamp(share, 0.0, 1.0)), '#'));
}

std::string left_text(double seconds, double share) {
  return fmt::format("{:.0f} s left", std::ceil(seconds / share * (1.0 - share)));
}

/// Numbers where they say something: of users, not of a few pieces or millions of bytes.
std::string count_text(std::uint64_t done, std::uint64_t total) {
  if (total >= 1000 && total < 10'000'000) return fmt::format("{}/{}", done, total);
  return fmt::format("{:.0f}%", std::floor(100.0 * static_cast<double>(done) / static_cast<double>(total)));
}

/// A longer line would wrap, and then not be erased.
std::string cut_to_terminal(std::string line) {
  winsize size{};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  line.resize(std::min<std::size_t>(line.size(), is_known ? size.ws_col - 1U : 79U));
  return line;
}

}  // namespace

void progress::disable() {
  shared().enabled = false;
}

void progress::end_all() {
  const std::lock_guard lock(shared().mutex);
  shared().clear();
  shared().innermost = nullptr;
}

progress::progress(std::string what, std::uint64_t total)
    : m_what(std::move(what)),
      m_total(std::max<std::uint64_t>(total, 1)),
      m_start(clock::now()),
      m_drawn(m_start),
      m_stage_start(m_start),
      m_is_shown(shared().enabled && captured_output::here() == nullptr && isatty(STDERR_FILENO) != 0) {
  if (!m_is_shown) return;
  {
    const std::lock_guard lock(shared().mutex);
    m_outer = std::exchange(shared().innermost, this);
  }
  m_ticker = std::jthread([this](const std::stop_token& stop) { tick(stop); });
  m_watch.emplace(std::stop_token(), [this](const run_step& step) { see(step); });
}

progress::~progress() {
  if (!m_is_shown) return;
  m_ticker = {};  // ends it
  const std::lock_guard lock(shared().mutex);
  shared().clear();
  if (shared().innermost == this) shared().innermost = m_outer;
}

void progress::say(std::string what) {
  const std::lock_guard lock(shared().mutex);
  m_what = std::move(what);
}

void progress::hide() {
  const std::lock_guard lock(shared().mutex);
  shared().clear();
  m_drawn = clock::now();
}

void progress::step() {
  const std::lock_guard lock(shared().mutex);
  ++m_done;
  draw_if_due(clock::now());
}

/// What is done grows within a loop: no more than before is of the next.
void progress::see(const run_step& step) {
  const std::lock_guard lock(shared().mutex);
  const auto now = clock::now();
  if (step.done <= m_stage_done || step.total != m_stage_total) m_stage_start = now;
  m_stage = step.stage;
  m_stage_done = step.done;
  m_stage_total = step.total;
  draw_if_due(now);
}

void progress::draw_if_due(clock::time_point now) {
  constexpr std::chrono::milliseconds between_drawings{100};
  if (m_is_shown && now - m_start >= patience && now - m_drawn >= between_drawings) draw(now);
}

void progress::tick(const std::stop_token& stop) {
  std::unique_lock lock(shared().mutex);
  while (!stop.stop_requested()) {
    m_end.wait_until(lock, stop, m_drawn + patience, [] { return false; });
    const auto now = clock::now();
    if (!stop.stop_requested() && now - m_drawn >= patience) draw(now);
  }
}

std::string progress::stage_text(clock::time_point now) const {
  if (m_stage_total == 0) return m_stage;
  const double share = static_cast<double>(m_stage_done) / static_cast<double>(m_stage_total);
  const double seconds = seconds_between(m_stage_start, now);
  std::string text = m_stage + (m_stage.empty() ? "" : " ");
  if (m_total == 1) text += bar_of(share) + " ";
  text += count_text(m_stage_done, m_stage_total);
  return m_total == 1 && share > 0.0 && share < 1.0 && seconds > 0.3 ? text + ", " + left_text(seconds, share)
                                                                     : text;
}

std::string progress::line(clock::time_point now) const {
  const double seconds = seconds_between(m_start, now);
  const std::string stage = stage_text(now), so_far = fmt::format("{:.0f} s so far", seconds);
  if (m_total == 1) return fmt::format("{}: {}{}{}", m_what, stage, stage.empty() ? "" : "; ", so_far);
  const double share = static_cast<double>(m_done) / static_cast<double>(m_total);
  return fmt::format("{} {} {}/{}, {}{}{}", m_what, bar_of(share), m_done, m_total,
                     m_done == 0 ? so_far : left_text(seconds, share), stage.empty() ? "" : "; ", stage);
}

void progress::draw(clock::time_point now) {
  m_drawn = now;
  if (shared().innermost != this) return;
  write_stderr("\r\033[K" + cut_to_terminal(line(now)));
  shared().visible = true;
}

}  // namespace edgeldp::cli
