// SPDX-License-Identifier: MIT
#include "io/scratch_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::cli {

namespace {

struct folders {
  std::mutex mutex;
  std::set<std::string> paths;
};

folders& present() {
  static auto* const all = new folders;  // never destroyed: a signal may come while the program ends
  return *all;
}

void remove_folder(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

}  // namespace

scratch_folder::scratch_folder()
    : m_path((std::filesystem::temp_directory_path() / "edgeldp-bench-XXXXXX").string()) {
  if (mkdtemp(m_path.data()) == nullptr)
    throw io_error("cannot make " + m_path + ": " + std::generic_category().message(errno));
  const std::scoped_lock lock(present().mutex);
  present().paths.insert(m_path);
}

scratch_folder::~scratch_folder() {
  remove_folder(m_path);
  const std::scoped_lock lock(present().mutex);
  present().paths.erase(m_path);
}

void scratch_folder::remove_all() {
  const std::scoped_lock lock(present().mutex);
  for (const std::string& path : present().paths) remove_folder(path);
}

}  // namespace edgeldp::cli
