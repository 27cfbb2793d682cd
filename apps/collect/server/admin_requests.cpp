// SPDX-License-Identifier: MIT
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "collect/server/http_sockets.hpp"
#include "collect/task/messages.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::uint64_t longest_request = 1024;

std::vector<std::string_view> values_of(const request_head& asked, http::field name) {
  std::vector<std::string_view> all;
  const auto [first, last] = asked.equal_range(name);
  for (auto at = first; at != last; ++at) all.push_back(view_of(at->value()));
  return all;
}

admin_access::claims claims_of(const request_head& asked) {
  return {values_of(asked, http::field::host), values_of(asked, http::field::origin),
          values_of(asked, http::field::authorization)};
}

/// Nothing but what comes from the desk itself is loaded, sent to or drawn around it.
reply desk_reply(const char* type, const std::string& text) {
  reply r = text_reply(http::status::ok, type, text);
  r.set("Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
        "base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'");
  r.set("X-Frame-Options", "DENY").set("Referrer-Policy", "no-referrer");
  r.set("Cross-Origin-Opener-Policy", "same-origin").set("Cross-Origin-Resource-Policy", "same-origin");
  return r;
}

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

asio::awaitable<reply> http_server::sockets::reply_at_desk(connection& c, beast::flat_buffer& buffer,
                                                           request_parser& parser) {
  const request_head& asked = parser.get();
  const std::string target(view_of(asked.target()));
  const admin_access::claims claims = claims_of(asked);
  // Before a body is read, and before anything is told, even that there is no such page.
  if (!access->is_from_here(claims))
    co_return last(refusal(http::status::forbidden, "this desk is asked by its own page alone"));
  const bool is_post = target == "/close" || target == "/extend";
  if (auto refused = co_await read_body(c, buffer, parser, is_post ? longest_request : 0))
    co_return last(*std::move(refused));
  if (asked.method() != (is_post ? http::verb::post : http::verb::get))
    co_return refused_method(is_post ? "POST" : "GET");
  if (target == "/") co_return desk_reply("text/html; charset=utf-8", desk.page);
  if (target == "/page.js") co_return desk_reply("text/javascript; charset=utf-8", desk.script);
  if (target == "/style.css") co_return desk_reply("text/css; charset=utf-8", desk.style);
  if (!access->is_allowed(claims))
    co_return refusal(http::status::unauthorized, "the token is not this server's")
        .set("WWW-Authenticate", "Bearer");
  // Named, each: g++ 12 destroys what a temporary function holds twice, where it is awaited.
  if (target == "/state.json" || target == "/people.json") {
    collection_act shows = [this, is_state = target == "/state.json"](collection& of) {
      return desk_reply("application/json", is_state ? desk.state(of) : desk.people(of));
    };
    co_return co_await on_collection(std::move(shows));
  }
  if (!is_post) co_return refusal(http::status::not_found, "there is no such thing");
  std::optional<operator_request> wanted;
  try {
    wanted = read_admin_request(text_of(parser.get().body()), target == "/extend");
  } catch (const format_error&) {
    co_return refusal(http::status::bad_request, "no such object of JSON");
  }
  collection_act acts = [asks = *std::move(wanted)](collection& of) {
    const std::string why = act_on(of, asks, now());
    return why.empty() ? desk_reply("application/json", R"({"done":true})") : conflict(why);
  };
  co_return co_await on_collection(std::move(acts));
}

/// Does what concerns the collection on its own thread, and comes back with what it says.
asio::awaitable<reply> http_server::sockets::on_collection(collection_act act) {
  using answer = std::optional<reply>;
  auto said = co_await asio::async_initiate<decltype(use_awaitable), void(answer)>(
      [this](auto handler, collection_act does) {
        auto waits = std::make_shared<decltype(handler)>(std::move(handler));
        const auto wake = [this, waits](answer a) {
          asio::post(io, [waits, a = std::move(a)]() mutable { (*waits)(std::move(a)); });
        };
        if (!worker.submit([does, wake](collection& of) { wake(does(of)); })) wake(std::nullopt);
      },
      use_awaitable, std::move(act));
  if (!said) co_return refusal(http::status::service_unavailable, "the server is ending");
  co_return *std::move(said);
}

}  // namespace edgeldp::collect
