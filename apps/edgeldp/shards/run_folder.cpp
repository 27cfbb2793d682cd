// SPDX-License-Identifier: MIT
#include "shards/run_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/report.hpp"

namespace edgeldp::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t digest_length = 64;
constexpr const char* run_file = "run.json";

byte_string bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::optional<byte_string> read_bytes(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    if (fs::exists(path)) throw io_error("cannot read " + path.string());
    return std::nullopt;
  }
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) throw io_error("cannot read " + path.string());
  return bytes_of(text);
}

void write_sealed(const fs::path& path, std::span<const std::byte> bytes) {
  atomic_file file(path.string());
  file.write(bytes);
  file.write(std::string_view(name_of(bytes)));
  file.commit();
}

std::optional<byte_string> read_sealed(const fs::path& path) {
  std::optional<byte_string> bytes = read_bytes(path);
  if (!bytes) return bytes;
  const std::size_t length = bytes->size() - std::min(bytes->size(), digest_length);
  const std::string digest = name_of(std::span(*bytes).first(length));
  if (!std::ranges::equal(bytes_of(digest), std::span(*bytes).subspan(length)))
    throw format_error(length, path.string() + " is damaged or cut off: remove it and play its shard again");
  bytes->resize(length);
  return bytes;
}

fs::path call_path(const fs::path& folder, std::uint64_t play, std::uint64_t index) {
  return folder / fmt::format("{}.{}.call", play, index);
}

fs::path messages_path(const fs::path& folder, std::uint64_t play, std::uint64_t index, const shard& by) {
  return folder / fmt::format("{}.{}.{}-of-{}.messages", play, index, by.index + 1, by.count);
}

/// The digits at the front of a text, which they leave.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// Shards whose messages are there, by how many there are in all.
std::map<std::uint64_t, std::vector<std::uint64_t>> shards_in(const fs::path& folder, std::uint64_t play,
                                                              std::uint64_t index) {
  std::map<std::uint64_t, std::vector<std::uint64_t>> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    std::string_view rest = name;
    if (!take(rest, fmt::format("{}.{}.", play, index))) continue;
    const auto number = take_number(rest);
    if (!number || *number == 0 || !take(rest, "-of-")) continue;
    const auto count = take_number(rest);
    if (count && *number <= *count && rest == ".messages") found[*count].push_back(*number);
  }
  return found;
}

std::string text_of_run(const std::vector<std::string>& words) {
  return nlohmann::ordered_json{{"edgeldp_run", 1}, {"command", words}}.dump() + "\n";
}

std::string joined(const std::vector<std::string>& words) {
  std::string all = "edgeldp";
  for (const std::string& word : words) all += " " + word;
  return all;
}

}  // namespace

run_folder::run_folder(fs::path folder) : m_folder(std::move(folder)) {
  const std::optional<byte_string> bytes = read_bytes(m_folder / run_file);
  if (!bytes)
    throw invalid_parameter(fmt::format(
        "{} holds no run: begin one with `edgeldp triangles GRAPH --seed 7 --rounds-in {}`", path(), path()));
  try {
    const auto read = nlohmann::json::parse(reinterpret_cast<const char*>(bytes->data()),
                                            reinterpret_cast<const char*>(bytes->data()) + bytes->size());
    if (read.at("edgeldp_run") != 1)
      throw format_error(0, (m_folder / run_file).string() + ": another version");
    m_words = read.at("command").get<std::vector<std::string>>();
  } catch (const nlohmann::json::exception&) {
    throw format_error(0, (m_folder / run_file).string() +
                              " is damaged: remove the folder, and begin the run again in another");
  }
  m_task = name_of(bytes_of(text_of_run(m_words)));
}

run_folder::run_folder(fs::path folder, std::vector<std::string> words) : m_folder(std::move(folder)) {
  if (fs::exists(m_folder / run_file)) {
    *this = run_folder(m_folder);
    if (m_words != words)
      throw invalid_parameter(fmt::format("{} holds the run of another command, `{}`: name another folder",
                                          path(), joined(m_words)));
    return;
  }
  m_words = std::move(words);
  m_task = name_of(bytes_of(text_of_run(m_words)));
  fs::create_directories(m_folder / "objects");
  replace_file((m_folder / run_file).string(), text_of_run(m_words));
}

