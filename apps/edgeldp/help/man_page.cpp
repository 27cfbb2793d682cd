// SPDX-License-Identifier: MIT
#include "help/man_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>

#include "edgeldp/core/base/version.hpp"
#include "help/help_text.hpp"

namespace edgeldp::cli {

namespace {

/// Text that means itself: no character of it is a request or is drawn as another.
std::string escaped_for_roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if ((out.empty() || out.back() == '\n') && (c == '.' || c == '\'')) out += "\\&";
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// Lines of a text, as short as in a terminal: requests are not read in the midst of one.
std::string paragraph(const std::string& text) {
  constexpr std::size_t width = 78;
  std::string lines;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part);)
    lines += (lines.empty() ? "" : ".br\n") + escaped_for_roff(wrapped(part, width, 0));
  return lines;
}

std::string entry(const std::string& name, const std::string& about) {
  return ".TP\n.B " + escaped_for_roff(name) + "\n" + paragraph(about);
}

std::string page_name(std::string path) {
  std::ranges::replace(path, ' ', '-');
  return path;
}

std::string heading(const verb_facts& verb, const std::string& summary, const std::string& date) {
  std::string title = page_name(verb.path);
  for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format(".TH {} 1 \"{}\" \"edgeldp {}\" \"edgeldp manual\"\n.SH NAME\n{} \\- {}\n",
                     escaped_for_roff(title), date, version, escaped_for_roff(page_name(verb.path)),
                     escaped_for_roff(summary));
}

std::string options_text(const verb_facts& verb) {
  std::string text;
  for (const option_section& s : verb.sections) {
    text += ".SS " + s.title + "\n";
    for (const option_facts& o : s.options) text += entry(o.heading(), o.about);
  }
  return text.empty() ? "" : ".SH OPTIONS\n" + text;
}

std::string verbs_text(const verb_facts& above) {
  std::string text;
  for (const verb_facts& verb : above.below) text += entry(verb.name(), verb.summary);
  return text.empty() ? "" : ".SH VERBS\n" + text;
}

std::string examples_text(const std::string& lines) {
  return ".SH EXAMPLES\n.nf\n" + escaped_for_roff(lines) + ".fi\n";
}

/// The page above, and those below.
std::string see_also(const verb_facts& verb) {
  std::string text;
  const auto add = [&](const std::string& page) {
    text += fmt::format("{}.BR {} (1)", text.empty() ? "" : ",\n", escaped_for_roff(page));
  };
  if (!verb.is_program()) add(page_name(verb.path.substr(0, verb.path.rfind(' '))));
  for (const verb_facts& sub : verb.below) add(page_name(sub.path));
  return ".SH SEE ALSO\n" + text + "\n";
}

std::string page_of(const verb_facts& verb, const std::string& date) {
  const std::string about = verb.summary + (verb.is_program() ? "\n" : ".\n") + verb.details;
  std::string text =
      heading(verb, verb.is_program() ? "counts under edge local differential privacy" : verb.summary, date);
  text += ".SH SYNOPSIS\n.B " + escaped_for_roff(verb.usage()) + "\n.SH DESCRIPTION\n" + paragraph(about);
  text += verbs_text(verb) + options_text(verb) + examples_text(verb.examples);
  text += ".SH EXIT STATUS\n" + paragraph("0 done, 2 usage or bad input, 3 system, 4 our bug.");
  return text + see_also(verb);
}

void add_pages(const verb_facts& verb, const std::string& date, std::vector<man_page>& pages) {
  pages.push_back({page_name(verb.path) + ".1", page_of(verb, date)});
  for (const verb_facts& sub : verb.below) add_pages(sub, date, pages);
}

}  // namespace

std::vector<man_page> man_pages(const verb_facts& program, const std::string& date) {
  std::vector<man_page> pages;
  add_pages(program, date, pages);
  return pages;
}

}  // namespace edgeldp::cli
