// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <cstdint>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/line_fields.hpp"
#include "input/declared_graph.hpp"
#include "input/real_text.hpp"

namespace edgeldp {

namespace {

enum class pajek_section { outside, vertices, pairs, lists };

/// One network that is being read.
class pajek_reader {
 public:
  pajek_reader(const std::string& name, std::size_t bytes) : m_name(name), m_bytes(bytes) {}

  void take(std::string_view line) {
    ++m_graph.clean_up.lines;
    m_line = line;
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos || line[first] == '%') {
      ++m_graph.clean_up.comments;
      return;
    }
    try {
      if (line[first] == '*') return begin_section(line.substr(first));
      take_values(all_fields(line, " \t"));
    } catch (const invalid_parameter& e) {
      fail(std::string("no ") + e.what());
    }
  }

  declared_graph finish() {
    if (m_graph.names.empty()) throw bad_graph_input(m_name + ": Pajek without *Vertices");
    if (m_has_zeros && m_has_others) m_graph.clean_up.cautions.emplace_back(zeros_are_edges);
    return std::move(m_graph);
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const {
    fail_line(m_name, m_graph.clean_up.lines, m_line, expected);
  }

  vertex_id vertex(const std::string& word) const {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size() || number - 1 >= m_graph.names.size())
      fail("a vertex from 1 to " + std::to_string(m_graph.names.size()));
    return static_cast<vertex_id>(number - 1);
  }

  void begin_section(std::string_view line) {
    ++m_graph.clean_up.comments;
    const std::vector<std::string> words = all_fields(line, " \t");
    const std::string kind = lower_case(words[0]);
    if (kind == "*network") return;
    if (kind == "*vertices") return begin_vertices(words);
    const bool is_arcs = kind == "*arcs" || kind == "*arcslist";
    if (m_graph.names.empty()) fail("*Vertices first");
    if (kind != "*edges" && kind != "*edgeslist" && !is_arcs)
      fail("*Edges, *Arcs, *Edgeslist or *Arcslist: a network alone is read, written by lists");
    m_section = kind.ends_with("list") ? pajek_section::lists : pajek_section::pairs;
    m_are_arcs = is_arcs;
  }

  void begin_vertices(const std::vector<std::string>& words) {
    if (!m_graph.names.empty()) fail("one network alone: split the file");
    std::uint64_t n = 0;
    if (words.size() > 1) std::from_chars(words[1].data(), words[1].data() + words[1].size(), n);
    if (words.size() > 2)
      fail("users of one kind: this is a two-mode network (write its edges, two ids a line)");
    if (n == 0 || n > most_vertices(m_bytes))
      fail("*Vertices and 1 to " + std::to_string(most_vertices(m_bytes)) + " of them");
    m_graph.names.resize(n);
    for (std::uint64_t i = 0; i < n; ++i) m_graph.names[i] = std::to_string(i + 1);
    m_section = pajek_section::vertices;
  }

  void take_values(const std::vector<std::string>& values) {
    switch (m_section) {
      case pajek_section::outside:
        fail("*Vertices");
      case pajek_section::vertices:
        if (values.size() > 1 && !values[1].empty()) m_graph.names[vertex(values[0])] = values[1];
        return;
      case pajek_section::pairs:
        if (values.size() < 2) fail("two vertices");
        if (values.size() > 2) take_weight(values[2]);
        add_edge(values[0], values[1]);
        return;
      case pajek_section::lists:
        for (std::size_t i = 1; i < values.size(); ++i) add_edge(values[0], values[i]);
    }
  }

  void add_edge(const std::string& from, const std::string& to) {
    m_graph.edges.emplace_back(vertex(from), vertex(to));
    (m_are_arcs ? m_graph.has_directions : m_graph.has_edges) = true;
  }

  void take_weight(const std::string& word) {
    ++m_graph.clean_up.wide_lines;
    double weight = 0.0;
    if (read_real(word.data(), word.data() + word.size(), weight).ec == std::errc{})
      (weight == 0.0 ? m_has_zeros : m_has_others) = true;
  }

  const std::string& m_name;
  std::size_t m_bytes;
  declared_graph m_graph;
  pajek_section m_section = pajek_section::outside;
  std::string_view m_line;
  bool m_are_arcs = false;
  bool m_has_zeros = false, m_has_others = false;  ///< among weights
};

}  // namespace

declared_graph parse_pajek(std::string_view text, const std::string& name) {
  pajek_reader reader(name, text.size());
  while (!text.empty()) reader.take(take_line(text));
  return reader.finish();
}

}  // namespace edgeldp
