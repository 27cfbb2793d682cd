// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>

#include "edgeldp/core/base/run_watch.hpp"

namespace edgeldp {

/// One call of parallel_for, watched by the run_watch of the thread that calls it.
class watched_loop {
 public:
  using range_body = std::function<void(std::uint64_t, std::uint64_t)>;

  watched_loop(std::uint64_t length, std::uint64_t grain);

  /// Calls body on [first, last), on whatever thread: at once if nobody watches, otherwise in
  /// pieces, so that ranges longer than `grain` end soon after a stop.
  ///
  /// Errors: stopped; what the body or the listener throws.
  void run(std::uint64_t first, std::uint64_t last, const range_body& body);

 private:
  void run_piece(std::uint64_t first, std::uint64_t size, const range_body& body);
  void count(std::uint64_t done);

  run_watch* m_watch;
  bool m_is_told;  // not where nobody listens, nor for a loop within a loop
  std::uint64_t m_length, m_grain, m_step;
  std::atomic<std::uint64_t> m_piece, m_done{0}, m_next;
  std::mutex m_telling;
};

}  // namespace edgeldp
