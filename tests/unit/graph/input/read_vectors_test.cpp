// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/read_vectors.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

using name_list = std::vector<std::string>;

std::vector<row_entry> row_of(const sparse_vectors& data, std::uint64_t u) {
  return {data.row(u).begin(), data.row(u).end()};
}

TEST(ReadVectorsTest, ReadsRatings) {
  const auto r = parse_vectors(
      "userId,movieId,rating,timestamp\r\n"
      "# a comment\r\n"
      "1,31,2.5,1260759144\r\n"
      "\r\n"
      "7, 31 ,4.0,1\r\n"
      "1,10,4,2\r\n",
      "r.csv");
  EXPECT_EQ(r.catalog.users, (name_list{"1", "7"}));
  EXPECT_EQ(r.catalog.items, (name_list{"10", "31"}));
  EXPECT_EQ(r.catalog.values, (name_list{"", "2.5", "4"}));
  EXPECT_EQ(row_of(r.data, 0), (std::vector<row_entry>{{0, 2}, {1, 1}}));
  EXPECT_EQ(row_of(r.data, 1), (std::vector<row_entry>{{1, 2}}));
  EXPECT_EQ(r.lines, 6U);
  EXPECT_EQ(r.comments, 3U);
  EXPECT_TRUE(r.items_are_derived && r.values_are_derived);
}

TEST(ReadVectorsTest, NumbersSortBySizeAndWordsByLetters) {
  EXPECT_EQ(parse_vectors("a,x,10\na,y,9\na,z,-1\n", "t").catalog.values, (name_list{"", "-1", "9", "10"}));
  EXPECT_EQ(parse_vectors("a,x,10\na,y,9\na,z,T\n", "t").catalog.values, (name_list{"", "10", "9", "T"}));
}

TEST(ReadVectorsTest, HeadersAreSeenByTheirValueOrTheirFirstField) {
  EXPECT_EQ(parse_vectors("who,what,stars\na,x,1\n", "t").data.users(), 1U);
  EXPECT_EQ(parse_vectors("User,snp,base\na,x,T\n", "t").data.users(), 1U);
  EXPECT_EQ(parse_vectors("who,what,G\na,x,T\n", "t").data.users(), 2U);  // might be data, so it is
  for (const std::string heading : {"user", "userId", "User ID", "user_id", "USERNAME", "\"users\""})
    EXPECT_EQ(parse_vectors(heading + ",x,T\na,x,T\n", "t").data.users(), 1U) << heading;
  for (const std::string name : {"user1", "user_17", "Userine", "use", "item"})
    EXPECT_EQ(parse_vectors(name + ",x,T\na,x,T\n", "t").data.users(), 2U) << name;
  EXPECT_EQ(parse_items("Item ID\na\n", "t").items, name_list{"a"});
  EXPECT_EQ(parse_items("item1\nitem2\n", "t").items, (name_list{"item1", "item2"}));
}

// In a file sorted by item, first appearance would tell who has the first item.
TEST(ReadVectorsTest, TheOrderOfLinesTellsNothing) {
  declared_catalog declared = parse_items("x\ny\n", "items");
  declared.values = name_list{"1"};
  for (const std::string first : {"10", "9", "9.0"})
    EXPECT_EQ(parse_vectors(first + ",x,1\n10,y,1\n9.0,y,1\n9,y,1\n", "t", declared).catalog.users,
              (name_list{"9", "9.0", "10"}));
  EXPECT_EQ(parse_vectors("b,y,1\na,x,1\n", "t").catalog.items, (name_list{"x", "y"}));
}

TEST(ReadVectorsTest, ReferencesShiftValues) {
  const declared_catalog declared = parse_items("item,value\nrs1,A\nrs2,T\nrs3,A\n", "ref");
  const auto r = parse_vectors("u,rs1,C\nu,rs2,T\nv,rs2,A\nv,rs3,A\n", "t", declared);
  EXPECT_EQ(r.catalog.values, (name_list{"A", "C", "T"}));
  EXPECT_EQ(r.catalog.reference, (std::vector<std::uint8_t>{0, 2, 0}));
  EXPECT_EQ(row_of(r.data, 0), (std::vector<row_entry>{{0, 1}}));  // T at rs2 is the reference
  EXPECT_EQ(row_of(r.data, 1), (std::vector<row_entry>{{1, 1}}));  // A = 0 = T + 1 mod 3
  EXPECT_EQ(r.data.length(), 3U);
  EXPECT_FALSE(r.items_are_derived);
}

