// SPDX-License-Identifier: MIT
#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "cli/report.hpp"

namespace edgeldp::cli {

namespace {

bool g_enabled = true;

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
      m_start(std::chrono::steady_clock::now()),
      m_drawn(m_start) {}

progress::~progress() {
  hide();
}

void progress::hide() {
  if (m_visible) write_stderr("\r\033[K");
  m_visible = false;
}

void progress::step() {
  ++m_done;
  const auto now = std::chrono::steady_clock::now();
  const double seconds = seconds_between(m_start, now);
  if (!g_enabled || seconds < 1.0 || seconds_between(m_drawn, now) < 0.1 || isatty(STDERR_FILENO) == 0)
    return;
  m_drawn = now;
  draw(seconds);
}

void progress::draw(double seconds) {
  constexpr std::uint64_t width = 30;
  const auto filled = static_cast<std::size_t>(width * m_done / m_total);
  const double left = seconds / static_cast<double>(m_done) * static_cast<double>(m_total - m_done);
  write_stderr(fmt::format("\r\033[K{} [{}{}] {}/{}  {:.0f} s left", m_what, std::string(filled, '#'),
                           std::string(width - filled, '.'), m_done, m_total, left));
  m_visible = true;
}

}  // namespace edgeldp::cli
