// SPDX-License-Identifier: MIT
#include "input/table_shape.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/input/line_fields.hpp"
#include "input/text_input.hpp"

namespace edgeldp {

namespace {

using fields = std::vector<std::string>;

bool begins_like_a_number(std::string_view field) {
  return !field.empty() && field.find_first_of("0123456789+-.") == 0;
}

/// A line's fields up to a remark or a dictionary behind the second, at most `most`.
fields split(std::string_view line, std::string_view separators, std::size_t most) {
  const auto skip_blanks = [&] {
    if (separators != blank_separators) return;
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
  };
  fields all;
  skip_blanks();
  while (!line.empty() && all.size() < most) {
    line_field field;
    const std::string_view before = line;
    try {
      field = take_field(line, separators);
    } catch (const invalid_parameter&) {  // of a quote: the reader will tell
      field.text = before.substr(0, before.find_first_of(separators));
      line.remove_prefix(std::min(field.text.size() + 1, line.size()));
    }
    const bool is_remark = field.text.starts_with('#') || field.text.starts_with('%') ||
                           field.text.starts_with("//") || field.text.starts_with('{');
    if (all.size() >= 2 && is_remark) break;
    all.push_back(std::move(field.text));
    if (field.is_last) break;
    skip_blanks();
  }
  return all;
}

/// Lower case letters and digits, without what many column names end with.
std::string plain_word(std::string_view name) {
  std::string word;
  for (const char c : lower_case(name))
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80) word += c;
  for (const std::string_view ending : {"id", "name", "node", "user", "vertex", "label", "key"})
    if (word.size() > ending.size() && word.ends_with(ending)) word.resize(word.size() - ending.size());
  return word;
}

using word_pair = std::pair<std::string_view, std::string_view>;

/// Names of the two ends.
constexpr std::array end_words = {
    word_pair{"source", "target"},
    word_pair{"source", "destination"},
    word_pair{"source", "dest"},
    word_pair{"src", "dst"},
    word_pair{"src", "dest"},
    word_pair{"src", "target"},
    word_pair{"from", "to"},
    word_pair{"subject", "object"},
    word_pair{"sender", "receiver"},
    word_pair{"sender", "recipient"},
    word_pair{"caller", "callee"},
    word_pair{"follower", "followee"},
    word_pair{"follower", "followed"},
    word_pair{"follower", "following"},
    word_pair{"user", "friend"},
    word_pair{"person", "friend"},
    word_pair{"name", "friend"},
    word_pair{"user", "contact"},
    word_pair{"person", "contact"},
    word_pair{"ego", "alter"},
    word_pair{"head", "tail"},
    word_pair{"start", "end"},
    word_pair{"origin", "destination"},
    word_pair{"orig", "dest"},
    word_pair{"parent", "child"},
    word_pair{"von", "nach"},
    word_pair{"von", "zu"},
    word_pair{"quelle", "ziel"},
    word_pair{"origen", "destino"},
    word_pair{"desde", "hasta"},
    word_pair{"de", "vers"},
    word_pair{"origine", "cible"},
    word_pair{"u", "v"},
    word_pair{"i", "j"},
    word_pair{"nodea", "nodeb"},
    word_pair{"actor", "target"},
};

/// Names of columns that are no end: what numbers a line, and what says something of an edge.
bool names_no_end(std::string_view name) {
  constexpr std::array words = {
      "",         "id",       "index", "edge",     "row",          "rowid",     "nr",
      "no",       "number",   "time",  "times",    "timestamp",    "ts",        "date",
      "datetime", "day",      "year",  "month",    "hour",         "t",         "zeit",
      "weight",   "weights",  "value", "score",    "rating",       "count",     "strength",
      "since",    "type",     "kind",  "relation", "relationship", "predicate", "interaction",
      "edgetype", "unnamed0", "link",  "sign",     "unixts",       "created"};
  const std::string word = plain_word(name);
  return ranges::find(words, std::string_view(word)) != words.end();
}

/// Words for one end, which a first line of names may consist of.
bool names_an_end(std::string_view name) {
  constexpr std::array words = {"node",  "vertex", "user",  "friend", "person",  "member", "name",   "item",
                                "movie", "event",  "venue", "place",  "product", "book",   "contact"};
  std::string word = plain_word(name);
  while (!word.empty() && word.back() >= '0' && word.back() <= '9') word.pop_back();
  const auto is_one = [&](const word_pair& pair) { return pair.first == word || pair.second == word; };
  return ranges::find(words, std::string_view(word)) != words.end() || ranges::any_of(end_words, is_one);
}

using columns = std::pair<std::size_t, std::size_t>;

std::optional<std::size_t> only_one_called(const fields& words, std::string_view word) {
  const auto at = ranges::find(words, word);
  if (at == words.end() || std::find(at + 1, words.end(), word) != words.end()) return std::nullopt;
  return static_cast<std::size_t>(at - words.begin());
}

/// person_a and person_b, id1 and id2, person and person.1.
bool are_numbered_alike(std::string_view one, std::string_view other) {
  const std::string a = lower_case(one), b = lower_case(other);
  if (b.starts_with(a) && (b.substr(a.size()) == ".1" || b.substr(a.size()) == "_1")) return !a.empty();
  if (a.size() != b.size() || a.size() < 2 || a.compare(0, a.size() - 1, b, 0, a.size() - 1) != 0)
    return false;
  const word_pair ends(std::string_view(a).substr(a.size() - 1), std::string_view(b).substr(b.size() - 1));
  constexpr std::array pairs = {word_pair{"1", "2"}, word_pair{"0", "1"}, word_pair{"a", "b"},
                                word_pair{"i", "j"}, word_pair{"x", "y"}, word_pair{"u", "v"}};
  return ranges::find(pairs, ends) != pairs.end();
}

/// The columns that a heading calls ends.
std::optional<columns> called_ends(const fields& heading) {
  fields words, lower;
  for (const std::string& field : heading) {
    words.push_back(plain_word(field));
    lower.push_back(lower_case(field));
  }
  for (const fields* all : {&words, &lower})
    for (const auto& [one, other] : end_words) {
      const auto first = only_one_called(*all, one), second = only_one_called(*all, other);
      if (first && second) return columns{*first, *second};
    }
  std::optional<columns> found;
  for (std::size_t i = 0; i < heading.size(); ++i)
    for (std::size_t j = 0; j < heading.size(); ++j)
      if (i != j && are_numbered_alike(heading[i], heading[j]) && !names_no_end(heading[i])) {
        if (found) return std::nullopt;  // of three such columns nobody knows which
        found = columns{i, j};
      }
  return found;
}

/// Fields between quotes, apart by a comma and a blank.
std::string listed(const fields& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "\"" : ", \"") + printable(name) + "\"";
  return text;
}

