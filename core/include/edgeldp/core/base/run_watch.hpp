// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <string_view>

#include "edgeldp/core/base/older_library.hpp"

/// How a caller ends a call of the library that is under way, and learns how far it is. No result
/// depends on it.
namespace edgeldp {

/// Thrown by a call that a run_watch ends. None of the errors of error.hpp and no
/// std::runtime_error, since nothing failed: whoever handles failures does not take it for one.
class stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped as asked"; }
};

/// How far a call is.
struct run_step {
  std::string_view stage;             ///< a round's name, "reading", "exact count", ...; may be empty
  std::uint64_t done = 0, total = 0;  ///< of one loop, often over users; both 0 when a stage begins

  double share() const { return total == 0 ? 0.0 : static_cast<double>(done) / static_cast<double>(total); }
};

/// While alive, watches what its thread asks of the library, the threads of parallel_for included.
/// Watches of one thread nest: a stop of any ends a call, steps go to the innermost.
///
///   std::stop_source source;  // another thread calls source.request_stop()
///   const run_watch watch(source.get_token(), [](const run_step& s) { show(s); });
///   auto result = estimate_triangles(...);
///
/// Promise: soon after a stop is requested, `stopped` is thrown: after some 25 ms of a loop, or one
///     of its smallest ranges if that takes longer; what waits for input waits on. Objects of the
///     call are destroyed as by any exception. What users were asked before stays paid, and an
///     account holds it.
/// Cost: about 10 ns a range of a loop.
/// Requires: destroyed by the thread that made it, the last made first (a local variable).
class run_watch {
 public:
  /// Is told when a stage begins, and how much of a loop is done: increasing within the loop, all
  /// of it last, at most 200 times. A stage is several loops, one after the other; loops within
  /// loops are not told.
  ///
  /// Errors: what it throws is rethrown by the call.
  /// Threads: called by any thread of the loop, by one at a time. It must not call the library.
  using listener = std::function<void(const run_step&)>;

  explicit run_watch(stop_token stop, listener steps = {});
  ~run_watch();
  run_watch(const run_watch&) = delete;
  run_watch& operator=(const run_watch&) = delete;

 private:
  friend class watched_loop;
  friend void check_stop();
  friend void tell_stage(std::string_view);
  friend void tell_step(std::uint64_t, std::uint64_t);
  bool is_stopped() const noexcept;
  void tell(std::uint64_t done, std::uint64_t total) const { m_steps({m_stage, done, total}); }

  stop_token m_stop;
  listener m_steps;
  std::string m_stage;  // changed by its own thread alone, outside of loops
  run_watch* m_outer;
  bool m_outer_in_loop;
};

/// What long loops without parallel_for call now and then.
///
/// Errors: stopped, if a run_watch of this thread was told to stop.
/// Cost: some nanoseconds; without a run_watch one.
void check_stop();

/// What this thread does from here on, for who listens. Nothing within a loop.
void tell_stage(std::string_view name);

/// How far a loop without parallel_for is, for who listens; total 0 if nobody knows. Nothing within
/// a loop.
void tell_step(std::uint64_t done, std::uint64_t total);

}  // namespace edgeldp
