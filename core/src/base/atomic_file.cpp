// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/atomic_file.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

namespace fs = std::filesystem;

/// Names of the temporary files of this process.
class name_set {
 public:
  void add(const std::string& name) {
    const std::scoped_lock lock(m_mutex);
    m_names.insert(name);
  }
  void remove(const std::string& name) {
    const std::scoped_lock lock(m_mutex);
    m_names.erase(name);
  }
  void unlink_all() {
    const std::scoped_lock lock(m_mutex);
    for (const std::string& name : m_names) unlink(name.c_str());
  }

 private:
  std::mutex m_mutex;
  std::set<std::string> m_names;
};

name_set& unfinished() {
  static auto* const names = new name_set;  // never destroyed: a signal may come while the program ends
  return *names;
}

std::atomic<std::uint64_t> g_finished{0};

bool is_written_in_place(const fs::path& path) {
  // Names of our own descriptors may lead to a regular file, which nobody wants replaced.
  const std::string name = path.lexically_normal().string();
  if (name == "/dev/stdout" || name == "/dev/stderr") return true;
  if (name.starts_with("/dev/fd/") || name.starts_with("/proc/")) return true;
  std::error_code unknown;
  const fs::file_type kind = fs::status(path, unknown).type();
  return kind != fs::file_type::not_found && kind != fs::file_type::none && kind != fs::file_type::regular;
}

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

[[noreturn]] void fail(const std::string& path) {
  throw io_error("cannot write " + path + ": " + std::generic_category().message(errno));
}

/// A name beside `path` that is no longer for a longer one: a folder's names have a longest length.
std::string name_beside(const std::string& path) {
  std::uint64_t number = 0;
  if (getentropy(&number, sizeof number) != 0) fail(path);
  std::array<char, 32> name{};
  std::snprintf(name.data(), name.size(), "/.edgeldp-%016llx", static_cast<unsigned long long>(number));
  return folder_of(path) + name.data();
}

}  // namespace

atomic_file::atomic_file(std::string path)
    : m_path(std::move(path)),
      m_in_place(is_written_in_place(m_path)),
      m_temporary(m_in_place ? m_path : name_beside(m_path)) {
  const int flags = m_in_place ? O_APPEND : O_CREAT | O_EXCL | O_NOFOLLOW;
  m_descriptor = open(m_temporary.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (m_descriptor < 0) fail(m_path);
  if (!m_in_place) unfinished().add(m_temporary);
}

atomic_file::~atomic_file() {
  if (m_descriptor >= 0) close(m_descriptor);
  if (m_in_place || m_is_committed) return;
  unlink(m_temporary.c_str());
  unfinished().remove(m_temporary);
}

void atomic_file::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(m_path);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void atomic_file::commit() {
  if (!m_in_place && fsync(m_descriptor) != 0) fail(m_path);
  if (close(std::exchange(m_descriptor, -1)) != 0) fail(m_path);
  if (m_in_place) return;
  if (std::rename(m_temporary.c_str(), m_path.c_str()) != 0) fail(m_path);
  m_is_committed = true;
  ++g_finished;
  unfinished().remove(m_temporary);
  // The new name outlives a power cut only once its folder is on the disk.
  const int folder = open(folder_of(m_path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;                                     // a folder that may be written to but not read
  const bool synced = fsync(folder) == 0 || errno == EINVAL;  // not every file system can
  const int cause = errno;
  close(folder);
  errno = cause;
  if (!synced) fail(m_path);
}

void atomic_file::commit_as(std::string path) {
  m_path = std::move(path);
  commit();
}

void atomic_file::remove_unfinished() noexcept {
  unfinished().unlink_all();
}

std::uint64_t atomic_file::finished() noexcept {
  return g_finished;
}

void replace_file(const std::string& path, std::string_view bytes) {
  atomic_file file(path);
  file.write(bytes);
  file.commit();
}

void replace_file(const std::string& path, std::span<const std::byte> bytes) {
  replace_file(path, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

}  // namespace edgeldp
