// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/attributes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

using value_numbers = std::vector<std::uint32_t>;
using name_list = std::vector<std::string>;
const std::vector<std::uint64_t> three_ids = {40, 7, 19};

std::string refusal(auto&& f) {
  try {
    f();
  } catch (const invalid_parameter& e) {
    return e.what();
  }
  return "";
}

TEST(AttributesTest, FollowsTheVerticesOfTheGraph) {
  attribute_table table(three_ids, {"party", {}, {}});
  table.add("19", "red");
  table.add("7", "blue");
  table.add("40", "red");
  table.add("40", "red");
  table.add("1000", "green");
  const user_attribute a = table.finish();
  EXPECT_EQ(a.name, "party");
  EXPECT_EQ(a.values, (name_list{"blue", "red"})) << "the order of lines tells nothing";
  EXPECT_EQ(a.of, (value_numbers{1, 0, 1}));
  EXPECT_EQ(table.unknown_users(), 1U);
}

TEST(AttributesTest, OrdersNumbersBySize) {
  attribute_table table(three_ids, {"age", {}, {}});
  table.add("40", "10");
  table.add("7", "9.0");
  table.add("19", "9");
  const user_attribute a = table.finish();
  EXPECT_EQ(a.values, (name_list{"9", "10"}));
  EXPECT_EQ(a.of, (value_numbers{1, 0, 0}));
  EXPECT_EQ(numeric_values(a), (std::vector<double>{9.0, 10.0}));
}

TEST(AttributesTest, CodesOfDigitsAreNotMerged) {
  attribute_table table(three_ids, {"district", {}, {}});
  table.add("40", "01");
  table.add("7", "1");
  table.add("19", "1.0");
  EXPECT_EQ(table.finish().values, (name_list{"01", "1"}));
  attribute_table long_codes(three_ids, {"account", {}, {}});
  long_codes.add("40", "9007199254740992");
  long_codes.add("7", "9007199254740993");  // the same double
  long_codes.add("19", "-007");
  EXPECT_EQ(long_codes.finish().values.size(), 3U);
}

TEST(AttributesTest, KeepsDeclaredValuesWhetherSomebodyHasThemOrNot) {
  attribute_table table(three_ids, {"x", {"c", "a", "b"}, {}});
  for (const char* id : {"40", "7", "19"}) table.add(id, "a");
  EXPECT_EQ(table.finish().values, (name_list{"c", "a", "b"}));
  EXPECT_EQ(table.finish().of, (value_numbers{1, 1, 1}));
  EXPECT_NE(refusal([&] { table.add("7", "d"); }).find("\"d\""), std::string::npos);
  EXPECT_EQ(numeric_values(table.finish()), std::nullopt);
}

TEST(AttributesTest, UsersWithoutAValueAreAnErrorOrGetOne) {
  attribute_table strict(three_ids, {"x", {}, {}});
  strict.add("40", "a");
  strict.add("7", "");
  EXPECT_EQ(strict.users_without_value(), 2U);
  const std::string why = refusal([&] { static_cast<void>(strict.finish()); });
  EXPECT_NE(why.find("user 7 has no value of \"x\", nor have others"), std::string::npos) << why;
  for (const name_list& declared : {name_list{}, name_list{"a", "b"}}) {
    attribute_table lenient(three_ids, {"x", declared, "none"});
    lenient.add("40", "a");
    const user_attribute a = lenient.finish();
    EXPECT_EQ(a.values.back(), "none");
    EXPECT_EQ(a.values[a.of[0]], "a");
    EXPECT_EQ(a.values[a.of[2]], "none");
  }
}

