// SPDX-License-Identifier: MIT
#include "collect/task/published.hpp"

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

bool is_digest(std::string_view name) {
  constexpr std::size_t of_sha256 = 64;
  return name.size() == of_sha256 && name.find_first_not_of("0123456789abcdef") == name.npos;
}

std::optional<byte_string> read_file(const std::filesystem::path& path, std::uint64_t most) {
  const std::unique_ptr<std::FILE, closes_file> file(std::fopen(path.c_str(), "rb"));
  if (!file) {
    if (errno == ENOENT) return std::nullopt;
    throw io_error(path.string() + ": " + std::strerror(errno));
  }
  byte_string bytes;
  std::byte part[1 << 16];
  for (;;) {
    const std::size_t got = std::fread(part, 1, sizeof part, file.get());
    bytes.insert(bytes.end(), part, part + got);
    if (bytes.size() > most) throw format_error(most, path.string() + " is longer than announced");
    if (std::ferror(file.get()) != 0) throw io_error(path.string() + ": " + std::strerror(errno));
    if (got < sizeof part) return bytes;
  }
}

std::string published::announcement(std::uint32_t index) {
  return "announcements/" + std::to_string(index);
}

std::string published::object(std::string_view name) {
  return "objects/" + std::string(name);
}

void write_private(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  using enum std::filesystem::perms;
  atomic_file file(path.string());
  std::filesystem::permissions(file.temporary_path(), owner_read | owner_write);
  file.write(bytes);
  file.commit();
}

}  // namespace edgeldp::collect
