// SPDX-License-Identifier: MIT
#include "collect/carriers/account_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "collect/task/files.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp::collect {

namespace fs = std::filesystem;

namespace {

constexpr const char* ending = ".record";
/// Of a list of a million contacts that a series has told.
constexpr std::uint64_t longest_record = std::uint64_t{1} << 23;

void make_private_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) fs::permissions(folder, fs::perms::owner_all, error);
  if (error) throw io_error(folder.string() + ": " + error.message());
}

}  // namespace

account_folder::account_folder(fs::path folder) : m_folder(std::move(folder)) {}

account_folder::~account_folder() {
  unlock();
}

void account_folder::unlock() noexcept {
  if (m_lock >= 0) close(m_lock);
  m_lock = -1;
}

/// Whoever holds it adds one file, and is not long about it.
void account_folder::wait_for_lock() {
  constexpr int tries = 1000;
  for (int i = 0; flock(m_lock, LOCK_EX | LOCK_NB) != 0; ++i) {
    const int error = errno;
    if (i < tries && (error == EWOULDBLOCK || error == EINTR)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      continue;
    }
    unlock();
    throw io_error(m_folder.string() + ": " +
                   (error == EWOULDBLOCK ? "another process has been at this account for ten seconds"
                                         : std::strerror(error)));
  }
}

byte_string account_folder::begin() {
  make_private_folder(m_folder);
  const std::string lock = (m_folder / "lock").string();
  m_lock = open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (m_lock < 0) throw io_error(lock + ": " + std::strerror(errno));
  wait_for_lock();
  try {
    return records();
  } catch (...) {
    unlock();
    throw;
  }
}

void account_folder::end(const byte_string& record) {
  try {
    if (!record.empty()) write_private(m_folder / (name_of(record) + ending), record);
  } catch (...) {
    unlock();
    throw;
  }
  unlock();
}

std::int64_t account_folder::now() {
  return std::time(nullptr);
}

byte_string account_folder::records() const {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(m_folder, error))
    if (entry.path().extension() == ending) files.push_back(entry.path());
  if (error && error != std::errc::no_such_file_or_directory)
    throw io_error(m_folder.string() + ": " + error.message());
  ranges::sort(files);
  byte_string all;
  for (const fs::path& file : files) {
    const byte_string record = read_file(file, longest_record).value_or(byte_string());
    if (name_of(record) != file.stem().string())
      throw format_error(0, file.string() +
                                ": damaged; what it said of your budget is lost. Restore the file from "
                                "a backup: without it nobody knows what may still be spent");
    all.insert(all.end(), record.begin(), record.end());
  }
  return all;
}

fs::path account_folder::usual() {
  if (const char* const data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/')
    return fs::path(data) / "edgeldp" / "account";
  const char* const home = std::getenv("HOME");
  if (home == nullptr || *home != '/')
    throw invalid_parameter(
        "HOME is not set, so there is no usual place for your account: say --account FOLDER");
  return fs::path(home) / ".local" / "share" / "edgeldp" / "account";
}

}  // namespace edgeldp::collect
