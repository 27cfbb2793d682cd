// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/gap_file.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "support/graphs.hpp"
#include "support/test_folder.hpp"

namespace edgeldp {
namespace {

/// What the suite's converter writes, number by number.
struct serialized {
  bool is_directed = false;
  std::vector<std::int64_t> offsets = {0, 1, 3, 4};
  std::vector<std::int32_t> neighbors = {1, 0, 2, 1};

  std::string written(bool has_incoming = false) const {
    std::string bytes(1, is_directed ? '\1' : '\0');
    put(bytes, static_cast<std::int64_t>(neighbors.size()), 8);
    put(bytes, static_cast<std::int64_t>(offsets.size()) - 1, 8);
    for (int times = 0; times < (has_incoming ? 2 : 1); ++times) {
      for (const std::int64_t offset : offsets) put(bytes, offset, 8);
      for (const std::int32_t neighbor : neighbors) put(bytes, neighbor, 4);
    }
    return bytes;
  }

 private:
  static void put(std::string& to, std::int64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) to += static_cast<char>(number >> (8 * i));
  }
};

class GapFileTest : public testing::Test {
 protected:
  std::string path() const { return (m_folder.path() / "g.sg").string(); }
  csr_graph read(const std::string& bytes) const {
    std::ofstream(path(), std::ios::binary) << bytes;
    return read_gap(path());
  }
  std::string refusal_of(const std::string& bytes) const {
    try {
      read(bytes);
    } catch (const bad_graph_input& e) {
      return e.what();
    }
    return "";
  }
  csr_graph a_path() const {
    const test::edge_list edges = {{0, 1}, {1, 2}};
    return {3, edges};
  }

 private:
  test::test_folder m_folder;
};

TEST_F(GapFileTest, ReadsWhatTheSuiteWrites) {
  EXPECT_EQ(read(serialized{}.written()), a_path());
  const read_graph_result all = read_graph(path());
  EXPECT_EQ(all.graph, a_path());
  EXPECT_EQ(all.labels, (std::vector<std::uint64_t>{0, 1, 2}));
  EXPECT_TRUE(all.users_are_declared);
}

TEST_F(GapFileTest, WritesWhatTheSuiteReads) {
  write_gap(path(), a_path());
  std::ifstream file(path(), std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), serialized{}.written());
  const csr_graph made = generate_affiliation(200, 1500, 1);
  write_gap(path(), made);
  EXPECT_EQ(read_gap(path()), made);
  write_gap(path(), csr_graph(0, {}));
  EXPECT_EQ(read_gap(path()), csr_graph(0, {}));
}

TEST_F(GapFileTest, ForgetsDirectionsLoopsAndRepeats) {
  const serialized directed{true, {0, 1, 2, 2}, {1, 2}};
  EXPECT_EQ(read(directed.written(true)), a_path());
  EXPECT_EQ(read(directed.written()), a_path()) << "without incoming edges";
  EXPECT_EQ(read(serialized{false, {0, 2, 5, 7}, {0, 1, 2, 0, 2, 1, 1}}.written()), a_path());
}

TEST_F(GapFileTest, RefusesWhatIsNoneOrWasCut) {
  const std::string good = serialized{}.written();
  for (std::size_t size = 1; size < good.size(); ++size)
    EXPECT_NE(refusal_of(good.substr(0, size)), "") << size;
  EXPECT_NE(refusal_of(good + good).find("it was cut or added to, or has weights"), std::string::npos);
  EXPECT_NE(refusal_of("2" + good.substr(1)).find("does not begin like a .sg file"), std::string::npos);
  EXPECT_NE(refusal_of(serialized{false, {0, 3, 1, 4}}.written()).find("offsets do not rise"),
            std::string::npos);
  EXPECT_NE(refusal_of(serialized{false, {0, 1, 3, 4}, {1, 0, -1, 1}}.written()).find("entry 2 is vertex"),
            std::string::npos);
  EXPECT_THROW(read_gap("/no/such/file.sg"), io_error);
}

}  // namespace
}  // namespace edgeldp
