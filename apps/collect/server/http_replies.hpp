// SPDX-License-Identifier: MIT
#pragma once

#include <boost/beast/core/error.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http.hpp>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/server/public_files.hpp"
#include "collect/server/worker.hpp"

/// What the server of a collection answers, before it is sent.
namespace edgeldp::collect {

namespace beast = boost::beast;
namespace http = beast::http;

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

reply text_reply(http::status status, const char* type, std::string text);
/// What is wrong with a request, rather than with a message in it.
reply refusal(http::status status, const std::string& detail);
/// What the operator asked for cannot be done now, in words that come from elsewhere.
reply conflict(const std::string& why);
/// Behind it the connection ends: nobody knows where another request would begin.
reply last(reply r);
reply refused_method(const char* allowed);
reply page_reply(const std::shared_ptr<const served_texts>& texts);
reply status_reply(const std::shared_ptr<const served_texts>& texts);
/// A file, or the part of it that was asked for.
reply file_reply(const request_head& asked, const public_path& path,
                 const std::shared_ptr<const public_file>& file);
/// The page by which browsers take part: no page may show it within itself.
reply take_part_reply(const request_head& asked, const std::shared_ptr<const public_file>& page);

/// Whether a page of one of these origins asks ("https://pages.example.org", as browsers write it).
bool is_of_origin(const request_head& asked, std::span<const std::string> origins);
/// Lets such a page read the reply, as the Fetch standard has it (CORS). Replies to others say
/// nothing of it, and their browsers keep them from the page.
void let_origin_read(reply& r, const request_head& asked, std::span<const std::string> origins);
/// What such a page's browser asks before a message may be sent.
reply preflight_reply();

reply batch_reply(const std::vector<reception>& receptions);
reply message_reply(const reception& r);
/// A request that could not be read; nothing where nobody waits for an answer.
std::optional<reply> unreadable(const beast::error_code& error);

std::string_view view_of(beast::string_view text);

}  // namespace edgeldp::collect
