// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/told.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"

namespace edgeldp {
namespace {

release_parameters bitmap_parameters() {
  release_parameters p;
  p.users = 4;
  p.codec = codec_kind::bitmap;
  p.flip_threshold = std::uint64_t{1} << 38;
  p.key = {7};
  p.total = epsilon::from_nats(4.0);
  p.degree = epsilon::from_nats(0.5);
  p.edges = epsilon::from_nats(2.0);
  p.count = epsilon::from_nats(1.5);
  return p;
}

std::string digest_of(const release_parameters& p, std::vector<std::int64_t> degrees) {
  return told(release_layout(p, std::move(degrees), {})).hex();
}

TEST(ToldTest, IsSha256OfTheDocumentedBytes) {
  // name length, name, kind, count, numbers: sha256sum of the same bytes.
  EXPECT_EQ(told_digest().hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(told_digest().add("count", std::uint64_t{258}).hex(),
            "7076efbd4a16a37390ff0b0ad54720a13442bffba6441c9f73943770bb8e3a37");
}

TEST(ToldTest, TakesMoreNumbersThanItReadsAtOnce) {
  std::vector<std::int64_t> numbers(1025);
  std::iota(numbers.begin(), numbers.end(), -3);
  EXPECT_EQ(told_digest().add("count", numbers).hex(),
            "65e36a506b937bfadbb2a7904e54d6937133a3ed5f47eaaa428955aec6b7cba3");
}

TEST(ToldTest, SaysNothingOfWhatItsCopiesWereTold) {
  const told_digest before = told_digest().add("a", std::uint64_t{1});
  told_digest after = before;
  after.add("b", std::uint64_t{2});
  EXPECT_EQ(before.hex(), told_digest().add("a", std::uint64_t{1}).hex());
  const std::vector<std::byte> text(3, std::byte{'x'});
  EXPECT_EQ(told_digest(before).begin("t", 3).part(text).hex(), told_digest(before).add("t", "xxx").hex());
  EXPECT_NE(after.hex(), before.hex());
}

TEST(ToldTest, TellsNumbersNamesAndKindsApart) {
  const std::vector<std::int64_t> two = {1, 2}, one = {1};
  std::set<std::string> seen;
  for (const told_digest& d :
       {told_digest(), told_digest().add("a", two), told_digest().add("b", two), told_digest().add("a", one),
        told_digest().add("a", one).add("a", std::uint64_t{2}), told_digest().add("a", "12"),
        told_digest().add("a1", "2"), told_digest().add("a", std::uint64_t{2}).add("a", one)})
    EXPECT_TRUE(seen.insert(d.hex()).second);
  EXPECT_EQ(told_digest().add("a", one).hex(), told_digest().add("a", std::uint64_t{1}).hex());
}

/// Whatever two users could have been told differently.
TEST(ToldTest, EverythingThatUsersWereToldIsInIt) {
  const std::vector<std::int64_t> degrees = {3, -1, 2, 2};
  const std::string same = digest_of(bitmap_parameters(), degrees);
  EXPECT_EQ(digest_of(bitmap_parameters(), degrees), same);
  std::set<std::string> seen = {same};
  const auto expect_another = [&](auto&& change) {
    release_parameters p = bitmap_parameters();
    std::vector<std::int64_t> changed = degrees;
    change(p, changed);
    EXPECT_TRUE(seen.insert(digest_of(p, changed)).second);
  };
  expect_another([](release_parameters& p, auto&) { p.key = {8}; });
  expect_another([](release_parameters& p, auto&) { p.order = user_order::id; });
  expect_another([](release_parameters& p, auto&) { ++p.flip_threshold; });
  expect_another([](release_parameters& p, auto&) { p.degree = epsilon::from_nats(0.25); });
  expect_another([](release_parameters& p, auto&) { p.total = epsilon::from_nats(5.0); });
  expect_another([](release_parameters&, auto& d) { d = {3, -1, 2, 1}; });
  expect_another([](release_parameters&, auto& d) { std::swap(d[0], d[2]); });
}

TEST(ToldTest, DoesNotDependOnThreads) {
  const std::string all = digest_of(bitmap_parameters(), {3, -1, 2, 2});
  const thread_limit one(1);
  EXPECT_EQ(digest_of(bitmap_parameters(), {3, -1, 2, 2}), all);
}

}  // namespace
}  // namespace edgeldp
