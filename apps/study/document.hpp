// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/page.hpp"
#include "study/interval_figure.hpp"
#include "study/plot.hpp"

namespace edgeldp::cli {

/// As Markdown that reads as this text and nothing else: one line, whose marks mean nothing.
std::string plain_markdown(const std::string& text);

/// A document that is read on screens and printed: one web page that needs nothing from elsewhere,
/// and the same as Markdown, without pictures. Whatever texts hold, it stays text.
class document {
 public:
  explicit document(const std::string& title);

  document& heading(const std::string& text);
  document& subheading(const std::string& text);
  document& paragraph(const std::string& text);
  /// What nobody may miss.
  document& warning(const std::string& text);
  /// What most readers pass over.
  document& note(const std::string& text);
  document& list(std::span<const std::string> items);
  /// A table with a heading, as its first row. On narrow screens a row of many cells is a block of
  /// lines, each behind the word of its column.
  document& table(std::span<const table_row> rows);
  /// What is judged, under its name: what it is, its interval as a picture where there is one, a
  /// verdict in the colour of how good it is, and sentences.
  document& judged(const std::string& name, const std::string& about, const drawn_interval* drawn,
                   const cell& verdict, const std::string& sentences);
  /// Figures, which hold nothing that is not in a text too, with a note on them. Narrow screens
  /// leave them out.
  document& plot(std::span<const figure> figures, const std::string& about);
  /// A line for a terminal, or a digest.
  document& code(const std::string& text);

  std::string html() const;
  const std::string& markdown() const { return m_markdown; }

 private:
  void add_line(std::string_view element, std::string_view of_class, const std::string& text);

  std::string m_title, m_html, m_markdown;
};

}  // namespace edgeldp::cli
