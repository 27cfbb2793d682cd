// SPDX-License-Identifier: MIT
#include "io/child_program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <thread>

#include "edgeldp/core/base/error.hpp"
#include "io/program_beside.hpp"

extern char** environ;

namespace edgeldp::cli {

namespace {

/// The largest resident memory of a process so far, in bytes; 0 when it has ended. What the system
/// tells of ended ones holds what they were before they became another program: a copy of us.
std::uint64_t peak_memory_of(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  constexpr std::string_view key = "VmHWM:";
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(key)) return std::strtoull(line.c_str() + key.size(), nullptr, 10) * 1024;
  return 0;
}

}  // namespace

child_program::child_program(std::vector<std::string> words, std::string program) {
  if (program.empty()) program = program_beside("edgeldp");
  if (program.empty()) throw io_error("there is no program edgeldp beside this one");
  words.insert(words.begin(), program);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw io_error("no pipe for another process");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawnattr_t attributes;  // as in run_program.cpp
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  const int error = posix_spawn(&m_child, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  m_out = ends[0];
  if (error != 0) {
    close(m_out);
    throw io_error("another process of this program cannot be started");
  }
}

child_program::~child_program() {
  if (m_child > 0) {
    ::kill(m_child, SIGKILL);
    wait();
  }
  close(m_out);
}

std::string child_program::line() const {
  std::string text;
  for (char c = 0; read(m_out, &c, 1) == 1 && c != '\n';) text += c;
  return text;
}

void child_program::stop() const {
  if (m_child > 0) ::kill(m_child, SIGTERM);
}

void child_program::kill() const {
  if (m_child > 0) ::kill(m_child, SIGKILL);
}

int child_program::wait() {
  if (m_child <= 0) return m_status;
  int status = 0;
  while (waitpid(m_child, &status, WNOHANG) == 0) {
    m_peak = std::max(m_peak, peak_memory_of(m_child));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  m_child = 0;
  m_status = WIFEXITED(status) ? WEXITSTATUS(status) : 255;
  return m_status;
}

}  // namespace edgeldp::cli
