// SPDX-License-Identifier: MIT
#include "collect/verbs/name_lines.hpp"

#include <sstream>

#include "edgeldp/core/base/error.hpp"
#include "io/text_file.hpp"

namespace edgeldp::cli {

std::vector<std::string> name_lines(const std::string& path) {
  const auto text = read_text(path);
  if (!text) throw io_error(path + ": no such file");
  std::vector<std::string> names;
  std::istringstream in(*text);
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty() && !line.starts_with('#')) names.push_back(line);
  }
  return names;
}

}  // namespace edgeldp::cli
