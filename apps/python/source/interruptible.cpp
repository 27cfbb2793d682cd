// SPDX-License-Identifier: MIT
#include "interruptible.hpp"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>

#include "edgeldp/core/base/run_watch.hpp"

namespace edgeldp::python {

namespace {

/// The process in which the library has threads, or 0.
std::atomic<pid_t> home{0};

void refuse_forked_process() {
  pid_t nobody = 0;
  const pid_t here = getpid();
  if (home.compare_exchange_strong(nobody, here) || nobody == here) return;
  throw std::runtime_error(
      "this process was forked from one that had used edgeldp, whose threads are gone here: start processes "
      "by multiprocessing.get_context('spawn') or 'forkserver', or fork before the first call");
}

/// One call under way, as the two threads share it.
class watched_call {
 public:
  explicit watched_call(bool is_told) : m_is_told(is_told) {}

  /// By the thread that computes.
  void compute(const std::function<void()>& body) {
    std::exception_ptr error;
    try {
      const run_watch watch(m_stop.get_token(),
                            m_is_told ? [this](const run_step& s) { see(s); } : run_watch::listener());
      body();
    } catch (...) {
      error = std::current_exception();
    }
    const std::lock_guard lock(m_mutex);
    m_error = error;
    m_is_over = true;
    m_change.notify_one();
  }

  /// By the thread that holds the interpreter's lock.
  void wait(const py::object& progress) {
    while (!is_over_soon()) {
      if (m_stop.stop_requested()) continue;
      try {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        tell(progress);
      } catch (py::error_already_set&) {
        m_raised = std::current_exception();
        m_stop.request_stop();
      }
    }
  }

  void rethrow() const {
    if (m_raised) std::rethrow_exception(m_raised);
    if (m_error) std::rethrow_exception(m_error);
  }

 private:
  void see(const run_step& s) {
    const std::lock_guard lock(m_mutex);
    m_stage = s.stage;
    m_done = s.done;
    m_total = s.total;
    m_has_step = true;
  }

  bool is_over_soon() {
    const py::gil_scoped_release unlocked;
    constexpr std::chrono::milliseconds patience{20};
    std::unique_lock lock(m_mutex);
    return m_change.wait_for(lock, patience, [this] { return m_is_over; });
  }

  void tell(const py::object& progress) {
    std::unique_lock lock(m_mutex);
    if (!m_has_step) return;
    m_has_step = false;
    const std::string stage = m_stage;
    const std::uint64_t done = m_done, total = m_total;
    lock.unlock();
    progress(stage, done, total);
  }

  bool m_is_told;
  std::stop_source m_stop;
  std::mutex m_mutex;
  std::condition_variable m_change;
  bool m_is_over = false, m_has_step = false;
  std::string m_stage;
  std::uint64_t m_done = 0, m_total = 0;
  std::exception_ptr m_error, m_raised;
};

}  // namespace

void run_interruptibly(const py::object& progress, const std::function<void()>& body) {
  refuse_forked_process();
  watched_call call(!progress.is_none());
  std::thread worker([&] { call.compute(body); });
  call.wait(progress);
  worker.join();
  call.rethrow();
}

}  // namespace edgeldp::python
