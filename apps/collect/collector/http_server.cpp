// SPDX-License-Identifier: MIT
#include "collect/collector/http_server.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "collect/collector/http_range.hpp"
#include "collect/collector/public_files.hpp"
#include "collect/task/batch.hpp"
#include "collect/task/messages.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = asio::ip::tcp;
using asio::use_awaitable;

constexpr std::uint32_t longest_header = 8192;
/// What Beast parses at a time: a header, a line of a chunk, a trailer. What does not end within is
/// refused, far below the 64 kB from which Beast throws.
constexpr std::size_t longest_buffer = 2 * longest_header;
/// Of a request, for each byte of its body that is allowed (chunks of one byte take six), and
/// beside it.
constexpr std::uint64_t wire_bytes_a_byte = 8, wire_bytes_beside = 4 * longest_buffer;
/// Bodies that are on their way in, all together.
constexpr std::uint64_t most_body_bytes = std::uint64_t{64} << 20;
/// Connections beyond the limit that are still told so.
constexpr std::size_t most_refused = 64;
/// A connection that was of use may be closed for another one after so much silence.
constexpr std::chrono::seconds fair_silence(2);
constexpr std::chrono::seconds grace(5);
constexpr const char* for_ever = "public, max-age=31536000, immutable";

using request_head = http::request_header<>;
using request_parser = http::request_parser<http::vector_body<std::byte>>;

/// An answer before it is sent. Bytes belong to `owner`.
struct reply {
  http::status status = http::status::ok;
  std::vector<std::pair<std::string_view, std::string>> fields{};
  std::span<const char> bytes{};
  std::shared_ptr<const void> owner{};
  bool is_last = false;  ///< the connection ends behind it

  reply& set(std::string_view name, std::string value) {
    fields.emplace_back(name, std::move(value));
    return *this;
  }
};

reply text_reply(http::status status, const char* type, std::string text) {
  auto owner = std::make_shared<const std::string>(std::move(text));
  reply r{status, {}, *owner, owner};
  r.set("Content-Type", type).set("Cache-Control", "no-store");
  return r;
}

/// What is wrong with a request, rather than with a message in it.
reply refusal(http::status status, const std::string& detail) {
  const std::string title(http::obsolete_reason(status));
  reply r = text_reply(status, "application/problem+json",
                       R"({"type":"about:blank","title":")" + title + R"(","status":)" +
                           std::to_string(static_cast<unsigned>(status)) + R"(,"detail":")" + detail + "\"}");
  if (status == http::status::service_unavailable) r.set("Retry-After", "2");
  return r;
}

/// Behind it the connection ends: nobody knows where another request would begin.
reply last(reply r) {
  r.is_last = true;
  return r;
}

reply refused_method(const char* allowed) {
  reply r = refusal(http::status::method_not_allowed, "another method is meant for this");
  r.set("Allow", allowed);
  return r;
}

reply page_reply(const std::shared_ptr<const served_texts>& texts) {
  reply r{http::status::ok, {}, texts->page, texts};
  r.set("Content-Type", "text/html; charset=utf-8").set("Cache-Control", "no-store");
  r.set("Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'");
  r.set("X-Frame-Options", "DENY");
  return r;
}

reply status_reply(const std::shared_ptr<const served_texts>& texts) {
  reply r{http::status::ok, {}, texts->status, texts};
  r.set("Content-Type", "application/json").set("Cache-Control", "no-store");
  return r;
}

std::string_view view_of(beast::string_view text) {
  return {text.data(), text.size()};
}

