// SPDX-License-Identifier: MIT
#include "bench/journal.hpp"

#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <cstdint>
#include <string_view>
#include <system_error>

#include "bench/build_id.hpp"
#include "edgeldp/core/base/crc32.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/version.hpp"
#include "io/text_file.hpp"

namespace edgeldp::cli {

namespace {

/// JSON on one line; what is not UTF-8 in a name is replaced.
std::string json_of(const record& line) {
  return line.dump(-1, ' ', false, record::error_handler_t::replace);
}

/// What ends a line whose JSON is otherwise `json`, in place of its last brace.
std::string seal_of(std::string_view json) {
  return fmt::format(R"(,"crc":"{:08x}"}})", crc32(json));
}

std::string text_of(const record& line) {
  const std::string json = json_of(line);
  return json.substr(0, json.size() - 1) + seal_of(json) + "\n";
}

bool is_sealed(std::string_view line) {
  const std::size_t length = seal_of("").size();
  if (line.size() < length) return false;
  return line.ends_with(seal_of(std::string(line.substr(0, line.size() - length)) + "}"));
}

/// 64-bit FNV-1a.
std::string fingerprint_of(const record& settings) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : json_of(settings) + "\n") {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  return hex(hash);
}

record make_line(const char* kind, const std::string& fingerprint, const std::string& name,
                 const record& fields) {
  record line = {{"record", kind}, {"settings", fingerprint}};
  if (!name.empty()) line["name"] = name;
  line.update(fields);
  return line;
}

record parse(const std::string& line) {
  record parsed = record::parse(line, nullptr, false);
  for (const char* key : {"record", "settings"})
    if (!parsed.is_object() || !parsed.contains(key) || !parsed[key].is_string()) return nullptr;
  return parsed;
}

constexpr const char* way_out = "choose another --out, or start over with --restart";

/// Another one when lines change.
constexpr const char* format = "edgeldp sweep 2";

/// What must be the same for a program to go on with a journal, before any setting.
record made_by() {
  return {{"format", format}, {"version", version}, {"build", build_id()}};
}

/// Names the first setting that differs between a file and this call.
void require_same(const std::string& path, const record& found, const record& wanted) {
  const record program = made_by();
  for (const auto& [key, value] : wanted.items()) {
    const record there = found.contains(key) ? found[key] : record(nullptr);
    if (there == value) continue;
    const bool is_settled = !program.contains(key);
    throw invalid_parameter(
        fmt::format("{} was made {} {} = {}, not {}: {}, {}", path,
                    is_settled ? "with" : "by another program, with", key, json_of(there), json_of(value),
                    is_settled ? "repeat its settings" : "finish it with that one", way_out));
  }
}

}  // namespace

journal::journal(const std::string& path, const record& of_the_caller, bool restart) : m_path(path) {
  record settings = made_by();
  settings.update(of_the_caller);
  m_fingerprint = fingerprint_of(settings);
  open();
  const std::optional<std::string> text = restart ? std::nullopt : read_text(path);
  if (text) load(*text, settings);
  if (m_kept.empty()) m_kept = text_of(make_line("settings", m_fingerprint, "", settings));
  if (m_kept == text) return;
  write_text(path, m_kept);
  open();
}

/// Opens for appending, for this process alone.
void journal::open() {
  m_file.reset(std::fopen(m_path.c_str(), "ab"));
  if (!m_file) throw io_error("cannot open " + m_path + ": " + std::generic_category().message(errno));
  if (flock(fileno(m_file.get()), LOCK_EX | LOCK_NB) != 0)
    throw io_error("cannot append to " + m_path + ": another process writes it");
}

void journal::load(const std::string& text, const record& settings) {
  const std::string wanted = text_of(make_line("settings", m_fingerprint, "", settings));
  if (text.find('\n') == std::string::npos && !wanted.starts_with(text))  // else cut off in its first line
    throw format_error(0, m_path + " is not the record of a sweep");
  for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    const std::string line = text.substr(at, end - at);
    if (at == 0) {
      const record first = parse(line);
      if (first.is_null() || first["record"] != "settings")
        throw format_error(0, m_path + " is not the record of a sweep");
      if (first.contains("format") && first["format"] == format && !is_sealed(line))
        throw format_error(0, "a damaged line in " + m_path);
      require_same(m_path, first, settings);
      m_kept = line + "\n";
    } else {
      load_line(line, at);
    }
  }
}

void journal::load_line(const std::string& line, std::uint64_t offset) {
  const record parsed = parse(line);
  if (parsed.is_null() || !is_sealed(line)) throw format_error(offset, "a damaged line in " + m_path);
  if (parsed["settings"] != m_fingerprint)
    throw invalid_parameter(m_path + " holds lines of other settings, " + parsed["settings"].dump());
  if (parsed["record"] == "comparison") return;
  if (!parsed.contains("name") || !parsed["name"].is_string())
    throw format_error(offset, "a line without a name in " + m_path);
  const auto name = parsed["name"].get<std::string>();
  m_kept += line + "\n";
  m_names.insert(parsed["record"].get<std::string>() + " " + name);
  if (parsed["record"] == "run") m_runs[name] = parsed;
}

const record* journal::find_run(const std::string& name) const {
  const auto it = m_runs.find(name);
  return it == m_runs.end() ? nullptr : &it->second;
}

void journal::add(const char* kind, const std::string& name, const record& fields) {
  if (!m_file || !m_names.insert(std::string(kind) + " " + name).second) return;
  write(text_of(make_line(kind, m_fingerprint, name, fields)));
}

void journal::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), m_file.get()) != text.size() || std::fflush(m_file.get()) != 0)
    throw io_error("cannot write " + m_path + ": " + std::generic_category().message(errno));
}

}  // namespace edgeldp::cli
