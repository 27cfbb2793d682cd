// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace edgeldp::cli {

/// What a program of somebody else's did, and said while it ran.
struct program_outcome {
  enum class end { exited, killed, out_of_time, not_started, says_too_much };
  end ended = end::exited;
  int status = 0;  ///< of `exited` its exit status, of `killed` the signal, of `not_started` errno
  std::string printed, complained;  ///< its standard output, and the last bytes of its standard error
};

/// Runs a program found on PATH with these words, through no shell and with nothing to read. After
/// `longest` it is ended, with all processes that it started and that stayed in its group; also
/// when a signal ends this one. More than 64 KiB of output ends it too.
/// Errors: io_error where this system has no pipe or process left.
program_outcome run_bounded_program(std::vector<std::string> words, std::chrono::duration<double> longest);

/// Ends programs that run now: for the thread that takes signals.
void end_bounded_programs();

}  // namespace edgeldp::cli
