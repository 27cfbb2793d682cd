// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/iostreams/device/file_descriptor.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <system_error>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/graph/input/ecsr_file.hpp"
#include "input/edge_columns.hpp"
#include "input/foreign_format.hpp"
#include "input/matrix_market.hpp"
#include "input/size_header.hpp"
#include "input/table_shape.hpp"
#include "input/text_input.hpp"
#include "input/unpack.hpp"

namespace edgeldp {

namespace {

namespace io = boost::iostreams;

/// What read_graph takes for a text of this length: its own bytes, pairs of ids, pairs of numbers,
/// lists; packers make edge lists a fourth as long.
std::uint64_t memory_to_read(const std::string& path, bool is_packed) {
  std::error_code no_size;
  const std::uintmax_t size = std::filesystem::file_size(path, no_size);
  return no_size ? 0 : 6 * (is_packed ? 4 : 1) * size;
}

/// A text in pieces of whole lines, unpacked.
class line_pieces {
 public:
  line_pieces(const std::string& path, std::optional<packing> packed) : m_path(path), m_packed(packed) {
    if (packed) {
      push_unpacker(m_source, *packed);
      std::error_code no_size;
      const std::uintmax_t size = std::filesystem::file_size(path, no_size);
      m_most = no_size ? 0 : most_unpacked(size);
    }
    try {
      m_source.push(io::file_descriptor_source(path));
    } catch (const std::exception& e) {
      throw io_error("cannot open " + path + ": " + e.what());
    }
  }

  /// The next piece, valid until the next call; nothing when the text is over.
  std::string_view next() {
    m_text.erase(0, m_taken);
    m_taken = 0;
    std::size_t end = std::string::npos;
    while (end == std::string::npos) {
      const std::size_t before = m_text.size();
      if (before > longest_line) throw bad_graph_input(m_path + ": a line is longer than 64 MiB");
      m_text.resize(before + piece_bytes);
      const std::size_t got = read(m_text.data() + before);
      m_text.resize(before + got);
      m_read += got;
      if (m_packed && m_read > m_most) refuse_bomb(m_path, *m_packed);
      if (got == 0) {
        m_taken = m_text.size();
        return m_text;
      }
      end = m_text.rfind('\n');
    }
    m_taken = end + 1;
    return std::string_view(m_text).substr(0, m_taken);
  }

 private:
  static constexpr std::size_t piece_bytes = std::size_t{1} << 23, longest_line = std::size_t{1} << 26;

  std::size_t read(char* into) {
    check_stop();
    try {
      const std::streamsize got = m_source.sgetn(into, static_cast<std::streamsize>(piece_bytes));
      return static_cast<std::size_t>(std::max<std::streamsize>(0, got));
    } catch (const std::ios_base::failure& e) {
      if (m_packed) throw bad_graph_input(m_path + ": corrupt or truncated " + name_of(*m_packed) + " data");
      throw io_error("cannot read " + m_path + ": " + e.what());
    }
  }

