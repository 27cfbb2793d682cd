// SPDX-License-Identifier: MIT
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "collect/collector/store.hpp"
#include "edgeldp/core/base/crc32.hpp"
#include "edgeldp/core/base/error.hpp"

/// Messages of one round as the store keeps them, in a file beside the database.
namespace edgeldp::collect {

/// In front of each message of a segment: its length, its user and the checksum of both and it.
inline constexpr std::size_t prefix_bytes = 12;

inline void append_word(byte_string& out, std::uint32_t word) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::byte>(word >> shift & 0xff));
}

inline std::uint32_t word_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 4; i-- > 0;) word = word << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
  return word;
}

/// One file of messages. What is appended waits in memory for sync().
class store::segment {
 public:
  segment(std::filesystem::path path, std::uint64_t committed_reports, std::uint64_t committed_end,
          bool is_read_only)
      : m_path(std::move(path)), m_reports(committed_reports), m_end(committed_end) {
    if (is_read_only) return;  // what it holds is counted, not read
    m_file = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (m_file < 0) fail();
    if (ftruncate(m_file, static_cast<off_t>(m_end)) != 0) fail();  // what was never committed
    const int folder = ::open(m_path.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) fail();
    fsync(folder);  // the file's name survives too
    close(folder);
  }
  ~segment() {
    if (m_file >= 0) close(m_file);
  }
  segment(const segment&) = delete;
  segment& operator=(const segment&) = delete;

  void append(vertex_id user, std::span<const std::byte> message) {
    byte_string record;
    append_word(record, static_cast<std::uint32_t>(message.size()));
    append_word(record, user);
    record.insert(record.end(), message.begin(), message.end());
    append_word(m_waiting, crc32(record));
    m_waiting.insert(m_waiting.end(), record.begin(), record.end());
    m_end += record.size() + 4;
    ++m_reports;
  }

  void write() {
    std::size_t done = 0;
    while (done < m_waiting.size()) {
      const std::uint64_t at = m_end - m_waiting.size() + done;
      const ssize_t wrote =
          pwrite(m_file, m_waiting.data() + done, m_waiting.size() - done, static_cast<off_t>(at));
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote <= 0) fail();
      done += static_cast<std::size_t>(wrote);
    }
    m_waiting.clear();
  }
  void sync() const {
    if (fdatasync(m_file) != 0) fail();
  }

  std::uint64_t reports() const noexcept { return m_reports; }
  std::uint64_t end() const noexcept { return m_end; }
  bool has_changes() const noexcept { return !m_waiting.empty(); }

  void for_each(const std::function<void(vertex_id, std::span<const std::byte>)>& f) {
    write();
    byte_string record;
    for (std::uint64_t at = 0; at < m_end;) {
      std::array<std::byte, prefix_bytes> prefix{};
      read(prefix, at);
      const std::uint32_t size = word_at(prefix, 4);
      if (size > m_end - at - prefix_bytes) damaged(at);
      record.resize(prefix_bytes - 4 + size);
      read(record, at + 4);
      if (crc32(record) != word_at(prefix, 0)) damaged(at);
      f(word_at(prefix, 8), std::span(record).subspan(prefix_bytes - 4));
      at += prefix_bytes + size;
    }
  }

 private:
  [[noreturn]] void fail() const { throw io_error(m_path.string() + ": " + std::strerror(errno)); }
  [[noreturn]] void damaged(std::uint64_t at) const {
    throw io_error(m_path.string() + ": byte " + std::to_string(at) +
                   ": damaged; restore the collector's folder from a copy");
  }
  void read(std::span<std::byte> into, std::uint64_t at) const {
    std::size_t done = 0;
    while (done < into.size()) {
      const ssize_t got =
          pread(m_file, into.data() + done, into.size() - done, static_cast<off_t>(at + done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail();
      if (got == 0) damaged(at);
      done += static_cast<std::size_t>(got);
    }
  }

  std::filesystem::path m_path;
  std::uint64_t m_reports, m_end;
  byte_string m_waiting;
  int m_file = -1;
};

}  // namespace edgeldp::collect
