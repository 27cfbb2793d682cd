// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

/// What web pages of ours are made of: one file each, nothing of which comes from elsewhere.
namespace edgeldp::cli {

/// Down to <main>, with the style of all pages and `more` of it. head: further lines of the head.
std::string page_opening(const std::string& title, std::string_view head = "", std::string_view more = "");
std::string page_end();

/// Elements with these texts, which are escaped.
std::string paragraph_of(const std::string& text, std::string_view of_class = "");
std::string heading_of(const std::string& text);

}  // namespace edgeldp::cli
