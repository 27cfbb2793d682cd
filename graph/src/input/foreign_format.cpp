// SPDX-License-Identifier: MIT
#include "input/foreign_format.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/input/line_fields.hpp"
#include "input/matrix_market.hpp"
#include "input/text_input.hpp"

namespace edgeldp {

namespace {

/// What a person types to get a list of edges; FILE stands for the file.
struct foreign {
  std::string_view mark, called, remedy;
};

constexpr std::string_view as_text = "write its edges as text, two ids a line";
constexpr std::string_view written_by_networkx = "networkx.write_edgelist(graph, 'edges.txt', data=False)";
constexpr std::string_view networkx = "python3 -c \"import networkx as n; n.write_edgelist(n.";

/// By the first bytes.
constexpr std::array binary = {
    foreign{{"PK\3\4", 4}, "a zip archive (or a workbook)", "unzip FILE; of a workbook save a sheet as CSV"},
    foreign{{"PK\5\6", 4}, "an empty zip archive", "download or pack it again"},
    foreign{{"7z\xbc\xaf\x27\x1c", 6}, "a 7z archive", "7z x FILE"},
    foreign{{"Rar!", 4}, "a rar archive", "unrar x FILE"},
    foreign{{"\x04\x22\x4d\x18", 4}, "packed by lz4", "lz4 -d FILE"},
    foreign{{"LZIP", 4}, "packed by lzip", "lzip -d FILE"},
    foreign{{"\x1f\x9d", 2}, "packed by compress", "uncompress FILE"},
    foreign{{"\x5d\x00\x00", 3}, "packed by lzma", "unlzma FILE"},
    foreign{{"PAR1", 4}, "a Parquet table", "write it as CSV: pandas.read_parquet, then to_csv(index=False)"},
    foreign{{"\x89HDF", 4}, "an HDF5 file", as_text},
    foreign{{"\x93NUMPY", 6}, "an array of numpy", "numpy.savetxt('edges.txt', numpy.load('FILE'), '%d')"},
    foreign{{"\x80\x02", 2}, "a pickle of Python", written_by_networkx},
    foreign{{"\x80\x03", 2}, "a pickle of Python", written_by_networkx},
    foreign{{"\x80\x04\x95", 3}, "a pickle of Python", written_by_networkx},
    foreign{{"\x80\x05\x95", 3}, "a pickle of Python", written_by_networkx},
    foreign{{"\xd0\xcf\x11\xe0", 4}, "a workbook of Excel 97", "save a sheet as CSV"},
    foreign{
        {"ARROW1", 6}, "an Arrow table", "write it as CSV: pandas.read_feather, then to_csv(index=False)"},
    foreign{{"FEA1", 4}, "a Feather table", "write it as CSV: pandas.read_feather, then to_csv(index=False)"},
    foreign{{"Obj\1", 4}, "an Avro file", as_text},
    foreign{{"ORC\n", 4}, "an ORC table", "write it as CSV: pandas.read_orc, then to_csv(index=False)"},
    foreign{{"MATLAB 5.0", 10}, "a MAT-file of MATLAB", "writematrix([i j], 'edges.txt') in MATLAB"},
    foreign{{"SQLite format 3", 15}, "a database of SQLite", "sqlite3 -csv FILE 'select ... from ...'"},
    foreign{
        {"RDX", 3}, "data of R", "write.table(edges, \"edges.txt\", row.names = FALSE, col.names = FALSE)"},
    foreign{{"\xff\xfe\0\0", 4}, "text in UTF-32", "iconv -f UTF-32 -t UTF-8 FILE"},
    foreign{{"\0\0\xfe\xff", 4}, "text in UTF-32", "iconv -f UTF-32 -t UTF-8 FILE"},
    foreign{{"\xff\xfe", 2}, "text in UTF-16", "iconv -f UTF-16 -t UTF-8 FILE"},
    foreign{{"\xfe\xff", 2}, "text in UTF-16", "iconv -f UTF-16 -t UTF-8 FILE"},
    foreign{{"%PDF", 4}, "a PDF", "copy the list into a text file"},
};

/// By how the first line begins that is neither blank nor a comment, in lower case.
constexpr std::array textual = {
    foreign{">>graph6<<", "graph6", "networkx.read_graph6"},
    foreign{">>sparse6<<", "sparse6", "networkx.read_sparse6"},
    foreign{"nodedef>", "a GDF file of GUESS", "keep the lines behind edgedef>"},
    foreign{"leda.graph", "a graph of LEDA", as_text},
    foreign{"adjacencygraph", "an AdjacencyGraph of Ligra", as_text},
    foreign{"weightedadjacencygraph", "an AdjacencyGraph of Ligra", as_text},
    foreign{"edgearray", "an EdgeArray of PBBS", "tail -n +2 FILE"},
    foreign{"weightededgearray", "an EdgeArray of PBBS", "tail -n +2 FILE"},
    foreign{"*node data", "a VNA file", "keep the lines behind *Tie data"},
    foreign{"@prefix", "RDF in Turtle", "write its edges as text, two names a line"},
    foreign{"@relation", "an ARFF table", "keep the lines behind @data"},
    foreign{"@nodes", "a graph of LEMON", "keep the first two columns behind @arcs or @edges"},
    foreign{"@arcs", "a graph of LEMON", "keep the first two columns behind @arcs"},
    foreign{"@edges", "a graph of LEMON", "keep the first two columns behind @edges"},
    foreign{"rda2\n", "data of R", "write.table(edges, \"edges.txt\", row.names = FALSE, col.names = FALSE)"},
    foreign{"rdx2\n", "data of R", "write.table(edges, \"edges.txt\", row.names = FALSE, col.names = FALSE)"},
    foreign{"version https://git-lfs", "a pointer of Git LFS, not the file itself",
            "git lfs pull, in the repository that it comes from"},
    foreign{"../.git/annex/objects/", "a pointer of git-annex, not the file itself", "git annex get FILE"},
    foreign{"/annex/objects/", "a pointer of git-annex, not the file itself", "git annex get FILE"},
    foreign{"404: not found", "a server's answer that there is no such file", "look at the address"},
    foreign{"{\\rtf", "text with a layout (RTF)", "save it as plain text"},
};

[[noreturn]] void refuse_as(const std::string& name, std::string_view called, std::string remedy,
                            bool is_text = true) {
  for (std::size_t at = remedy.find("FILE"); at != std::string::npos;
       at = remedy.find("FILE", at + name.size()))
    remedy.replace(at, 4, name);
  throw bad_graph_input(name + ": is " + std::string(called) + ", which is not read. What helps: " + remedy +
                        (is_text ? " (if it is a list of edges all the same: --format edge-list)" : ""));
}

std::string_view without_blanks(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line;
}

/// The text from its first line on that is neither blank nor a comment.
std::string_view from_first_line(std::string_view text) {
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view here = rest;
    if (!is_comment_line(take_line(rest))) return without_blanks(here);
  }
  return {};
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  line_cursor cursor(line);
  for (cursor.skip_blanks(); !cursor.at_end(); cursor.skip_blanks()) words.push_back(cursor.take_word());
  return words;
}

bool is_count(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Lines "c ...", then "p KIND vertices edges": the letters before an edge, "" where there is none,
/// as in files of PACE; nothing if it is not DIMACS.
std::optional<std::string_view> letters_of_dimacs(std::string_view text) {
  bool has_sizes = false;
  while (!text.empty()) {
    const std::vector<std::string_view> words = words_of(take_line(text));
    if (words.empty() || words[0] == "c") continue;
    if (!has_sizes) {
      has_sizes = words[0] == "p" && words.size() >= 4 && is_count(words[2]) && is_count(words[3]);
      if (!has_sizes) return std::nullopt;
    } else if (is_count(words[0])) {
      return "";
    } else if (words[0] == "e" || words[0] == "a") {
      return words[0];
    }
  }
  return has_sizes ? std::optional<std::string_view>("e") : std::nullopt;
}

/// Records of vertices and edges, "v 0 label" and "e 0 1 label", perhaps below "t # 0", as of
/// gSpan.
bool is_records(std::string_view text) {
  constexpr int looked_at = 1000;
  int vertices = 0, edges = 0;
  for (int i = 0; i < looked_at && !text.empty(); ++i) {
    const std::vector<std::string_view> words = words_of(take_line(text));
    if (words.empty() || words[0] == "#" || words[0] == "t") continue;
    const std::size_t ends = words[0] == "v"                                         ? 1
                             : words[0] == "e" || words[0] == "u" || words[0] == "d" ? 2
                                                                                     : 0;
    if (ends == 0 || words.size() <= ends || !is_count(words[1]) || !is_count(words[ends])) return false;
    (ends == 1 ? vertices : edges) += 1;
  }
  return vertices > 1 && edges > 0;
}

/// "graph [", perhaps behind a few words on who made it.
bool is_gml(std::string_view start) {
  for (std::size_t at = start.find("graph"); at != std::string_view::npos; at = start.find("graph", at + 1)) {
    const std::size_t behind = start.find_first_not_of(" \t\r\n", at + 5);
    const bool is_word = at == 0 || start[at - 1] == '\n' || start[at - 1] == ' ' || start[at - 1] == '\t';
    if (is_word && behind != std::string_view::npos && start[behind] == '[') return true;
  }
  return false;
}

/// Without comments of C before it.
std::string_view without_c_comments(std::string_view start) {
  constexpr std::string_view white = " \t\r\n";
  for (;;) {
    start.remove_prefix(std::min(start.find_first_not_of(white), start.size()));
    const std::string_view end = start.starts_with("//") ? "\n" : start.starts_with("/*") ? "*/" : "";
    if (end.empty()) return start;
    start.remove_prefix(std::min(start.find(end, 2), start.size() - end.size()) + end.size());
  }
}

bool is_dot(std::string_view start) {
  start = without_c_comments(start);
  const std::string_view first = start.substr(0, start.find_first_of(" \t\r\n{"));
  const std::size_t brace = start.find('{');
  if ((first != "graph" && first != "digraph" && first != "strict") || brace == std::string_view::npos)
    return false;
  std::string title(start.substr(0, brace));
  ranges::replace_if(title, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  const std::string_view body = start.substr(brace);
  return words_of(title).size() <= 6 &&
         (body.find("--") != std::string_view::npos || body.find("->") != std::string_view::npos);
}

/// Lines of vertices, a line "#", lines of edges.
bool is_trivial_graph_format(std::string_view text) {
  if (text.find("\n#") == std::string_view::npos) return false;
  bool has_vertices = false;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line == "#") return has_vertices && !from_first_line(text).empty();
    if (line.starts_with('#')) return false;
    has_vertices = has_vertices || !is_blank(line);
  }
  return false;
}

/// A rule of - and + among the first lines, as clients of databases and Markdown print it.
bool is_printed_table(std::string_view text) {
  for (int i = 0; i < 3 && !text.empty(); ++i) {
    const std::string_view line = without_blanks(take_line(text));
    const bool is_rule = line.find_first_not_of("-+|: ") == std::string_view::npos;
    if (is_rule && line.find("--") != std::string_view::npos &&
        line.find_first_of("+|") != std::string_view::npos)
      return true;
  }
  return false;
}

void refuse_markup(std::string_view start, const std::string& name) {
  if (!start.starts_with('<')) return;
  if (start.find("<error>") != std::string_view::npos)
    refuse_as(name, "a server's answer that it does not give the file", "look at the address");
  if (start.find("<html") != std::string_view::npos || start.find("<!doctype html") != std::string_view::npos)
    refuse_as(name, "a web page", "download the file itself, which the page links to");
  if (start.find("://") < start.find('>') && start.find("> <") != std::string_view::npos)
    refuse_as(name, "RDF in triples", "awk '{print $1, $3}' FILE");
  refuse_as(name, "XML that is neither GraphML nor GEXF", "write its edges as text, two ids a line");
}

/// A command that fits how the file names its edges.
[[noreturn]] void refuse_json(std::string_view start, const std::string& name) {
  const auto has = [&](std::string_view key) { return start.find(key) != std::string_view::npos; };
  const std::string ends = " | \"\\(.source) \\(.target)\"' FILE > edges.txt";
  std::string command = "jq -r '.links[]" + ends;
  if (has("\"elements\""))
    command = "jq -r '.elements.edges[].data" + ends;
  else if (has("\"edges\""))
    command = "jq -r '.edges[]" + ends;
  else if (!has("\"source\"") && start.starts_with('['))
    command =
        "tr -s '[](),' ' ' < FILE > edges.txt for a pair a line, jq -r '.[] | \"\\(.[0]) \\(.[1])\"' FILE "
        "for "
        "one list of pairs";
  else if (!has("\"links\"") && has("\"source\""))
    command = start.starts_with('[') ? "jq -r '.[]" + ends : "jq -r '." + ends;
  else if (!has("\"links\""))
    command =
        "jq -r 'to_entries[] | .key as $u | .value[] | \"\\($u) \\(.)\"' FILE > edges.txt, where a key is a "
        "vertex and its value a list of neighbours";
  refuse_as(name, "JSON", "write its edges as text, such as " + command);
}

void refuse_text(std::string_view text, const std::string& name) {
  constexpr std::size_t looked_at = 4096;
  const std::string start = lower_case(from_first_line(text).substr(0, looked_at));
  const std::string python(networkx);
  for (const foreign& f : textual)
    if (start.starts_with(f.mark)) refuse_as(name, f.called, std::string(f.remedy));
  refuse_markup(start, name);
  if (start.starts_with('{') || start.starts_with('[')) refuse_json(start, name);
  if (const auto letter = letters_of_dimacs(from_first_line(text)))
    refuse_as(name, letter->empty() ? "DIMACS of PACE" : "DIMACS",
              letter->empty()
                  ? "grep -v '^[cp]' FILE > edges.txt"
                  : "awk '$1 == \"" + std::string(*letter) + "\" {print $2, $3}' FILE > edges.txt");
  if (is_records(from_first_line(text)))
    refuse_as(name, "records of vertices and edges (as of gSpan)",
              "awk '$1 == \"e\" {print $2, $3}' FILE > edges.txt, of a file with one graph");
  if (is_gml(start)) refuse_as(name, "GML", python + "read_gml('FILE'), 'edges.txt', data=False)\"");
  if (is_dot(start))
    refuse_as(name, "DOT of Graphviz", python + "nx_pydot.read_dot('FILE'), 'edges.txt', data=False)\"");
  if (start.starts_with("dl") && start.find_first_of(" \t\r\n") == 2 && start.find('=') < 12)
    refuse_as(name, "a DL file of UCINET", "keep the lines behind data:");
  if (is_printed_table(from_first_line(text)))
    refuse_as(name, "a table as it is printed, with rules of - and +",
              "write it as CSV (psql --csv, mysql --batch), or grep -v '[-][-]' FILE | tr -s '|' '\\t' > "
              "edges.txt");
  if (is_trivial_graph_format(text)) refuse_as(name, "TGF", "sed '1,/^#$/d' FILE");
}

/// Text has no NUL: beside every other byte it is the half of a letter, else the file is none.
void refuse_zeros(std::string_view start, const std::string& name) {
  std::array<std::uint64_t, 2> zeros{};
  for (std::size_t i = 0; i < start.size(); ++i) zeros[i % 2] += start[i] == '\0' ? 1 : 0;
  if (zeros[0] + zeros[1] == 0) return;
  const bool is_first = zeros[0] > zeros[1];
  if (4 * zeros[is_first ? 0 : 1] > start.size() && zeros[is_first ? 1 : 0] == 0)
    refuse_as(name, "text in UTF-16 without a mark",
              std::string("iconv -f UTF-16") + (is_first ? "BE" : "LE") + " -t UTF-8 FILE > edges.txt",
              false);
  const std::size_t end = start.find_last_not_of('\0') + 1;
  if (start.find('\0') >= end)
    refuse_as(name, "text with bytes of 0 behind it, as of a copy that was cut off",
              "tr -d '\\0' < FILE > edges.txt, if nothing is missing", false);
  refuse_as(name, "no text (bytes of 0 are in it)", "write its edges as text, two ids a line", false);
}

}  // namespace

