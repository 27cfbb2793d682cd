// SPDX-License-Identifier: MIT
// Files mean forever what they meant when they were written. Never regenerate tests/golden/v2: a
// test that fails here says that old files have changed their meaning.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "edgeldp/core/wire/release_file.hpp"
#include "support/golden_names.hpp"
#include "support/slow_decoder.hpp"

namespace edgeldp {
namespace {

/// One file a codec and chunk rule.
class GoldenTest : public ::testing::TestWithParam<const char*> {
 protected:
  static std::string path(const char* ending) {
    return std::string(EDGELDP_GOLDEN_DIR) + "/" + GetParam() + ending;
  }

  static std::vector<std::byte> read_file() {
    std::ifstream in(path(".eldp"), std::ios::binary);
    if (!in) throw std::runtime_error("cannot open " + path(".eldp"));
    std::vector<std::byte> bytes;
    for (std::istreambuf_iterator<char> c(in), end; c != end; ++c)
      bytes.push_back(static_cast<std::byte>(*c));
    return bytes;
  }

  /// The noisy bits of one row of the lower triangle a line, as hex digits: user u against users 0
  /// .. u - 1.
  static std::vector<std::string> read_bits() {
    std::ifstream in(path(".bits"));
    if (!in) throw std::runtime_error("cannot open " + path(".bits"));
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
      if (!line.starts_with('#')) lines.push_back(line);
    }
    return lines;
  }

  /// The same lines from edge(u, v).
  template <class Edge>
  static std::vector<std::string> lines_of(std::uint64_t users, Edge edge) {
    std::vector<std::string> lines;
    for (vertex_id u = 1; u < users; ++u) {
      std::string line;
      for (vertex_id v = 0; v < u; v += 4) {
        unsigned digit = 0;
        for (vertex_id k = v; k < v + 4; ++k) digit = 2 * digit + (k < u && edge(u, k) ? 1U : 0U);
        line += "0123456789abcdef"[digit];
      }
      lines.push_back(line);
    }
    return lines;
  }
};

TEST_P(GoldenTest, TheLibraryLoadsTheBitsThatWereWritten) {
  const std::vector<std::byte> file = read_file();
  const release loaded = release_reader(file).load();
  EXPECT_EQ(lines_of(loaded.parameters().users, [&](vertex_id u, vertex_id v) { return loaded.edge(u, v); }),
            read_bits());
  EXPECT_EQ(lines_of(loaded.parameters().users, [&](vertex_id u, vertex_id v) { return loaded.edge(v, u); }),
            read_bits());
}

TEST_P(GoldenTest, TheReaderFindsSingleBitsThatWereWritten) {
  const release_reader reader(path(".eldp"));
  EXPECT_EQ(lines_of(reader.layout().users(), [&](vertex_id u, vertex_id v) { return reader.edge(u, v); }),
            read_bits());
}

TEST_P(GoldenTest, TheSlowDecoderReadsTheBitsThatWereWritten) {
  const testing::slow_release slow = testing::slow_decode(read_file());
  EXPECT_EQ(lines_of(slow.n, [&](vertex_id u, vertex_id v) { return slow.edge(u, v); }), read_bits());
}

TEST_P(GoldenTest, ALoadedReleaseIsWrittenAsItWas) {
  const std::vector<std::byte> file = read_file();
  const release_reader reader(file);
  EXPECT_EQ(reader.load().serialize(nullptr, reader.notes()), file);
}

INSTANTIATE_TEST_SUITE_P(Version2, GoldenTest,
                         ::testing::Values("v2/bitmap-plain", "v2/bitmap-random", "v2/bitmap-true-degrees",
                                           "v2/bitmap-gaps", "v2/ppr-sizes", "v2/ppr-degrees",
                                           "v2/ppr-true-degrees", "v2/nullspace-plain",
                                           "v2/nullspace-degrees", "v2/nullspace-ids", "v2/nullspace-absent",
                                           "v2/nullspace-compact", "v2/nullspace-classes",
                                           "v2/bitmap-hubs-last", "v2/nullspace-hubs-last",
                                           "v2/ppr-hubs-last"),
                         test::name_of_file);

}  // namespace
}  // namespace edgeldp
