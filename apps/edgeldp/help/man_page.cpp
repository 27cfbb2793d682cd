// SPDX-License-Identifier: MIT
#include "help/man_page.hpp"

#include <fmt/format.h>

#include <sstream>
#include <string_view>

#include "edgeldp/core/base/version.hpp"
#include "help/help_text.hpp"
#include "help/option_facts.hpp"

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

std::string page_name(const CLI::App& verb) {
  return path_of(verb, "-");
}

std::string heading(const CLI::App& verb, const std::string& summary, const std::string& date) {
  std::string title = page_name(verb);
  for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format(".TH {} 1 \"{}\" \"edgeldp {}\" \"edgeldp manual\"\n.SH NAME\n{} \\- {}\n",
                     escaped_for_roff(title), date, version, escaped_for_roff(page_name(verb)),
                     escaped_for_roff(summary));
}

std::string options_text(const CLI::App& verb) {
  std::string text;
  for (const option_section& s : sections_of(verb)) {
    text += ".SS " + s.title + "\n";
    for (const option_facts& o : s.options) text += entry(o.heading(), o.about);
  }
  return text.empty() ? "" : ".SH OPTIONS\n" + text;
}

std::string verbs_text(const CLI::App& app) {
  std::string text;
  for (const CLI::App* verb : verbs_below(app)) text += entry(verb->get_name(), summary_of(*verb));
  return text.empty() ? "" : ".SH VERBS\n" + text;
}

std::string examples_text(const std::string& lines) {
  return ".SH EXAMPLES\n.nf\n" + escaped_for_roff(lines) + ".fi\n";
}

/// The page above, and those below.
std::string see_also(const CLI::App& verb) {
  std::string text;
  const auto add = [&](const CLI::App& other) {
    text += fmt::format("{}.BR {} (1)", text.empty() ? "" : ",\n", escaped_for_roff(page_name(other)));
  };
  if (verb.get_parent() != nullptr) add(*verb.get_parent());
  for (const CLI::App* sub : verbs_below(verb)) add(*sub);
  return ".SH SEE ALSO\n" + text + "\n";
}

std::string page_of(const CLI::App& verb, const std::string& date) {
  const bool is_program = verb.get_parent() == nullptr;
  const std::string about = is_program ? verb.get_description() : summary_of(verb) + ".\n" + details_of(verb);
  std::string text =
      heading(verb, is_program ? "counts under edge local differential privacy" : summary_of(verb), date);
  text += ".SH SYNOPSIS\n.B " + escaped_for_roff(usage_of(verb)) + "\n.SH DESCRIPTION\n" + paragraph(about);
  text += verbs_text(verb) + options_text(verb) + examples_text(verb.get_footer());
  text += ".SH EXIT STATUS\n" + paragraph("0 done, 2 usage or bad input, 3 system, 4 our bug.");
  return text + see_also(verb);
}

void add_pages(const CLI::App& verb, const std::string& date, std::vector<man_page>& pages) {
  pages.push_back({page_name(verb) + ".1", page_of(verb, date)});
  for (const CLI::App* sub : verbs_below(verb)) add_pages(*sub, date, pages);
}

}  // namespace

std::vector<man_page> man_pages(const CLI::App& program, const std::string& date) {
  std::vector<man_page> pages;
  add_pages(program, date, pages);
  return pages;
}

}  // namespace edgeldp::cli
