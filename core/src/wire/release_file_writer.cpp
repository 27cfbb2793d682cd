// SPDX-License-Identifier: MIT
// The files of core/doc/format.md: their writers.
#include "edgeldp/core/wire/release_file.hpp"

#include <array>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/base/text_bytes.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "wire/numbers.hpp"
#include "wire/parameter_bytes.hpp"
#include "wire/release_sections.hpp"
#include "wire/rows.hpp"
#include "wire/sections.hpp"

namespace edgeldp {

namespace {

using wire::byte_span;
using wire::divide;
using wire::expected_by_degrees;
using wire::file_kind;
using wire::is_graph;
using wire::section_writer;
namespace section = wire::section;

/// Increasing numbers as their steps, the first from -1.
std::vector<std::byte> write_absent(std::span<const vertex_id> absent) {
  std::vector<std::byte> bytes;
  canonical_writer to(bytes);
  std::int64_t last = -1;
  for (const vertex_id u : absent) {
    to.number(std::int64_t{u} - last);
    last = u;
  }
  return bytes;
}

void add_classes(section_writer& out, std::span<const rank_class> later) {
  if (later.empty()) return;
  std::vector<std::byte> bytes;
  canonical_writer to(bytes);
  wire::write_classes(to, later);
  out.add(section::classes, std::move(bytes));
}

/// What all files begin with.
template <class Layout>
void add_parameters(section_writer& out, const Layout& layout, const told_digest& digest) {
  std::vector<std::byte> bytes;
  canonical_writer to(bytes);
  wire::write_parameters(to, layout.parameters());
  out.add(section::parameters, std::move(bytes));
  if constexpr (is_graph<Layout>) add_classes(out, layout.parameters().later);
  out.add(section::told, wire::bytes_of(digest));
}

/// What a graph's file begins with.
section_writer begin_file(const release_layout& layout) {
  section_writer out;
  add_parameters(out, layout, told(layout));
  std::array<std::vector<std::byte>, 2> numbers;  // a range coder is of one thread, and slow
  parallel_for(0, numbers.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i)
      if (i == 0)
        numbers[size_of(i)] = wire::write_numbers(layout.degrees());
      else if (!layout.sizes().empty())
        numbers[size_of(i)] =
            wire::write_numbers(layout.sizes(), expected_by_degrees(layout.ranks(), layout.degrees()));
  });
  out.add(section::degrees, std::move(numbers[0]));
  if (!layout.sizes().empty()) out.add(section::sizes, std::move(numbers[1]));
  return out;
}

/// What a file of vectors begins with.
section_writer begin_file(const vector_release& vectors) {
  const vector_layout& layout = vectors.layout();
  section_writer out;
  add_parameters(out, layout, told(layout, vectors.catalog()));
  if (!layout.sizes().empty()) out.add(section::sizes, wire::write_numbers(layout.sizes()));
  const byte_span catalog = text_bytes(vectors.catalog());
  if (!catalog.empty()) out.add(section::catalog, {catalog.begin(), catalog.end()});
  return out;
}

void add_notes(section_writer& out, const file_notes& notes, std::uint64_t users) {
  if (!notes.ids.empty() && notes.ids.size() != users)
    throw invalid_parameter("a release of " + std::to_string(users) + " users with " +
                            std::to_string(notes.ids.size()) + " ids");
  if (!notes.ids.empty()) out.add(section::ids, wire::write_ids(notes.ids));
  if (notes.task.empty()) return;
  std::optional<std::vector<std::byte>> task = wire::bytes_of_digits(notes.task);
  if (!task) throw invalid_parameter("'" + notes.task + "' is no id of a task: 64 hexadecimal digits");
  out.add(section::task, *std::move(task));
}

/// What all files end with.
template <class Release>
void add_rows(section_writer& out, const Release& rows) {
  if (!rows.absent().empty()) out.add(section::absent, write_absent(rows.absent()));
  std::vector<std::byte> blocks = write_rows(rows);
  const auto index_end =
      blocks.begin() + static_cast<std::ptrdiff_t>(wire::index_bytes_of(rows.layout().users()));
  out.add(section::index, {blocks.begin(), index_end});
  blocks.erase(blocks.begin(), index_end);
  out.add(section::rows, std::move(blocks));
}

template <class Layout>
std::vector<std::byte> finish(section_writer& out, typename file_kind<Layout>::bytes* sizes) {
  if (sizes != nullptr) *sizes = divide<Layout>(out, out.file_bytes());
  return out.take_file(file_kind<Layout>::magic);
}

/// How the bytes of a file divide that goes on with `row_bytes` bytes of index and blocks.
template <class Layout>
typename file_kind<Layout>::bytes sizes_with(section_writer& out, const Layout& layout,
                                             std::span<const vertex_id> absent, std::uint64_t row_bytes) {
  if (!absent.empty()) out.add(section::absent, write_absent(absent));
  const std::uint64_t index = wire::index_bytes_of(layout.users());
  out.add_size(section::index, index);
  out.add_size(section::rows, row_bytes - index);
  return divide<Layout>(out, out.file_bytes());
}

}  // namespace

release_sizes sizes_before_rows(const release_layout& layout) {
  section_writer out = begin_file(layout);
  for (const wire::section_kind& kind : {section::index, section::rows}) out.add_size(kind, 0);
  return divide<release_layout>(out, out.file_bytes());
}

release_sizes sizes_of(const release& rows, std::uint64_t row_bytes) {
  section_writer out = begin_file(rows.layout());
  return sizes_with(out, rows.layout(), rows.absent(), row_bytes);
}

release_sizes sizes_of(const release& rows) {
  return sizes_of(rows, wire::bytes_of_blocks(rows.layout(), rows.all_words()));
}

vector_release_sizes sizes_of(const vector_release& rows) {
  section_writer out = begin_file(rows);
  return sizes_with(out, rows.layout(), rows.absent(),
                    wire::bytes_of_blocks(rows.layout(), rows.all_words()));
}

std::vector<std::byte> release::serialize(release_sizes* sizes, const file_notes& notes) const {
  section_writer out = begin_file(*m_layout);
  add_notes(out, notes, m_layout->users());
  add_rows(out, *this);
  return finish<release_layout>(out, sizes);
}

std::vector<std::byte> vector_release::serialize(vector_release_sizes* sizes) const {
  section_writer out = begin_file(*this);
  add_rows(out, *this);
  return finish<vector_layout>(out, sizes);
}

release_sizes release::save(const std::string& path, const file_notes& notes) const {
  release_sizes sizes;
  replace_file(path, serialize(&sizes, notes));
  return sizes;
}

vector_release_sizes vector_release::save(const std::string& path) const {
  vector_release_sizes sizes;
  replace_file(path, serialize(&sizes));
  return sizes;
}

}  // namespace edgeldp
