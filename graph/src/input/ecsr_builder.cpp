// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/free_memory.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/graph/input/ecsr_file.hpp"
#include "input/ecsr_layout.hpp"

namespace edgeldp {

namespace {

/// A neighbour of a vertex, ordered as the file has them.
using entry = std::uint64_t;

entry entry_of(vertex_id vertex, vertex_id neighbor) {
  return entry{vertex} << 32 | neighbor;
}

/// Entries in increasing order, in memory or in a file, of which a piece is in memory at a time.
class sorted_run {
 public:
  explicit sorted_run(std::span<const entry> all) : m_piece(all) {}
  sorted_run(const open_file& file, std::uint64_t first, std::uint64_t count, std::uint64_t piece)
      : m_file(&file), m_next(first), m_left(count), m_room(piece) {
    refill();
  }

  sorted_run(sorted_run&&) noexcept = default;
  sorted_run& operator=(sorted_run&&) noexcept = default;

  bool is_over() const { return m_piece.empty(); }
  entry head() const { return m_piece.front(); }
  void advance() {
    m_piece = m_piece.subspan(1);
    if (m_piece.empty() && m_left > 0) refill();
  }

 private:
  void refill() {
    m_room.resize(std::min<std::uint64_t>(m_room.size(), m_left));
    m_file->read_at(m_next * sizeof(entry), std::as_writable_bytes(std::span(m_room)));
    m_next += m_room.size();
    m_left -= m_room.size();
    m_piece = m_room;
  }

  std::span<const entry> m_piece;
  const open_file* m_file = nullptr;
  std::uint64_t m_next = 0, m_left = 0;
  std::vector<entry> m_room;
};

/// Calls each(entry) for the entries of all runs, in increasing order: equal ones of several runs
/// come one after the other.
template <class F>
void merge(std::vector<sorted_run>& runs, F&& each) {
  const auto is_later = [&](std::size_t a, std::size_t b) { return runs[a].head() > runs[b].head(); };
  std::vector<std::size_t> heap;  // of runs that are not over, the least head in front
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (!runs[i].is_over()) heap.push_back(i);
  ranges::make_heap(heap, is_later);
  while (!heap.empty()) {
    ranges::pop_heap(heap, is_later);
    sorted_run& least = runs[heap.back()];
    // Up to the next run's head at once: neighbours of one vertex come together.
    const entry limit = heap.size() > 1 ? runs[heap.front()].head() : ~entry{0};
    do {
      each(least.head());
      least.advance();
    } while (!least.is_over() && least.head() <= limit);
    if (least.is_over())
      heap.pop_back();
    else
      ranges::push_heap(heap, is_later);
  }
}

}  // namespace

struct ecsr_builder::parts {
  explicit parts(std::string path) : to(path), name(std::move(path)) {}

  /// Sorted pieces of the buffer.
  std::vector<std::span<const entry>> sort_buffer();
  void spill();
  std::vector<sorted_run> runs();
  /// Writes neighbours, and returns how many each vertex has, from place 1 on.
  std::vector<std::uint64_t> write_neighbors(ecsr_layout& layout);

  ecsr_writer to;
  std::string name;
  std::uint64_t capacity = 0;
  std::vector<entry> buffer;
  std::optional<open_file> spilled;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> in_file;  ///< runs: first entry, number of them
  std::uint64_t in_file_entries = 0;
  std::uint64_t added = 0, loops = 0;
  vertex_id largest = 0;
};

std::vector<std::span<const entry>> ecsr_builder::parts::sort_buffer() {
  constexpr std::uint64_t pieces = 16;
  tell_stage("sorting");
  std::vector<std::span<const entry>> sorted(pieces);
  parallel_for(0, pieces, 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      const auto begin = buffer.begin() + static_cast<std::ptrdiff_t>(buffer.size() * i / pieces);
      const auto end = buffer.begin() + static_cast<std::ptrdiff_t>(buffer.size() * (i + 1) / pieces);
      std::sort(begin, end);
      sorted[i] = {std::to_address(begin), static_cast<std::size_t>(std::unique(begin, end) - begin)};
    }
  });
  return sorted;
}