std::optional<graph_format> format_of_text(std::string_view text) {
  if (begins_as_matrix_market(text)) return graph_format::matrix_market;
  constexpr std::size_t looked_at = std::size_t{1} << 16;
  const std::string start = lower_case(from_first_line(text).substr(0, looked_at));
  for (const std::string_view word : {"*vertices", "*network", "*edges", "*arcs", "*partition", "*matrix"})
    if (start.starts_with(word)) return graph_format::pajek;
  const bool is_markup = start.starts_with('<');
  if (is_markup && (start.find("<graphml") != std::string::npos || start.find("<gexf") != std::string::npos))
    return graph_format::graphml;
  return std::nullopt;
}

void refuse_foreign_format(std::string_view text, const std::string& name) {
  for (const std::string_view kind : {"graph6", "sparse6"})
    if (has_extension(name, kind == "graph6" ? ".g6" : ".s6"))
      refuse_as(name, kind,
                std::string(networkx) + "read_" + std::string(kind) + "('FILE'), 'edges.txt', data=False)\"");
  for (const foreign& f : binary)
    if (text.starts_with(f.mark)) refuse_as(name, f.called, std::string(f.remedy), false);
  if (text.substr(std::min<std::size_t>(257, text.size())).starts_with("ustar"))
    refuse_as(name, "a tar archive", "tar -xf FILE, then name the file that was in it", false);
  constexpr std::size_t looked_at = std::size_t{1} << 16;
  const std::string_view start = text.substr(0, looked_at);
  refuse_zeros(start, name);
  if (start.find('\r') != std::string_view::npos && start.find('\n') == std::string_view::npos &&
      start.find('\r') + 1 < text.size())
    refuse_as(name, "text whose lines end with CR alone", "tr '\\r' '\\n' < FILE");
  refuse_text(text, name);
}

}  // namespace edgeldp
