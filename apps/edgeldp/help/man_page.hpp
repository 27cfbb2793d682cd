// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "help/verb_facts.hpp"

namespace edgeldp::cli {

struct man_page {
  std::string name;  ///< "edgeldp-channel-show.1"
  std::string text;  ///< in the macros of man(7)
};

/// One page for the program and one for each verb that is not hidden, as of a date.
std::vector<man_page> man_pages(const verb_facts& program, const std::string& date);

}  // namespace edgeldp::cli
