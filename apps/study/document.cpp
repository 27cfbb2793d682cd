// SPDX-License-Identifier: MIT
#include "study/document.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study/svg_text.hpp"
#include "study/web_page.hpp"

namespace edgeldp::cli {

namespace {

constexpr std::string_view policy =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'\">\n";

/// Beside that of all pages: verdicts, wide tables and figures, and paper.
constexpr std::string_view style_of_documents = R"(
:root{--good:#1b6e2d;--doubtful:#8a5a00;--bad:#a3201b}
@media(prefers-color-scheme:dark){:root{--good:#7cc98c;--doubtful:#e3b25c;--bad:#f08a84}}
main{max-width:58rem}
h1{margin:0 0 .6rem}
h2{border-top:1px solid var(--line);padding-top:.6rem;margin:1.3rem 0 .4rem}
h3{font-size:1rem;margin:1.4rem 0 .2rem}
li{margin:.3rem 0}
p,li,td{overflow-wrap:break-word}
.warn{border-color:var(--bad)}
.good,.doubtful,.bad{font-weight:600}
.good{color:var(--good)}
.doubtful{color:var(--doubtful)}
.bad{color:var(--bad)}
.judged{margin:.9rem 0}
.judged h3,.judged p{margin:.15rem 0}
.rows{margin:.8rem 0}
.rows th{vertical-align:bottom}
.rows th:first-child,.rows td:first-child{min-width:0}
.plot svg{width:100%;height:auto;display:block}
@media screen and (prefers-color-scheme:dark){.plot svg{filter:invert(.91) hue-rotate(180deg)}}
@media screen and (max-width:42rem){.plot{display:none}}
@media screen and (max-width:34rem){.many table,.many tbody,.many tr{display:block}
.many thead{display:none}
.many tr{padding:.4rem 0;border-bottom:1px solid var(--line)}
.many td{display:flex;justify-content:space-between;gap:1rem;border:0;padding:.1rem 0}
.many td::before{content:attr(data-of);color:var(--soft);font-weight:400;text-align:left}
.many td:first-child{font-weight:600}
.many td:first-child::before{content:none}}
@media print{:root{color-scheme:light;--ink:#000;--soft:#333;--paper:#fff;--line:#bbb;--mark:#0b5fa5;--good:#1b6e2d;--doubtful:#7a4f00;--bad:#a3201b}
html{font-size:10pt}body{line-height:1.4}main{max-width:none;padding:0}h2,h3{break-after:avoid}
.judged,.rows,tr,.plot,.warn{break-inside:avoid}.estimate{max-width:22rem}@page{margin:16mm}}
)";

std::string_view class_of(tint of) {
  switch (of) {
    case tint::good:
      return "good";
    case tint::doubtful:
      return "doubtful";
    case tint::bad:
      return "bad";
    default:
      return "";
  }
}

std::string attribute_of(std::string_view of_class) {
  return of_class.empty() ? "" : fmt::format(" class=\"{}\"", of_class);
}

/// A text whose numbers no line breaks in two: digits are kept together.
std::string unbroken(const std::string& text) {
  const std::string plain = escaped(text);
  const auto is_digit = [&](std::size_t i) { return i < plain.size() && plain[i] >= '0' && plain[i] <= '9'; };
  std::string whole;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const bool is_within = plain[i] == ' ' && i > 0 && is_digit(i - 1) && is_digit(i + 1);
    if (is_within)
      whole += "\u00a0";
    else
      whole += plain[i];
  }
  return whole;
}

/// A block of code that no run of backticks in it ends.
std::string fenced(const std::string& text) {
  std::size_t longest = 2, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fence + "\n" + readable(text) + "\n" + fence + "\n\n";
}

}  // namespace

std::string plain_markdown(const std::string& text) {
  std::string plain;
  for (const char c : readable(text)) {
    if (std::string_view("\\`*_[]<>#|&~$").find(c) != std::string_view::npos) plain += '\\';
    plain += c;
  }
  return plain;
}

document::document(const std::string& title) : m_title(title) {
  m_html = "<h1>" + escaped(title) + "</h1>\n";
  m_markdown = "# " + plain_markdown(title) + "\n\n";
}

void document::add_line(std::string_view element, std::string_view of_class, const std::string& text) {
  if (text.empty()) return;
  m_html += fmt::format("<{0}{1}>{2}</{0}>\n", element, attribute_of(of_class), unbroken(text));
}

document& document::heading(const std::string& text) {
  m_html += heading_of(text);
  m_markdown += "## " + plain_markdown(text) + "\n\n";
  return *this;
}

document& document::subheading(const std::string& text) {
  add_line("h3", "", text);
  m_markdown += "### " + plain_markdown(text) + "\n\n";
  return *this;
}

document& document::paragraph(const std::string& text) {
  if (text.empty()) return *this;
  add_line("p", "", text);
  m_markdown += plain_markdown(text) + "\n\n";
  return *this;
}

document& document::warning(const std::string& text) {
  add_line("p", "warn", text);
  m_markdown += "> **" + plain_markdown(text) + "**\n\n";
  return *this;
}

document& document::note(const std::string& text) {
  if (text.empty()) return *this;
  add_line("p", "soft", text);
  m_markdown += plain_markdown(text) + "\n\n";
  return *this;
}

document& document::list(std::span<const std::string> items) {
  m_html += "<ul>\n";
  for (const std::string& item : items) {
    add_line("li", "", item);
    m_markdown += "- " + plain_markdown(item) + "\n";
  }
  m_html += "</ul>\n";
  m_markdown += "\n";
  return *this;
}

document& document::table(std::span<const table_row> rows) {
  constexpr std::size_t few = 3;
  const table_row& heading = rows.front();
  m_html += fmt::format("<div class=\"{}\">\n<table>\n<thead>\n<tr>\n",
                        heading.size() > few ? "rows many" : "rows");
  m_markdown += "|";
  for (const cell& c : heading) {
    m_html += "<th scope=\"col\">" + escaped(c.text) + "</th>\n";
    m_markdown += " " + plain_markdown(c.text) + " |";
  }
  m_html += "</tr>\n</thead>\n<tbody>\n";
  m_markdown += "\n|";
  for (std::size_t i = 0; i < heading.size(); ++i) m_markdown += i == 0 ? "---|" : "---:|";
  for (const table_row& row : rows.subspan(1)) {
    m_html += "<tr>\n";
    m_markdown += "\n|";
    for (std::size_t i = 0; i < heading.size(); ++i) {
      const cell c = i < row.size() ? row[i] : cell{};
      m_html += fmt::format("<td{} data-of=\"{}\">{}</td>\n", attribute_of(class_of(c.color)),
                            escaped(heading[i].text), unbroken(c.text));
      m_markdown += " " + plain_markdown(c.text) + " |";
    }
    m_html += "</tr>\n";
  }
  m_html += "</tbody>\n</table>\n</div>\n";
  m_markdown += "\n\n";
  return *this;
}

document& document::judged(const std::string& name, const std::string& about, const drawn_interval* drawn,
                           const cell& verdict, const std::string& sentences) {
  m_html += "<div class=\"judged\">\n";
  add_line("h3", "", name);
  add_line("p", "soft", about);
  if (drawn != nullptr) m_html += interval_figure(*drawn);
  add_line("p", class_of(verdict.color), verdict.text);
  add_line("p", "", sentences);
  m_html += "</div>\n";
  m_markdown += "### " + plain_markdown(name) + "\n\n";
  for (const std::string* text : {&about, &verdict.text, &sentences})
    if (!text->empty()) m_markdown += plain_markdown(*text) + "\n\n";
  return *this;
}

document& document::plot(std::span<const figure> figures, const std::string& about) {
  m_html += "<div class=\"plot\">\n" + svg_element(figures);
  add_line("p", "soft", about);
  m_html += "</div>\n";
  return *this;
}

document& document::code(const std::string& text) {
  m_html += "<pre>" + escaped(text) + "</pre>\n";
  m_markdown += fenced(text);
  return *this;
}

std::string document::html() const {
  return page_opening(m_title, policy, style_of_documents) + m_html + page_end();
}

}  // namespace edgeldp::cli
