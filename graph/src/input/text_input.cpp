// SPDX-License-Identifier: MIT
#include "input/text_input.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <ios>
#include <system_error>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/run_watch.hpp"

namespace edgeldp {
namespace {

struct file_closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

[[noreturn]] void fail_io(const std::string& path, int cause) {
  throw io_error(path + ": " + std::generic_category().message(cause));
}

/// Refuses a line that no input has as soon as it is longer than the limit: a few hundred kilobytes
/// of gzip can hold a line of gigabytes.
class line_watch {
 public:
  explicit line_watch(const std::string& name) : m_name(name) {}

  void see(std::string_view piece) {
    const std::size_t first = std::min(piece.find('\n'), piece.size());
    if (m_length + first > longest)
      throw bad_graph_input(m_name + ": line " + std::to_string(m_lines + 1) + ": longer than 64 MiB");
    m_lines += static_cast<std::uint64_t>(std::ranges::count(piece, '\n'));
    m_length = first == piece.size() ? m_length + first : piece.size() - 1 - piece.rfind('\n');
  }

  /// Longer pieces could hold a longer line.
  static constexpr std::size_t longest_piece = std::size_t{1} << 20;

 private:
  static constexpr std::size_t longest = std::size_t{1} << 26;
  const std::string& m_name;
  std::uint64_t m_lines = 0;
  std::size_t m_length = 0;
};

bool is_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
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
  if (!is_standard_input && !opened) fail_io(path, errno);
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
    if (std::ferror(file)) fail_io(name, errno);
    if (bytes.size() == 0) is_text = !is_gzip({place, got});
    if (is_text) lines.see({place, got});
    tell_step(bytes.size() + got, size);
    return got;
  });
  return bytes;
}

/// What the end of gzip data says: of its last part, up to 2^32, and only if nobody lies.
std::uint64_t unzipped_size(std::string_view bytes) {
  std::uint64_t size = 0;
  if (bytes.size() < 4) return size;
  for (std::size_t i = 1; i <= 4; ++i) size = size << 8 | static_cast<unsigned char>(bytes[bytes.size() - i]);
  return size;
}

byte_buffer unzip(std::string_view bytes, const std::string& name) {
  namespace io = boost::iostreams;
  byte_buffer text;
  try {
    io::filtering_streambuf<io::input> source;
    source.push(io::gzip_decompressor(), 1 << 16);
    source.push(io::array_source(bytes.data(), bytes.size()));
    line_watch lines(name);
    const std::uint64_t size = unzipped_size(bytes);
    tell_stage("unzipping");
    text.fill([&](char* place, std::size_t room) {
      check_stop();
      const auto wanted = static_cast<std::streamsize>(std::min(room, line_watch::longest_piece));
      const auto got = static_cast<std::size_t>(source.sgetn(place, wanted));
      lines.see({place, got});
      tell_step(text.size() + got, std::max<std::uint64_t>(size, text.size() + got));
      return got;
    });
  } catch (const std::ios_base::failure&) {
    throw bad_graph_input(name + ": corrupt or truncated gzip data");
  }
  return text;
}

}  // namespace

byte_buffer read_text_input(const std::string& path) {
  byte_buffer bytes = read_bytes(path);
  return is_gzip(bytes.view()) ? unzip(bytes.view(), name_of_input(path)) : std::move(bytes);
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
  constexpr std::size_t shown = 40;
  std::string text;
  for (const char c : line.substr(0, shown)) {
    if (c >= ' ' && c <= '~') {
      text += c;
    } else {
      constexpr std::string_view digits = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      text.append("\\x").append(1, digits[byte / 16]).append(1, digits[byte % 16]);
    }
  }
  return line.size() > shown ? text + "..." : text;
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
  if (line.ends_with('\r')) line.remove_suffix(1);
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
  if (stem.ends_with(".gz")) stem.resize(stem.size() - 3);
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
  return report;
}

column_names take_column_names(std::string_view& text) {
  std::string_view rest = text;
  for (std::uint64_t lines = 1; !rest.empty(); ++lines) {
    const std::string_view line = take_line(rest);
    line_cursor cursor(line);
    cursor.skip_blanks();
    if (cursor.at_end() || cursor.peek() == '#' || cursor.peek() == '%') continue;
    const char first = cursor.peek();
    if (std::isalpha(static_cast<unsigned char>(first)) == 0 && first != '_' && first != '"') return {};
    text = rest;
    return {lines, line};
  }
  return {};
}

