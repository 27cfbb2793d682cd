// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/triangles/open_list_curator.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

#include "edgeldp/core/base/crc32.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/range_coder.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"

namespace edgeldp {

namespace {

using byte_vector = std::vector<std::byte>;
using byte_span = std::span<const std::byte>;

constexpr std::size_t magic_bytes = 8;
constexpr std::array<unsigned char, magic_bytes> edges_magic = {'E', 'L', 'D', 'P', 'E', 'D', 'G', '1'};
constexpr std::array<unsigned char, magic_bytes> adjacency_magic = {'E', 'L', 'D', 'P', 'A', 'D', 'J', '1'};
constexpr std::uint64_t most_users = std::uint64_t{1} << 32;

/// A range coder can say next to nothing in no bytes. Files of more than free_entries vertices or
/// edges are padded with zeros until a reader can believe them.
constexpr std::uint64_t free_entries = std::uint64_t{1} << 20, entries_per_byte = 1024;

std::uint64_t most_entries(std::uint64_t bytes) {
  return free_entries + entries_per_byte * bytes;
}

void pad(byte_vector& file, std::uint64_t entries) {
  if (entries <= most_entries(file.size())) return;
  file.resize((entries - free_entries + entries_per_byte - 1) / entries_per_byte);
}

/// The entries below u of a sorted list.
std::span<const vertex_id> preceding_of(std::span<const vertex_id> neighbors, vertex_id u) {
  return neighbors.first(
      static_cast<std::size_t>(std::ranges::lower_bound(neighbors, u) - neighbors.begin()));
}

// --- Plain pairs

/// Bits of a vertex number.
unsigned vertex_bits(std::uint64_t users) {
  return users < 2 ? 0 : static_cast<unsigned>(std::bit_width(users - 1));
}

/// Appends fields of bits, lowest first.
class bit_packer {
 public:
  explicit bit_packer(byte_vector& bytes) : m_bytes(bytes) {}
  void put(std::uint64_t value, unsigned bits) {
    for (unsigned i = 0; i < bits; ++i, ++m_used) {
      if (m_used % 8 == 0) m_bytes.push_back(std::byte{0});
      m_bytes.back() |= static_cast<std::byte>(((value >> i) & 1) << (m_used % 8));
    }
  }

 private:
  byte_vector& m_bytes;
  std::uint64_t m_used = 0;
};

class bit_unpacker {
 public:
  explicit bit_unpacker(byte_span bytes) : m_bytes(bytes) {}
  std::uint64_t take(unsigned bits) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < bits; ++i, ++m_used)
      value |= (std::to_integer<std::uint64_t>(m_bytes[m_used / 8]) >> (m_used % 8) & 1) << i;
    return value;
  }
  /// The byte of the next bit.
  std::uint64_t position() const { return m_used / 8; }

 private:
  byte_span m_bytes;
  std::uint64_t m_used = 0;
};

using edge = std::pair<vertex_id, vertex_id>;  // later, earlier

/// The number of edges, then their ends: the later, the earlier.
void append_pairs(byte_vector& out, std::uint64_t users, std::span<const edge> edges) {
  append_integer(out, static_cast<int128>(edges.size()));
  bit_packer packer(out);
  const unsigned bits = vertex_bits(users);
  for (const auto& [later, earlier] : edges) {
    packer.put(later, bits);
    packer.put(earlier, bits);
  }
}

std::vector<edge> read_pairs(byte_span bytes, std::size_t position, std::uint64_t users) {
  const unsigned bits = vertex_bits(users);
  const auto count = static_cast<std::uint64_t>(
      std::max<int128>(0, read_integer(bytes, position, static_cast<int128>(8 * bytes.size()))));
  const std::uint64_t body = bytes.size() - position;
  if ((2 * bits * count + 7) / 8 > body)
    throw format_error(bytes.size(),
                       std::to_string(count) + " edges do not fit in " + std::to_string(body) + " bytes");
  bit_unpacker in(bytes.subspan(position));
  std::vector<edge> edges(bits == 0 ? 0 : count);
  for (edge& e : edges) {
    const std::uint64_t at = position + in.position();
    e.first = static_cast<vertex_id>(in.take(bits));
    e.second = static_cast<vertex_id>(in.take(bits));
    if (e.first >= users || e.second >= e.first)
      throw format_error(at, "no edge " + std::to_string(e.first) + " " + std::to_string(e.second) +
                                 " among " + std::to_string(users) + " vertices");
    if (&e != edges.data() && e <= *(&e - 1)) throw format_error(at, "edges out of order");
  }
  return edges;
}

// --- Rows of gaps

/// A positive integer: its class floor(log2 value) in unary, the bit below the leading one, both
/// modelled; then the other low bits.
class integer_model {
 public:
  /// more[i]: weights of "class is i" and "class is above i".
  explicit integer_model(std::span<const adaptive_bit> more) : m_more(more.begin(), more.end()) {
    m_second.assign(more.size() + 1, adaptive_bit(64, 64));
  }

