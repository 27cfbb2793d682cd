// SPDX-License-Identifier: MIT
#include "io/text_file.hpp"

#include <cerrno>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>
#include <utility>

#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/report.hpp"

namespace edgeldp::cli {

std::optional<std::string> read_text(const std::string& path) {
  if (path == "-") return std::string{std::istreambuf_iterator<char>(std::cin), {}};
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    if (errno == ENOENT) return std::nullopt;
    throw io_error("cannot open " + path + ": " + std::generic_category().message(errno));
  }
  try {
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in.bad()) return text;
  } catch (const std::ios_base::failure&) {  // a folder opens, but does not read
  }
  throw io_error("cannot read " + path + ": " + std::generic_category().message(errno));
}

std::string text_of(const std::string& path) {
  std::optional<std::string> text = read_text(path);
  if (!text) throw io_error("cannot open " + path + ": " + std::generic_category().message(ENOENT));
  return *std::move(text);
}

void write_text(const std::string& path, std::string_view text) {
  if (path == "-") {
    write_stdout(text);
  } else {
    replace_file(path, text);
  }
}

}  // namespace edgeldp::cli
