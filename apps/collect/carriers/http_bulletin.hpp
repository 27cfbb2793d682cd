// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "collect/client/bulletin.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

struct http_client_options {
  std::string certificates;                   ///< a file of authorities to trust; empty: the system's
  std::chrono::milliseconds patience{30000};  ///< to connect, and for each part of an answer to come
  std::filesystem::path downloads{};          ///< where long files lie as long as they are needed (download)
};

/// The collector is there, and has no time now.
class busy_collector : public io_error {
 public:
  busy_collector(const std::string& what, std::chrono::seconds after) : io_error(what), m_after(after) {}
  /// When it asks to be tried again.
  std::chrono::seconds after() const noexcept { return m_after; }

 private:
  std::chrono::seconds m_after;
};

/// What a collector said of a message.
struct delivery {
  enum class kind { taken, known_already, refused };
  kind what = kind::taken;
  std::string problem{}, detail{};  ///< of a message that was refused: problem_name, and a sentence
};

/// What a collector, or a mirror of it, publishes over HTTP/1.1, on one connection that is kept.
/// Over https the certificate and the host's name are verified. Whole files are asked for and
/// nothing else: a range only to go on where a download was cut. No proxy is asked, and no other
/// address that an answer names.
/// Promise: whatever the other side sends, what is held is bounded by what is asked for, and what
///     it says for people has no character that a terminal would obey.
/// Memory: a part of a file at a time; the file itself is on the disk (download).
/// Errors: io_error for whatever may be tried again, answers that are no HTTP among it;
///     format_error for more bytes than were announced, and for names that are none.
/// Threads: one at a time.
class http_bulletin final : public bulletin {
 public:
  /// Errors: invalid_parameter for a text that is no address; io_error for certificates that cannot
  ///     be read.
  explicit http_bulletin(std::string_view address, const http_client_options& options = {});
  ~http_bulletin() override;

  byte_string task() override;
  public_bytes directory() override;
  std::optional<byte_string> announcement(std::uint32_t index) override;
  public_bytes object(std::string_view name, std::uint64_t most) override;
  std::optional<byte_string> result() override;
  std::optional<byte_string> seal() override;

  /// Hands a message over. It may be sent again, by whoever got an io_error.
  delivery send(std::span<const std::byte> message);

  /// Whether anything ever came from there that only a collector, or a mirror of it, says: a task
  /// (task()), or what became of a message. Before that, an io_error tells of an address where
  /// perhaps nobody is, and should be shown rather than waited out.
  bool has_answered() const noexcept;

  /// What went over the connection so far: heads and bodies of HTTP, without TLS.
  struct traffic {
    std::uint64_t sent = 0, received = 0, requests = 0, connections = 0, resumed = 0;
  };
  const traffic& so_far() const noexcept;

 private:
  held_bytes required(std::string_view name, std::uint64_t most);
  std::optional<byte_string> fetched(std::string_view name, std::uint64_t most);

  struct line;
  std::unique_ptr<line> m_line;
};

/// By an address, or by a folder.
/// Errors: those of http_bulletin.
std::unique_ptr<bulletin> open_bulletin(const std::string& where, const http_client_options& options = {});

}  // namespace edgeldp::collect
