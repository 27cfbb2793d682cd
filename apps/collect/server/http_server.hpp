// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collect/server/admin.hpp"
#include "collect/server/worker.hpp"
#include "collect/task/web_address.hpp"

namespace edgeldp::collect {

/// Where the page by which browsers take part is found.
inline constexpr std::string_view take_part_path = "/take-part.html";

struct http_options {
  host_and_port at{"127.0.0.1", 8080};  ///< port 0: one that is free
  std::size_t most_connections = 2000;
  std::optional<std::uint16_t> admin_port{};  ///< of an operator's desk; 0: one that is free
  std::chrono::milliseconds patience{30000};  ///< for a request to come, and for each part of an answer to go
  /// The page by which browsers take part; empty: they are not offered to.
  byte_string take_part_page{};
  /// Other places whose pages may speak to this server, as "https://pages.example.org".
  std::vector<std::string> page_origins{};
};

/// A collection over HTTP/1.1, for a server in front of it that speaks TLS. Nothing is kept of who
/// asked.
///
///   POST /messages   one message: {"verdict": "taken"} or "known_already", or a problem document
///   POST /batches    many (batch.hpp): a list of verdicts and names of problems, in their order
///   GET, HEAD        the published files by their names (published.hpp, public_files.hpp);
///                    ranges of them for whoever resumes
///   GET /            a page for people;  /status.json  for programs;  /healthz
///   GET /take-part.html  where one is handed out
///   OPTIONS          what browsers ask before a page of another origin may speak to us
///
/// An operator's desk (admin.hpp) listens on a port of its own, at 127.0.0.1 and, where there is
/// one, at ::1:
///
///   GET /, /page.js, /style.css      the page, which has nothing of the collection in it
///   GET /state.json, /people.json    to whoever has the token
///   POST /close, /extend             likewise: {"round": "degree 0", "seconds": 3600}
///
/// Threads: sockets on the thread of run(), the collection on one of its own.
class http_server {
 public:
  /// Listens from now on.
  /// Requires: of outlives it, and nobody else uses it.
  /// Errors: io_error when it cannot listen there.
  http_server(collection& of, collection_worker::describer describe, const http_options& options,
              admin_desk desk = {});
  ~http_server();
  http_server(const http_server&) = delete;
  http_server& operator=(const http_server&) = delete;

  /// With the port that was picked.
  host_and_port address() const;

  /// The desk's port and its token; nothing where there is none.
  std::optional<std::uint16_t> admin_port() const;
  std::string admin_token() const;

  /// Serves until stop(), or until so long after the collection is over.
  /// Errors: what ended the collection's work: io_error of its store.
  void run(std::optional<std::chrono::seconds> after_the_end = std::nullopt);

  /// Answers what has come, and ends run() after seconds at most. From any thread.
  void stop();

  /// Messages taken so far.
  std::uint64_t taken() const;

 private:
  struct sockets;
  std::unique_ptr<sockets> m_sockets;
};

}  // namespace edgeldp::collect
