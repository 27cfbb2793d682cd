// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/atomic_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "edgeldp-atomic-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    m_folder = name;
  }
  void TearDown() override { fs::remove_all(m_folder); }

  std::string path(const std::string& name) const { return (m_folder / name).string(); }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(m_folder), {}); }
  static std::string text_of(const std::string& name) {
    std::ifstream in(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path m_folder;
};

TEST_F(AtomicFileTest, IsVisibleOnlyOnceCommitted) {
  std::ofstream(path("a")) << "old";
  {
    atomic_file file(path("a"));
    file.write("new");
    EXPECT_EQ(text_of(path("a")), "old");
    EXPECT_EQ(fs::path(file.temporary_path()).parent_path(), m_folder);
    file.write(" text");
    file.commit();
    EXPECT_EQ(text_of(path("a")), "new text");
  }
  EXPECT_EQ(text_of(path("a")), "new text");
  EXPECT_EQ(files(), 1);
}

TEST_F(AtomicFileTest, LeavesNothingWhenItIsGivenUp) {
  {
    atomic_file(path("a")).write("half");
  }
  EXPECT_EQ(files(), 0);
  {
    atomic_file one(path("a")), other(path("b"));
    EXPECT_EQ(files(), 2);
    atomic_file::remove_unfinished();
    EXPECT_EQ(files(), 0);
  }
}

TEST_F(AtomicFileTest, ItsNameMayFollowFromWhatWasWritten) {
  atomic_file file(path("a"));
  file.write("text");
  file.commit_as(path("b"));
  EXPECT_EQ(text_of(path("b")), "text");
  EXPECT_EQ(files(), 1);
}

TEST_F(AtomicFileTest, FinishedFilesAreCounted) {
  const std::uint64_t before = atomic_file::finished();
  replace_file(path("a"), std::string_view("text"));
  atomic_file(path("b")).write("half");
  EXPECT_EQ(atomic_file::finished(), before + 1);
}

TEST_F(AtomicFileTest, TheLastOfTwoWritersStaysWhole) {
  atomic_file slow(path("a")), fast(path("a"));
  slow.write("slow, ");
  fast.write("fast");
  fast.commit();
  EXPECT_EQ(text_of(path("a")), "fast");
  slow.write("but whole");
  EXPECT_EQ(text_of(path("a")), "fast");
  slow.commit();
  EXPECT_EQ(text_of(path("a")), "slow, but whole");
}

TEST_F(AtomicFileTest, ReplacesALinkAndLeavesWhatItLedTo) {
  std::ofstream(path("victim")) << "precious";
  for (const char* target : {"victim", "nowhere"}) {
    fs::remove(path("a"));
    fs::create_symlink(path(target), path("a"));
    replace_file(path("a"), "text");
    EXPECT_FALSE(fs::is_symlink(path("a")));
    EXPECT_EQ(text_of(path("a")), "text");
  }
  EXPECT_EQ(text_of(path("victim")), "precious");
  EXPECT_FALSE(fs::exists(path("nowhere")));
}

TEST_F(AtomicFileTest, PermissionsAreThoseOfTheUmask) {
  for (const mode_t mask : {0022U, 0077U}) {
    const mode_t before = umask(mask);
    replace_file(path("a"), "text");
    umask(before);
    struct stat status{};
    ASSERT_EQ(stat(path("a").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0666U & ~mask);
  }
}

TEST_F(AtomicFileTest, PipesAndDevicesAreWrittenInPlace) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = text_of(path("pipe")); });
  replace_file(path("pipe"), "through");
  reader.join();
  EXPECT_EQ(read, "through");
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
  EXPECT_EQ(files(), 1);

  replace_file("/dev/null", "gone");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(atomic_file("/dev/stdout").temporary_path(), "/dev/stdout");
  if (fs::is_directory("/dev/shm")) {
    EXPECT_NE(atomic_file("/dev/shm/a").temporary_path(), "/dev/shm/a");
  }
}

TEST_F(AtomicFileTest, ErrorsNameTheFileAndTheCause) {
  const auto error_of = [](const std::string& name) -> std::string {
    try {
      replace_file(name, std::string(1 << 16, 'x'));
    } catch (const io_error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(error_of(path("none/a")), "cannot write " + path("none/a") + ": No such file or directory");
  EXPECT_EQ(error_of(m_folder.string()), "cannot write " + m_folder.string() + ": Is a directory");
  EXPECT_NE(error_of(""), "");
  EXPECT_NE(error_of(path(std::string(300, 'a'))), "");
  EXPECT_EQ(files(), 0);
  if (fs::exists("/dev/full")) {
    EXPECT_EQ(error_of("/dev/full"), "cannot write /dev/full: No space left on device");
  }
}

TEST_F(AtomicFileTest, TheLongestNameOfAFolderServes) {
  const std::string name(255, 'a');
  replace_file(path(name), std::as_bytes(std::span("bytes", 5)));
  EXPECT_EQ(text_of(path(name)), "bytes");
}

}  // namespace
}  // namespace edgeldp
