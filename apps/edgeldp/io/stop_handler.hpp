// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace edgeldp::cli {

/// For work that ends well when it is asked to. While one lives, the first signal that would end
/// the program calls its function instead, on the thread that takes signals; the second ends it.
class stop_handler {
 public:
  explicit stop_handler(std::function<void()> stop);
  ~stop_handler();
  stop_handler(const stop_handler&) = delete;
  stop_handler& operator=(const stop_handler&) = delete;

  /// Calls the function of the one that lives; false where there is none, or it was called before.
  static bool take_signal();

 private:
  std::function<void()> m_stop;
};

}  // namespace edgeldp::cli
