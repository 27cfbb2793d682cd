// SPDX-License-Identifier: MIT
// Any bytes as IDX files of pictures and labels: refused with the error documented, or read with a
// label a picture. The first byte chooses whether both headers are right.
#include <stdlib.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "edgeldp/core/base/error.hpp"
#include "reproduce/learning/images.hpp"
#include "support/fuzz_file.hpp"

namespace {

/// The folder that a reader wants, with both files in memory.
class digits_folder {
 public:
  digits_folder() : m_path((std::filesystem::temp_directory_path() / "edgeldp-fuzz-XXXXXX").string()) {
    if (mkdtemp(m_path.data()) == nullptr) std::abort();
    std::filesystem::create_symlink(images.path(), m_path + "/mnist.t10k-images-idx3-ubyte.gz");
    std::filesystem::create_symlink(labels.path(), m_path + "/mnist.t10k-labels-idx1-ubyte.gz");
  }
  ~digits_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }
  digits_folder(const digits_folder&) = delete;
  digits_folder& operator=(const digits_folder&) = delete;
  const std::string& path() const { return m_path; }

  edgeldp::test::memory_file images, labels;

 private:
  std::string m_path;
};

std::string number(std::size_t x) {
  return {'\0', '\0', static_cast<char>(x / 256), static_cast<char>(x % 256)};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static digits_folder folder;
  if (size < 2) return 0;
  constexpr std::size_t points = 28 * 28;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  if (data[0] % 2 == 0) {  // a byte a label, and a picture whose points are that byte
    std::string pictures = number(0x803) + number(bytes.size()) + number(28) + number(28);
    for (const char c : bytes.substr(0, 64)) pictures += std::string(points, c);
    folder.images.assign(pictures);
    folder.labels.assign(number(0x801) + number(bytes.size()) + std::string(bytes));
  } else {
    const std::size_t cut = data[1] * bytes.size() / 255;
    folder.images.assign(bytes.substr(0, cut));
    folder.labels.assign(bytes.substr(cut));
  }
  try {
    const auto pictures = edgeldp::learning::read_digits(folder.path());
    if (pictures.y.size() != static_cast<std::size_t>(pictures.x.cols())) std::abort();
    for (const int label : pictures.y)
      if (label < 0 || label > 9) std::abort();
  } catch (const edgeldp::format_error&) {
  }
  return 0;
}
