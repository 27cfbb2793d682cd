// SPDX-License-Identifier: MIT
#include "collect/server/close_request.hpp"

#include <filesystem>
#include <system_error>

#include "collect/task/files.hpp"
#include "collect/task/messages.hpp"
#include "collect/task/published.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::uint64_t longest_note = 4096;

std::filesystem::path request_path(const collector_folder& folder) {
  return folder.closed() / "close.request";
}

std::filesystem::path answer_path(const collector_folder& folder) {
  return folder.closed() / "close.answer";
}

std::optional<std::string> taken_note(const std::filesystem::path& path) {
  const auto bytes = read_file(path, longest_note);
  if (!bytes) return std::nullopt;
  std::filesystem::remove(path);
  return std::string(text_of(*bytes));
}

}  // namespace

void ask_to_close(const collector_folder& folder, const std::string& round) {
  std::error_code ignored;
  std::filesystem::remove(answer_path(folder), ignored);
  write_private(request_path(folder), bytes_of(round));
}

void withdraw_request(const collector_folder& folder) {
  std::error_code ignored;
  std::filesystem::remove(request_path(folder), ignored);
}

std::optional<std::string> answer_to_request(const collector_folder& folder) {
  return taken_note(answer_path(folder));
}

void close_if_asked(collection& c, std::int64_t now) {
  const auto round = taken_note(request_path(c.folder()));
  if (!round) return;
  write_private(answer_path(c.folder()), bytes_of(act_on(c, {*round, 0}, now)));
}

}  // namespace edgeldp::collect
