// SPDX-License-Identifier: MIT
#include "study/document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "verbs/report_page.hpp"

namespace edgeldp::test {

namespace {

using namespace edgeldp::cli;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string hostile = "</style><script>alert(1)</script> \"q\" & `t` | *b* [l](x)\n# h";

/// All kinds of blocks with one text everywhere.
document full_of(const std::string& text) {
  document d(text);
  d.heading(text).paragraph(text).warning(text).note(text).code(text);
  const std::vector<std::string> items = {text};
  d.list(items);
  const std::vector<table_row> rows = {{{text}, {text}}, {{text}, {text, tint::bad}}};
  d.table(rows);
  const drawn_interval drawn{text, text, text, text, -1.0, 2.0, 5.0, 3.0};
  d.number(text, text, &drawn, {text, tint::good}, text);
  const figure f{text, text, text};
  d.plot({&f, 1});
  return d;
}

std::size_t count_of(const std::string& what, const std::string& text) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++n;
  return n;
}

record some_result(const std::string& judgement, double half_width) {
  return {{"graph", "g.txt"},
          {"nodes", 100},
          {"estimate", 400.0},
          {"standard_error", half_width / 2.0},
          {"interval", {400.0 - half_width, 400.0 + half_width}},
          {"half_width", half_width},
          {"judgement", judgement},
          {"at_most", judgement == "not_usable" ? record(400.0 + half_width) : record(nullptr)},
          {"epsilon_that_would_do", judgement == "not_usable" ? record(6.0) : record(nullptr)},
          {"epsilon", 1.0},
          {"relationship_dp", 1.02},
          {"spent", {{"epsilon", 3.5}, {"relationship_dp", 3.57}}},
          {"upload_bytes", 10.0},
          {"download_bytes", 0.0},
          {"runs", 1},
          {"told", "abcd"},
          {"exact", {{"truth", 390}}}};
}

std::string page_about(const std::string& judgement, double half_width, bool is_exact) {
  const reported_question* triangles = &reported_questions().front();
  record r = some_result(judgement, half_width);
  if (!is_exact) r.erase("exact");
  const std::vector<reported_results> results = {{triangles, {r}, {r}}};
  report_facts facts{.graph = "g.txt", .reading = "", .command = "edgeldp report g.txt"};
  facts.has_exact = is_exact;
  facts.digest = is_exact ? "5eed" : "";
  return report_document(facts, results).html();
}

TEST(Document, TextStaysText) {
  const std::string html = full_of(hostile).html();
  EXPECT_THAT(html, AllOf(Not(HasSubstr("<script")), Not(HasSubstr("\"q\""))));
  EXPECT_EQ(count_of("</style>", html), 1U);
  const std::string markdown = full_of(hostile).markdown();
  EXPECT_THAT(markdown, StartsWith("# \\</style\\>\\<script\\>alert(1)\\</script\\> \"q\" \\& \\`t\\` \\| "
                                   "\\*b\\* \\[l\\](x) \\# h\n\n"));
}

TEST(Document, NeedsNothingFromElsewhere) {
  const std::string html = full_of("plain").html();
  EXPECT_THAT(html, AllOf(HasSubstr("default-src 'none'"), Not(HasSubstr("http:")), Not(HasSubstr("https:")),
                          Not(HasSubstr("src=")), Not(HasSubstr("href=")), Not(HasSubstr("url("))));
}

TEST(Document, ElementsEnd) {
  const std::string html = full_of("plain").html();
  for (const std::string name : {"html", "head", "body", "main", "h1", "h2", "h3", "table", "thead", "tbody",
                                 "tr", "th", "td", "ul", "li", "div", "svg", "pre", "style"})
    EXPECT_EQ(count_of("<" + name + ">", html) + count_of("<" + name + " ", html),
              count_of("</" + name + ">", html))
        << name;
}

TEST(Document, FencesAreLongerThanWhatTheyHold) {
  document d("t");
  d.code("a ```` b");
  EXPECT_THAT(d.markdown(), HasSubstr("`````\na ```` b\n`````\n"));
}

TEST(Document, IntervalFigureHasZeroExactNumberAndEnds) {
  const std::string svg = interval_figure({"n", "2", "-1", "5", -1.0, 2.0, 5.0, 3.0});
  EXPECT_THAT(svg,
              AllOf(HasSubstr("class=\"exact\""), HasSubstr(">-1<"), HasSubstr(">5<"), HasSubstr(">2<")));
  EXPECT_THAT(interval_figure({"n", "2", "1", "5", 1.0, 2.0, 5.0, {}}), Not(HasSubstr("\"exact\"")));
}

TEST(ReportPage, JudgementsBecomeWords) {
  EXPECT_THAT(page_about("usable", 40.0, true),
              AllOf(HasSubstr("Usable: in 95 of 100 runs it is at most 10% off"),
                    HasSubstr("Weak, it reaches further, but 0 can be ruled "
                              "out: none.")));
  EXPECT_THAT(page_about("weak", 200.0, true), HasSubstr("Weak: it may be up to 50% off"));
  EXPECT_THAT(page_about("not_usable", 500.0, true),
              AllOf(HasSubstr("lost in the noise"), HasSubstr("at most about 900"),
                    HasSubstr("About epsilon 6 would be enough")));
}

TEST(ReportPage, WithoutExactNumbersNothingFollowsFromTheGraphAlone) {
  const std::string exact = page_about("usable", 40.0, true), estimates = page_about("usable", 40.0, false);
  EXPECT_THAT(exact, AllOf(HasSubstr("390"), HasSubstr("5eed"), HasSubstr("What only this rehearsal knows")));
  // Both runs behind the page: 1.02 and 3.57.
  EXPECT_THAT(estimates,
              AllOf(Not(HasSubstr("390")), Not(HasSubstr("What only this rehearsal knows")),
                    HasSubstr("adds up to epsilon 4.59"), HasSubstr("digest of the graph is not told")));
}

}  // namespace

}  // namespace edgeldp::test
