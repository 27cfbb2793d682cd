// SPDX-License-Identifier: MIT
#include "io/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string>
#include <system_error>
#include <thread>

#include "edgeldp/core/base/atomic_file.hpp"
#include "io/bounded_program.hpp"
#include "io/failure.hpp"
#include "io/progress.hpp"
#include "io/scratch_folder.hpp"
#include "io/stop_handler.hpp"
#include "io/stop_note.hpp"

namespace edgeldp::cli {

namespace {

/// A closed one is opened the wrong way round: using it stays an error.
void take_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
      static_cast<void>(open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

/// One byte: less than any dump. At 0 the kernel would still hand dumps to a program that collects
/// them.
void forbid_core_dumps() {
  rlimit limit{};
  getrlimit(RLIMIT_CORE, &limit);
  limit.rlim_cur = limit.rlim_max = std::min<rlim_t>(limit.rlim_max, 1);
  setrlimit(RLIMIT_CORE, &limit);
}

sigset_t ending_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now{};
    if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) sigaddset(&signals, signal);
  }
  return signals;
}

/// What was kept, in a sentence.
std::string last_words(int signal) {
  std::string text = fmt::format("stopped by {}: ", signal == SIGINT    ? "SIGINT"
                                                    : signal == SIGTERM ? "SIGTERM"
                                                                        : "SIGHUP");
  for (const std::string& note : stop_note::all()) text += note + "; ";
  const bool has_files = atomic_file::finished() > 0;
  return text + (has_files ? "files finished before are kept" : "no result file was written");
}

/// Not to a terminal that has been stopped: whoever asks for the end shall not wait for it.
void say_last_words(int signal) {
  pollfd out{STDERR_FILENO, POLLOUT, 0};
  if (poll(&out, 1, 20) != 1 || (out.revents & POLLOUT) == 0) return;
  progress::end_all();
  tell_failure(failure::system, 128 + signal, last_words(signal));
}

void clean_up_and_end(const sigset_t& signals) {
  int signal = 0;
  do {
    if (sigwait(&signals, &signal) != 0) return;
  } while (stop_handler::take_signal());
  say_last_words(signal);
  end_bounded_programs();
  scratch_folder::remove_all();
  atomic_file::remove_unfinished();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  kill(getpid(), signal);
}

/// A thread waits for the signals, so that cleaning up is ordinary code; all others block them.
void clean_up_on_signals() {
  const sigset_t signals = ending_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    std::thread(clean_up_and_end, signals).detach();
  } catch (const std::system_error&) {  // no memory for a thread
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  }
}

}  // namespace

void prepare_process() {
  std::signal(SIGPIPE, SIG_IGN);
  take_standard_descriptors();
  forbid_core_dumps();
  clean_up_on_signals();
}

}  // namespace edgeldp::cli