/// The columns that are left when an index, a time or a relation is taken away.
columns ends_beside_others(const fields& heading, const std::string& name) {
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < heading.size(); ++i)
    if (!names_no_end(heading[i])) left.push_back(i);
  const bool is_in_front =
      heading.size() > 2 && (left.empty() || left[0] != 0 || left.size() == 1 || left[1] != 1);
  if (!is_in_front) return {0, 1};
  if (left.size() == 2) return {left[0], left[1]};
  throw bad_graph_input(name + ": its columns are called " + listed(heading) +
                        ": which two are the ends of an edge? Call them source and target, or put them first "
                        "(--format edge-list takes the first two)");
}

/// The line at which a list begins that is no comment, and how many stand before it.
struct first_line {
  std::uint64_t lines = 0;  ///< up to and with it; 0: there is none
  std::string_view line;
  std::string_view behind;
};
first_line find_first_line(std::string_view text) {
  for (std::uint64_t lines = 1; !text.empty(); ++lines) {
    const std::string_view line = take_line(text);
    if (!is_comment_line(line)) return {lines, line, text};
  }
  return {};
}

/// Row names stand before the columns that the heading names: "1" where it is one field short.
bool has_row_names(const fields& heading, const first_line& data, std::string_view separators) {
  const fields row = split(data.line, separators, 64);
  if (row.size() != heading.size() + 1 || row[0] != "1") return false;
  const fields next = split(find_first_line(data.behind).line, separators, 64);
  return next.empty() || next[0] == "2";
}

/// Whether a column has numbers alone, but in the first line.
bool stands_above_numbers(const fields& heading, std::string_view behind, std::string_view separators) {
  std::vector<bool> has_numbers(heading.size(), true);
  constexpr int looked_at = 1000;
  int rows = 0;
  for (int i = 0; i < looked_at && !behind.empty(); ++i) {
    const std::string_view line = take_line(behind);
    if (is_comment_line(line)) continue;
    const fields row = split(line, separators, heading.size());
    for (std::size_t c = 0; c < heading.size(); ++c)
      has_numbers[c] = has_numbers[c] && c < row.size() && begins_like_a_number(row[c]);
    ++rows;
  }
  const auto is_no_word = [](const std::string& f) { return begins_like_a_number(f) || is_missing_value(f); };
  if (rows < 2 || ranges::any_of(heading, is_no_word)) return false;
  return ranges::find(has_numbers, true) != has_numbers.end();
}