void run_folder::tell(std::uint64_t play, const call& asked, std::span<const std::byte> told) const {
  const fs::path at = call_path(m_folder, play, asked.index);
  if (const std::optional<byte_string> before = read_sealed(at)) {
    if (!std::ranges::equal(*before, told))
      throw invalid_parameter(
          fmt::format("{}: round '{}' was told otherwise before: the graph or the program has changed",
                      path(), asked.kind.name));
    return;
  }
  for (const public_objects::listed& published : asked.published.list()) {
    const fs::path object = m_folder / "objects" / published.name;
    if (!fs::exists(object))
      replace_file(object.string(), asked.published.form_of(published.name).whole().bytes);
  }
  write_sealed(at, told);
}

std::optional<run_folder::open_call> run_folder::last_call() const {
  open_call last;
  bool is_any = false;
  for (const auto& entry : fs::directory_iterator(m_folder)) {
    const std::string name = entry.path().filename().string();
    std::string_view rest = name;
    const auto play = take_number(rest);
    if (!play || !take(rest, ".")) continue;
    const auto index = take_number(rest);
    if (!index || rest != ".call") continue;
    if (is_any && std::pair(*play, *index) < std::pair(last.play, last.index)) continue;
    is_any = true;
    last.play = *play;
    last.index = *index;
  }
  if (!is_any) return std::nullopt;
  last.told = read_sealed(call_path(m_folder, last.play, last.index)).value();
  const told_call told(last.told, m_task);
  last.round = told.round();
  last.users = told.asked_users();
  last.published = std::make_unique<public_objects>();
  for (const public_objects::listed& object : told.published()) {
    std::optional<byte_string> form = read_bytes(m_folder / "objects" / object.name);
    if (!form) throw format_error(0, path() + ": the published object " + object.name + " is missing");
    last.published->receive(object.name, *std::move(form));
  }
  return last;
}

std::uint64_t run_folder::store(std::uint64_t play, std::uint64_t index, const shard& by,
                                std::span<const std::byte> batch) const {
  write_sealed(messages_path(m_folder, play, index, by), batch);
  return batch.size() + digest_length;
}

void run_folder::deliver(std::uint64_t play, const call& asked, std::span<const std::byte> told,
                         message_sink& sink) const {
  round_is_open open{path(), std::string(asked.kind.name), play, asked.index, asked.who.size(), {}, 0};
  for (const auto& [count, numbers] : shards_in(m_folder, play, asked.index)) {
    std::vector<std::uint64_t> missing;
    for (std::uint64_t number = 1; number <= count; ++number)
      if (std::ranges::find(numbers, number) == numbers.end()) missing.push_back(number);
    if (open.shards == 0 || missing.size() < open.missing.size()) {
      open.shards = count;
      open.missing = std::move(missing);
    }
  }
  if (open.shards == 0 || !open.missing.empty()) throw open;
  const std::string answered = name_of(told);
  std::uint64_t next = 0;  // every number belongs to one part
  for (std::uint64_t index = 0; index < open.shards; ++index) {
    const fs::path at = messages_path(m_folder, play, asked.index, {index, open.shards});
    const byte_string batch = read_sealed(at).value();
    const round_part part = message_batch::part_in(batch, answered);
    if (part.first != next)
      throw format_error(
          0, at.string() + " is not of the shard that its name says: remove it and play that again");
    next = part.last;
    message_batch::deliver(batch, answered, sink);
  }
  if (next != asked.who.size())
    throw format_error(0, path() + ": shards do not cover round '" + open.round + "'");
}

std::optional<byte_string> run_folder::decided(std::uint64_t play, std::string_view name) const {
  return read_sealed(m_folder / fmt::format("{}.decided.{}", play, name));
}

void run_folder::decide(std::uint64_t play, std::string_view name, std::span<const std::byte> what) const {
  write_sealed(m_folder / fmt::format("{}.decided.{}", play, name), what);
}

void folder_users::answer(const call& asked, message_sink& sink) {
  if (!is_simulated())
    throw invalid_parameter(
        "--rounds-in needs --seed: a shard that is played again has to draw the same coins");
  const byte_string told = told_call::write({m_users, asked}, m_folder.task());
  m_folder.tell(m_play, asked, told);
  m_folder.deliver(m_play, asked, told, sink);
}

byte_string folder_users::decide(std::string_view name, const std::function<byte_string()>& make) {
  if (auto before = m_folder.decided(m_play, name)) return *std::move(before);
  byte_string made = make();
  m_folder.decide(m_play, name, made);
  return made;
}

}  // namespace edgeldp::cli