/// A file, or the part of it that was asked for.
reply file_reply(const request_head& asked, const public_path& path,
                 const std::shared_ptr<const public_file>& file) {
  const std::span<const char> all = file->bytes();
  reply r{http::status::ok, {}, all, file};
  r.set("ETag", file->etag()).set("Accept-Ranges", "bytes");
  r.set("Cache-Control", path.is_immutable ? for_ever : "no-cache");
  const std::string_view known = view_of(asked[http::field::if_none_match]);
  if (known == "*" || known.find(file->etag()) != known.npos) {
    r.status = http::status::not_modified;
    r.bytes = {};
    return r;
  }
  r.set("Content-Type", std::string(path.content_type));
  const std::string_view only_if = view_of(asked[http::field::if_range]);
  if (!only_if.empty() && only_if != file->etag()) return r;
  const asked_range range = parse_range(view_of(asked[http::field::range]), all.size());
  if (range.what == asked_range::kind::unsatisfiable) {
    reply none = refusal(http::status::range_not_satisfiable, "the file ends before");
    none.set("Content-Range", "bytes */" + std::to_string(all.size()));
    return none;
  }
  if (range.what == asked_range::kind::whole) return r;
  r.status = http::status::partial_content;
  r.bytes = all.subspan(range.first, range.size);
  r.set("Content-Range", "bytes " + std::to_string(range.first) + "-" +
                             std::to_string(range.first + range.size - 1) + "/" + std::to_string(all.size()));
  return r;
}

reply batch_reply(const std::vector<reception>& receptions) {
  std::string list = "[";
  for (const reception& r : receptions) list += (list.size() > 1 ? ",\"" : "\"") + std::string(r.name) + '"';
  return text_reply(http::status::ok, "application/json", list + "]");
}

reply message_reply(const reception& r) {
  return text_reply(static_cast<http::status>(r.http_status),
                    r.http_status == 200 ? "application/json" : "application/problem+json", r.document);
}

/// A request that could not be read; nothing where nobody waits for an answer.
std::optional<reply> unreadable(const beast::error_code& error) {
  std::optional<reply> r;
  if (error == http::error::header_limit)
    r = refusal(http::status::request_header_fields_too_large, "a header of more than 8192 bytes");
  else if (error == http::error::buffer_overflow)
    r = refusal(http::status::request_header_fields_too_large, "a line or a trailer without an end");
  else if (error == http::error::body_limit)
    r = refusal(http::status::payload_too_large, "longer than any message of the task");
  else if (error.category() == make_error_code(http::error::bad_version).category() &&
           error != http::error::end_of_stream && error != http::error::partial_message)
    r = refusal(http::status::bad_request, "no request of HTTP/1");
  if (r) r->is_last = true;
  return r;
}

struct connection {
  using clock = std::chrono::steady_clock;
  connection(tcp::socket socket, bool is_extra_one) : stream(std::move(socket)), is_extra(is_extra_one) {}
  beast::tcp_stream stream;
  bool is_extra;  ///< beyond the limit
  bool is_idle = true;
  bool was_of_use = false;                 ///< a whole request has come
  bool waits_for_peer = true;              ///< and may be closed for another connection
  clock::time_point moved = clock::now();  ///< when a request or a part of an answer was last done

  void has_moved() { moved = clock::now(); }
};

std::size_t field_count(const request_head& head) {
  return static_cast<std::size_t>(std::distance(head.begin(), head.end()));
}

/// Bytes of bodies that are on their way in, for as long as one is.
class body_share {
 public:
  body_share(std::uint64_t& all, std::uint64_t bytes) : m_all(all), m_bytes(bytes) { m_all += m_bytes; }
  ~body_share() { m_all -= m_bytes; }
  body_share(const body_share&) = delete;
  body_share& operator=(const body_share&) = delete;
  bool is_too_much() const noexcept { return m_all > most_body_bytes; }

 private:
  std::uint64_t& m_all;
  std::uint64_t m_bytes;
};

}  // namespace

/// Destroyed from the bottom up: coroutines that wait live in the worker's parcels and in `io`.
struct http_server::sockets {
  http_options options;
  public_files files;
  std::uint64_t longest_message;
  std::set<connection*> connections;
  bool is_stopping = false;
  std::uint64_t body_bytes = 0;
  asio::io_context io{1};
  tcp::acceptor acceptor{io};
  asio::steady_timer timer{io};
  collection_worker worker;

