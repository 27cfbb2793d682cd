// SPDX-License-Identifier: MIT
#include "collect/task/web_address.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::string_view plain = "http://", secure = "https://";

constexpr int no_port = -1;

char small_letter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// scheme: in small letters; capitals are the same (RFC 3986, section 3.1).
bool begins_with(std::string_view text, std::string_view scheme) {
  return text.size() >= scheme.size() &&
         ranges::equal(text.substr(0, scheme.size()), scheme, {}, small_letter);
}

int port_of(std::string_view digits) {
  std::uint16_t port = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, port);
  return digits.empty() || error != std::errc() || rest != end ? no_port : port;
}

bool is_host(std::string_view host, bool is_bracketed) {
  const bool has_colon = host.find(':') != host.npos;
  return !host.empty() && has_colon == is_bracketed && ranges::all_of(host, [&](char c) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return is_plain || c == '.' || c == '-' || c == '_' || (is_bracketed && (c == ':' || c == '%'));
  });
}

/// Nothing where the text is no such thing. if_missing: the port where none is given.
std::optional<host_and_port> host_of(std::string_view text, int if_missing) {
  const bool is_bracketed = text.starts_with('[');
  const std::size_t end = is_bracketed ? text.find(']') : std::min(text.find(':'), text.size());
  if (end == text.npos) return std::nullopt;
  const std::string_view host = is_bracketed ? text.substr(1, end - 1) : text.substr(0, end);
  const std::string_view rest = text.substr(end + (is_bracketed ? 1 : 0));
  const int port = rest.empty() ? if_missing : rest.front() == ':' ? port_of(rest.substr(1)) : no_port;
  if (!is_host(host, is_bracketed) || port == no_port) return std::nullopt;
  return host_and_port{std::string(host), static_cast<std::uint16_t>(port)};
}

}  // namespace

std::string host_and_port::text() const {
  const bool is_bracketed = host.find(':') != host.npos;
  return (is_bracketed ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

host_and_port parse_host_and_port(std::string_view text) {
  const auto found = host_of(text, no_port);
  if (!found)
    throw invalid_parameter("'" + std::string(text) +
                            "': a host and a port, as in 127.0.0.1:8080 or [::1]:8080");
  return *found;
}

bool is_of_this_machine(std::string_view host) {
  const bool is_number = host.find_first_not_of("0123456789.") == host.npos;
  return host == "localhost" || host == "::1" || (is_number && host.starts_with("127."));
}

std::string web_address::origin() const {
  std::string text(is_secure ? secure : plain);
  text += at.text();
  if (const std::string usual = is_secure ? ":443" : ":80"; text.ends_with(usual))
    text.resize(text.size() - usual.size());
  ranges::transform(text, text.begin(), small_letter);
  return text;
}

bool is_web_address(std::string_view text) {
  return begins_with(text, plain) || begins_with(text, secure);
}

bool lacks_scheme(std::string_view text) {
  const std::string_view host = text.substr(0, text.find('/'));
  return !is_web_address(text) && host.find(':') != host.npos && host_of(host, no_port).has_value();
}

std::string scheme_is_missing(std::string_view text) {
  const std::string bare(text);
  return bare + ": http:// is missing: write http://" + bare + ", or https://" + bare;
}

web_address parse_web_address(std::string_view text) {
  const auto refuse = [&](const char* why) {
    throw invalid_parameter("'" + std::string(text) + "' is no address of a collector: " + why);
  };
  if (!is_web_address(text)) refuse("it begins with neither http:// nor https://");
  if (!ranges::all_of(text, [](char c) { return c > ' ' && c < 127; }))
    refuse("it has blanks, or characters that must be written as %XX");
  if (text.find_first_of("?#") != text.npos) refuse("it has a ? or a #");
  web_address found;
  found.is_secure = begins_with(text, secure);
  const std::string_view rest = text.substr(found.is_secure ? secure.size() : plain.size());
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const auto at = host_of(rest.substr(0, slash), found.is_secure ? 443 : 80);
  if (!at || at->port == 0) refuse("a host, perhaps with a port, is needed, as in http://127.0.0.1:8080");
  found.at = *at;
  found.path = rest.substr(slash);
  while (found.path.ends_with('/')) found.path.pop_back();
  return found;
}

}  // namespace edgeldp::collect
