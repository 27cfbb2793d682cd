// SPDX-License-Identifier: MIT
#include "study/web_page.hpp"

#include <fmt/format.h>

#include "study/svg_text.hpp"

namespace edgeldp::cli {

namespace {

constexpr std::string_view style_of_all = R"(
:root{color-scheme:light dark;--ink:#1a1a1a;--soft:#5c5c5c;--paper:#fff;--line:#d8d8d8;--mark:#0b5fa5}
@media(prefers-color-scheme:dark){:root{--ink:#e8e8e8;--soft:#a8a8a8;--paper:#161616;--line:#3a3a3a;--mark:#6cb6f0}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.6rem;line-height:1.25;margin:.2rem 0 1rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2rem 0 .5rem}
p{margin:.5rem 0}
.soft{color:var(--soft);font-size:.9rem;overflow-wrap:break-word}
.now{border-left:4px solid var(--mark);padding:.1rem 0 .1rem .8rem}
.warn{border:2px solid;padding:.4rem .7rem;font-weight:600}
table{border-collapse:collapse;width:100%}
th,td{padding:.35rem .4rem;text-align:right;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums}
th:first-child,td:first-child{text-align:left;padding-left:0;min-width:7rem}
@media(max-width:30rem){th,td{font-size:.9rem;padding:.35rem .2rem}}
th{font-weight:600}
td.open{color:var(--mark);font-weight:600}
td.open .soft{font-weight:400}
.history th:first-child,.history td:first-child{min-width:0}
.when{white-space:nowrap}
pre{border:1px solid var(--line);padding:.6rem .8rem;white-space:pre-wrap;overflow-wrap:anywhere;font:.85rem/1.5 ui-monospace,monospace}
progress{width:100%;height:.8rem;accent-color:var(--mark)}
.estimate{width:100%;max-width:30rem;height:auto;display:block}
.estimate text{fill:var(--ink);font:15px system-ui,sans-serif}
.estimate .bar{stroke:var(--mark);stroke-width:4}
.estimate .dot{fill:var(--mark)}
.estimate .axis{stroke:var(--line);stroke-width:1}
.estimate .lost{stroke:var(--soft);stroke-width:3;stroke-dasharray:2 6}
.estimate .exact{stroke:var(--ink);stroke-width:2}
)";

}  // namespace

std::string page_opening(const std::string& title, std::string_view head, std::string_view more) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "{}<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n<main>\n",
      head, escaped(title), style_of_all, more);
}

std::string page_end() {
  return "</main>\n</body>\n</html>\n";
}

std::string paragraph_of(const std::string& text, std::string_view of_class) {
  return of_class.empty() ? "<p>" + escaped(text) + "</p>\n"
                          : fmt::format("<p class=\"{}\">{}</p>\n", of_class, escaped(text));
}

std::string heading_of(const std::string& text) {
  return "<h2>" + escaped(text) + "</h2>\n";
}

}  // namespace edgeldp::cli
