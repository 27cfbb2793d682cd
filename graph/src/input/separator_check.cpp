// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/input/line_fields.hpp"
#include "input/table_shape.hpp"
#include "input/text_input.hpp"

namespace edgeldp {

namespace {

using line_list = std::vector<std::string_view>;

std::string_view without_blanks_around(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  text.remove_suffix(text.size() - (text.find_last_not_of(" \t") + 1));
  return text;
}

/// The first lines with data.
line_list lines_of(std::string_view text) {
  constexpr std::size_t looked_at = 2000;
  line_list lines;
  while (!text.empty() && lines.size() < looked_at)
    if (const std::string_view line = take_line(text); !is_comment_line(line))
      lines.push_back(without_blanks_around(line));
  return lines;
}

[[noreturn]] void refuse_marks(const std::string& name, const std::string& what, const std::string& command) {
  throw bad_graph_input(name + ": " + what + ". What helps: " + command +
                        " (if it is a list of edges all the same: --format edge-list)");
}

/// "(1, 2)", one a line.
void refuse_brackets(const line_list& lines, const std::string& name) {
  constexpr std::string_view opening = "([{<", closing = ")]}>";
  const auto is_pair = [&](std::string_view line) {
    const std::size_t kind = line.empty() ? std::string_view::npos : opening.find(line[0]);
    if (kind == std::string_view::npos) return false;
    const std::size_t end = line.find(closing[kind]), comma = line.find_first_of(",; ");
    return end != std::string_view::npos && comma < end;
  };
  if (!ranges::all_of(lines, is_pair)) return;
  refuse_marks(name, "the ends of its edges stand in brackets, \"" + printable(lines[0]) + "\"",
               "tr -s '()[]{}<>,;' ' ' < " + name + " > edges.txt");
}

struct mark {
  std::string_view bytes, called, typed;  ///< typed: in a regular expression
};

/// What people put between two ends, and blanks that are none of ASCII.
constexpr std::array marks = {
    mark{"<->", "<->", "<->"},
    mark{"->", "->", "->"},
    mark{"<-", "<-", "<-"},
    mark{"=>", "=>", "=>"},
    mark{"--", "--", "--"},
    mark{"::", "::", "::"},
    mark{"\xe2\x86\x92", "an arrow", "\\xe2\\x86\\x92"},
    mark{"\xe2\x80\x94", "a long dash", "\\xe2\\x80\\x94"},
    mark{"\xe2\x80\x93", "a dash", "\\xe2\\x80\\x93"},
    mark{"\xc2\xa0", "a no-break blank (U+00A0)", "\\xc2\\xa0"},
    mark{"\xe2\x80\xaf", "a narrow no-break blank (U+202F)", "\\xe2\\x80\\xaf"},
    mark{"\xe2\x80\x83", "a wide blank (U+2003)", "\\xe2\\x80\\x83"},
    mark{"\xe3\x80\x80", "an ideographic blank (U+3000)", "\\xe3\\x80\\x80"},
    mark{"\xef\xbc\x8c", "a wide comma (U+FF0C)", "\\xef\\xbc\\x8c"},
    mark{"\xe3\x80\x81", "an ideographic comma (U+3001)", "\\xe3\\x80\\x81"},
    mark{":", ":", ":"},
    mark{"~", "~", "~"},
    mark{"&", "&", "&"},
    mark{"/", "/", "\\/"},
    mark{"-", "-", "-"},
};

/// The two ends beside the only such mark in a line that nothing else separates; both empty if
/// there are none.
std::pair<std::string_view, std::string_view> ends_beside(std::string_view line, std::string_view bytes) {
  const std::size_t at = line.find(bytes);
  if (at == std::string_view::npos || line.find(bytes, at + bytes.size()) != std::string_view::npos)
    return {};
  const std::string_view one = without_blanks_around(line.substr(0, at)),
                         other = without_blanks_around(line.substr(at + bytes.size()));
  const bool is_apart = one.find_first_of("\t;, ") == std::string_view::npos &&
                        other.find_first_of("\t;, ") == std::string_view::npos;
  if (!is_apart || one.empty() || other.empty()) return {};
  return {one, other};
}

/// Whether nine lines of ten have one such mark, and an end of one line is in another.
bool are_apart_by(const line_list& lines, std::string_view bytes) {
  boost::unordered_flat_set<std::string_view> ends;
  std::size_t found = 0;
  bool is_repeated = false;
  for (const std::string_view line : lines) {
    const auto [one, other] = ends_beside(line, bytes);
    if (one.empty()) continue;
    ++found;
    is_repeated = !ends.insert(one).second || is_repeated;
    is_repeated = !ends.insert(other).second || is_repeated;
  }
  return is_repeated && 10 * found >= 9 * lines.size();
}

void refuse_other_marks(const line_list& lines, const std::string& name) {
  for (const mark& m : marks)
    if (are_apart_by(lines, m.bytes))
      refuse_marks(name,
                   "its ends are apart by " +
                       (m.called == m.bytes ? '"' + std::string(m.called) + '"' : std::string(m.called)) +
                       ", which separates nothing",
                   "perl -pe 's/ *" + std::string(m.typed) + " */\\t/' " + name + " > edges.txt");
}

/// "u<tab>v,w", "u: v w" and "u v:1 w:1": the first word, and the words behind it.
struct vertex_list {
  std::string_view vertex;
  std::vector<std::string_view> neighbors;
};

enum class list_shape { commas, colon, weights };

vertex_list cut(std::string_view line, list_shape shape) {
  const std::size_t end = line.find_first_of(shape == list_shape::colon ? ":" : " \t");
  if (end == std::string_view::npos) return {};
  vertex_list list{without_blanks_around(line.substr(0, end)), {}};
  std::string_view rest = without_blanks_around(line.substr(end + 1));
  if (list.vertex.find_first_of(",;: \t") != std::string_view::npos) return {};
  if (shape == list_shape::commas && rest.find_first_of(" \t") != std::string_view::npos &&
      rest.find(", ") == std::string_view::npos)
    return {};
  const std::string_view between = shape == list_shape::commas  ? ",;"
                                   : shape == list_shape::colon ? ",; \t"
                                                                : " \t";
  constexpr std::size_t most = 1000;
  while (!rest.empty() && list.neighbors.size() < most) {
    const std::size_t next = std::min(rest.find_first_of(between), rest.size());
    std::string_view word = without_blanks_around(rest.substr(0, next));
    if (shape == list_shape::weights) {
      if (word.find(':') == std::string_view::npos) return {};
      word = word.substr(0, word.find(':'));
    }
    if (!word.empty()) list.neighbors.push_back(word);
    rest.remove_prefix(std::min(next + 1, rest.size()));
  }
  return list;
}

/// Whether nine lines of ten are such lists, one of ten has two neighbours, and half of all
/// neighbours have a line of their own.
bool are_lists(const line_list& lines, list_shape shape) {
  std::vector<vertex_list> lists;
  boost::unordered_flat_set<std::string_view> vertices;
  std::size_t several = 0, neighbors = 0, known = 0;
  for (const std::string_view line : lines) {
    vertex_list list = cut(line, shape);
    if (list.vertex.empty()) continue;
    vertices.insert(list.vertex);
    several += list.neighbors.size() > 1 ? 1 : 0;
    lists.push_back(std::move(list));
  }
  if (10 * lists.size() < 9 * lines.size() || several < 2 || 10 * several < lines.size()) return false;
  for (const vertex_list& list : lists)
    for (const std::string_view neighbor : list.neighbors) {
      ++neighbors;
      known += vertices.contains(neighbor) ? 1 : 0;
    }
  return 2 * known >= neighbors;
}

void refuse_lists(const line_list& lines, const std::string& name) {
  const std::string then = " > lists.adjlist, which --format adjacency-list reads";
  const std::string what = "a vertex and all its neighbours a line, ";
  if (are_lists(lines, list_shape::commas))
    refuse_marks(name, what + "apart by commas", "tr ',;' '  ' < " + name + then);
  if (are_lists(lines, list_shape::colon))
    refuse_marks(name, what + "behind a colon", "tr ',;:' '   ' < " + name + then);
  if (are_lists(lines, list_shape::weights))
    refuse_marks(name, what + "each with a weight behind a colon", "sed 's/:[^ ]*//g' " + name + then);
}

}  // namespace

void check_marks(std::string_view text, const std::string& name) {
  const line_list lines = lines_of(text);
  if (lines.size() < 2) return;
  refuse_brackets(lines, name);
  refuse_other_marks(lines, name);
  refuse_lists(lines, name);
}

}  // namespace edgeldp
