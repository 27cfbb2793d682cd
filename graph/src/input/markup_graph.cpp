// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <charconv>
#include <cstdint>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "input/declared_graph.hpp"
#include "input/real_text.hpp"

namespace edgeldp {

namespace {

constexpr std::string_view white = " \t\r\n";

/// The characters of a number, as UTF-8.
std::string character(std::uint32_t code) {
  std::string text;
  const auto byte = [&](std::uint32_t value) {
    text += static_cast<char>(static_cast<unsigned char>(value));
  };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xc0 | code >> 6);
    byte(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    byte(0xe0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3f));
    byte(0x80 | (code & 0x3f));
  } else {
    byte(0xf0 | (code >> 18 & 7));
    byte(0x80 | (code >> 12 & 0x3f));
    byte(0x80 | (code >> 6 & 0x3f));
    byte(0x80 | (code & 0x3f));
  }
  return text;
}

/// What "&lt;" and its like stand for; unknown ones stay.
std::string without_entities(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    constexpr std::size_t longest = 12;
    const std::size_t end = text[0] == '&' ? text.substr(0, longest).find(';') : std::string_view::npos;
    if (end == std::string_view::npos) {
      result += text[0];
      text.remove_prefix(1);
      continue;
    }
    std::string_view entity = text.substr(1, end - 1);
    constexpr std::pair<std::string_view, char> known[] = {
        {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
    const auto* const at = ranges::find(known, entity, &std::pair<std::string_view, char>::first);
    std::uint32_t code = 0;
    const bool is_hex = entity.starts_with("#x");
    const std::string_view digits = entity.substr(std::min<std::size_t>(is_hex ? 2 : 1, entity.size()));
    if (at != std::end(known)) {
      result += at->second;
    } else if (entity.starts_with('#') &&
               std::from_chars(digits.data(), digits.data() + digits.size(), code, is_hex ? 16 : 10).ec ==
                   std::errc{} &&
               code >= ' ') {
      result += character(code);
    } else {
      result += text.substr(0, end + 1);
    }
    text.remove_prefix(end + 1);
  }
  return result;
}

/// Reads tags one after another.
class markup_reader {
 public:
  markup_reader(std::string_view text, const std::string& name) : m_text(text), m_name(name) {}

  declared_graph read() {
    for (m_at = m_text.find('<'); m_at != std::string_view::npos; m_at = m_text.find('<', m_at)) {
      if (skip_between("<!--", "-->") || skip_between("<![CDATA[", "]]>") || skip_between("<?", "?>"))
        continue;
      const std::size_t end = end_of_tag();
      take_tag(m_text.substr(m_at + 1, end - m_at - 1));
      m_at = end + 1;
    }
    if (!m_is_closed)
      throw bad_graph_input(m_name +
                            ": ends before </graphml> or </gexf>: it is cut off, download or write it again");
    if (m_graph.names.empty()) throw bad_graph_input(m_name + ": no node element with an id");
    if (m_zeros > 0 && m_zeros < m_edges.size())
      m_graph.clean_up.cautions.emplace_back(
          "edges with weight 0 are edges as all others are: if it means no contact, leave them out");
    add_edges();
    m_graph.clean_up.lines =
        static_cast<std::uint64_t>(ranges::count(m_text, '\n')) + (m_text.ends_with('\n') ? 0 : 1);
    return std::move(m_graph);
  }

 private:
  struct named_edge {
    std::string source, target;
    std::size_t at;
  };

  [[noreturn]] void fail(std::size_t at, const std::string& expected) const {
    const auto line = 1 + ranges::count(m_text.substr(0, at), '\n');
    const std::size_t end = std::min(m_text.find('\n', at), m_text.size());
    fail_line(m_name, static_cast<std::uint64_t>(line), m_text.substr(at, end - at), expected);
  }

  bool skip_between(std::string_view first, std::string_view last) {
    if (!m_text.substr(m_at).starts_with(first)) return false;
    const std::size_t end = m_text.find(last, m_at + first.size());
    if (end == std::string_view::npos) fail(m_at, "\"" + std::string(last) + "\" behind this");
    m_at = end + last.size();
    return true;
  }

  /// Of '>' that is in no quotes.
  std::size_t end_of_tag() const {
    char quote = '\0';
    for (std::size_t i = m_at + 1; i < m_text.size(); ++i) {
      const char c = m_text[i];
      if (c == '\0') break;
      if (quote != '\0')
        quote = c == quote ? '\0' : quote;
      else if (c == '"' || c == '\'')
        quote = c;
      else if (c == '>')
        return i;
    }
    fail(m_at, "a tag that ends with >");
  }

  void take_tag(std::string_view tag) {
    const bool is_end = tag.starts_with('/');
    if (is_end) tag.remove_prefix(1);
    if (tag.ends_with('/')) tag.remove_suffix(1);
    std::string_view element = tag.substr(0, tag.find_first_of(white));
    tag.remove_prefix(element.size());
    if (const std::size_t colon = element.find(':'); colon != std::string_view::npos)
      element.remove_prefix(colon + 1);
    if (is_end) {
      m_is_closed = m_is_closed || lower_case(element) == "graphml" || lower_case(element) == "gexf";
      return;
    }
    if (element == "key" && attribute(tag, "for") != "node" && attribute(tag, "attr.name") == "weight")
      m_weight_key = attribute(tag, "id");
    if (element == "data" && !m_edges.empty() && !m_weight_key.empty() &&
        attribute(tag, "key") == m_weight_key)
      take_weight(m_text.substr(std::min(m_text.find('>', m_at), m_text.size() - 1) + 1));
    if (element == "hyperedge") fail(m_at, "edges between two nodes");
    if (element == "node") return add_node(attribute(tag, "id"));
    if (element == "graph")
      take_direction("", attribute(tag, "edgedefault") + attribute(tag, "defaultedgetype"));
    if (element != "edge") return;
    m_edges.push_back({attribute(tag, "source"), attribute(tag, "target"), m_at});
    take_weight(attribute(tag, "weight"));
    take_direction(attribute(tag, "directed"), attribute(tag, "type"));
    if (m_edges.back().source.empty() || m_edges.back().target.empty())
      fail(m_at, "an edge with a source and a target");
  }

  /// Of an edge that says it itself: GraphML by `directed`, GEXF by `type`.
  void take_direction(const std::string& directed, const std::string& type) {
    if (directed == "true" || directed == "1" || type == "directed") m_graph.has_directions = true;
    if (directed == "false" || directed == "0" || type == "undirected" || type == "mutual")
      m_graph.has_edges = true;
  }

  void take_weight(std::string_view text) {
    double weight = 0.0;
    text.remove_prefix(std::min(text.find_first_not_of(white), text.size()));
    if (read_real(text.data(), text.data() + text.size(), weight).ec == std::errc{} && weight == 0.0)
      ++m_zeros;
  }

  /// The value of an attribute of a tag; empty where there is none.
  std::string attribute(std::string_view tag, std::string_view wanted) const {
    while (true) {
      tag.remove_prefix(std::min(tag.find_first_not_of(white), tag.size()));
      const std::size_t equals = tag.find('=');
      if (equals == std::string_view::npos) return "";
      const std::string_view key = tag.substr(0, std::min(tag.find_first_of(white), equals));
      tag.remove_prefix(equals + 1);
      tag.remove_prefix(std::min(tag.find_first_not_of(white), tag.size()));
      if (tag.empty() || (tag[0] != '"' && tag[0] != '\'')) fail(m_at, "values of attributes in quotes");
      const std::size_t end = tag.find(tag[0], 1);
      if (end == std::string_view::npos) fail(m_at, "values of attributes in quotes");
      if (key == wanted) return without_entities(tag.substr(1, end - 1));
      tag.remove_prefix(end + 1);
    }
  }

  void add_node(std::string id) {
    if (id.empty()) fail(m_at, "a node with an id");
    const bool has_control = ranges::any_of(id, [](char c) { return static_cast<unsigned char>(c) < ' '; });
    if (has_control) fail(m_at, "an id without control characters");
    const auto number = static_cast<vertex_id>(m_graph.names.size());
    if (!m_number_of.try_emplace(id, number).second) fail(m_at, "a node that is not named twice");
    m_graph.names.push_back(std::move(id));
  }

  void add_edges() {
    m_graph.edges.reserve(m_edges.size());
    for (const named_edge& edge : m_edges) {
      const auto u = m_number_of.find(edge.source), v = m_number_of.find(edge.target);
      if (u == m_number_of.end() || v == m_number_of.end()) fail(edge.at, "an edge between ids of nodes");
      m_graph.edges.emplace_back(u->second, v->second);
    }
  }

  std::string_view m_text;
  const std::string& m_name;
  std::size_t m_at = 0;
  declared_graph m_graph;
  std::vector<named_edge> m_edges;
  std::string m_weight_key;  ///< of GraphML
  bool m_is_closed = false;
  std::uint64_t m_zeros = 0;  ///< as weights
  boost::unordered_flat_map<std::string, vertex_id> m_number_of;
};

}  // namespace

declared_graph parse_markup_graph(std::string_view text, const std::string& name) {
  return markup_reader(text, name).read();
}

}  // namespace edgeldp
