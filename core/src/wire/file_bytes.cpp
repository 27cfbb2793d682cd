// SPDX-License-Identifier: MIT
#include "wire/file_bytes.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace edgeldp::wire {

namespace {

[[noreturn]] void cannot_read(const std::string& path, int cause) {
  throw io_error("cannot read " + path + ": " + std::generic_category().message(cause));
}

std::vector<std::byte> read_whole(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
  if (!file) throw io_error("cannot open " + path + ": " + std::generic_category().message(errno));
  std::vector<std::byte> bytes;
  std::array<std::byte, 65536> part{};
  while (const std::size_t got = std::fread(part.data(), 1, part.size(), file.get()))
    bytes.insert(bytes.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(got));
  if (std::ferror(file.get()) != 0) cannot_read(path, errno);
  return bytes;
}

}  // namespace

file_bytes::file_bytes(const std::string& path) {
  std::error_code no_size;  // pipes have none
  const std::uintmax_t size = std::filesystem::file_size(path, no_size);
  if (no_size || size <= most_read) {
    m_read = read_whole(path);
  } else {
    try {
      m_mapped.open(path);
    } catch (const std::exception& e) {
      throw io_error("cannot open " + path + ": " + e.what());
    }
  }
  require(!bytes().empty(), 0, "release file is empty");
}

byte_span file_bytes::bytes() const noexcept {
  if (!m_mapped.is_open()) return m_read;
  return {reinterpret_cast<const std::byte*>(m_mapped.data()), m_mapped.size()};
}

}  // namespace edgeldp::wire
