// SPDX-License-Identifier: MIT
#include "collect/server/http_replies.hpp"

#include <algorithm>
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
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "collect/server/http_range.hpp"
#include "collect/server/public_files.hpp"

namespace edgeldp::collect {

namespace {

constexpr const char* for_ever = "public, max-age=31536000, immutable";
constexpr const char* try_again_seconds = "2";

}  // namespace

reply text_reply(http::status status, const char* type, std::string text) {
  auto owner = std::make_shared<const std::string>(std::move(text));
  reply r{status, {}, *owner, owner};
  r.set("Content-Type", type).set("Cache-Control", "no-store");
  return r;
}

reply refusal(http::status status, const std::string& detail) {
  const std::string title(http::obsolete_reason(status));
  reply r = text_reply(status, "application/problem+json",
                       R"({"type":"about:blank","title":")" + title + R"(","status":)" +
                           std::to_string(static_cast<unsigned>(status)) + R"(,"detail":")" + detail + "\"}");
  if (status == http::status::service_unavailable) r.set("Retry-After", try_again_seconds);
  return r;
}

reply conflict(const std::string& why) {
  const nlohmann::ordered_json said = {
      {"type", "about:blank"}, {"title", "Conflict"}, {"status", 409}, {"detail", why}};
  return text_reply(http::status::conflict, "application/problem+json", said.dump());
}

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

reply take_part_reply(const request_head& asked, const std::shared_ptr<const public_file>& page) {
  reply r = file_reply(asked, {"", "text/html; charset=utf-8", false}, page);
  // The rest of its policy stands in the page itself, wherever it is served.
  r.set("Content-Security-Policy", "frame-ancestors 'none'").set("X-Frame-Options", "DENY");
  return r.set("Referrer-Policy", "no-referrer");
}

bool is_of_origin(const request_head& asked, std::span<const std::string> origins) {
  return std::ranges::find(origins, view_of(asked[http::field::origin])) != origins.end();
}

void let_origin_read(reply& r, const request_head& asked, std::span<const std::string> origins) {
  if (origins.empty()) return;
  r.set("Vary", "Origin");
  if (!is_of_origin(asked, origins)) return;
  r.set("Access-Control-Allow-Origin", std::string(view_of(asked[http::field::origin])));
  r.set("Access-Control-Expose-Headers", "Retry-After");
}

reply preflight_reply() {
  constexpr const char* day = "86400";  // in seconds
  reply r{http::status::no_content, {}, {}, nullptr};
  r.set("Access-Control-Allow-Methods", "GET, POST").set("Access-Control-Allow-Headers", "Content-Type");
  return r.set("Access-Control-Max-Age", day);
}

reply batch_reply(const std::vector<reception>& receptions) {
  std::string list = "[";
  for (const reception& r : receptions) list += (list.size() > 1 ? ",\"" : "\"") + std::string(r.name) + '"';
  return text_reply(http::status::ok, "application/json", list + "]");
}

reply message_reply(const reception& r) {
  const auto status = static_cast<http::status>(r.http_status);
  reply said =
      text_reply(status, r.http_status == 200 ? "application/json" : "application/problem+json", r.document);
  if (r.http_status == 425) said.set("Retry-After", try_again_seconds);
  return said;
}

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

}  // namespace edgeldp::collect
