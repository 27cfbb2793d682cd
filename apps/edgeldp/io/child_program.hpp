// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace edgeldp::cli {

/// A program of ours as a process of its own beside us. It ends with the object.
class child_program {
 public:
  /// words: verb and options. program: the path of edgeldp in the folder of this one unless given.
  /// Errors: io_error when it cannot be started.
  explicit child_program(std::vector<std::string> words, std::string program = {});
  ~child_program();
  child_program(const child_program&) = delete;
  child_program& operator=(const child_program&) = delete;

  /// The next line that it prints; empty at the end.
  std::string line() const;
  /// Asks it to end (SIGTERM).
  void stop() const;
  /// Ends it at once (SIGKILL).
  void kill() const;
  /// Waits for its end; its exit status, 255 if a signal ended it.
  int wait();
  /// The largest resident memory that it had while it was waited for, to 10 ms before its end.
  std::uint64_t peak_memory_bytes() const noexcept { return m_peak; }

 private:
  pid_t m_child = 0;
  int m_out = -1, m_status = 0;
  std::uint64_t m_peak = 0;
};

}  // namespace edgeldp::cli
