// SPDX-License-Identifier: MIT
#include "collect/server/admin.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>

#include "collect/task/signature.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"

namespace edgeldp::collect {

admin_access::admin_access(std::uint16_t port) {
  for (const char* host : {"127.0.0.1:", "localhost:", "[::1]:"})
    m_hosts.push_back(host + std::to_string(port));
  std::array<std::byte, 16> coins{};
  fill_secret(coins);
  m_token = to_hex(coins);
}

bool admin_access::is_from_here(const claims& c) const {
  if (c.hosts.size() != 1 || std::ranges::find(m_hosts, c.hosts.front()) == m_hosts.end()) return false;
  return std::ranges::all_of(
      c.origins, [&](std::string_view origin) { return origin == "http://" + std::string(c.hosts.front()); });
}

bool admin_access::is_allowed(const claims& c) const {
  constexpr std::string_view scheme = "Bearer ";
  if (c.authorizations.size() != 1 || !c.authorizations.front().starts_with(scheme)) return false;
  const std::string_view given = c.authorizations.front().substr(scheme.size());
  return is_same_secret(std::as_bytes(std::span(given)), std::as_bytes(std::span(m_token)));
}

operator_request read_admin_request(std::string_view json, bool extends) {
  const nlohmann::json said = nlohmann::json::parse(json, nullptr, false);
  const auto is_number = [](const nlohmann::json& value) {
    return value.is_number_unsigned() && value.get<std::uint64_t>() > 0;
  };
  if (!said.is_object() || said.size() != (extends ? 2U : 1U) || !said.contains("round") ||
      !said["round"].is_string() || (extends && !(said.contains("seconds") && is_number(said["seconds"]))))
    throw format_error(0, extends ? R"({"round": text, "seconds": number})" : R"({"round": text})");
  return {said["round"].get<std::string>(), extends ? said["seconds"].get<std::uint64_t>() : 0};
}

}  // namespace edgeldp::collect
