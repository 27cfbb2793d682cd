// SPDX-License-Identifier: MIT
// Whatever a request says: its range lies within the bytes, its target is a file of the public
// folder, and an address that is read can be written.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "collect/server/http_range.hpp"
#include "collect/server/public_files.hpp"
#include "collect/task/web_address.hpp"
#include "edgeldp/core/base/error.hpp"

namespace {

using namespace edgeldp::collect;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_range(std::string_view text, std::uint64_t of) {
  const asked_range range = parse_range(text, of);
  if (range.what == asked_range::kind::whole) require(range.first == 0 && range.size == of);
  if (range.what == asked_range::kind::part)
    require(range.size > 0 && range.first < of && range.size <= of - range.first);
}

void check_target(std::string_view text) {
  const auto path = public_path_of(text);
  if (!path) return;
  require("/" + path->file == text && text.find("..") == text.npos && text.find('\0') == text.npos);
  require(text.find("//") == text.npos && text.size() < 80);
}

void check_address(std::string_view text) {
  std::optional<web_address> a;
  try {
    a = parse_web_address(text);
  } catch (const edgeldp::invalid_parameter&) {
    return;
  }
  const std::string again = (a->is_secure ? "https://" : "http://") + a->at.text() + a->path;
  require(parse_web_address(again) == *a);
  require(again.find_first_of(" \r\n?#") == again.npos);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  check_range(text, data[0]);
  check_range("bytes=" + std::string(text), UINT64_MAX - data[0]);
  check_target(text);
  check_target("/announcements/" + std::string(text));
  check_address(text);
  check_address("http://" + std::string(text));
  return 0;
}
