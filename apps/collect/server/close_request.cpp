// SPDX-License-Identifier: MIT
#include "collect/server/close_request.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>

#include "collect/task/files.hpp"
#include "collect/task/messages.hpp"
#include "collect/task/published.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::uint64_t longest_note = 4096;
constexpr std::string_view few_accepted = "\nwith few answers";  // behind the name of a round

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

void ask_to_close(const collector_folder& folder, const std::string& round, bool accepts_few) {
  std::error_code ignored;
  std::filesystem::remove(answer_path(folder), ignored);
  write_private(request_path(folder), bytes_of(accepts_few ? round + std::string(few_accepted) : round));
}

void withdraw_request(const collector_folder& folder) {
  std::error_code ignored;
  std::filesystem::remove(request_path(folder), ignored);
}

std::optional<std::string> answer_to_request(const collector_folder& folder) {
  return taken_note(answer_path(folder));
}

void close_if_asked(collection& c, std::int64_t now) {
  auto round = taken_note(request_path(c.folder()));
  if (!round) return;
  const bool accepts_few = round->ends_with(few_accepted);
  if (accepts_few) round->resize(round->size() - few_accepted.size());
  write_private(answer_path(c.folder()), bytes_of(act_on(c, {*round, 0, accepts_few}, now)));
}

}  // namespace edgeldp::collect
