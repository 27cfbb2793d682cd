// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/plain_words.hpp"

#include <gtest/gtest.h>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

TEST(PlainWordsTest, TheFirstByteIsNoPlaceThatPeopleLookAt) {
  EXPECT_EQ(plain_words(format_error(0, "no task file").what()), "no task file");
  EXPECT_EQ(plain_words("a.txt: byte 0: not a release"), "a.txt: not a release");
  EXPECT_EQ(plain_words("byte 0: the run is damaged: byte 0: cut off"), "the run is damaged: cut off");
}

TEST(PlainWordsTest, OtherWordsStay) {
  for (const char* what :
       {"", "byte 0", "byte 12: cut off", "byte 10: 0", "the byte 0: is not one", "a.txt: byte 120: x"})
    EXPECT_EQ(plain_words(what), what);
}

}  // namespace
}  // namespace edgeldp