namespace {

bool begins_like_a_name(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return false;
  const auto c = static_cast<unsigned char>(line[first]);
  return std::isalpha(c) != 0 || c == '"' || c >= 0x80;
}

/// parse_chunks' ParseLine of edge lists.
struct edge_parser {
  lone_ids lone;

  bool operator()(std::string_view line, chunk& c) const {
    line_cursor cursor(line);
    cursor.skip_blanks();
    if (cursor.at_end() || cursor.peek() == '#' || cursor.peek() == '%') {
      ++c.comments;
      return true;
    }
    std::uint64_t u = 0;
    std::uint64_t v = 0;
    bool good = cursor.take(u);
    const bool blank = cursor.skip_blanks();
    if (good && cursor.at_end() && lone == lone_ids::are_users) {
      ++c.lone_users;
      c.edges.emplace_back(u, u);
      return true;
    }
    good = good && (cursor.skip_separator() || blank) && cursor.take(v) && cursor.skip_separator();
    if (!good) {
      c.expected = "two vertex ids from 0 to 18446744073709551615";
      if (begins_like_a_name(line)) c.expected += " (--names reads names that are not numbers)";
      return false;
    }
    if (!cursor.at_end()) ++c.wide_lines;
    c.edges.emplace_back(u, v);
    return true;
  }
};

}  // namespace

std::vector<chunk> parse_part_of_edges(std::string_view text, const std::string& name,
                                       std::uint64_t lines_before, lone_ids lone) {
  return parse_chunks(text, name, lines_before, edge_parser{lone});
}

std::vector<chunk> parse_edge_lines(std::string_view text, const std::string& name,
                                    std::uint64_t lines_before, lone_ids lone) {
  std::vector<chunk> chunks = parse_part_of_edges(text, name, lines_before, lone);
  if (count_entries(chunks) != 0) return chunks;
  throw bad_graph_input(name + ": no edge line among " +
                        std::to_string(count_lines(chunks, lines_before).lines) +
                        " lines: expected two vertex ids a line" +
                        (lines_before == 0 ? "" : " (--names reads names that are not numbers)"));
}

vertex_id id_numbering::add(std::uint64_t id) {
  if (m_labels.size() == unnumbered) throw bad_graph_input(m_name + ": more than 2^32 - 1 vertices");
  m_labels.push_back(id);
  return static_cast<vertex_id>(m_labels.size() - 1);
}

std::vector<vertex_id> places_of(std::span<const std::uint64_t> labels, std::span<const std::uint64_t> ids) {
  if (ids.size() > unnumbered) throw bad_graph_input("more than 2^32 - 1 declared users");
  boost::unordered_flat_map<std::uint64_t, vertex_id> place;
  place.reserve(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (!place.emplace(ids[i], static_cast<vertex_id>(i)).second)
      throw bad_graph_input("user " + std::to_string(ids[i]) + " is declared twice");
  std::vector<vertex_id> places;
  places.reserve(labels.size());
  for (const std::uint64_t label : labels) {
    const auto at = place.find(label);
    if (at == place.end())
      throw bad_graph_input("the graph names user " + std::to_string(label) + ", who is not declared");
    places.push_back(at->second);
  }
  return places;
}

raw_edge largest_ids(const std::vector<chunk>& chunks) {
  std::vector<raw_edge> largest(chunks.size());
  parallel_for(0, chunks.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      for (const auto& [u, v] : chunks[i].edges)
        largest[i] = {std::max(largest[i].first, u), std::max(largest[i].second, v)};
    }
  });
  raw_edge all;
  for (const auto& [u, v] : largest) all = {std::max(all.first, u), std::max(all.second, v)};
  return all;
}

std::vector<std::pair<vertex_id, vertex_id>> take_numbered_edges(std::vector<chunk>& chunks) {
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  edges.reserve(count_entries(chunks));
  for (chunk& c : chunks) {
    for (const auto& [u, v] : c.edges)
      edges.emplace_back(static_cast<vertex_id>(u - 1), static_cast<vertex_id>(v - 1));
    c.edges = {};
  }
  return edges;
}

std::vector<std::pair<vertex_id, vertex_id>> number_edges(std::vector<chunk>& chunks, id_numbering& first,
                                                          id_numbering& second) {
  tell_stage("building lists");
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  edges.reserve(count_entries(chunks));
  for (chunk& c : chunks) {
    for (const auto& [from, to] : c.edges) {
      const vertex_id u = first(from);  // before the other end: order of appearance
      edges.emplace_back(u, second(to));
    }
    c.edges = {};
  }
  return edges;
}

}  // namespace edgeldp