  sockets(collection& of, collection_worker::describer describe, const http_options& wanted)
      : options(wanted),
        files(of.folder().open()),
        longest_message(of.longest_message()),
        worker(of, std::move(describe), [this] { io.stop(); }) {}

  void listen();
  void run_until_stopped();
  void make_room();
  void begin_stop();
  void close_all();
  asio::awaitable<void> accept_all();
  asio::awaitable<void> serve(tcp::socket socket);
  asio::awaitable<void> serve_requests(connection& c);
  asio::awaitable<reply> reply_to(connection& c, beast::flat_buffer& buffer, request_parser& parser);
  asio::awaitable<std::optional<reply>> read_body(connection& c, beast::flat_buffer& buffer,
                                                  request_parser& parser, std::uint64_t most);
  asio::awaitable<void> send(connection& c, const request_head& asked, reply r);
  asio::awaitable<reply> take(std::vector<byte_string> messages, bool is_batch);
  asio::awaitable<std::optional<std::vector<reception>>> submit(std::vector<byte_string> messages);
  reply look_up(const request_head& asked);
  asio::awaitable<void> stop_after_the_end(std::chrono::seconds delay);
};

void http_server::sockets::listen() {
  beast::error_code error;
  const auto host =
      asio::ip::make_address(options.at.host == "localhost" ? "127.0.0.1" : options.at.host, error);
  if (error) throw io_error("'" + options.at.host + "' is no address of this machine, as 127.0.0.1 is");
  const tcp::endpoint at(host, options.at.port);
  const auto require = [&] {
    if (error) throw io_error("cannot listen on " + options.at.text() + ": " + error.message());
  };
  acceptor.open(at.protocol(), error);
  require();
  acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  require();
  acceptor.bind(at, error);
  require();
  acceptor.listen(asio::socket_base::max_listen_connections, error);
  require();
  options.at.port = acceptor.local_endpoint().port();
}

