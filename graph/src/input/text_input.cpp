// SPDX-License-Identifier: MIT
#include "input/text_input.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "input/unpack.hpp"

namespace edgeldp {
namespace {

struct file_closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

[[noreturn]] void fail_to(const char* what, const std::string& path, int cause) {
  throw io_error("cannot " + std::string(what) + ' ' + path + ": " + std::generic_category().message(cause));
}

/// Bytes of a file that says so; 0 for pipes.
std::uint64_t size_of(std::FILE* file) {
  struct stat state{};
  return fstat(fileno(file), &state) == 0 && S_ISREG(state.st_mode)
             ? static_cast<std::uint64_t>(state.st_size)
             : 0;
}

byte_buffer read_bytes(const std::string& path) {
  const bool is_standard_input = path == "-";
  const std::unique_ptr<std::FILE, file_closer> opened(is_standard_input ? nullptr
                                                                         : std::fopen(path.c_str(), "rb"));
  if (!is_standard_input && !opened) fail_to("open", path, errno);
  std::FILE* const file = is_standard_input ? stdin : opened.get();
  byte_buffer bytes;
  const std::string name = name_of_input(path);
  line_watch lines(name);
  bool is_text = true;
  const std::uint64_t size = size_of(file);
  tell_stage("reading");
  bytes.fill([&](char* place, std::size_t room) {
    check_stop();
    if (std::feof(file) != 0) return std::size_t{0};
    const std::size_t got = std::fread(place, 1, std::min(room, line_watch::longest_piece), file);
    if (std::ferror(file)) fail_to("read", name, errno);
    if (bytes.size() == 0) is_text = !packing_of({place, got});
    if (is_text) lines.see({place, got});
    tell_step(bytes.size() + got, size);
    return got;
  });
  return bytes;
}

}  // namespace

byte_buffer read_text_input(const std::string& path) {
  byte_buffer bytes = read_bytes(path);
  const auto packed = packing_of(bytes.view());
  return packed ? unpack(bytes.view(), *packed, name_of_input(path)) : std::move(bytes);
}

std::string first_bytes_of(const std::string& path, std::size_t count) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return "";
  std::string bytes(count, '\0');
  const std::unique_ptr<std::FILE, file_closer> file(std::fopen(path.c_str(), "rbe"));
  bytes.resize(file ? std::fread(bytes.data(), 1, count, file.get()) : 0);
  return bytes;
}

std::string name_of_input(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

std::string_view without_mark(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text;
}

std::string printable(std::string_view line) {
  constexpr std::size_t shown = 40, longest = 100;  // bytes of the line, and as they are shown
  std::string text;
  std::size_t told = 0;
  for (const char c : line.substr(0, shown)) {
    if (text.size() >= longest) break;
    ++told;
    if (c >= ' ' && c <= '~') {
      text += c;
    } else {
      constexpr std::string_view digits = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      text.append("\\x").append(1, digits[byte / 16]).append(1, digits[byte % 16]);
    }
  }
  return line.size() > told ? text + "..." : text;
}

void fail_line(const std::string& name, std::uint64_t number, std::string_view line,
               const std::string& expected) {
  throw bad_graph_input(name + ": line " + std::to_string(number) + ": expected " + expected + ", found \"" +
                        printable(line) + "\"");
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  while (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool has_extension(const std::string& name, std::string_view extension) {
  std::string stem = lower_case(name);
  for (const std::string_view packed : {".gz", ".bz2", ".xz", ".zst"})
    if (stem.ends_with(packed)) {
      stem.resize(stem.size() - packed.size());
      break;
    }
  return stem.ends_with(extension);
}

bool is_metis(const std::string& name) {
  return has_extension(name, ".graph") || has_extension(name, ".metis");
}

void take_size_line(std::string_view& text, size_line& head) {
  while (!text.empty()) {
    head.text = take_line(text);
    ++head.lines;
    if (!is_blank(head.text) && !head.text.starts_with('%')) return;
  }
  head.text = {};
}

std::uint64_t most_vertices(std::size_t bytes) {
  return std::min<std::uint64_t>(std::max<std::size_t>(1 << 16, 16 * bytes), unnumbered);
}

std::vector<chunk> cut_into_chunks(std::string_view text) {
  constexpr std::size_t chunk_bytes = std::size_t{1} << 20;
  std::vector<chunk> chunks;
  while (!text.empty()) {
    const std::size_t line_end = text.size() <= chunk_bytes ? text.npos : text.find('\n', chunk_bytes - 1);
    chunks.emplace_back().text = text.substr(0, line_end == text.npos ? text.npos : line_end + 1);
    text.remove_prefix(chunks.back().text.size());
  }
  return chunks;
}

std::uint64_t count_entries(const std::vector<chunk>& chunks) {
  return sum(chunks, [](const chunk& c) { return c.edges.size(); });
}

clean_up_report count_lines(const std::vector<chunk>& chunks, std::uint64_t header_lines) {
  clean_up_report report;
  report.lines = header_lines + sum(chunks, [](const chunk& c) { return c.lines; });
  report.comments = header_lines + sum(chunks, [](const chunk& c) { return c.comments; });
  report.wide_lines = sum(chunks, [](const chunk& c) { return c.wide_lines; });
  report.lone_users = sum(chunks, [](const chunk& c) { return c.lone_users; });
  const auto any = [&](bool chunk::* field) {
    return ranges::any_of(chunks, [&](const chunk& c) { return c.*field; });
  };
  if (any(&chunk::has_leading_zeros))
    report.cautions.emplace_back("ids with zeros in front are numbers (007 is 7): --names keeps them apart");
  if (any(&chunk::has_zero_values) && any(&chunk::has_other_values))
    report.cautions.emplace_back(zeros_are_edges);
  if (any(&chunk::has_edges_in_comments))
    report.cautions.emplace_back("some comments look like edges, and are left out: # and % begin a comment");
  if (sum(chunks, [](const chunk& c) { return c.repeated_headings; }) > 0)
    report.cautions.emplace_back("the line that names the columns stands in the middle too, and is skipped");
  return report;
}

}  // namespace edgeldp
