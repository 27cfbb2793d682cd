// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "collect/collector/collection.hpp"

namespace edgeldp::collect {

/// What became of a message.
struct reception {
  std::string_view name;  ///< "taken", "known_already" or of a problem
  int http_status = 200;
  std::string document;  ///< for who sent it, as JSON
};

/// Takes a message, whatever is in it; nobody may be told so before the collection's commit().
/// Errors: io_error of the store: what is not kept must not be taken.
reception receive(collection& by, std::span<const std::byte> message);

}  // namespace edgeldp::collect
