// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "collect/collector/collection.hpp"
#include "collect/server/operator_request.hpp"

/// The desk of an operator: a page on a port of its own, for this machine alone, by which a round
/// is closed or extended, and which shows who is there. It shares nothing with what the public
/// sees.
namespace edgeldp::collect {

/// Who may ask: whoever has the token, by a browser that was sent here by nobody else.
///
/// A page of anybody's that a browser of this machine has open can send requests to every port.
/// Three things stand against that. Such a request says whose page it is of (Origin), and a name
/// that somebody made to point here says itself (Host): both are refused. And the token travels in
/// a field that no other page can set, never in an address: no log, history or Referer has it.
class admin_access {
 public:
  /// Draws a token. port: at which the desk is.
  /// Errors: io_error where the system has no coins.
  explicit admin_access(std::uint16_t port);

  /// What a request says of where it comes from and goes to, a field of that name each.
  struct claims {
    std::vector<std::string_view> hosts, origins, authorizations;
  };
  /// Whether it was sent to this desk, and by no page but the desk's own.
  bool is_from_here(const claims& c) const;
  /// Whether it has the token. Takes as long for each that has not.
  bool is_allowed(const claims& c) const;

  /// 32 digits.
  const std::string& token() const noexcept { return m_token; }

 private:
  std::vector<std::string> m_hosts;
  std::string m_token;
};

/// What the desk shows. Functions are called on the thread of the collection, when they are asked
/// for; they give JSON.
struct admin_desk {
  std::string page, script, style;
  std::function<std::string(collection&)> state, people;
};

/// What was asked for at the desk: {"round": text}, or with "seconds" where it extends.
/// Errors: format_error for bytes that are no such object of JSON.
operator_request read_admin_request(std::string_view json, bool extends);

}  // namespace edgeldp::collect
