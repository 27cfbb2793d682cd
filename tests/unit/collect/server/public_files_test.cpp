// SPDX-License-Identifier: MIT
#include "collect/server/public_files.hpp"

#include <gtest/gtest.h>

#include <string>

#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "support/collection_world.hpp"

namespace edgeldp::test {

namespace {

using collect::public_files;
using collect::public_path_of;

TEST(PublicFilesTest, FormsOfTargets) {
  const std::string digest(64, 'a');
  EXPECT_EQ(public_path_of("/task.json")->file, "task.json");
  EXPECT_TRUE(public_path_of("/people.txt")->is_immutable);
  EXPECT_FALSE(public_path_of("/result.json")->is_immutable);
  EXPECT_FALSE(public_path_of("/release.edgeldp")->is_immutable);
  EXPECT_EQ(public_path_of("/announcements/0")->file, "announcements/0");
  EXPECT_EQ(public_path_of("/announcements/120")->file, "announcements/120");
  EXPECT_EQ(public_path_of("/objects/" + digest)->file, "objects/" + digest);
  for (const std::string& target :
       {std::string(""), std::string("/"), std::string("/announcements/00"), std::string("/announcements/1/"),
        "/objects/" + digest.substr(1), "/objects/A" + digest.substr(1), "/objects/" + digest + "a",
        "/objects/../" + digest, std::string("/task.json\0", 11), std::string("/store.db"),
        std::string("\\task.json")})
    EXPECT_FALSE(public_path_of(target).has_value()) << target;
}

TEST(PublicFilesTest, AFileIsReadAgainWhenItWasReplaced) {
  const test_folder scratch;
  public_files files(scratch.path());
  const collect::public_path path{"result.json", "application/json", false};
  EXPECT_EQ(files.open(path), nullptr);
  replace_file((scratch.path() / "result.json").string(), std::string_view("one"));
  const auto one = files.open(path);
  EXPECT_EQ(std::string(one->bytes().begin(), one->bytes().end()), "one");
  EXPECT_EQ(one->etag(), '"' + name_of(std::as_bytes(std::span(std::string_view("one")))) + '"');
  EXPECT_EQ(files.open(path), one);
  replace_file((scratch.path() / "result.json").string(), std::string_view("two"));
  const auto two = files.open(path);
  EXPECT_EQ(std::string(two->bytes().begin(), two->bytes().end()), "two");
  EXPECT_EQ(std::string(one->bytes().begin(), one->bytes().end()), "one");
  replace_file((scratch.path() / "result.json").string(), std::string_view(""));
  EXPECT_TRUE(files.open(path)->bytes().empty());
}

}  // namespace

}  // namespace edgeldp::test
