// SPDX-License-Identifier: MIT
#include "collect/collector/public_path.hpp"

#include "collect/task/published.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::string_view json = "application/json", text = "text/plain; charset=utf-8",
                           octets = "application/octet-stream";

/// A number as it is written without leading zeros.
bool is_index(std::string_view digits) {
  constexpr std::size_t longest = 9;
  return !digits.empty() && digits.size() <= longest &&
         digits.find_first_not_of("0123456789") == digits.npos && (digits == "0" || digits.front() != '0');
}

}  // namespace

std::optional<public_path> public_path_of(std::string_view target) {
  constexpr std::string_view announcements = "/announcements/", objects = "/objects/";
  if (!target.starts_with('/')) return std::nullopt;
  const std::string_view file = target.substr(1);
  if (file == published::task) return public_path{std::string(file), json, true};
  if (file == published::directory) return public_path{std::string(file), text, true};
  if (file == published::result) return public_path{std::string(file), json, false};
  if (file == published::seal) return public_path{std::string(file), octets, true};
  if (file == published::release) return public_path{std::string(file), octets, false};
  if (target.starts_with(announcements) && is_index(target.substr(announcements.size())))
    return public_path{std::string(file), octets, true};
  if (target.starts_with(objects) && is_digest(target.substr(objects.size())))
    return public_path{std::string(file), octets, true};
  return std::nullopt;
}

}  // namespace edgeldp::collect
