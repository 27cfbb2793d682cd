// SPDX-License-Identifier: MIT
// Any text as the journal of a sweep, with checksums as it has them and with right ones: refused
// with an error documented, or gone on with; and then opened once more, with the same runs.
#include <stdlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "bench/journal.hpp"
#include "edgeldp/core/base/crc32.hpp"
#include "edgeldp/core/base/error.hpp"

namespace {

using edgeldp::cli::journal;
using edgeldp::cli::record;

const record settings = {{"graph", "g"}, {"epsilon", 1.0}};

class scratch_file {
 public:
  /// In memory where that can be: journals are synced to the disk.
  scratch_file()
      : m_folder(((std::filesystem::is_directory("/dev/shm") ? std::filesystem::path("/dev/shm")
                                                             : std::filesystem::temp_directory_path()) /
                  "edgeldp-fuzz-XXXXXX")
                     .string()) {
    if (mkdtemp(m_folder.data()) == nullptr) std::abort();
  }
  ~scratch_file() {
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
  }
  scratch_file(const scratch_file&) = delete;
  scratch_file& operator=(const scratch_file&) = delete;
  std::string path() const { return m_folder + "/sweep.jsonl"; }
  void assign(std::string_view text) const {
    std::ofstream(path(), std::ios::binary | std::ios::trunc) << text;
  }
  std::string text() const {
    std::ifstream in(path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  std::string m_folder;
};

/// Every line that ends in a brace with the checksum that belongs to it.
std::string sealed(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('}')) {
      char seal[24];
      std::snprintf(seal, sizeof seal, ",\"crc\":\"%08x\"}", edgeldp::crc32(line));
      line.replace(line.size() - 1, 1, seal);
    }
    result += line + "\n";
  }
  return result;
}

void open_twice(const scratch_file& file, const std::string& text) {
  file.assign(text);
  try {
    {
      journal(file.path(), settings, false).add("run", "x run 0", {{"estimate", 1.0}});
    }
    const std::string once = file.text();
    const journal again(file.path(), settings, false);
    if (again.find_run("x run 0") == nullptr || file.text() != once) std::abort();
  } catch (const edgeldp::format_error&) {
  } catch (const edgeldp::invalid_parameter&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const scratch_file file;
  static const std::string start = [] {
    file.assign("");
    {
      journal made(file.path(), settings, true);
    }
    return file.text();
  }();
  const std::string text(reinterpret_cast<const char*>(data), size);
  open_twice(file, text);
  open_twice(file, start + text);
  // Lines of these settings.
  const std::size_t at = start.find("\"settings\":\"") + 12;
  std::string belonging = text;
  for (std::size_t i = 0; (i = belonging.find("@", i)) != std::string::npos;)
    belonging.replace(i, 1, start.substr(at, 16));
  open_twice(file, start + sealed(belonging));
  return 0;
}
