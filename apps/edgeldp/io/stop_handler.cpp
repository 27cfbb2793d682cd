// SPDX-License-Identifier: MIT
#include "io/stop_handler.hpp"

#include <mutex>
#include <utility>

namespace edgeldp::cli {

namespace {

struct one_handler {
  std::mutex mutex;
  std::function<void()>* stop = nullptr;
};

one_handler& living() {
  static auto* const one = new one_handler;  // never destroyed: a signal may come while the program ends
  return *one;
}

}  // namespace

stop_handler::stop_handler(std::function<void()> stop) : m_stop(std::move(stop)) {
  const std::scoped_lock lock(living().mutex);
  living().stop = &m_stop;
}

stop_handler::~stop_handler() {
  const std::scoped_lock lock(living().mutex);
  living().stop = nullptr;
}

bool stop_handler::take_signal() {
  const std::scoped_lock lock(living().mutex);
  std::function<void()>* const stop = std::exchange(living().stop, nullptr);
  if (stop == nullptr) return false;
  (*stop)();
  return true;
}

}  // namespace edgeldp::cli
