// SPDX-License-Identifier: MIT
// Files of either kind; each kind: release_test.cpp, vector_release_test.cpp.
#include "edgeldp/core/wire/release_file.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "support/vectors.hpp"

namespace edgeldp {
namespace {

std::vector<std::byte> graph_file() {
  release_parameters p;
  p.users = 3;
  p.key.value = 77;
  p.codec = codec_kind::bitmap;
  p.flip_threshold = randomized_response::resolution / 4;
  p.simulated = true;
  p.degree = epsilon::from_nats(1.0);
  p.edges = epsilon::from_nats(20.0);
  p.total = epsilon::from_nats(21.0);
  const release_layout layout(p, {2, 1, 1}, {});
  return release(layout, std::vector<std::uint64_t>(layout.word_offset(3))).serialize();
}

std::vector<std::byte> vectors_file() {
  return test::random_vectors(test::small_vectors(codec_kind::ppr, 6, 20, 3), 5, 0.2, "abc").serialize();
}

std::vector<std::byte> rewritten(const any_release_reader& reader) {
  return std::visit([](const auto& file) { return file.load().serialize(); }, reader);
}

TEST(ReadAnyReleaseTest, OpensFilesOfEitherKind) {
  const std::string path = testing::TempDir() + "edgeldp_any_release";
  for (const auto& bytes : {graph_file(), vectors_file()}) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    EXPECT_EQ(rewritten(read_any_release(bytes)), bytes);
    EXPECT_EQ(rewritten(read_any_release(path)), bytes);
  }
  std::filesystem::remove(path);
  const auto graph = graph_file();
  EXPECT_TRUE(std::holds_alternative<release_reader>(read_any_release(graph)));
  const auto bytes = vectors_file();
  EXPECT_EQ(std::get<vector_release_reader>(read_any_release(bytes)).catalog(), "abc");
}

TEST(ReadAnyReleaseTest, SaysWhatIsNeither) {
  auto bytes = graph_file();
  EXPECT_EQ(kind_of_release(bytes), release_kind::graph);
  EXPECT_EQ(kind_of_release(vectors_file()), release_kind::vectors);
  EXPECT_FALSE(kind_of_release(std::span(bytes).first(7)).has_value());
  bytes[4] = std::byte{'X'};
  EXPECT_FALSE(kind_of_release(bytes).has_value());
  try {
    read_any_release(bytes);
    FAIL();
  } catch (const format_error& e) {
    EXPECT_EQ(e.offset(), 0U);
  }
  EXPECT_THROW(read_any_release("/nonexistent/file"), io_error);
}

TEST(ReadAnyReleaseTest, AFaultIsThatOfItsKind) {
  for (auto bytes : {graph_file(), vectors_file()}) {
    bytes.pop_back();
    EXPECT_THROW(rewritten(read_any_release(bytes)), format_error);
  }
}

/// What a reader says of bytes, as they are and from a file.
template <class Read>
void expect_refused(const std::vector<std::byte>& bytes, const std::string& why, Read read) {
  const std::string path = testing::TempDir() + "edgeldp_refused_release";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  for (const bool from_file : {false, true}) {
    try {
      from_file ? read(path) : read(bytes);
      ADD_FAILURE() << why;
    } catch (const format_error& e) {
      EXPECT_EQ(e.offset(), 8U);
      EXPECT_NE(std::string(e.what()).find(why), std::string::npos) << e.what();
    }
  }
  std::filesystem::remove(path);
}

TEST(ReadAnyReleaseTest, RefusesTheFirstFormatByItsNameAndUnknownOnesByTheirNumber) {
  for (const bool graph : {true, false}) {
    std::vector<std::byte> bytes = graph ? graph_file() : vectors_file();
    for (const auto& [format, why] : {std::pair{1, "a file of format 1, which is no longer read"},
                                      {0, "unsupported format version (expected 2)"},
                                      {3, "unsupported format version (expected 2)"}}) {
      bytes[8] = static_cast<std::byte>(format);
      expect_refused(bytes, why, [](const auto& from) { read_any_release(from); });
      if (graph)
        expect_refused(bytes, why, [](const auto& from) { release_reader{from}; });
      else
        expect_refused(bytes, why, [](const auto& from) { vector_release_reader{from}; });
    }
  }
}

}  // namespace
}  // namespace edgeldp
