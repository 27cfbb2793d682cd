// SPDX-License-Identifier: MIT
#include "cli/scratch_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "edgeldp/core/error.hpp"

namespace edgeldp::cli {

scratch_folder::scratch_folder()
    : m_path((std::filesystem::temp_directory_path() / "edgeldp-bench-XXXXXX").string()) {
  if (mkdtemp(m_path.data()) == nullptr)
    throw io_error("cannot make " + m_path + ": " + std::generic_category().message(errno));
}

scratch_folder::~scratch_folder() {
  std::error_code ignored;
  std::filesystem::remove_all(m_path, ignored);
}

}  // namespace edgeldp::cli
