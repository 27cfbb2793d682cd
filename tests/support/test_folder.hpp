// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace edgeldp::test {

/// A folder of this process, gone with the object.
class test_folder {
 public:
  test_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "edgeldp-collect-XXXXXX").string();
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
