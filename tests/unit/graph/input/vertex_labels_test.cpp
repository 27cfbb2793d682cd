// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/vertex_labels.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace edgeldp {
namespace {

using numbers = std::vector<std::uint64_t>;

TEST(VertexLabelsTest, AreNumbersInARowOrAnyNumbers) {
  const vertex_labels from_one = vertex_labels::in_a_row(3, 1), listed = numbers{1, 2, 3};
  EXPECT_EQ(from_one, listed);
  EXPECT_EQ(listed, (numbers{1, 2, 3}));
  EXPECT_EQ(from_one.listed(), (numbers{1, 2, 3}));
  EXPECT_EQ(from_one[2], 3U);
  EXPECT_FALSE(from_one == vertex_labels::in_a_row(3));
  EXPECT_FALSE(from_one == vertex_labels::in_a_row(2, 1));
  EXPECT_EQ(vertex_labels().size(), 0U);
  EXPECT_EQ(vertex_labels(numbers{}), vertex_labels::in_a_row(0, 7));
  EXPECT_TRUE(vertex_labels().listed().empty());
}

TEST(VertexLabelsTest, CopiesShareWhatSomebodyKeeps) {
  auto kept = std::make_shared<const numbers>(numbers{9, 4});
  const std::weak_ptr<const numbers> alive = kept;
  vertex_labels copy;
  {
    const numbers& all = *kept;
    const vertex_labels of_kept = vertex_labels::over(all, std::move(kept));
    copy = of_kept;
  }
  ASSERT_FALSE(alive.expired());
  EXPECT_EQ(copy[0], 9U);
  EXPECT_EQ(copy.listed(), (numbers{9, 4}));
  copy = vertex_labels();
  EXPECT_TRUE(alive.expired());
}

}  // namespace
}  // namespace edgeldp
