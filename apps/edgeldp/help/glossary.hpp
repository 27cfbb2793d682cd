// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The words of docs/glossary.md, which the program holds as that page was when it was built.
namespace edgeldp::cli {

struct glossary_entry {
  std::string group;               ///< the heading that it stands under
  std::vector<std::string> words;  ///< "Budget", "epsilon": all that it explains
  std::string meaning;             ///< sentences, without the marks of Markdown
};

/// In the order of the page.
std::span<const glossary_entry> glossary();

/// A word as it is compared: case, blanks, hyphens and underlines are no difference.
std::string plain_word(std::string_view word);

}  // namespace edgeldp::cli