TEST(AttributesTest, RefusesContradictionsAndBadIds) {
  attribute_table table(three_ids, {"x", {}, {}});
  table.add("7", "a");
  EXPECT_NE(refusal([&] { table.add("7", "b"); }).find("two values"), std::string::npos);
  EXPECT_NE(refusal([&] { table.add("-7", "a"); }).find("\"-7\""), std::string::npos);
  EXPECT_NE(refusal([&] { table.add("7x", "a"); }).find("\"7x\""), std::string::npos);
  EXPECT_THROW(attribute_table(three_ids, {"x", {"a", "a"}, {}}), invalid_parameter);
  EXPECT_THROW(attribute_table(three_ids, {"x", {"4", "4.0"}, {}}), invalid_parameter);
  EXPECT_THROW(attribute_table(three_ids, {"x", {"a", ""}, {}}), invalid_parameter);
}

TEST(AttributesTest, ChangesTheListOfValues) {
  const user_attribute a{"x", {"a", "b", "unused"}, {0, 1, 1}};
  const name_list wanted = {"b", "c", "a"};
  const user_attribute b = with_values(a, wanted);
  EXPECT_EQ(b.values, wanted);
  EXPECT_EQ(b.of, (value_numbers{2, 0, 0}));
  EXPECT_NE(refusal([&] { static_cast<void>(with_values(a, name_list{"a", "c"})); }).find("\"b\""),
            std::string::npos);
}

TEST(GenerateLabelsTest, IsReproducibleAndInRange) {
  const csr_graph g = generate_affiliation(300, 2600, 8);
  const auto labels = generate_labels(g, 3, 0.7, 5);
  EXPECT_EQ(labels, generate_labels(g, 3, 0.7, 5));
  EXPECT_NE(labels, generate_labels(g, 3, 0.7, 6));
  EXPECT_EQ(std::set(labels.begin(), labels.end()).size(), 3U);
  EXPECT_LT(*std::ranges::max_element(labels), 3U);
  EXPECT_THROW(generate_labels(g, 0, 0.5, 1), invalid_parameter);
  EXPECT_THROW(generate_labels(g, 2, 1.5, 1), invalid_parameter);
}

TEST(GenerateLabelsTest, HomophilyMakesNeighboursAlike) {
  const csr_graph g = generate_affiliation(2000, 22000, 1);
  const auto fraction_within = [&](double homophily) {
    const auto labels = generate_labels(g, 4, homophily, 2);
    double same = 0;
    for (vertex_id u = 0; u < g.vertex_count(); ++u)
      for (const vertex_id v : g.neighbors(u)) same += labels[u] == labels[v] ? 1 : 0;
    return same / (2.0 * static_cast<double>(g.edge_count()));
  };
  // 0.25 by chance; 20 000 edges with common ends: a standard deviation of about 0.01.
  EXPECT_NEAR(fraction_within(0.0), 0.25, 0.05);
  EXPECT_GT(fraction_within(0.9), 0.4);
  const csr_graph path = test::cycle_graph(64);
  const auto all_alike = generate_labels(path, 5, 1.0, 3);
  std::size_t changes = 0;
  for (vertex_id v = 0; v < 64; ++v) changes += all_alike[v] != all_alike[(v + 1) % 64] ? 1U : 0U;
  EXPECT_LT(changes, 40U) << "51 of 64 by chance";
}

TEST(AttributesTest, FindsUsersByTheirNames) {
  const std::vector<std::uint64_t> numbered = {0, 1};
  const name_list called = {"alice", "7"};
  attribute_table table(numbered, {"party", {}, std::nullopt}, called);
  table.add("7", "red");
  table.add("0", "blue");  // an id, but nobody's name
  EXPECT_EQ(table.unknown_users(), 1U);
  try {
    table.finish();
    ADD_FAILURE() << "alice has no value";
  } catch (const invalid_parameter& e) {
    EXPECT_NE(std::string(e.what()).find("user alice has no value"), std::string::npos) << e.what();
  }
  table.add("alice", "blue");
  EXPECT_EQ(table.finish().of, (value_numbers{0, 1}));
}

}  // namespace
}  // namespace edgeldp