void ecsr_builder::parts::spill() {
  if (!spilled) spilled.emplace(open_file::nameless(name));
  for (const std::span<const entry> run : sort_buffer()) {
    if (run.empty()) continue;
    spilled->write_at(in_file_entries * sizeof(entry), std::as_bytes(run));
    in_file.emplace_back(in_file_entries, run.size());
    in_file_entries += run.size();
  }
  buffer.clear();
}

std::vector<sorted_run> ecsr_builder::parts::runs() {
  std::vector<sorted_run> all;
  if (!spilled) {
    for (const std::span<const entry> run : sort_buffer()) all.emplace_back(run);
    return all;
  }
  spill();
  free_memory(buffer);
  const std::uint64_t piece = std::max<std::uint64_t>(1024, capacity / in_file.size());
  for (const auto& [first, count] : in_file) all.emplace_back(*spilled, first, count, std::min(piece, count));
  return all;
}

std::vector<std::uint64_t> ecsr_builder::parts::write_neighbors(ecsr_layout& layout) {
  constexpr std::size_t full = std::size_t{1} << 18;
  std::vector<std::uint64_t> degrees(layout.vertices + 1);
  std::vector<vertex_id> ready;
  ready.reserve(full);
  std::vector<sorted_run> sorted = runs();
  tell_stage("merging");
  const std::uint64_t at_most = std::max<std::uint64_t>(1, 2 * added);
  const auto write_ready = [&] {
    check_stop();
    to.put<vertex_id>(layout.neighbors_at() + 4 * layout.entries, ready);
    layout.entries += ready.size();
    ready.clear();
    tell_step(layout.entries, at_most);
  };
  std::optional<entry> last;
  merge(sorted, [&](entry e) {
    if (last == e) return;
    last = e;
    ++degrees[(e >> 32) + 1];
    ready.push_back(static_cast<vertex_id>(e));
    if (ready.size() == full) write_ready();
  });
  write_ready();
  return degrees;
}

ecsr_builder::ecsr_builder(std::string path, std::uint64_t memory)
    : m_parts(std::make_unique<parts>(std::move(path))) {
  constexpr std::uint64_t least_memory = std::uint64_t{1} << 20;
  m_parts->capacity = std::max(memory, least_memory) / sizeof(entry);
}

ecsr_builder::~ecsr_builder() = default;

void ecsr_builder::add(vertex_id u, vertex_id v) {
  parts& p = *m_parts;
  p.largest = std::max({p.largest, u, v});
  ++p.added;
  if (u == v) {
    ++p.loops;
    return;
  }
  if (p.buffer.size() + 2 > p.capacity) p.spill();
  // By doubling, so that a small graph takes little; then all of it, since doubling holds both.
  if (p.buffer.size() + 2 > p.buffer.capacity())
    p.buffer.reserve(p.buffer.size() > p.capacity / 16 ? p.capacity
                                                       : std::max<std::uint64_t>(1024, 2 * p.buffer.size()));
  p.buffer.push_back(entry_of(u, v));
  p.buffer.push_back(entry_of(v, u));
}

ecsr_summary ecsr_builder::finish(std::uint64_t n, std::span<const std::uint64_t> labels,
                                  bool users_are_declared) {
  parts& p = *m_parts;
  if (p.added != 0 && p.largest >= n)
    throw invalid_parameter("n = " + std::to_string(n) + ": an edge ends in vertex " +
                            std::to_string(p.largest));
  if (!labels.empty() && labels.size() != n)
    throw invalid_parameter("labels: " + std::to_string(labels.size()) + " of " + std::to_string(n) +
                            " vertices");
  const bool has_labels = !are_own_numbers(labels);
  ecsr_layout layout{n, 0, has_labels, users_are_declared};
  std::vector<std::uint64_t> offsets = p.write_neighbors(layout);
  for (std::uint64_t v = 1; v <= n; ++v) offsets[v] += offsets[v - 1];
  p.to.put<std::uint64_t>(ecsr_layout::offsets_at(), offsets);
  if (has_labels) p.to.put(layout.labels_at(), labels);
  p.to.finish(layout);
  const count_type edges = layout.entries / 2;
  return {
      n, edges, users_are_declared, p.loops, p.added - p.loops - edges, p.in_file_entries * sizeof(entry)};
}

}  // namespace edgeldp