/// A line of a list of names that names the columns: words for columns alone, or words above
/// numbers, of which neither end occurs in another line.
bool is_heading_of_names(const fields& heading, std::string_view behind, std::string_view separators) {
  if (heading.size() < 2) return false;
  const bool are_known =
      ranges::all_of(heading, [](const std::string& f) { return names_an_end(f) || names_no_end(f); });
  const auto ends = called_ends(heading);
  if (!ends && !are_known && !stands_above_numbers(heading, behind, separators)) return false;
  const columns at = ends.value_or(columns{0, 1});
  constexpr int looked_at = 20000;
  for (int i = 0; i < looked_at && !behind.empty(); ++i) {
    const fields row = split(take_line(behind), separators, heading.size());
    if (row == heading || row.size() <= std::max(at.first, at.second)) continue;
    for (const std::size_t column : {at.first, at.second})
      if (row[column] == heading[at.first] || row[column] == heading[at.second]) return false;
  }
  return true;
}

bool is_heading(const fields& heading, const first_line& first, std::string_view separators,
                const reading& how) {
  if (how.heading != heading_line::automatic) return how.heading == heading_line::present;
  if (how.has_names) return is_heading_of_names(heading, first.behind, separators);
  const auto begins = static_cast<unsigned char>(first.line[first.line.find_first_not_of(" \t")]);
  const bool is_a_word = std::isalpha(begins) != 0 || begins == '_' || begins == '"' || begins == ',' ||
                         begins == ';' || begins >= 0x80;
  return is_a_word && ranges::none_of(heading, begins_like_a_number);
}

/// Id and Label, as in the table of vertices beside a table of edges.
void refuse_vertices(const fields& heading, const std::string& name) {
  if (heading.size() < 2) return;
  const std::string first = lower_case(heading[0]), second = lower_case(heading[1]);
  const bool is_id =
      first == "id" || first == "nodeid" || first == "node_id" || first == "node" || first == "nodes";
  if (is_id && (second == "label" || second == "labels" || second == "name"))
    throw bad_graph_input(
        name + ": its columns are called " + listed(heading) +
        ": a table of vertices, not of edges; name the file of edges (--format edge-list reads "
        "this one all the same)");
}

/// "sep=;", by which Excel knows what separates.
bool names_separator(std::string_view line) {
  std::string word = lower_case(line);
  std::erase(word, '"');
  return word.starts_with("sep=") && word.size() <= 5;
}

}  // namespace

table_head take_table_head(std::string_view& text, const std::string& name, const reading& how) {
  table_head head;
  first_line first = find_first_line(text);
  if (first.lines != 0 && names_separator(first.line)) {
    head.lines = first.lines;
    text = first.behind;
    first = find_first_line(text);
  }
  if (first.lines == 0) return head;
  std::string_view separators = separators_in(first.line);
  const fields heading = split(first.line, separators, 64);
  std::string_view data = first.line;
  if (how.is_guessed() && how.heading == heading_line::automatic) refuse_vertices(heading, name);
  if (is_heading(heading, first, separators, how)) {
    head.has_heading = true;
    head.lines += first.lines;
    head.line = first.line;
    text = first.behind;
    const first_line next = find_first_line(text);
    data = next.line;
    const auto ends = called_ends(heading);
    head.names_ends = ends.has_value();
    columns at = ends.value_or(columns{0, 1});
    if (how.is_guessed() && !ends) at = ends_beside_others(heading, name);
    if (!how.is_guessed()) at = {0, 1};
    if (has_row_names(heading, next, separators)) at = {at.first + 1, at.second + 1};
    head.first = at.first;
    head.second = at.second;
  }
  head.is_plain = head.first == 0 && head.second == 1 && data.find_first_of(";\"|") == std::string_view::npos;
  return head;
}

std::string heading_among_names(const std::function<bool(const std::string&)>& is_known) {
  for (const auto& [one, other] : end_words) {
    if (one.size() < 3 || one == "head" || one == "name" || one == "user" || one == "person") continue;
    for (const bool is_capital : {false, true}) {
      std::string first(one), second(other);
      if (is_capital)
        for (std::string* word : {&first, &second})
          word->front() = static_cast<char>(std::toupper(static_cast<unsigned char>(word->front())));
      if (is_known(first) && is_known(second)) return '"' + first + "\" and \"" + second + '"';
    }
  }
  return "";
}

}  // namespace edgeldp
