// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/core/base/crc32.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/input/ecsr_file.hpp"

namespace {

using word = std::uint64_t;

std::uint32_t crc32(const std::byte* bytes, std::size_t size) {
  return edgeldp::crc32(std::span(bytes, size));
}

/// Right checksums around whatever numbers, so that what they say is looked at: a header for n
/// vertices and the entries that fit, then the bytes as they come. In words, which are aligned.
std::vector<word> sealed(std::span<const std::uint8_t> data, std::size_t& size) {
  const std::uint64_t n = data[0] % 16;
  const bool has_labels = (data[1] & 1) != 0;
  data = data.subspan(2);
  const std::uint64_t fixed = 8 * (n + 1) + (has_labels ? 8 * n : 0);
  const std::uint64_t entries = data.size() > fixed ? (data.size() - fixed) / 4 : 0;
  const std::uint64_t body = (8 * (n + 1) + 4 * entries + 7) / 8 * 8 + (has_labels ? 8 * n : 0);
  const std::uint64_t blocks = (body + (std::uint64_t{1} << 20) - 1) >> 20;
  size = 64 + body + 4 * (blocks + 1);
  std::vector<word> words(size / 8 + 1);
  auto* const file = reinterpret_cast<std::byte*>(words.data());
  const std::uint32_t version_and_flags[2] = {1, has_labels ? 1U : 0U};
  std::memcpy(file, "edgeldpG", 8);
  std::memcpy(file + 8, version_and_flags, 8);
  std::memcpy(file + 16, &n, 8);
  std::memcpy(file + 24, &entries, 8);
  std::memcpy(file + 64, data.data(), std::min<std::size_t>(data.size(), body));
  std::uint32_t sum = crc32(file, 60);
  std::memcpy(file + 60, &sum, 4);
  for (std::uint64_t block = 0; block < blocks; ++block) {
    sum = crc32(file + 64 + (block << 20),
                std::min<std::uint64_t>(std::uint64_t{1} << 20, body - (block << 20)));
    std::memcpy(file + 64 + body + 4 * block, &sum, 4);
  }
  sum = crc32(file + 64 + body, 4 * blocks);
  std::memcpy(file + 64 + body + 4 * blocks, &sum, 4);
  return words;
}

}  // namespace

/// Bytes as a file, and the same bytes within right checksums. Only bad_graph_input may escape; of
/// what is taken all lists are walked, and every neighbour lists its vertex.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  std::size_t sealed_size = 0;
  std::vector<word> plain(size / 8 + 1);
  std::memcpy(plain.data(), data, size);
  std::vector<word> whole = sealed({data, size}, sealed_size);
  for (auto& [words, bytes] : {std::pair(&plain, size), std::pair(&whole, sealed_size)}) {
    try {
      const auto read = edgeldp::ecsr_over(std::as_bytes(std::span(*words)).first(bytes), nullptr, "fuzz");
      const edgeldp::csr_graph& g = read.graph;
      for (std::uint64_t v = 0; v < g.vertex_count(); ++v)
        for (const edgeldp::vertex_id u : g.neighbors(static_cast<edgeldp::vertex_id>(v)))
          if (!edgeldp::ranges::binary_search(g.neighbors(u), v)) __builtin_trap();
    } catch (const edgeldp::bad_graph_input&) {  // refused with a message, as promised
    }
  }
  return 0;
}
