// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "collect/server/http_replies.hpp"
#include "collect/server/http_server.hpp"
#include "collect/server/public_files.hpp"
#include "collect/server/worker.hpp"

/// The sockets of an http_server, and one of their connections: http_server.cpp opens and closes
/// them, http_requests.cpp reads requests and sends what they are answered.
namespace edgeldp::collect {

namespace asio = boost::asio;

using tcp = asio::ip::tcp;
using asio::use_awaitable;

/// What is done with a collection on its own thread, and what that is answered.
using collection_act = std::function<reply(collection&)>;

struct connection {
  using clock = std::chrono::steady_clock;
  connection(tcp::socket socket, bool is_extra_one, bool is_admin_one)
      : stream(std::move(socket)), is_extra(is_extra_one), is_admin(is_admin_one) {}
  beast::tcp_stream stream;
  bool is_extra;  ///< beyond the limit
  bool is_admin;  ///< at the operator's desk
  bool is_idle = true;
  bool was_of_use = false;                 ///< a whole request has come
  bool waits_for_peer = true;              ///< and may be closed for another connection
  clock::time_point moved = clock::now();  ///< when a request or a part of an answer was last done

  void has_moved() { moved = clock::now(); }
};

/// Destroyed from the bottom up: coroutines that wait live in the worker's parcels and in `io`.
struct http_server::sockets {
  http_options options;
  admin_desk desk;
  std::optional<admin_access> access;  ///< to the desk, where there is one
  public_files files;
  std::shared_ptr<const public_file> take_part;  ///< null: none is handed out
  std::uint64_t longest_message;
  std::set<connection*> connections;
  bool is_stopping = false;
  std::uint64_t body_bytes = 0;
  asio::io_context io{1};
  tcp::acceptor acceptor{io};
  std::vector<tcp::acceptor> admin_acceptors;
  asio::steady_timer timer{io};
  collection_worker worker;

  sockets(collection& of, collection_worker::describer describe, const http_options& wanted, admin_desk shown)
      : options(wanted),
        desk(std::move(shown)),
        files(of.folder().open()),
        take_part(wanted.take_part_page.empty() ? nullptr
                                                : std::make_shared<const public_file>(wanted.take_part_page)),
        longest_message(of.longest_message()),
        worker(of, std::move(describe), [this] { io.stop(); }) {}

  void listen();
  void listen_for_admin();
  void close_acceptors();
  void run_until_stopped();
  void make_room();
  void begin_stop();
  void close_all();
  asio::awaitable<void> accept_all(tcp::acceptor& from, bool is_admin);
  asio::awaitable<void> serve(tcp::socket socket, bool is_admin);
  asio::awaitable<void> serve_requests(connection& c);
  asio::awaitable<reply> reply_to(connection& c, beast::flat_buffer& buffer, request_parser& parser);
  asio::awaitable<std::optional<reply>> read_body(connection& c, beast::flat_buffer& buffer,
                                                  request_parser& parser, std::uint64_t most);
  asio::awaitable<void> send(connection& c, const request_head& asked, reply r);
  asio::awaitable<reply> take(std::vector<byte_string> messages, bool is_batch);
  asio::awaitable<std::optional<std::vector<reception>>> submit(std::vector<byte_string> messages);
  reply look_up(const request_head& asked);
  asio::awaitable<reply> reply_at_desk(connection& c, beast::flat_buffer& buffer, request_parser& parser);
  asio::awaitable<reply> on_collection(collection_act act);
  asio::awaitable<void> stop_after_the_end(std::chrono::seconds delay);
};

}  // namespace edgeldp::collect
