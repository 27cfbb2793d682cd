// SPDX-License-Identifier: MIT
// Vector files mean forever what they meant when they were written. Never regenerate
// tests/golden/vectors-v2.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "support/golden_names.hpp"
#include "support/slow_vectors.hpp"

namespace edgeldp {
namespace {

/// One file a codec, with its alphabet.
class VectorsGoldenTest : public ::testing::TestWithParam<const char*> {
 protected:
  static std::string path(const char* ending) {
    return std::string(EDGELDP_GOLDEN_DIR) + "/" + GetParam() + ending;
  }

  static std::string read(const char* ending) {
    std::ifstream in(path(ending), std::ios::binary);
    if (!in) throw std::runtime_error("cannot open " + path(ending));
    return {std::istreambuf_iterator<char>(in), {}};
  }

  static std::vector<std::byte> read_file() {
    std::vector<std::byte> bytes;
    for (const char c : read(".eldp")) bytes.push_back(static_cast<std::byte>(c));
    return bytes;
  }

  /// A line a user, a digit an item.
  template <class Offset>
  static std::string lines_of(std::uint64_t users, std::uint64_t items, Offset offset) {
    std::string text;
    for (vertex_id u = 0; u < users; ++u) {
      for (std::uint32_t item = 0; item < items; ++item)
        text += "0123456789abcdefghijklmnopqrstuvwxyz"[offset(u, item)];
      text += "\n";
    }
    return text;
  }
};

TEST_P(VectorsGoldenTest, TheLibraryReadsTheOffsetsThatWereWritten) {
  const std::vector<std::byte> file = read_file();
  const vector_release_reader reader{std::span<const std::byte>(file)};
  const vector_release r = reader.load();
  const std::uint64_t users = r.layout().users(), items = r.layout().length();
  const std::string expected = read(".offsets");
  EXPECT_EQ(lines_of(users, items, [&](vertex_id u, std::uint32_t i) { return r.offset(u, i); }), expected);
  EXPECT_EQ(lines_of(users, items, [&](vertex_id u, std::uint32_t i) { return reader.offset(u, i); }),
            expected);
  EXPECT_EQ(r.catalog(), "some names");
  EXPECT_EQ(r.serialize(), file);
}

TEST_P(VectorsGoldenTest, TheSlowDecoderReadsTheOffsetsThatWereWritten) {
  const testing::slow_vectors slow(read_file());
  EXPECT_EQ(lines_of(slow.n, slow.L, [&](vertex_id u, std::uint32_t i) { return slow.offsets[u][i]; }),
            read(".offsets"));
}

INSTANTIATE_TEST_SUITE_P(Version2, VectorsGoldenTest,
                         ::testing::Values("vectors-v2/bitmap-5", "vectors-v2/gaps-5", "vectors-v2/ppr-2",
                                           "vectors-v2/ppr-11", "vectors-v2/nullspace-2",
                                           "vectors-v2/nullspace-compact-2"),
                         test::name_of_file);

}  // namespace
}  // namespace edgeldp
