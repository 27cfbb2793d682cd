// SPDX-License-Identifier: MIT
#include "io/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "io/report.hpp"

namespace edgeldp::cli {

namespace {

bool g_enabled = true;

constexpr std::chrono::seconds patience{1};

double seconds_between(std::chrono::steady_clock::time_point a, std::chrono::steady_clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
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
      m_is_shown(g_enabled && isatty(STDERR_FILENO) != 0) {
  if (m_is_shown) m_ticker = std::jthread([this](const std::stop_token& stop) { tick(stop); });
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
  const auto now = clock::now();
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

void progress::draw(clock::time_point now) {
  constexpr std::uint64_t width = 30;
  const auto filled = static_cast<std::size_t>(width * m_done / m_total);
  const double seconds = seconds_between(m_start, now);
  const std::string time = m_done == 0
                               ? fmt::format("{:.0f} s so far", seconds)
                               : fmt::format("{:.0f} s left", seconds / static_cast<double>(m_done) *
                                                                  static_cast<double>(m_total - m_done));
  write_stderr(fmt::format("\r\033[K{} [{}{}] {}/{}  {}", m_what, std::string(filled, '#'),
                           std::string(width - filled, '.'), m_done, m_total, time));
  m_drawn = now;
  m_visible = true;
}

}  // namespace edgeldp::cli
