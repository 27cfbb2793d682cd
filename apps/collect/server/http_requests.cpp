// SPDX-License-Identifier: MIT
#include "collect/server/http_sockets.hpp"

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
#include <optional>
#include <string_view>
#include <utility>

#include "collect/server/http_server.hpp"
#include "collect/server/public_files.hpp"
#include "collect/task/batch.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::uint32_t longest_header = 8192;
/// What Beast parses at a time: a header, a line of a chunk, a trailer. What does not end within is
/// refused, far below the 64 kB from which Beast throws.
constexpr std::size_t longest_buffer = 2 * longest_header;
/// Of a request, for each byte of its body that is allowed (chunks of one byte take six), and
/// beside it.
constexpr std::uint64_t wire_bytes_a_byte = 8, wire_bytes_beside = 4 * longest_buffer;
/// Bodies that are on their way in, all together.
constexpr std::uint64_t most_body_bytes = std::uint64_t{64} << 20;

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
    if (!c.is_admin) let_origin_read(r, parser.get(), options.page_origins);
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
  if (c.is_admin) co_return co_await reply_at_desk(c, buffer, parser);
  if (asked.method() == http::verb::options && is_of_origin(asked, options.page_origins)) {
    if (auto refused = co_await read_body(c, buffer, parser, 0)) co_return last(*std::move(refused));
    co_return preflight_reply();
  }
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
  if (r.status != http::status::not_modified && r.status != http::status::no_content)
    response.content_length(r.bytes.size());
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
  const bool is_page = target == "/", is_status = target == "/status.json", is_health = target == "/healthz",
             is_part = take_part && target == take_part_path;
  if (!path && !is_page && !is_status && !is_health && !is_part)
    return refusal(http::status::not_found, "there is no such thing");
  if (asked.method() != http::verb::get && asked.method() != http::verb::head)
    return refused_method("GET, HEAD");
  if (is_page) return page_reply(worker.served());
  if (is_status) return status_reply(worker.served());
  if (is_part) return take_part_reply(asked, take_part);
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

}  // namespace edgeldp::collect
