// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace edgeldp::test {

/// A folder of this process, gone with the object. In memory where that can be: what is tested
/// syncs its files.
class test_folder {
 public:
  test_folder() {
    const std::filesystem::path memory = "/dev/shm";
    const auto below =
        std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
    std::string name = (below / "edgeldp-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
    m_path = name;
  }
  ~test_folder() { std::filesystem::remove_all(m_path); }
  test_folder(const test_folder&) = delete;
  test_folder& operator=(const test_folder&) = delete;
  const std::filesystem::path& path() const noexcept { return m_path; }

 private:
  std::filesystem::path m_path;
};

}  // namespace edgeldp::test
