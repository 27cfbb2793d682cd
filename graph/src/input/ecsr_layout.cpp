// SPDX-License-Identifier: MIT
#include "input/ecsr_layout.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/crc32.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/graph/input/ecsr_file.hpp"

namespace edgeldp {

namespace {

constexpr std::string_view magic = "edgeldpG";
constexpr std::uint32_t known_version = 1, labels_flag = 1, declared_flag = 2;

/// As it lies in the file.
struct header {
  std::array<char, 8> magic{};
  std::uint32_t version = 0, flags = 0;
  std::uint64_t vertices = 0, entries = 0;
  std::array<std::uint8_t, 28> reserved{};
  std::uint32_t checksum = 0;
};
static_assert(sizeof(header) == ecsr_layout::header_bytes);

/// More could not be added up.
constexpr std::uint64_t most_vertices_of_file = std::uint64_t{1} << 32, most_entries = std::uint64_t{1} << 56;

std::uint32_t checksum_of(const header& h) {
  return crc32(std::as_bytes(std::span(&h, 1)).first(offsetof(header, checksum)));
}

struct block_range {
  std::uint64_t first, size;
};
block_range range_of(const ecsr_layout& layout, std::uint64_t block) {
  const std::uint64_t first = ecsr_layout::header_bytes + block * ecsr_layout::block_bytes;
  return {first, std::min(ecsr_layout::block_bytes, layout.checksums_at() - first)};
}

/// bytes_of(block) has its bytes.
template <class F>
std::vector<std::uint32_t> sums_of_blocks(const ecsr_layout& layout, F&& bytes_of) {
  std::vector<std::uint32_t> sums(layout.blocks());
  parallel_for(0, sums.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t block = first; block < last; ++block)
      sums[block] = crc32(bytes_of(range_of(layout, block)));
  });
  return sums;
}

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw bad_graph_input(name + ": " + why);
}

}  // namespace

bool begins_as_ecsr(std::string_view first_bytes) noexcept {
  return first_bytes.starts_with(magic);
}

bool are_own_numbers(std::span<const std::uint64_t> labels) {
  std::uint64_t v = 0;
  return ranges::all_of(labels, [&](std::uint64_t label) { return label == v++; });
}

ecsr_layout read_ecsr_layout(std::span<const std::byte> file, const std::string& name) {
  header h;
  if (file.size() < sizeof h) refuse(name, "ends within the header of a graph file: it was cut");
  std::memcpy(&h, file.data(), sizeof h);
  if (!begins_as_ecsr({h.magic.data(), h.magic.size()})) refuse(name, "is no .ecsr file");
  if (h.version != known_version)
    refuse(name, "is of version " + std::to_string(h.version) +
                     " of the format: this program reads version " + std::to_string(known_version));
  if (h.checksum != checksum_of(h)) refuse(name, "its header is damaged");
  if ((h.flags & ~(labels_flag | declared_flag)) != 0 ||
      ranges::any_of(h.reserved, [](std::uint8_t byte) { return byte != 0; }))
    refuse(name, "its header has flags that this program does not know");
  if (h.vertices > most_vertices_of_file || h.entries > most_entries)
    refuse(name, "its header names " + std::to_string(h.vertices) + " vertices and " +
                     std::to_string(h.entries) + " neighbours: more than a graph can have");
  const ecsr_layout layout{h.vertices, h.entries, (h.flags & labels_flag) != 0,
                           (h.flags & declared_flag) != 0};
  if (file.size() != layout.size())
    refuse(name, "has " + std::to_string(file.size()) + " bytes where its header says " +
                     std::to_string(layout.size()) + ": it was cut or added to");
  return layout;
}

void check_ecsr_sums(std::span<const std::byte> file, const ecsr_layout& layout, const std::string& name) {
  tell_stage("checking");
  const std::span<const std::byte> table = file.subspan(layout.checksums_at(), 4 * layout.blocks());
  std::vector<std::uint32_t> kept(layout.blocks() + 1);
  std::memcpy(kept.data(), table.data(), 4 * kept.size());
  if (kept.back() != crc32(table)) refuse(name, "its table of checksums is damaged");
  kept.pop_back();
  const std::vector<std::uint32_t> found =
      sums_of_blocks(layout, [&](block_range block) { return file.subspan(block.first, block.size); });
  const auto bad = ranges::mismatch(kept, found).in1;
  if (bad == kept.end()) return;
  const block_range block = range_of(layout, static_cast<std::uint64_t>(bad - kept.begin()));
  refuse(name, "is damaged between bytes " + std::to_string(block.first) + " and " +
                   std::to_string(block.first + block.size));
}

ecsr_writer::ecsr_writer(const std::string& path)
    : m_file(path), m_bytes(open_file::existing([&] {
        if (m_file.temporary_path() == path)
          throw invalid_parameter("output '" + path + "': a graph file is written at places, not to a pipe");
        return m_file.temporary_path();
      }())) {}

void ecsr_writer::finish(const ecsr_layout& layout) {
  tell_stage("checksums");
  m_bytes.resize(layout.size());  // and zeros where nothing was put
  // Read back block by block: pages of a mapping would count as this process's memory.
  std::vector<std::uint32_t> sums = sums_of_blocks(layout, [&](block_range block) {
    thread_local std::vector<std::byte> bytes;
    bytes.resize(block.size);
    m_bytes.read_at(block.first, bytes);
    return std::span<const std::byte>(bytes);
  });
  sums.push_back(crc32(std::as_bytes(std::span(sums))));
  put<std::uint32_t>(layout.checksums_at(), sums);
  header h;
  ranges::copy(magic, h.magic.begin());
  h.version = known_version;
  h.flags = (layout.has_labels ? labels_flag : 0) | (layout.users_are_declared ? declared_flag : 0);
  h.vertices = layout.vertices;
  h.entries = layout.entries;
  h.checksum = checksum_of(h);
  put<header>(0, std::span<const header>(&h, 1));
  m_file.commit();
}

}  // namespace edgeldp