  void write(std::uint64_t value, range_encoder& out) {
    const auto size = static_cast<unsigned>(std::bit_width(value)) - 1;
    for (unsigned i = 0; i < m_more.size() && i <= size; ++i) out.encode(size > i, m_more[i]);
    if (size == 0) return;
    out.encode((value >> (size - 1) & 1) != 0, m_second[size]);
    out.encode_direct(value & ((std::uint64_t{1} << (size - 1)) - 1), size - 1);
  }

  std::uint64_t read(range_decoder& in) {
    unsigned size = 0;
    while (size < m_more.size() && in.decode(m_more[size])) ++size;
    if (size == 0) return 1;
    const std::uint64_t second = in.decode(m_second[size]) ? 3 : 2;
    return second << (size - 1) | in.decode_direct(size - 1);
  }

 private:
  std::vector<adaptive_bit> m_more, m_second;
};

/// Models of a row's length and, by expected gap, of its gaps.
class row_model {
 public:
  row_model() : m_length(std::vector<adaptive_bit>(classes, adaptive_bit(64, 64))) {
    for (unsigned i = 0; i < densities; ++i) m_gap.push_back(gap_model(i));
  }

  /// preceding: increasing, below u.
  void write(std::uint64_t u, std::span<const vertex_id> preceding, range_encoder& out) {
    m_length.write(preceding.size() + 1, out);
    std::uint64_t next = 0, left = preceding.size();
    for (const vertex_id v : preceding) {
      if (u - next > left) gap_of(u - next, left).write(v - next + 1, out);
      next = v + std::uint64_t{1};
      --left;
    }
  }

  /// Reads a row of at most `most` entries into `row`.
  /// Errors: format_error at base + in.position().
  void read(std::uint64_t u, range_decoder& in, std::uint64_t base, std::uint64_t most,
            std::vector<vertex_id>& row) {
    const auto refuse = [&](const char* what) { throw format_error(base + in.position(), what); };
    std::uint64_t next = 0, left = m_length.read(in) - 1;
    if (left > u) refuse("a row is longer than the users before it");
    if (left > most) refuse("more edges than such a file may hold");
    row.clear();
    for (; left > 0; --left) {
      const std::uint64_t gap = u - next > left ? gap_of(u - next, left).read(in) : 1;
      if (gap > u - next - (left - 1)) refuse("a row runs past its user");
      next += gap;
      row.push_back(static_cast<vertex_id>(next - 1));
    }
  }

 private:
  static constexpr unsigned classes = 32, densities = 64;  // lengths and gaps up to 2^32

  /// The gap before the first of `left` uniform entries among `room` places is (room + 1) / (left +
  /// 1) in the mean; one model a factor of sqrt(2).
  integer_model& gap_of(std::uint64_t room, std::uint64_t left) {
    const uint128 r = room + 1, l = left + 1;
    return m_gap[std::min<unsigned>(
        densities - 1, static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(r * r / (l * l)))))];
  }

  /// Starts from the geometric law of mean gap 2^(density / 2 - 1/4): Pr[class > i | class >= i] is
  /// Pr[gap > 1] to the power 2^i. Fixed point, so that every machine starts the same.
  static integer_model gap_model(unsigned density) {
    constexpr std::uint32_t fourth_root = 77936, inverse = 55109;  // of 2, in 2^-16
    const std::uint32_t stop = std::min(62000U, (density % 2 == 0 ? fourth_root : inverse) >> (density / 2));
    std::uint32_t more = 65536 - stop;
    std::vector<adaptive_bit> steps;
    for (unsigned i = 0; i < classes; ++i) {
      const std::uint32_t ones = std::clamp(more >> 6, 1U, 1023U);
      steps.emplace_back(1024 - ones, ones);
      more = static_cast<std::uint32_t>((std::uint64_t{more} * more) >> 16);
    }
    return integer_model(steps);
  }

  integer_model m_length;
  std::vector<integer_model> m_gap;
};

// --- Files

void start_file(byte_vector& file, const std::array<unsigned char, magic_bytes>& magic, std::uint64_t users) {
  for (const unsigned char c : magic) file.push_back(static_cast<std::byte>(c));
  append_integer(file, static_cast<int128>(users));
}

bool has_magic(byte_span file, const std::array<unsigned char, magic_bytes>& magic) {
  return std::ranges::equal(file.first(magic_bytes), magic, {},
                            [](std::byte b) { return std::to_integer<unsigned char>(b); });
}

std::uint64_t read_users(byte_span file, std::size_t& position) {
  const int128 users = read_integer(file, position, static_cast<int128>(most_users));
  if (users < 0 || static_cast<std::uint64_t>(users) > most_entries(file.size()))
    throw format_error(magic_bytes,
                       "more vertices than a file of " + std::to_string(file.size()) + " bytes may name");
  return static_cast<std::uint64_t>(users);
}

