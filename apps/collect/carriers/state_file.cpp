// SPDX-License-Identifier: MIT
#include "collect/carriers/state_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "collect/task/files.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

namespace {

/// Where the path leads: links are followed, so that a lock and a new file meet the same state.
std::filesystem::path resolved(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path real = std::filesystem::weakly_canonical(path, error);
  if (error) throw io_error(path.string() + ": " + error.message());
  return real;
}

/// What cannot be read may have been anything.
bool may_have_spoken(const byte_string& state) {
  try {
    return client_state::read(state).has_been_heard();
  } catch (const format_error&) {
    return true;
  }
}

}  // namespace

state_file::state_file(std::filesystem::path path, opening how) : m_path(resolved(path)) {
  const std::string lock = m_path.string() + ".lock";
  m_lock = open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (m_lock < 0) throw io_error(lock + ": " + std::strerror(errno));
  try {
    if (flock(m_lock, LOCK_EX | LOCK_NB) != 0)
      throw io_error(m_path.string() + ": in use by another process; two of them would answer twice");
    require_usable(how);
  } catch (...) {
    close(m_lock);
    throw;
  }
}

void state_file::require_usable(opening how) {
  std::error_code error;
  if (!std::filesystem::exists(m_path, error)) {
    if (how == opening::anew) return;
    throw io_error("cannot open " + m_path.string() +
                   ": No such file or directory; `edgeldp client join` makes a state, and who has lost it "
                   "cannot take part again");
  }
  if (std::filesystem::hard_link_count(m_path, error) > 1)
    throw io_error(m_path.string() +
                   ": has a second name on this disk (a hard link), which would keep what is old; remove it");
  if (how == opening::existing) require_sound(load());
  if (how == opening::anew && may_have_spoken(load()))
    throw io_error(m_path.string() + ": a state is there already, and holds what must not be lost");
}

state_file::~state_file() {
  close(m_lock);
}

void state_file::require_sound(const byte_string& bytes) const {
  try {
    client_state::read(bytes);
  } catch (const format_error&) {
    throw format_error(0, m_path.string() +
                              ": no state of a client, or one that is damaged or of another version; nobody "
                              "can go on with it");
  }
}

bool state_file::exists() const {
  std::error_code error;
  return std::filesystem::exists(m_path, error);
}

byte_string state_file::load() {
  auto bytes = read_file(m_path, std::uint64_t{1} << 36);
  if (!bytes) throw io_error(m_path.string() + ": no such state");
  return *std::move(bytes);
}

void state_file::save(const byte_string& bytes) {
  write_private(m_path, bytes);
}

}  // namespace edgeldp::collect