TEST(ReadVectorsTest, DeclaredItemsAndValuesAreKeptInOrder) {
  declared_catalog declared = parse_items("c\na\n\"b,d\"\n", "items");
  declared.values = name_list{"5", "1"};
  const auto r = parse_vectors("u,\"b,d\",1.0\n", "t", declared);
  EXPECT_EQ(r.catalog.items, (name_list{"c", "a", "b,d"}));
  EXPECT_EQ(r.catalog.values, (name_list{"", "5", "1"}));
  EXPECT_EQ(row_of(r.data, 0), (std::vector<row_entry>{{2, 2}}));
}

TEST(ReadVectorsTest, RepeatsAreDroppedAndCounted) {
  const auto r = parse_vectors("u,a,1\nu,b,2\nu,a,1.0\n", "t");
  EXPECT_EQ(r.repeats, 1U);
  EXPECT_EQ(r.data.entry_count(), 2U);
}

void expect_bad(const std::string& text, const std::string& found, const declared_catalog& declared = {}) {
  try {
    parse_vectors(text, "t", declared);
    ADD_FAILURE() << "accepted: " << text;
  } catch (const bad_graph_input& e) {
    EXPECT_NE(std::string(e.what()).find(found), std::string::npos) << e.what();
  }
}

TEST(ReadVectorsTest, BadLinesAreNamed) {
  declared_catalog declared = parse_items("a\nb\n", "items");
  declared.values = name_list{"1", "2"};
  expect_bad("", "no line");
  expect_bad("# nothing\n", "no line");
  expect_bad("user,item,rating\n", "no line");
  expect_bad("u,a,1\nu,b\n", "line 2: expected user, item and value");
  expect_bad("u,a,1\nu,b,\n", "line 2: expected user, item and value");
  expect_bad("u,a,1\n\nu,,2\n", "line 3: expected a user and an item");
  expect_bad("u,a,1\nu,c,2\n", "line 2: expected an item that is declared", declared);
  expect_bad("u,a,1\nu,b,3\n", "line 2: expected a value that is declared", declared);
  expect_bad("u,a,1\nv,a,2\nu,a,2\n", "line 3: expected the value of line 1");
  expect_bad("u,\"a,1\n", "line 1: a quote that is not closed on its line");
  expect_bad("u,\"a\"b,1\n", "line 1: text behind a closing quote");
  std::string many;
  for (int v = 0; v < 256; ++v) many += "u,i" + std::to_string(v) + "," + std::to_string(v) + "\n";
  expect_bad(many, "257 different values");
}

TEST(ReadItemsTest, BadLinesAreNamed) {
  for (const auto& [text, found] : std::vector<std::pair<std::string, std::string>>{
           {"", "no line"},
           {"a\nb\na\n", "line 3: expected an item that was not named"},
           {"a,1\nb\n", "line 2: expected a reference value on every line"},
           {"a\nb,1\n", "line 2: expected a reference value on every line"},
           {"a,1\n,2\n", "line 2: expected an item"}}) {
    try {
      parse_items(text, "t");
      ADD_FAILURE() << "accepted: " << text;
    } catch (const bad_graph_input& e) {
      EXPECT_NE(std::string(e.what()).find(found), std::string::npos) << e.what();
    }
  }
}

TEST(CatalogTest, ComesBack) {
  vector_catalog catalog{{"u 1", "u2"}, {"a", "b,c", "d"}, {"", "x"}, {}};
  for (int round = 0; round < 2; ++round, catalog.reference = {0, 1, 1}) {
    const std::string text = write_catalog(catalog);
    const vector_catalog back = parse_catalog(text, 2, 3, 2);
    EXPECT_EQ(back.users, catalog.users);
    EXPECT_EQ(back.items, catalog.items);
    EXPECT_EQ(back.values, catalog.values);
    EXPECT_EQ(back.reference, catalog.reference);
    EXPECT_THROW(parse_catalog(text, 3, 3, 2), format_error);
    EXPECT_THROW(parse_catalog(text, 2, 4, 2), format_error);
    EXPECT_THROW(parse_catalog(text, 2, 3, 3), format_error);
    EXPECT_THROW(parse_catalog(text + "x\n", 2, 3, 2), format_error);
    EXPECT_THROW(parse_catalog(text.substr(0, text.size() - 1), 2, 3, 2), format_error);
  }
  catalog.reference = {0, 1, 2};
  EXPECT_THROW(parse_catalog(write_catalog(catalog), 2, 3, 2), format_error);
}

}  // namespace
}  // namespace edgeldp
