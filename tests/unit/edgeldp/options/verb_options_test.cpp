// SPDX-License-Identifier: MIT
#include "options/verb_options.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command_line/command_line.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::cli {
namespace {

/// A verb with an option of every kind, which counts how often it acts.
struct every_kind {
  bool flag = false;
  std::string name = "none", file;
  double share = 0.5;
  std::optional<unsigned> few;
  std::optional<std::int64_t> margin;
  std::vector<double> list = {1.0};
  int calls = 0;

  void add_to(verb_options& verb) {
    verb.add_flag("-f,--flag", flag, "A flag");
    verb.add_option("--name", name, "A word")->check(one_of({"one", "two"}))->capture_default_str();
    verb.add_option("--share", share, "A number")->check(between(0.0, 1.0));
    verb.add_option("--few", few, "A whole number");
    verb.add_option("--margin", margin, "A whole number")->excludes("--few");
    verb.add_option("--list", list, "Numbers")->delimiter(',')->allow_extra_args(false);
    verb.add_option("file", file, "A file")->required()->type_name(value::file);
    verb.callback([this] { ++calls; });
  }
};

/// What is wrong with a call by values, or nothing.
std::string fault_of_values(std::vector<setting> settings) {
  every_kind kept;
  verb_options verb;
  kept.add_to(verb);
  try {
    verb.call(std::move(settings));
  } catch (const invalid_parameter& e) {
    EXPECT_EQ(kept.calls, 0);
    return e.what();
  }
  EXPECT_EQ(kept.calls, 1);
  return "";
}

/// The same of words: the first line, without the program's name.
std::string fault_of_words(std::vector<std::string> words) {
  every_kind kept;
  command_line program("", "");
  program.add_verb({"act", "Verbs", "Acts", ""}, [&](verb_options& options) { kept.add_to(options); });
  words.insert(words.begin(), "act");
  try {
    program.parse(std::move(words));
  } catch (const usage_fault& e) {
    const std::string said = e.what();
    return said.substr(9, said.find('\n') - 9);
  }
  EXPECT_EQ(kept.calls, 1);
  return "";
}

TEST(VerbOptionsTest, ValuesSetWhatWordsSet) {
  every_kind by_values, by_words;
  verb_options verb;
  by_values.add_to(verb);
  verb.call({{"flag", {true}},
             {"name", {"two"}},
             {"share", {std::int64_t{1}}},
             {"few", {std::uint64_t{7}}},
             {"list", {0.1, std::int64_t{3}}},
             {"file", {"here"}}});
  command_line program("", "");
  program.add_verb({"act", "Verbs", "Acts", ""}, [&](verb_options& options) { by_words.add_to(options); });
  program.parse({"act", "-f", "--name=two", "--share", "1", "--few", "7", "--list", "0.1,3", "here"});
  for (const every_kind& kept : {by_values, by_words}) {
    EXPECT_TRUE(kept.flag);
    EXPECT_EQ(kept.name, "two");
    EXPECT_EQ(kept.share, 1.0);
    EXPECT_EQ(kept.few, 7U);
    EXPECT_EQ(kept.margin, std::nullopt);
    EXPECT_EQ(kept.list, (std::vector{0.1, 3.0}));
    EXPECT_EQ(kept.file, "here");
    EXPECT_EQ(kept.calls, 1);
  }
}

// A call has one verb: the options of others are added where somebody asks what there is.
TEST(VerbOptionsTest, OnlyTheVerbThatIsCalledHasItsOptionsAdded) {
  every_kind called, other;
  command_line program("", "");
  bool is_other_filled = false;
  program.add_verb({"act", "Verbs", "Acts", ""}, [&](verb_options& options) { called.add_to(options); });
  program.add_verb({"rest", "Verbs", "Rests", ""}, [&](verb_options& options) {
    is_other_filled = true;
    other.add_to(options);
  });
  program.parse({"act", "-f", "here"});
  EXPECT_EQ(called.calls, 1);
  EXPECT_FALSE(is_other_filled);
  program.facts();
  EXPECT_TRUE(is_other_filled);
}

TEST(VerbOptionsTest, WhatWasGivenIsTold) {
  every_kind kept;
  verb_options verb;
  kept.add_to(verb);
  verb.call({{"list", {0.5, 2.0}}, {"file", {"here"}}});
  EXPECT_EQ(verb.count("--list"), 2U);
  EXPECT_EQ(verb.count("--share"), 0U);
  EXPECT_EQ(verb.typed("--list"), (std::vector<std::string>{"0.5", "2.0"}));
  EXPECT_TRUE(verb.has("-f"));
  EXPECT_FALSE(verb.has("--none"));
  ASSERT_EQ(verb.typed().size(), 2U);
  EXPECT_TRUE(verb.typed()[1].is_positional && verb.typed()[1].takes_file);
}

TEST(VerbOptionsTest, ValuesAreRefusedInTheWordsOfWords) {
  const setting file{"file", {"here"}};
  EXPECT_EQ(fault_of_values({file}), fault_of_words({"here"}));
  const std::vector<std::pair<setting, std::string>> wrong = {
      {{"name", {"three"}}, "--name=three"}, {{"share", {1.5}}, "--share=1.5"},
      {{"share", {"much"}}, "--share=much"}, {{"few", {std::int64_t{-1}}}, "--few=-1"},
      {{"few", {2.5}}, "--few=2.5"},         {{"margin", {"1e3"}}, "--margin=1e3"},
      {{"list", {"x"}}, "--list=x"},
  };
  for (const auto& [value, word] : wrong) {
    const std::string said = fault_of_values({value, file});
    EXPECT_NE(said, "");
    EXPECT_EQ(said, fault_of_words({word, "here"}));
  }
  EXPECT_EQ(fault_of_values({file, {"few", {std::int64_t{1}}}, {"margin", {std::int64_t{1}}}}),
            fault_of_words({"here", "--few=1", "--margin=1"}));
  EXPECT_EQ(fault_of_values({file, {"nam", {"one"}}}), fault_of_words({"here", "--nam=one"}));
}

TEST(VerbOptionsTest, ValuesOfAnotherKindAreRefused) {
  const setting file{"file", {"here"}};
  EXPECT_EQ(fault_of_values({}), "file is required");
  EXPECT_EQ(fault_of_values({file, {"share", {0.1, 0.2}}}), "--share: takes one value, not 2");
  EXPECT_EQ(fault_of_values({file, {"list", {}}}), "--list needs a value");
  EXPECT_EQ(fault_of_values({file, {"flag", {std::int64_t{1}}}}),
            "--flag: takes no value but true and false");
  EXPECT_EQ(fault_of_values({{"file", {true}}}), "file: must be a text, not true");
  EXPECT_EQ(fault_of_values({file, {"few", {std::uint64_t{1} << 32}}}), "--few: 4294967296 is too large");
  EXPECT_EQ(fault_of_values({file, {"margin", {~std::uint64_t{0}}}}),
            "--margin: must be a whole number, not '18446744073709551615'");
}

}  // namespace
}  // namespace edgeldp::cli
