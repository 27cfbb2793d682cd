// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Addresses of collectors on a network, as people write them.
namespace edgeldp::collect {

struct host_and_port {
  std::string host;  ///< a name or a number; of IPv6 without brackets
  std::uint16_t port = 0;
  friend bool operator==(const host_and_port&, const host_and_port&) = default;

  /// With brackets where they are needed.
  std::string text() const;
};

/// "localhost:8080", "127.0.0.1:0", "[::1]:8080".
/// Errors: invalid_parameter, here and below.
host_and_port parse_host_and_port(std::string_view text);

/// Whether only programs on the same machine can connect to a host: 127.x.x.x, ::1, localhost.
bool is_of_this_machine(std::string_view host);

/// Of a collector, or of a mirror of what it published.
struct web_address {
  bool is_secure = false;
  host_and_port at;
  std::string path;  ///< begins with '/', ends with none; empty for the root
  friend bool operator==(const web_address&, const web_address&) = default;

  /// As browsers write where a page comes from: "https://votes.example.org", with its port where
  /// that is not the usual one.
  std::string origin() const;
};

/// Whether a text is an address rather than a folder: http://... or https://..., in capitals too
bool is_web_address(std::string_view text);
/// Whether a text is a host and a port, perhaps with a path, as in 127.0.0.1:8080: an address whose
/// http:// was forgotten, where no folder has this name.
bool lacks_scheme(std::string_view text);
/// What to say of such a text: what is missing, and how it is written.
std::string scheme_is_missing(std::string_view text);
/// No user, no query, no fragment, nothing but printable ASCII.
web_address parse_web_address(std::string_view text);

}  // namespace edgeldp::collect