byte_vector write_edges(const graph_view& g) {
  byte_vector file;
  start_file(file, edges_magic, g.vertex_count());
  std::vector<edge> edges;
  std::vector<vertex_id> scratch;
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u) {
    const auto later = static_cast<vertex_id>(u);
    for (const vertex_id v : preceding_of(g.neighbors(later, scratch), later)) edges.emplace_back(later, v);
  }
  append_pairs(file, g.vertex_count(), edges);
  pad(file, g.vertex_count());
  return file;
}

byte_vector write_adjacency(const graph_view& g) {
  range_encoder out;
  row_model model;
  std::vector<vertex_id> scratch;
  std::uint64_t edges = 0;
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u) {
    const auto later = static_cast<vertex_id>(u);
    const auto row = preceding_of(g.neighbors(later, scratch), later);
    model.write(u, row, out);
    edges += row.size();
  }
  byte_vector rows = out.finish();
  pad(rows, std::max(edges, g.vertex_count()));
  byte_vector file;
  start_file(file, adjacency_magic, g.vertex_count());
  append_integer(file, crc32(rows));
  file.insert(file.end(), rows.begin(), rows.end());
  return file;
}

csr_graph read_adjacency(byte_span file, std::size_t position) {
  const std::uint64_t users = read_users(file, position);
  const int128 crc = read_integer(file, position, 0xffffffffU);
  const byte_span rows = file.subspan(position);
  if (crc != crc32(rows)) throw format_error(position, "checksum of the rows does not match");
  range_decoder in(rows);
  row_model model;
  std::vector<vertex_id> row;
  std::vector<edge> edges;
  for (std::uint64_t u = 0; u < users; ++u) {
    model.read(u, in, position, most_entries(rows.size()) - edges.size(), row);
    for (const vertex_id v : row) edges.emplace_back(static_cast<vertex_id>(u), v);
  }
  return {users, edges};
}

csr_graph read_edges(byte_span file, std::size_t position) {
  const std::uint64_t users = read_users(file, position);
  return {users, read_pairs(file, position, users)};
}

/// Nothing hides behind what was understood: the same content written again must give the same
/// bytes.
void require_same(byte_span bytes, byte_span again) {
  const auto [a, b] = std::ranges::mismatch(bytes, again);
  if (a != bytes.end() || b != again.end())
    throw format_error(static_cast<std::uint64_t>(a - bytes.begin()), "not the shortest form");
}

}  // namespace

byte_vector write_list(const graph_view& g, list_format format) {
  if (g.vertex_count() > most_users)
    throw invalid_parameter("vertices = " + std::to_string(g.vertex_count()) + ": must lie in [0, 2^32]");
  return format == list_format::edges ? write_edges(g) : write_adjacency(g);
}

csr_graph read_list(byte_span file) {
  if (file.size() < magic_bytes) throw format_error(file.size(), "the file ends inside its first 8 bytes");
  const bool is_edges = has_magic(file, edges_magic);
  if (!is_edges && !has_magic(file, adjacency_magic)) throw format_error(0, "not a list of edges or rows");
  csr_graph g = is_edges ? read_edges(file, magic_bytes) : read_adjacency(file, magic_bytes);
  require_same(file, write_list(g, is_edges ? list_format::edges : list_format::adjacency));
  return g;
}

byte_vector write_list_row(std::uint64_t users, vertex_id u, std::span<const vertex_id> preceding,
                           list_format format) {
  if (format == list_format::adjacency) {
    range_encoder out;
    row_model().write(u, preceding, out);
    return out.finish();
  }
  std::vector<edge> edges;
  for (const vertex_id v : preceding) edges.emplace_back(u, v);
  byte_vector message;
  append_pairs(message, users, edges);
  return message;
}

std::vector<vertex_id> read_list_row(std::uint64_t users, vertex_id u, byte_span message,
                                     list_format format) {
  std::vector<vertex_id> row;
  if (format == list_format::adjacency) {
    range_decoder in(message);
    row_model().read(u, in, 0, most_entries(message.size()), row);
  } else {
    for (const auto& [later, earlier] : read_pairs(message, 0, users)) {
      if (later != u) throw format_error(0, "an edge of user " + std::to_string(later));
      row.push_back(earlier);
    }
  }
  require_same(message, write_list_row(users, u, row, format));
  return row;
}

non_private_result count_triangles_without_privacy(const graph_view& g, list_format format) {
  const std::uint64_t users = g.vertex_count();
  if (users == 0) throw bad_graph_input("graph without vertices");
  std::uint64_t upload = 0;
  std::vector<edge> edges;
  std::vector<vertex_id> scratch;
  for (std::uint64_t i = 0; i < users; ++i) {
    const auto u = static_cast<vertex_id>(i);
    const byte_vector message = write_list_row(users, u, preceding_of(g.neighbors(u, scratch), u), format);
    upload += message.size();
    for (const vertex_id v : read_list_row(users, u, message, format)) edges.emplace_back(u, v);
  }
  const byte_vector file = write_list(csr_graph(users, edges), format);
  const auto bytes = static_cast<double>(file.size());
  return {exact::count_triangles(read_list(file)),
          {static_cast<double>(upload) / static_cast<double>(users), bytes, bytes, users}};
}

}  // namespace edgeldp
