// SPDX-License-Identifier: MIT
#include "options/missing_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "io/download.hpp"
#include "options/nearest_word.hpp"

namespace edgeldp::cli {

namespace {

/// PATH of "cannot open PATH: No such file or directory", and the like.
std::optional<std::string> missing_in(std::string_view message) {
  const std::string end = ": " + std::generic_category().message(ENOENT);
  for (const std::string_view begin : {"cannot open ", "cannot read ", "cannot write "})
    if (message.starts_with(begin) && message.ends_with(end) && message.size() > begin.size() + end.size())
      return std::string(message.substr(begin.size(), message.size() - begin.size() - end.size()));
  return std::nullopt;
}

/// The public graph that is called so, in whatever letters and with whatever ending.
std::optional<std::string> public_graph_called(const std::filesystem::path& path) {
  const std::string name = in_small_letters(path.filename().string());
  for (const manifest_entry& e : read_manifest()) {
    const std::string known = in_small_letters(e.name);
    if (name == known || name == known + ".txt" || name == known + ".txt.gz") return e.name;
  }
  return std::nullopt;
}

/// Names in a folder, as the one that was typed stands before them; not of huge folders.
std::vector<std::string> names_beside(const std::filesystem::path& path) {
  constexpr std::size_t most = 10000;
  const std::filesystem::path folder = path.parent_path();
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator at(folder.empty() ? "." : folder, error);
  for (; !error && at != std::filesystem::directory_iterator() && names.size() < most; at.increment(error))
    names.push_back((folder / at->path().filename()).string());
  return names;
}

}  // namespace

std::string what_may_be_meant(std::string_view message) {
  const std::optional<std::string> missing = missing_in(message);
  if (!missing) return "";
  const std::filesystem::path path = *missing;
  std::error_code error;
  if (const std::filesystem::path folder = path.parent_path(); !folder.empty() && !exists(folder, error))
    return fmt::format("; there is no folder {}", folder.string());
  if (message.starts_with("cannot write ")) return "";
  if (const auto graph = public_graph_called(path))
    return fmt::format("; `edgeldp dataset fetch {}` downloads the public graph of this name", *graph);
  return did_you_mean(*missing, names_beside(path));
}

}  // namespace edgeldp::cli
