// SPDX-License-Identifier: MIT
#include "io/program_beside.hpp"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::cli {

std::string program_beside(std::string_view name) {
  std::error_code none;
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", none);
  if (none) return "";
  std::string path = (here.parent_path() / name).string();
  return access(path.c_str(), X_OK) == 0 ? path : "";
}

void become(const std::string& program, char** words) {
  execv(program.c_str(), words);
  throw io_error("cannot start " + program + ": " + std::generic_category().message(errno));
}

}  // namespace edgeldp::cli
