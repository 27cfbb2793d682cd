// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/run_watch.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/watched_loop.hpp"

namespace edgeldp {

namespace {

/// Where this thread is: who watches, and whether a loop runs it.
struct watched_place {
  run_watch* watch = nullptr;
  bool in_loop = false;
};
thread_local watched_place current_place;

/// A thread that waits for a loop may take up a range of another one: it always comes back to where
/// it was.
class visit {
 public:
  explicit visit(watched_place there) : m_before(std::exchange(current_place, there)) {}
  ~visit() { current_place = m_before; }
  visit(const visit&) = delete;
  visit& operator=(const visit&) = delete;

 private:
  watched_place m_before;
};

}  // namespace

run_watch::run_watch(stop_token stop, listener steps)
    : m_stop(std::move(stop)),
      m_steps(std::move(steps)),
      m_outer(current_place.watch),
      m_outer_in_loop(current_place.in_loop) {
  current_place = {this, false};
}

run_watch::~run_watch() {
  current_place = {m_outer, m_outer_in_loop};
}

bool run_watch::is_stopped() const noexcept {
  return m_stop.stop_requested() || (m_outer != nullptr && m_outer->is_stopped());
}

void check_stop() {
  if (current_place.watch != nullptr && current_place.watch->is_stopped()) throw stopped();
}

void tell_stage(std::string_view name) {
  if (current_place.watch == nullptr || !current_place.watch->m_steps || current_place.in_loop) return;
  current_place.watch->m_stage = name;
  current_place.watch->tell(0, 0);
}

void tell_step(std::uint64_t done, std::uint64_t total) {
  if (current_place.watch != nullptr && current_place.watch->m_steps && !current_place.in_loop)
    current_place.watch->tell(done, total);
}

watched_loop::watched_loop(std::uint64_t length, std::uint64_t grain)
    : m_watch(current_place.watch),
      m_is_told(m_watch != nullptr && m_watch->m_steps && !current_place.in_loop),
      m_length(length),
      m_grain(grain),
      m_step(length / 200 + 1),
      m_piece(grain),
      m_next(m_step) {}

void watched_loop::run(std::uint64_t first, std::uint64_t last, const range_body& body) {
  const visit inside({m_watch, true});
  if (m_watch == nullptr) return body(first, last);
  while (first < last) {
    check_stop();
    const std::uint64_t size = std::min(last - first, m_piece.load(std::memory_order_relaxed));
    last - first <= m_grain ? body(first, first + size) : run_piece(first, size, body);
    count(size);
    first += size;
  }
}

/// Pieces are as long as time tells: bodies make buffers for each, which must not cost more than
/// the work.
void watched_loop::run_piece(std::uint64_t first, std::uint64_t size, const range_body& body) {
  using clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds short_piece{8}, long_piece{24};
  const clock::time_point start = clock::now();
  body(first, first + size);
  const clock::duration took = clock::now() - start;
  if (size != m_piece) return;  // the rest of a range, or another thread was faster
  if (took < short_piece) m_piece = size + std::min(size, m_length - size);
  if (took > long_piece) m_piece = std::max(m_grain, size / 2);
}

void watched_loop::count(std::uint64_t done) {
  if (!m_is_told) return;
  const std::uint64_t all = m_done.fetch_add(done, std::memory_order_relaxed) + done;
  const auto is_early = [&] { return all < m_next.load(std::memory_order_relaxed) && all < m_length; };
  if (is_early()) return;
  const std::lock_guard lock(m_telling);
  if (is_early()) return;  // another thread was faster
  m_next = all + m_step;
  m_watch->tell(all, m_length);
}

}  // namespace edgeldp
