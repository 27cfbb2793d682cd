// SPDX-License-Identifier: MIT
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

extern char** environ;

namespace edgeldp::test {

/// A process of its own, whose first lines can be read, and which can be killed.
class program {
 public:
  explicit program(std::vector<std::string> words) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int error = posix_spawn(&m_child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    m_out = ends[0];
    if (error != 0) throw std::runtime_error("cannot start " + words.front());
  }
  ~program() {
    kill_now();
    close(m_out);
  }
  program(const program&) = delete;
  program& operator=(const program&) = delete;

  /// A line of what it prints; empty at its end.
  std::string line() const {
    std::string text;
    for (char c = 0; read(m_out, &c, 1) == 1 && c != '\n';) text += c;
    return text;
  }

  /// Ends it as a loss of power does, but for what the system still writes.
  void kill_now() {
    if (m_child > 0) kill(m_child, SIGKILL);
    wait();
  }
  /// Its exit status, or 128 and the signal.
  int wait() {
    if (m_child <= 0) return m_status;
    int status = 0;
    while (waitpid(m_child, &status, 0) < 0 && errno == EINTR) {
    }
    m_child = -1;
    m_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return m_status;
  }

 private:
  pid_t m_child = -1;
  int m_out = -1, m_status = 0;
};

}  // namespace edgeldp::test
