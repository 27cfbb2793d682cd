// SPDX-License-Identifier: MIT
#include "io/bounded_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <mutex>
#include <set>
#include <thread>

#include "edgeldp/core/base/error.hpp"

extern char** environ;

namespace edgeldp::cli {

namespace {

using steady = std::chrono::steady_clock;
constexpr std::size_t most_output = 65536, most_complaint = 4096;

struct programs {
  std::mutex mutex;
  std::set<pid_t> groups;
};

programs& running() {
  static auto* const all = new programs;  // never destroyed: a signal may come while the program ends
  return *all;
}

struct pipe_end {
  int descriptor = -1;
  pipe_end() = default;
  pipe_end(const pipe_end&) = delete;
  pipe_end& operator=(const pipe_end&) = delete;
  ~pipe_end() { shut(); }
  void shut() {
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
  }
};

void open_pipe(pipe_end& read_end, pipe_end& write_end) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw io_error("no pipe for another program");
  read_end.descriptor = ends[0];
  write_end.descriptor = ends[1];
}

/// A group of its own, so that what it starts ends with it; signals that we block are not blocked
/// (as in run_program.cpp), and what we ignore is not ignored.
int start(pid_t& child, std::vector<std::string>& words, int out, int err) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  posix_spawnattr_t attributes;
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  const std::scoped_lock lock(running().mutex);
  const int error = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
  if (error == 0) running().groups.insert(child);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Takes what is there. False at its end.
bool take(const pipe_end& from, std::string& text) {
  std::array<char, 4096> piece{};
  const ssize_t taken = read(from.descriptor, piece.data(), piece.size());
  if (taken < 0) return errno == EINTR;
  text.append(piece.data(), static_cast<std::size_t>(taken));
  return taken > 0;
}

int milliseconds_until(steady::time_point end) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - steady::now()).count();
  return static_cast<int>(std::clamp<long long>(left + 1, 0, 1000));
}

/// Hears both until they end, or the time is over.
program_outcome::end hear(pipe_end& out, pipe_end& err, program_outcome& to, steady::time_point deadline) {
  while (out.descriptor >= 0 || err.descriptor >= 0) {
    if (steady::now() >= deadline) return program_outcome::end::out_of_time;
    std::array<pollfd, 2> ends{{{out.descriptor, POLLIN, 0}, {err.descriptor, POLLIN, 0}}};
    if (poll(ends.data(), ends.size(), milliseconds_until(deadline)) <= 0) continue;
    if (ends[0].revents != 0 && !take(out, to.printed)) out.shut();
    if (ends[1].revents != 0 && !take(err, to.complained)) err.shut();
    if (to.printed.size() > most_output) return program_outcome::end::says_too_much;
    if (to.complained.size() > most_complaint) to.complained.erase(0, to.complained.size() - most_complaint);
  }
  return program_outcome::end::exited;
}

/// It may have closed its output and go on. True when it has ended by itself; it is not reaped yet,
/// so that its number is nobody else's.
bool ends_by(pid_t child, steady::time_point deadline) {
  for (;;) {
    siginfo_t state{};
    if (waitid(P_PID, static_cast<id_t>(child), &state, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        state.si_pid == child)
      return true;
    if (steady::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

/// Ends what is left of the group, and takes the exit status.
int reap(pid_t child) {
  const std::scoped_lock lock(running().mutex);
  kill(-child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  running().groups.erase(child);
  return status;
}

}  // namespace

program_outcome run_bounded_program(std::vector<std::string> words, std::chrono::duration<double> longest) {
  const auto deadline = steady::now() + std::chrono::duration_cast<steady::duration>(longest);
  program_outcome outcome;
  pipe_end out, out_of_child, err, err_of_child;
  open_pipe(out, out_of_child);
  open_pipe(err, err_of_child);
  pid_t child = 0;
  if (const int error = start(child, words, out_of_child.descriptor, err_of_child.descriptor); error != 0) {
    outcome.ended = program_outcome::end::not_started;
    outcome.status = error;
    return outcome;
  }
  out_of_child.shut();
  err_of_child.shut();
  outcome.ended = hear(out, err, outcome, deadline);
  if (outcome.ended == program_outcome::end::exited && !ends_by(child, deadline))
    outcome.ended = program_outcome::end::out_of_time;
  const int status = reap(child);
  if (outcome.ended != program_outcome::end::exited) return outcome;
  if (WIFSIGNALED(status)) outcome.ended = program_outcome::end::killed;
  outcome.status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return outcome;
}

void end_bounded_programs() {
  const std::scoped_lock lock(running().mutex);
  for (const pid_t group : running().groups) kill(-group, SIGKILL);
}

}  // namespace edgeldp::cli