  const std::string& m_path;
  std::optional<packing> m_packed;
  std::uint64_t m_read = 0, m_most = 0;
  io::filtering_streambuf<io::input> m_source;
  std::string m_text;
  std::size_t m_taken = 0;
};

/// Takes what may stand before the edges off the text.
/// Errors: bad_graph_input for what streaming cannot keep to.
struct list_front {
  size_header sizes;
  table_head names;
};
list_front take_front(std::string_view& text, const std::string& path, const reading& how,
                      std::uint64_t needed) {
  const bool may_refuse = how.is_guessed();
  if (may_refuse) refuse_foreign_format(text, path);
  list_front front{take_size_header(text, path, may_refuse), {}};
  if (front.sizes.is_bipartite) refuse_bipartite(path, "its first line says \"% bip\"");
  if (front.sizes.vertices())
    throw bad_graph_input(path + ": " + front.sizes.where +
                          " declares the users, for which the whole text has to be in memory: --memory " +
                          std::to_string((needed >> 20) + 1));
  front.names = take_table_head(text, path, how);
  if (may_refuse && name_users_and_items(front.names.line))
    refuse_bipartite(path, "its columns are called \"" + printable(front.names.line) + "\"");
  if (may_refuse && front.sizes.lines == 0) check_table(text, path, front.names, false);
  return front;
}

void add(clean_up_report& all, const clean_up_report& piece) {
  all.lines += piece.lines;
  all.comments += piece.comments;
  all.wide_lines += piece.wide_lines;
  all.lone_users += piece.lone_users;
  for (const std::string& caution : piece.cautions)
    if (ranges::find(all.cautions, caution) == all.cautions.end()) all.cautions.push_back(caution);
}

conversion stream(const std::string& from, std::optional<packing> packed, const reading& how,
                  const std::string& to, std::uint64_t memory, std::uint64_t needed) {
  conversion result;
  result.is_streamed = true;
  line_pieces pieces(from, packed);
  id_numbering numbers(std::numeric_limits<std::uint64_t>::max(), 0, from);
  ecsr_builder builder(to, memory);
  std::optional<list_front> front;
  std::uint64_t entries = 0;
  clean_up_report& seen = result.clean_up;
  for (std::string_view text = pieces.next(); !text.empty(); text = pieces.next()) {
    std::uint64_t lines = seen.lines;
    if (!front) {
      text = without_mark(text);
      front = take_front(text, from, how, needed);
      seen.has_column_names = front->names.has_heading;
      lines = front->sizes.lines + front->names.lines;
      seen.lines = seen.comments = lines;
    }
    std::vector<chunk> chunks = parse_part_of_edges(text, from, lines, front->names, lone_ids::are_users);
    add(seen, count_lines(chunks, 0));
    entries += count_entries(chunks);
    for (const auto& [u, v] : number_edges(chunks, numbers, numbers)) builder.add(u, v);
  }
  if (entries == 0) throw bad_graph_input(from + ": no edge line: expected two vertex ids a line");
  check_edge_lines(front->sizes, entries - seen.lone_users, from);
  const std::vector<std::uint64_t> labels = numbers.take_labels();
  result.written = builder.finish(labels.size(), labels, false);
  result.written.self_loops -= seen.lone_users;
  seen.self_loops = result.written.self_loops;
  seen.duplicates = result.written.duplicates;
  return result;
}

conversion read_and_write(const std::string& from, const reading& how, const std::string& to) {
  const read_graph_result read = read_graph(from, how);
  write_ecsr(to, read);
  return {{read.graph.vertex_count(), read.graph.edge_count(), read.users_are_declared,
           read.clean_up.self_loops, read.clean_up.duplicates, 0},
          read.clean_up,
          false};
}

}  // namespace

conversion convert_to_ecsr(const std::string& from, const reading& how, const std::string& to,
                           std::uint64_t memory) {
  constexpr std::size_t looked_at = 4096;
  const std::string first = from == "-" ? "" : first_bytes_of(from, looked_at);
  const std::optional<packing> packed = packing_of(first);
  const std::uint64_t needed = from == "-" ? 0 : memory_to_read(from, packed.has_value());
  if (needed <= memory || is_graph_file(from)) return read_and_write(from, how, to);
  const bool has_ending = is_metis(from) || is_matrix_market(first, from) || has_extension(from, ".sif") ||
                          has_extension(from, ".adjlist");
  const bool is_list = how.format == graph_format::edge_list ||
                       (how.is_guessed() && !has_ending && !format_of_text(without_mark(first)));
  // Of zstd nobody can tell that it is cut before its end.
  if (!is_list || how.has_names || packed == packing::zstd)
    throw bad_graph_input(from +
                          ": edge lists of numbers, plain or packed by gzip, bzip2 or xz, are converted "
                          "piece by piece; this one takes " +
                          std::to_string((needed >> 20) + 1) + " MB of memory: --memory " +
                          std::to_string((needed >> 20) + 1));
  return stream(from, packed, how, to, memory, needed);
}

}  // namespace edgeldp
