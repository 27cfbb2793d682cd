// SPDX-License-Identifier: MIT
// A folder into which others have put what they liked.
#include "collect/server/inbox.hpp"
#include "collect/task/files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "collect/task/messages.hpp"
#include "collect/task/published.hpp"
#include "edgeldp/core/base/error.hpp"
#include "support/test_folder.hpp"

namespace edgeldp::test {

namespace {

namespace fs = std::filesystem;
using collect::inbox;
using collect::problem;
using collect::problem_code;
using ::testing::ElementsAre;

class InboxTest : public ::testing::Test {
 protected:
  InboxTest() {
    fs::create_directories(folder());
    fs::create_directories(closed());
    write(closed() / "secret", "a secret");
  }
  fs::path folder() const { return m_scratch.path() / "inbox"; }
  fs::path closed() const { return m_scratch.path() / "private"; }
  static void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }
  static std::string text_at(const fs::path& path) {
    const auto bytes = collect::read_file(path, 1 << 20);
    return bytes ? std::string(collect::text_of(*bytes)) : "none";
  }
  problem_code refusal_of(const std::string& name) const {
    try {
      inbox(folder(), closed()).read(name, 100);
    } catch (const problem& p) {
      return p.code();
    }
    ADD_FAILURE() << name << " is taken";
    return problem_code::not_asked;
  }
  void put_aside(const std::string& name) const {
    inbox(folder(), closed()).put_aside(name, problem(problem_code::malformed, "nonsense"));
  }

 private:
  test_folder m_scratch;
};

TEST_F(InboxTest, FilesInTheirOrder) {
  for (const char* name : {"b", "a", ".hidden"}) write(folder() / name, name);
  fs::create_directories(folder() / "refused");
  inbox in(folder(), closed());
  EXPECT_THAT(in.names(10).names, ElementsAre("a", "b"));
  EXPECT_FALSE(in.names(2).has_more);
  EXPECT_TRUE(in.names(1).has_more);
  EXPECT_EQ(collect::text_of(in.read("a", 1)), "a");
  in.remove("a");
  in.remove("a");
  EXPECT_THAT(in.names(10).names, ElementsAre("b"));
  EXPECT_THROW(in.read("a", 1), io_error);
}

TEST_F(InboxTest, OnlyFilesAreRead) {
  fs::create_symlink(closed() / "secret", folder() / "link");
  fs::create_symlink("/dev/zero", folder() / "zero");
  fs::create_symlink(folder() / "nothing", folder() / "dangling");
  ASSERT_EQ(mkfifo((folder() / "pipe").c_str(), 0666), 0);
  for (const char* name : {"link", "zero", "dangling", "pipe"})
    EXPECT_EQ(refusal_of(name), problem_code::malformed) << name;
  write(folder() / "long", std::string(101, 'x'));
  EXPECT_EQ(refusal_of("long"), problem_code::too_large);
  write(folder() / "huge", "");
  fs::resize_file(folder() / "huge", std::uintmax_t{1} << 40);
  EXPECT_EQ(refusal_of("huge"), problem_code::too_large);
  fs::create_hard_link(folder() / "long", folder() / "again");
  EXPECT_EQ(refusal_of("again"), problem_code::too_large);
  EXPECT_EQ(inbox(folder(), closed()).names(100).names.size(), 7U);
}

TEST_F(InboxTest, WhatIsRefusedGoesAside) {
  write(folder() / "x", "junk");
  put_aside("x");
  EXPECT_EQ(text_at(folder() / "refused" / "x"), "junk");
  EXPECT_THAT(text_at(folder() / "refused" / "x.problem.json"), ::testing::HasSubstr("malformed"));
  EXPECT_FALSE(fs::exists(folder() / "x"));
  const std::string longest(255, 'n');
  write(folder() / longest, "junk");
  put_aside(longest);
  EXPECT_EQ(text_at(folder() / "refused" / longest), "junk");
}

TEST_F(InboxTest, AFolderOfSomebodyElsesMakingIsNotUsed) {
  struct trap {
    const char* name;
    void (*set)(const fs::path&, const fs::path&);
  };
  const trap traps[] = {
      {"a link to the secrets",
       [](const fs::path& at, const fs::path& closed) { fs::create_symlink(closed, at); }},
      {"a file", [](const fs::path& at, const fs::path&) { write(at, "in the way"); }},
      {"a pipe", [](const fs::path& at, const fs::path&) { mkfifo(at.c_str(), 0666); }},
      {"a dangling link", [](const fs::path& at, const fs::path&) { fs::create_symlink("/nowhere", at); }},
      {"open to others",
       [](const fs::path& at, const fs::path&) {
         fs::create_directories(at);
         fs::permissions(at, fs::perms::all);
       }},
  };
  for (const trap& t : traps) {
    fs::remove_all(folder());
    fs::remove_all(closed() / "refused");
    fs::create_directories(folder());
    t.set(folder() / "refused", closed());
    write(folder() / "secret", "junk-from-outsider");
    put_aside("secret");
    EXPECT_EQ(text_at(closed() / "secret"), "a secret") << t.name;
    EXPECT_EQ(text_at(closed() / "refused" / "secret"), "junk-from-outsider") << t.name;
    EXPECT_FALSE(fs::exists(folder() / "secret")) << t.name;
  }
}

TEST_F(InboxTest, AFolderOfAnotherUserIsNotUsed) {
  if (geteuid() != 0) GTEST_SKIP() << "needs another user";
  fs::create_directories(folder() / "refused");
  ASSERT_EQ(chown((folder() / "refused").c_str(), 65534, 65534), 0);
  write(folder() / "x", "junk");
  put_aside("x");
  EXPECT_EQ(text_at(closed() / "refused" / "x"), "junk");
}

TEST_F(InboxTest, WhatCannotBePutAsideIsTold) {
  fs::create_symlink(closed(), folder() / "refused");
  fs::create_symlink(folder(), closed() / "refused");
  write(folder() / "x", "junk");
  EXPECT_THROW(put_aside("x"), io_error);
  EXPECT_EQ(text_at(folder() / "x"), "junk");
  EXPECT_EQ(text_at(closed() / "secret"), "a secret");
}

TEST_F(InboxTest, TheReasonNeverGoesThroughALink) {
  fs::create_directories(folder() / "refused");
  fs::create_symlink(closed() / "secret", folder() / "refused" / "x.problem.json");
  write(folder() / "x", "junk");
  put_aside("x");
  EXPECT_EQ(text_at(closed() / "secret"), "a secret");
  EXPECT_FALSE(fs::is_symlink(folder() / "refused" / "x.problem.json"));
}

TEST_F(InboxTest, TheInboxItselfIsAFolder) {
  fs::create_symlink(folder(), folder().string() + "-link");
  EXPECT_THROW(inbox(folder().string() + "-link", closed()), io_error);
  EXPECT_THROW(inbox(folder() / "none", closed()), io_error);
  EXPECT_THROW(inbox(closed() / "secret", closed()), io_error);
}

}  // namespace

}  // namespace edgeldp::test
