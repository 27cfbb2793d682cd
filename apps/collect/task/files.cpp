// SPDX-License-Identifier: MIT
#include "collect/task/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

namespace {

struct closes_file {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

std::optional<byte_string> read_file(const std::filesystem::path& path, std::uint64_t most) {
  const auto fail = [&path] { throw io_error(path.string() + ": " + std::strerror(errno)); };
  // Without waiting: nobody may ever write into a pipe.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    if (errno == ENOENT) return std::nullopt;
    fail();
  }
  const std::unique_ptr<std::FILE, closes_file> file(fdopen(descriptor, "rb"));
  if (!file) {
    ::close(descriptor);
    fail();
  }
  struct stat facts{};
  if (fstat(descriptor, &facts) != 0) fail();
  if (!S_ISREG(facts.st_mode)) throw io_error(path.string() + ": is no file");
  byte_string bytes;
  std::byte part[1 << 16];
  for (;;) {
    const std::size_t got = std::fread(part, 1, sizeof part, file.get());
    bytes.insert(bytes.end(), part, part + got);
    if (bytes.size() > most) throw format_error(most, path.string() + " is longer than announced");
    if (std::ferror(file.get()) != 0) fail();
    if (got < sizeof part) return bytes;
  }
}

void write_private(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  using enum std::filesystem::perms;
  atomic_file file(path.string());
  std::filesystem::permissions(file.temporary_path(), owner_read | owner_write);
  file.write(bytes);
  file.commit();
}

}  // namespace edgeldp::collect
