// SPDX-License-Identifier: MIT
#include "io/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/report.hpp"

namespace edgeldp::cli {

namespace {

bool g_enabled = true;

constexpr std::chrono::seconds patience{1};

double seconds_between(std::chrono::steady_clock::time_point a, std::chrono::steady_clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

std::string bar_of(double share) {
  constexpr double width = 30.0;
  const auto filled = static_cast<std::size_t>(width * share);
  return fmt::format("[{:.<30}]", std::string(filled, '#'));
}

}  // namespace

void progress::disable() {
  g_enabled = false;
}

progress::progress(std::string what, std::uint64_t total)
    : m_what(std::move(what)),
      m_total(std::max<std::uint64_t>(total, 1)),
      m_start(clock::now()),
      m_drawn(m_start),
      m_pass_start(m_start),
      m_is_shown(g_enabled && isatty(STDERR_FILENO) != 0) {
  if (!m_is_shown) return;
  m_ticker = std::jthread([this](const std::stop_token& stop) { tick(stop); });
  if (m_total == 1) m_watch.emplace(std::stop_token(), [this](double share) { see_pass(share); });
}

progress::~progress() {
  m_ticker = {};  // ends it
  hide();
}

void progress::hide() {
  const std::lock_guard lock(m_mutex);
  clear();
  m_drawn = clock::now();
}

void progress::step() {
  const std::lock_guard lock(m_mutex);
  ++m_done;
  draw_if_due(clock::now());
}

/// Shares grow within a pass: one that is no larger is of the next.
void progress::see_pass(double share) {
  const std::lock_guard lock(m_mutex);
  const auto now = clock::now();
  if (share <= m_pass_share) m_pass_start = now;
  m_pass_share = share;
  draw_if_due(now);
}

void progress::draw_if_due(clock::time_point now) {
  constexpr std::chrono::milliseconds between_drawings{100};
  if (m_is_shown && now - m_start >= patience && now - m_drawn >= between_drawings) draw(now);
}

void progress::tick(const std::stop_token& stop) {
  std::unique_lock lock(m_mutex);
  while (!stop.stop_requested()) {
    m_end.wait_until(lock, stop, m_drawn + patience, [] { return false; });
    const auto now = clock::now();
    if (!stop.stop_requested() && now - m_drawn >= patience) draw(now);
  }
}

void progress::clear() {
  if (m_visible) write_stderr("\r\033[K");
  m_visible = false;
}

std::string progress::line(clock::time_point now) const {
  const double seconds = seconds_between(m_start, now);
  const std::string so_far = fmt::format("{:.0f} s so far", seconds);
  if (m_total == 1 && m_pass_share < 1.0 && now - m_pass_start >= patience && m_pass_share > 0.0)
    return fmt::format("{} {}/{}, current pass {} {:.0f}%  {}", m_what, m_done, m_total, bar_of(m_pass_share),
                       std::floor(100.0 * m_pass_share), so_far);
  const double share = static_cast<double>(m_done) / static_cast<double>(m_total);
  const std::string time =
      m_done == 0 ? so_far : fmt::format("{:.0f} s left", seconds / share * (1.0 - share));
  return fmt::format("{} {} {}/{}  {}", m_what, bar_of(share), m_done, m_total, time);
}

void progress::draw(clock::time_point now) {
  write_stderr("\r\033[K" + line(now));
  m_drawn = now;
  m_visible = true;
}

}  // namespace edgeldp::cli
