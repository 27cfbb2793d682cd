// SPDX-License-Identifier: MIT
#include "input/text_input.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/graph/input/line_fields.hpp"
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
    return std::ranges::any_of(chunks, [&](const chunk& c) { return c.*field; });
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

namespace {

/// What to do about a line that has no two ids.
std::string advice_for(std::string_view line) {
  const std::string_view word =
      line_cursor(line.substr(std::min(line.find_first_not_of(" \t\""), line.size()))).take_word();
  const std::string_view first = word.substr(0, word.find_first_of(",;\""));
  const std::string names = "--names takes ids as they are written";
  const bool begins_with_digit = !first.empty() && std::isdigit(static_cast<unsigned char>(first[0])) != 0;
  if (begins_with_digit && first.find_first_of(".eE") != std::string_view::npos)
    return " (ids are written as decimals: write them as whole numbers; " + names + ")";
  if (first.size() > 1 && (first[0] == '-' || first[0] == '+')) return " (ids have signs: " + names + ")";
  if (begins_with_digit && first.size() > 19) return " (an id is longer: " + names + ")";
  if (line.find(',') != std::string_view::npos && line.find(",,") != std::string_view::npos)
    return " (a column is empty: fill it, or leave the line out)";
  for (std::string_view rest = line; !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of(" \t,;"), rest.size());
    if (is_missing_value(rest.substr(0, end))) return " (an id is missing: leave such lines out)";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const std::size_t begin = line.find_first_not_of(" \t");
  const auto c = static_cast<unsigned char>(begin == std::string_view::npos ? ' ' : line[begin]);
  const bool is_like_a_name = std::isalpha(c) != 0 || c == '"' || c >= 0x80;
  return is_like_a_name ? " (--names reads names that are not numbers)" : "";
}

constexpr const char* two_ids = "two vertex ids from 0 to 18446744073709551615";

/// parse_chunks' ParseLine of edge lists.
class edge_parser {
 public:
  edge_parser(const table_head& head, std::string_view text, lone_ids lone)
      : m_head(head), m_fields(text, head.first, head.second), m_lone(lone) {}

  bool operator()(std::string_view line, chunk& c) const {
    line_cursor cursor(line);
    cursor.skip_blanks();
    if (cursor.at_end() || cursor.peek() == '#' || cursor.peek() == '%') {
      ++c.comments;
      c.has_edges_in_comments = c.has_edges_in_comments || is_edge_behind_mark(cursor);
      return true;
    }
    if (!(m_head.is_plain ? take_plain(cursor, c) : take_columns(line, c))) {
      if (m_head.has_heading && line == m_head.line) {
        c.expected.clear();
        ++c.comments;
        ++c.repeated_headings;
        return true;
      }
      c.expected = two_ids + advice_for(line);
      return false;
    }
    return true;
  }

 private:
  static bool is_edge_behind_mark(line_cursor cursor) {
    std::uint64_t id = 0;
    if (cursor.at_end()) return false;
    cursor.take_one();
    if (!cursor.take(id) || !cursor.skip_separator() || cursor.at_end() || !cursor.take(id)) return false;
    cursor.skip_blanks();
    return cursor.at_end();
  }

  static bool take_id(line_cursor& cursor, std::uint64_t& id, chunk& c) {
    if (!cursor.at_end() && cursor.peek() == '0' && cursor.has_digit_next()) c.has_leading_zeros = true;
    return cursor.take(id);
  }

  bool take_plain(line_cursor& cursor, chunk& c) const {
    std::uint64_t u = 0;
    std::uint64_t v = 0;
    bool good = take_id(cursor, u, c);
    const bool blank = cursor.skip_blanks();
    if (good && cursor.at_end() && m_lone == lone_ids::are_users) {
      ++c.lone_users;
      c.edges.emplace_back(u, u);
      return true;
    }
    good = good && (cursor.skip_separator() || blank) && take_id(cursor, v, c) && cursor.skip_separator();
    if (!good) return false;
    if (!cursor.at_end()) {
      ++c.wide_lines;
      double value = 0.0;
      if (cursor.peek() != '#' && cursor.take(value))
        (value == 0.0 ? c.has_zero_values : c.has_other_values) = true;
    }
    c.edges.emplace_back(u, v);
    return true;
  }

  /// Ids in other columns, in quotes, or apart by semicolons.
  bool take_columns(std::string_view line, chunk& c) const {
    try {
      const name_fields::names found = m_fields(line);
      std::array<std::uint64_t, 2> ids{};
      for (std::size_t i = 0; i < found.first.size(); ++i) {
        line_cursor cursor(found.first[i]);
        if (!take_id(cursor, ids[i], c) || !cursor.at_end()) return false;
      }
      const bool is_alone = found.first.size() == 1;
      if (is_alone && m_lone == lone_ids::refused) return false;
      if (found.has_more) ++c.wide_lines;
      if (found.value) (*found.value == 0.0 ? c.has_zero_values : c.has_other_values) = true;
      if (is_alone) ++c.lone_users;
      c.edges.emplace_back(ids[0], ids[is_alone ? 0 : 1]);
      return true;
    } catch (const invalid_parameter&) {  // an empty field, a quote that is not closed
      return false;
    }
  }

  const table_head& m_head;
  name_fields m_fields;
  lone_ids m_lone;
};

}  // namespace

std::vector<chunk> parse_part_of_edges(std::string_view text, const std::string& name,
                                       std::uint64_t lines_before, const table_head& head, lone_ids lone) {
  return parse_chunks(text, name, lines_before, edge_parser(head, text, lone));
}

std::vector<chunk> parse_edge_lines(std::string_view text, const std::string& name,
                                    std::uint64_t lines_before, const table_head& head, lone_ids lone) {
  std::vector<chunk> chunks = parse_part_of_edges(text, name, lines_before, head, lone);
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