asio::awaitable<void> http_server::sockets::accept_all() {
  while (!is_stopping) {
    tcp::socket socket(io);
    beast::error_code error;
    try {
      co_await acceptor.async_accept(socket, asio::redirect_error(use_awaitable, error));
      if (!error) {
        asio::co_spawn(io, serve(std::move(socket)), asio::detached);
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

asio::awaitable<void> http_server::sockets::serve(tcp::socket socket) {
  if (connections.size() >= options.most_connections) make_room();
  if (connections.size() >= options.most_connections + most_refused) co_return;
  beast::error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  connection c(std::move(socket), connections.size() >= options.most_connections);
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

asio::awaitable<void> http_server::sockets::serve_requests(connection& c) {
  beast::flat_buffer buffer(longest_buffer);
  for (bool goes_on = true; goes_on && !is_stopping;) {
    request_parser parser;
    parser.header_limit(longest_header);
    parser.body_limit(boost::none);  // read_body() has one
    c.is_idle = buffer.size() == 0;
    c.waits_for_peer = true;
    c.stream.expires_after(c.is_extra ? std::min(options.patience, std::chrono::milliseconds(2000))
                                      : options.patience);
    beast::error_code error;
    co_await http::async_read_header(c.stream, buffer, parser, asio::redirect_error(use_awaitable, error));
    c.is_idle = false;
    if (error) {
      std::optional<reply> why = unreadable(error);
      const request_head unknown;
      if (why) co_await send(c, unknown, *std::move(why));
      co_return;
    }
    reply r = co_await reply_to(c, buffer, parser);
    c.has_moved();
    if (!parser.is_done() || !parser.get().keep_alive() || c.is_extra || is_stopping) r.is_last = true;
    goes_on = !r.is_last;
    co_await send(c, parser.get().base(), std::move(r));
  }
}

asio::awaitable<reply> http_server::sockets::reply_to(connection& c, beast::flat_buffer& buffer,
                                                      request_parser& parser) {
  const request_head& asked = parser.get();
  const bool is_batch = asked.target() == "/batches";
  if (c.is_extra) co_return refusal(http::status::service_unavailable, "too many connections");
  if (!is_batch && asked.target() != "/messages") {
    if (auto refused = co_await read_body(c, buffer, parser, 0)) co_return last(*std::move(refused));
    co_return look_up(asked);
  }
  if (asked.method() != http::verb::post) co_return refused_method("POST");
  const std::uint64_t most = is_batch ? longest_batch : longest_message;
  const body_share share(body_bytes, std::min(parser.content_length().value_or(most), most));
  if (share.is_too_much()) co_return refusal(http::status::service_unavailable, "too many bodies at a time");
  if (auto refused = co_await read_body(c, buffer, parser, most)) co_return last(*std::move(refused));
  std::vector<byte_string> messages;
  if (is_batch) {
    try {
      for (const auto message : read_batch(parser.get().body()))
        messages.emplace_back(message.begin(), message.end());
    } catch (const format_error&) {
      messages.clear();
    }
    if (messages.empty()) co_return refusal(http::status::bad_request, "no batch of 1 to 1024 messages");
  } else {
    messages.push_back(std::move(parser.get().body()));
  }
  co_return co_await take(std::move(messages), is_batch);
}

/// Reads the body into the parser, or says why not. A request that is cut throws.
asio::awaitable<std::optional<reply>> http_server::sockets::read_body(connection& c,
                                                                      beast::flat_buffer& buffer,
                                                                      request_parser& parser,
                                                                      std::uint64_t most) {
  const auto too_long = [most] {
    return refusal(http::status::payload_too_large, most == 0 ? "a body that nobody asked for"
                                                    : most == longest_batch
                                                        ? "a batch of more than a megabyte"
                                                        : "longer than any message of the task");
  };
  if (parser.content_length().value_or(0) > most) co_return too_long();
  parser.body_limit(most);
  if (!parser.is_done() && beast::iequals(parser.get()[http::field::expect], "100-continue")) {
    http::response<http::empty_body> go_on(http::status::continue_, parser.get().version());
    co_await http::async_write(c.stream, go_on, use_awaitable);
  }
  const std::size_t fields = field_count(parser.get());
  std::uint64_t left = wire_bytes_a_byte * most + wire_bytes_beside;
  beast::error_code error;
  while (!parser.is_done() && !error) {
    const std::uint64_t came =
        co_await http::async_read_some(c.stream, buffer, parser, asio::redirect_error(use_awaitable, error));
    if (came > left)
      co_return refusal(http::status::bad_request, "chunks that are too small for what they hold");
    left -= came;
  }
  c.waits_for_peer = false;
  c.was_of_use = c.was_of_use || !error;
  if (error == http::error::body_limit) co_return too_long();
  if (std::optional<reply> why = unreadable(error)) co_return why;
  if (error) throw beast::system_error(error);
  // Fields behind a body would count as those in front of it.
  if (field_count(parser.get()) != fields)
    co_return refusal(http::status::bad_request, "fields behind the body");
  co_return std::nullopt;
}

asio::awaitable<void> http_server::sockets::send(connection& c, const request_head& asked, reply r) {
  http::response<http::span_body<const char>> response(r.status, asked.version() == 10 ? 10 : 11);
  response.set(http::field::server, "edgeldp");
  response.set("X-Content-Type-Options", "nosniff");
  for (const auto& [name, value] : r.fields) response.set({name.data(), name.size()}, value);
  response.body() = beast::span<const char>(r.bytes.data(), r.bytes.size());
  if (r.status != http::status::not_modified) response.content_length(r.bytes.size());
  response.keep_alive(!r.is_last);
  http::response_serializer<http::span_body<const char>> serializer(response);
  c.waits_for_peer = true;
  c.stream.expires_after(options.patience);
  if (asked.method() == http::verb::head || r.status == http::status::not_modified) {
    co_await http::async_write_header(c.stream, serializer, use_awaitable);
    co_return;
  }
  while (!serializer.is_done()) {
    c.stream.expires_after(options.patience);
    co_await http::async_write_some(c.stream, serializer, use_awaitable);
    c.has_moved();
  }
  if (!r.is_last) co_return;
  // What the other side still sends must not make its system drop our answer before it is read.
  beast::error_code ignored;
  c.stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
  c.stream.expires_after(std::min(options.patience, std::chrono::milliseconds(2000)));
  std::array<char, 4096> rest;
  for (int reads = 0; reads < 64; ++reads)
    co_await c.stream.async_read_some(asio::buffer(rest), use_awaitable);
}

asio::awaitable<reply> http_server::sockets::take(std::vector<byte_string> messages, bool is_batch) {
  const std::optional<std::vector<reception>> receptions = co_await submit(std::move(messages));
  if (!receptions) co_return refusal(http::status::service_unavailable, "too many messages wait");
  co_return is_batch ? batch_reply(*receptions) : message_reply(receptions->front());
}

asio::awaitable<std::optional<std::vector<reception>>> http_server::sockets::submit(
    std::vector<byte_string> messages) {
  using answer = std::optional<std::vector<reception>>;
  co_return co_await asio::async_initiate<decltype(use_awaitable), void(answer)>(
      [this](auto handler, std::vector<byte_string> all) {
        auto waits = std::make_shared<decltype(handler)>(std::move(handler));
        const auto wake = [this, waits](answer a) {
          asio::post(io, [waits, a = std::move(a)]() mutable { (*waits)(std::move(a)); });
        };
        if (!worker.submit(std::move(all), wake)) wake(std::nullopt);
      },
      use_awaitable, std::move(messages));
}

reply http_server::sockets::look_up(const request_head& asked) {
  const std::string_view target = view_of(asked.target());
  const auto path = public_path_of(target);
  const bool is_page = target == "/", is_status = target == "/status.json", is_health = target == "/healthz";
  if (!path && !is_page && !is_status && !is_health)
    return refusal(http::status::not_found, "there is no such thing");
  if (asked.method() != http::verb::get && asked.method() != http::verb::head)
    return refused_method("GET, HEAD");
  if (is_page) return page_reply(worker.served());
  if (is_status) return status_reply(worker.served());
  if (is_health) return text_reply(http::status::ok, "text/plain", "ok\n");
  std::shared_ptr<const public_file> file;
  try {
    file = files.open(*path);
  } catch (const io_error&) {
    return refusal(http::status::service_unavailable, "the file cannot be read now");
  }
  return file ? file_reply(asked, *path, file)
              : refusal(http::status::not_found, "not published, or not yet");
}

/// Where a handler throws, its connection is lost and no other: coroutines that it would have woken
/// are destroyed with it.
void http_server::sockets::run_until_stopped() {
  for (bool has_ended = false; !has_ended;) {
    try {
      io.run();
      has_ended = true;
    } catch (const std::exception&) {
    }
  }
}

void http_server::sockets::begin_stop() {
  if (is_stopping) return;
  is_stopping = true;
  beast::error_code ignored;
  acceptor.close(ignored);
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
  acceptor.close(ignored);
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

http_server::http_server(collection& of, collection_worker::describer describe, const http_options& options)
    : m_sockets(std::make_unique<sockets>(of, std::move(describe), options)) {
  m_sockets->listen();
}

http_server::~http_server() = default;

host_and_port http_server::address() const {
  return m_sockets->options.at;
}

void http_server::run(std::optional<std::chrono::seconds> after_the_end) {
  asio::co_spawn(m_sockets->io, m_sockets->accept_all(), asio::detached);
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
