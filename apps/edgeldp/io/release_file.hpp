// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"

/// Files that are one kind where another is wanted.
namespace edgeldp::cli {

/// Errors: bad_graph_input that says which verbs read the file when it is a release or holds
///     vectors. Looks at the first bytes of regular files alone.
void refuse_file_of_messages(const std::string& path);

/// The same fault with the file's name; where the first bytes are wrong, also which verb writes
/// such files.
bad_graph_input fault_in_release(const std::string& path, const format_error& fault);
bad_graph_input fault_in_vectors(const std::string& path, const format_error& fault);

/// Runs `read`, which reads the release file of that name.
template <class Read>
decltype(auto) reading_release(const std::string& path, Read&& read) {
  try {
    return std::forward<Read>(read)();
  } catch (const format_error& fault) {
    throw fault_in_release(path, fault);
  }
}

/// Likewise for a file of vectors.
template <class Read>
decltype(auto) reading_vectors(const std::string& path, Read&& read) {
  try {
    return std::forward<Read>(read)();
  } catch (const format_error& fault) {
    throw fault_in_vectors(path, fault);
  }
}

}  // namespace edgeldp::cli
