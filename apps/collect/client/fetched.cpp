// SPDX-License-Identifier: MIT
#include "collect/client/fetched.hpp"

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

io_error unreadable(const std::string& what) {
  return io_error(what + " cannot be verified: damaged on its way, or not from the collector; try again");
}

public_bytes verified(public_bytes file, std::string_view name, const std::string& what) {
  if (name_of_parts(file) != name) throw unreadable(what);
  return file;
}

public_bytes fetched(bulletin& published, const public_entry& e, const std::string& what) {
  try {
    return verified(published.object(e.name, e.size), e.name, what);
  } catch (const format_error&) {
    throw unreadable(what);
  }
}

std::vector<label_line> fetched_labels(bulletin& published, const task& t) {
  return read_labels(
      fetched(published, {t.labels.file, longest_labels(t.labels.people)}, "the file of public labels"), t);
}

std::optional<byte_string> announced(bulletin& published, std::uint32_t index) {
  try {
    return published.announcement(index);
  } catch (const format_error&) {
    throw unreadable("announcement " + std::to_string(index));
  }
}

}  // namespace edgeldp::collect
