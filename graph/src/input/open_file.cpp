// SPDX-License-Identifier: MIT
#include "input/open_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

[[noreturn]] void fail(const char* what, const std::string& name, int cause) {
  throw io_error(std::string(what) + ' ' + name + ": " + std::generic_category().message(cause));
}

/// More at a time is not written or read by all systems.
constexpr std::size_t largest_step = std::size_t{1} << 30;

}  // namespace

open_file open_file::existing(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) fail("cannot write", path, errno);
  return {path, descriptor};
}

open_file open_file::nameless(const std::string& beside) {
  const std::string parent = std::filesystem::path(beside).parent_path().string();
  const std::string folder = parent.empty() ? "." : parent;
  const std::string name = "temporary data in " + folder;
  int descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) {  // not every file system has it
    std::string named = folder + "/.edgeldp-XXXXXX";
    descriptor = mkostemp(named.data(), O_CLOEXEC);
    if (descriptor >= 0) unlink(named.c_str());
  }
  if (descriptor < 0) fail("cannot write", name, errno);
  return {name, descriptor};
}

open_file::~open_file() {
  if (m_descriptor >= 0) close(m_descriptor);
}

void open_file::write_at(std::uint64_t at, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done =
        pwrite(m_descriptor, bytes.data(), std::min(bytes.size(), largest_step), static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail("cannot write", m_name, errno);
    at += static_cast<std::uint64_t>(done);
    bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
}

void open_file::read_at(std::uint64_t at, std::span<std::byte> into) const {
  while (!into.empty()) {
    const ssize_t done =
        pread(m_descriptor, into.data(), std::min(into.size(), largest_step), static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail("cannot read", m_name, errno);
    if (done == 0) throw io_error("cannot read " + m_name + ": it is shorter than what was written");
    at += static_cast<std::uint64_t>(done);
    into = into.subspan(static_cast<std::size_t>(done));
  }
}

void open_file::resize(std::uint64_t size) {
  if (ftruncate(m_descriptor, static_cast<off_t>(size)) != 0) fail("cannot write", m_name, errno);
}

}  // namespace edgeldp
