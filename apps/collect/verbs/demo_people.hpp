// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "collect/collector/collection.hpp"

/// A collection to look at: a hundred people who do not exist, and who knows whom among them.
namespace edgeldp::cli {

struct demo_person {
  std::string name;
  byte_string token;
  std::vector<std::string> contacts;
};

/// Makes the folder of a collection with such people, who are written to its folder `demo`. Their
/// coins are real: it is like any other collection, but that somebody plays all of them.
/// Errors: io_error.
void create_demo(const collect::collector_folder& folder, std::int64_t now);

/// The people that create_demo() wrote, from the folder of the collection or the one below it.
/// Errors: io_error; format_error for files that it never writes.
std::vector<demo_person> read_demo(const std::string& folder);

}  // namespace edgeldp::cli
