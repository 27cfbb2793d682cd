// SPDX-License-Identifier: MIT
#include "collect/task/files.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/wire/told.hpp"

namespace edgeldp::collect {

namespace {

struct closes_descriptor {
  int descriptor;
  ~closes_descriptor() { ::close(descriptor); }
};

}  // namespace

bool read_in_parts(const std::filesystem::path& path, std::uint64_t most, const part_taker& take) {
  const auto fail = [&path] { throw io_error(path.string() + ": " + std::strerror(errno)); };
  // Without waiting: nobody may ever write into a pipe.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    if (errno == ENOENT) return false;
    fail();
  }
  const closes_descriptor closes{descriptor};
  struct stat facts{};
  if (fstat(descriptor, &facts) != 0) fail();
  if (!S_ISREG(facts.st_mode)) throw io_error(path.string() + ": is no file");
  std::byte part[part_bytes];
  for (std::uint64_t read = 0;;) {
    const ssize_t got = ::read(descriptor, part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail();
    if (got == 0) return true;
    read += static_cast<std::uint64_t>(got);
    if (read > most) throw format_error(most, path.string() + " is longer than announced");
    take(std::span(part).first(static_cast<std::size_t>(got)));
  }
}

std::optional<byte_string> read_file(const std::filesystem::path& path, std::uint64_t most) {
  byte_string bytes;
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  if (!unknown && size <= most) bytes.reserve(size_of(size));
  if (!read_in_parts(path, most, [&](auto part) { bytes.insert(bytes.end(), part.begin(), part.end()); }))
    return std::nullopt;
  return bytes;
}

mapped_file::mapped_file(const std::filesystem::path& path) {
  const auto fail = [&path] { throw io_error(path.string() + ": " + std::strerror(errno)); };
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) fail();
  const closes_descriptor closes{descriptor};
  struct stat facts{};
  if (fstat(descriptor, &facts) != 0) fail();
  if (!S_ISREG(facts.st_mode)) throw io_error(path.string() + ": is no file");
  const std::size_t size = size_of(static_cast<std::uint64_t>(facts.st_size));
  if (size == 0) return;
  void* const at = mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  if (at == MAP_FAILED) fail();
  m_bytes = {static_cast<const std::byte*>(at), size};
}

mapped_file::~mapped_file() {
  if (!m_bytes.empty()) munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
}

void mapped_file::forget_pages() const noexcept {
  if (!m_bytes.empty()) madvise(const_cast<std::byte*>(m_bytes.data()), m_bytes.size(), MADV_DONTNEED);
}

std::string name_of_file(const std::filesystem::path& path) {
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (error) throw io_error(path.string() + ": " + error.message());
  told_digest name = name_in_parts(size);
  std::uint64_t read = 0;
  read_in_parts(path, UINT64_MAX, [&](auto part) {
    name.part(part);
    read += part.size();
  });
  if (read != size) throw io_error(path.string() + ": changes while it is read");
  return name.hex();
}

void write_private(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  using enum std::filesystem::perms;
  atomic_file file(path.string());
  std::filesystem::permissions(file.temporary_path(), owner_read | owner_write);
  file.write(bytes);
  file.commit();
}

}  // namespace edgeldp::collect
