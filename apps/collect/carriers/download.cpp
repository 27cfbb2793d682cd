// SPDX-License-Identifier: MIT
#include "collect/carriers/download.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/size_of.hpp"

namespace edgeldp::collect {

namespace {

[[noreturn]] void fail(const std::filesystem::path& folder) {
  throw io_error(folder.string() + ": what is downloaded cannot be kept there: " + std::strerror(errno));
}

/// A new file that nobody else can open.
int open_without_name(const std::filesystem::path& folder) {
  std::string name = (folder / ".edgeldp-download-XXXXXX").string();
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) fail(folder);
  unlink(name.c_str());
  return file;
}

}  // namespace

download::~download() {
  if (m_file >= 0) close(m_file);
}

void download::write_waiting() {
  if (m_file < 0) {
    if (m_folder.empty()) m_folder = std::filesystem::temp_directory_path();
    m_file = open_without_name(m_folder);
  }
  for (std::span<const std::byte> left = m_waiting; !left.empty();) {
    const ssize_t wrote = ::write(m_file, left.data(), left.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) fail(m_folder);
    left = left.subspan(static_cast<std::size_t>(wrote));
  }
  m_on_disk += m_waiting.size();
  m_waiting.clear();
}

void download::add(std::span<const std::byte> part) {
  m_waiting.insert(m_waiting.end(), part.begin(), part.end());
  if (m_waiting.size() > short_bytes) write_waiting();
}

void download::begin_again() {
  if (m_file >= 0 && (ftruncate(m_file, 0) != 0 || lseek(m_file, 0, SEEK_SET) != 0)) fail(m_folder);
  m_on_disk = 0;
  m_waiting.clear();
}

held_bytes download::hold() && {
  if (m_on_disk == 0) return held_here(std::move(m_waiting));
  write_waiting();
  const std::size_t size = size_of(m_on_disk);
  void* const at = mmap(nullptr, size, PROT_READ, MAP_SHARED, m_file, 0);
  if (at == MAP_FAILED) fail(m_folder);
  const auto unmap = [size](const void* mapped) { munmap(const_cast<void*>(mapped), size); };
  return {std::shared_ptr<const void>(at, unmap), {static_cast<const std::byte*>(at), size}};
}

}  // namespace edgeldp::collect
