// SPDX-License-Identifier: MIT
#include "help/glossary.hpp"

#include <algorithm>

#include "glossary_text.hpp"

namespace edgeldp::cli {

namespace {

constexpr std::string_view mark_of_words = "**", end_of_words = ".**";

/// Without stars of emphasis and line breaks. Backquotes stay, as in all texts of the program.
std::string sentences_of(std::string_view markdown) {
  std::string text(markdown);
  std::erase(text, '*');
  std::ranges::replace(text, '\n', ' ');
  const std::size_t first = text.find_first_not_of(' ');
  return first == text.npos ? "" : text.substr(first);
}

std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(", ", at), list.size());
    words.emplace_back(list.substr(at, comma - at));
    at = comma + 2;
  }
  return words;
}

/// Headings and entries; what stands before the first heading is about the page.
std::vector<glossary_entry> read_glossary(std::string_view page) {
  std::vector<glossary_entry> entries;
  std::string group;
  while (!page.empty()) {
    const std::size_t end = std::min(page.find("\n\n"), page.size());
    const std::string_view block = page.substr(0, end);
    page.remove_prefix(std::min(end + 2, page.size()));
    if (block.starts_with("## ")) {
      group = block.substr(3);
    } else if (const std::size_t close = block.find(end_of_words);
               !group.empty() && block.starts_with(mark_of_words) && close != block.npos) {
      const std::size_t open = mark_of_words.size();
      entries.push_back({group, words_of(block.substr(open, close - open)),
                         sentences_of(block.substr(close + end_of_words.size()))});
    } else if (!entries.empty()) {
      entries.back().meaning += " " + sentences_of(block);
    }
  }
  return entries;
}

}  // namespace

std::span<const glossary_entry> glossary() {
  static const std::vector<glossary_entry> entries = read_glossary(glossary_text);
  return entries;
}

std::string plain_word(std::string_view word) {
  std::string plain(word);
  for (char& c : plain) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-' || c == '_') c = ' ';
  }
  return plain;
}

}  // namespace edgeldp::cli
