// SPDX-License-Identifier: MIT
#include "collect/server/http_server.hpp"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "collect/server/http_sockets.hpp"
#include "collect/task/messages.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

namespace {

/// Connections beyond the limit that are still told so.
constexpr std::size_t most_refused = 64;
/// Connections at the operator's desk, which those of the public leave room for.
constexpr std::ptrdiff_t most_at_desk = 32;
/// A connection that was of use may be closed for another one after so much silence.
constexpr std::chrono::seconds fair_silence(2);
constexpr std::chrono::seconds grace(5);

beast::error_code listen_at(tcp::acceptor& acceptor, const tcp::endpoint& at) {
  beast::error_code error;
  acceptor.open(at.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error && at.protocol() == tcp::v6()) acceptor.set_option(asio::ip::v6_only(true), error);
  if (!error) acceptor.bind(at, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  return error;
}

}  // namespace

void http_server::sockets::listen() {
  beast::error_code error;
  const auto host =
      asio::ip::make_address(options.at.host == "localhost" ? "127.0.0.1" : options.at.host, error);
  if (error) throw io_error("'" + options.at.host + "' is no address of this machine, as 127.0.0.1 is");
  error = listen_at(acceptor, {host, options.at.port});
  if (error) throw io_error("cannot listen on " + options.at.text() + ": " + error.message());
  options.at.port = acceptor.local_endpoint().port();
}

/// Both addresses of this machine, since a browser that is told "localhost" tries both, and whoever
/// listened at the other one would be sent the token.
void http_server::sockets::listen_for_admin() {
  if (!options.admin_port) return;
  tcp::acceptor& first = admin_acceptors.emplace_back(io);
  const beast::error_code error = listen_at(first, {asio::ip::address_v4::loopback(), *options.admin_port});
  if (error)
    throw io_error("cannot listen on 127.0.0.1:" + std::to_string(*options.admin_port) + ": " +
                   error.message());
  options.admin_port = first.local_endpoint().port();
  tcp::acceptor second(io);
  const beast::error_code other = listen_at(second, {asio::ip::address_v6::loopback(), *options.admin_port});
  if (other == asio::error::address_in_use)
    throw io_error("cannot listen on [::1]:" + std::to_string(*options.admin_port) + ": " + other.message());
  if (!other) admin_acceptors.push_back(std::move(second));  // a machine may be without IPv6
  access.emplace(*options.admin_port);
}

void http_server::sockets::close_acceptors() {
  beast::error_code ignored;
  acceptor.close(ignored);
  for (tcp::acceptor& a : admin_acceptors) a.close(ignored);
}

asio::awaitable<void> http_server::sockets::accept_all(tcp::acceptor& from, bool is_admin) {
  while (!is_stopping) {
    tcp::socket socket(io);
    beast::error_code error;
    try {
      co_await from.async_accept(socket, asio::redirect_error(use_awaitable, error));
      if (!error) {
        asio::co_spawn(io, serve(std::move(socket), is_admin), asio::detached);
        continue;
      }
    } catch (const std::exception&) {  // no memory now: this one connection is lost
      error = asio::error::no_memory;
    }
    if (is_stopping) co_return;
    asio::steady_timer pause(io, std::chrono::milliseconds(50));  // too many open files: some will close
    co_await pause.async_wait(use_awaitable);
  }
}

/// Closes the connection whose other side has been silent longest: first of those that never asked
/// anything, so that whoever only holds connections keeps nobody else away.
void http_server::sockets::make_room() {
  const auto is_older = [](const connection* a, const connection* b) {
    return std::pair(a->was_of_use, a->moved) < std::pair(b->was_of_use, b->moved);
  };
  connection* oldest = nullptr;
  for (connection* c : connections)
    if (c->waits_for_peer && !c->is_extra && (oldest == nullptr || is_older(c, oldest))) oldest = c;
  if (oldest == nullptr) return;
  if (oldest->was_of_use && connection::clock::now() - oldest->moved < fair_silence) return;
  oldest->waits_for_peer = false;
  connections.erase(oldest);
  oldest->stream.close();  // whoever waits there is told, and ends
}

asio::awaitable<void> http_server::sockets::serve(tcp::socket socket, bool is_admin) {
  if (is_admin) {
    if (std::ranges::count(connections, true, &connection::is_admin) >= most_at_desk) co_return;
  } else {
    if (connections.size() >= options.most_connections) make_room();
    if (connections.size() >= options.most_connections + most_refused) co_return;
  }
  beast::error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  connection c(std::move(socket), !is_admin && connections.size() >= options.most_connections, is_admin);
  struct registered {
    std::set<connection*>& all;
    connection* one;
    registered(std::set<connection*>& in, connection* of) : all(in), one(of) { all.insert(one); }
    ~registered() { all.erase(one); }
  };
  {
    const registered here(connections, &c);
    try {
      co_await serve_requests(c);
    } catch (const std::exception&) {  // the connection is lost
    }
    c.stream.socket().shutdown(tcp::socket::shutdown_both, ignored);
  }
  if (is_stopping && connections.empty()) timer.cancel();
}

/// Where a handler throws, its connection is lost and no other: coroutines that it would have woken
/// are destroyed with it.
void http_server::sockets::run_until_stopped() {
  for (bool has_ended = false; !has_ended;) {
    try {
      io.run();
      has_ended = true;
    } catch (const std::exception&) {  // of one connection
    }
  }
}

void http_server::sockets::begin_stop() {
  if (is_stopping) return;
  is_stopping = true;
  close_acceptors();
  for (connection* c : connections)
    if (c->is_idle) c->stream.cancel();
  if (connections.empty()) {
    timer.cancel();
    return;
  }
  timer.expires_after(grace);
  timer.async_wait([this](const beast::error_code& error) {
    if (!error) io.stop();
  });
}

/// Nobody shall wait for an answer that never comes.
void http_server::sockets::close_all() {
  beast::error_code ignored;
  close_acceptors();
  for (connection* c : connections) c->stream.socket().close(ignored);
}

asio::awaitable<void> http_server::sockets::stop_after_the_end(std::chrono::seconds delay) {
  constexpr std::chrono::milliseconds look(200);
  beast::error_code error;
  while (!worker.is_over() && !error) {
    timer.expires_after(look);
    co_await timer.async_wait(asio::redirect_error(use_awaitable, error));
  }
  if (is_stopping) co_return;
  timer.expires_after(delay);
  co_await timer.async_wait(asio::redirect_error(use_awaitable, error));
  begin_stop();
}

http_server::http_server(collection& of, collection_worker::describer describe, const http_options& options,
                         admin_desk desk)
    : m_sockets(std::make_unique<sockets>(of, std::move(describe), options, std::move(desk))) {
  m_sockets->listen();
  m_sockets->listen_for_admin();
}

http_server::~http_server() = default;

host_and_port http_server::address() const {
  return m_sockets->options.at;
}

std::optional<std::uint16_t> http_server::admin_port() const {
  return m_sockets->options.admin_port;
}

std::string http_server::admin_token() const {
  return m_sockets->access ? m_sockets->access->token() : "";
}

void http_server::run(std::optional<std::chrono::seconds> after_the_end) {
  asio::co_spawn(m_sockets->io, m_sockets->accept_all(m_sockets->acceptor, false), asio::detached);
  for (tcp::acceptor& desk : m_sockets->admin_acceptors)
    asio::co_spawn(m_sockets->io, m_sockets->accept_all(desk, true), asio::detached);
  if (after_the_end)
    asio::co_spawn(m_sockets->io, m_sockets->stop_after_the_end(*after_the_end), asio::detached);
  m_sockets->run_until_stopped();
  m_sockets->close_all();
  m_sockets->worker.finish();
}

void http_server::stop() {
  asio::post(m_sockets->io, [s = m_sockets.get()] { s->begin_stop(); });
}

std::uint64_t http_server::taken() const {
  return m_sockets->worker.taken();
}

}  // namespace edgeldp::collect
