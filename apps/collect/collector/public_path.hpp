// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// What of a collection may be handed out: files of a table of forms, and no others.
namespace edgeldp::collect {

/// What a target of a request names.
struct public_path {
  std::string file;  ///< below the public folder
  std::string_view content_type;
  bool is_immutable = false;  ///< once it is there it never changes
};

/// Nothing for targets of other forms, however they are written.
std::optional<public_path> public_path_of(std::string_view target);

}  // namespace edgeldp::collect
