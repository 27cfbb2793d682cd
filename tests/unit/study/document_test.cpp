// SPDX-License-Identifier: MIT
#include "study/document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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
  d.heading(text).subheading(text).paragraph(text).warning(text).note(text).code(text);
  const std::vector<std::string> items = {text};
  d.list(items);
  const std::vector<table_row> rows = {{{text}, {text}, {text}, {text}}, {{text}, {text, tint::bad}}};
  d.table(rows);
  const drawn_interval drawn{text, text, text, text, -1.0, 2.0, 5.0, 3.0};
  d.judged(text, text, &drawn, {text, tint::good}, text);
  const figure f{text, text, text};
  d.plot({&f, 1}, text);
  return d;
}

std::size_t count_of(const std::string& what, const std::string& text) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++n;
  return n;
}

record some_result(const std::string& judgement, double half_width, double estimate = 400.0) {
  const double high = estimate + half_width;
  return {{"graph", "g.txt"},
          {"nodes", 100},
          {"estimate", estimate},
          {"standard_error", half_width / 2.0},
          {"interval", {estimate - half_width, high}},
          {"half_width", half_width},
          {"judgement", judgement},
          {"at_most", judgement == "not_usable" ? record(high) : record(nullptr)},
          {"epsilon_that_would_do", judgement == "not_usable" ? record(6.0) : record(nullptr)},
          {"epsilon", 1.0},
          {"relationship_dp", 1.02},
          {"spent", {{"epsilon", 1.0}, {"relationship_dp", 1.02}}},
          {"upload_bytes", 10.0},
          {"download_bytes", 0.0},
          {"runs", 1},
          {"told", "abcd"},
          {"exact", {{"truth", 390}}}};
}

std::string page_of(record r, const std::string& question = "triangles", bool is_exact = true) {
  const auto asked = std::ranges::find(reported_questions(), question, &reported_question::name);
  if (!is_exact) r.erase("exact");
  const std::vector<reported_results> results = {{&*asked, {r}, {r}}};
  report_facts facts{.graph = "g.txt", .reading = "", .command = "edgeldp report g.txt"};
  facts.has_exact = is_exact;
  facts.digest = is_exact ? "5eed" : "";
  return report_document(facts, results).html();
}

std::string page_about(const std::string& judgement, double half_width, bool is_exact = true) {
  return page_of(some_result(judgement, half_width), "triangles", is_exact);
}

/// All but the appendix.
std::string told_of(const std::string& page) {
  return page.substr(0, page.find("<h2>Appendix"));
}

std::string verdict_of(const std::string& page) {
  const std::size_t from = page.find("<h2>Is it worth asking?");
  return page.substr(from, page.find("<h2>The numbers") - from);
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

TEST(Document, IntervalFigureOfWhatIsLostHasNoEstimate) {
  const std::string svg =
      interval_figure({"n", "not usable", "", "at most 5", 0.0, 2.0, 5.0, {}, /*is_lost=*/true});
  EXPECT_THAT(svg, AllOf(HasSubstr("class=\"lost\""), HasSubstr(">not usable<"), HasSubstr(">at most 5<"),
                         Not(HasSubstr("dot")), Not(HasSubstr("\"bar\"")), Not(HasSubstr(">2<"))));
}

TEST(Document, RowsOfManyCellsBecomeBlocksOnNarrowScreens) {
  const std::vector<table_row> few = {{{"a"}, {"b"}, {"c"}}, {{"1"}, {"2"}, {"3"}}};
  const std::vector<table_row> many = {{{"a"}, {"b"}, {"c"}, {"d"}}, {{"1"}, {"2"}, {"3"}, {"4"}}};
  EXPECT_THAT(document("t").table(few).html(), HasSubstr("class=\"rows\""));
  EXPECT_THAT(document("t").table(many).html(),
              AllOf(HasSubstr("class=\"rows many\""), HasSubstr("<td data-of=\"d\">4</td>")));
}

TEST(ReportPage, JudgementsBecomeWords) {
  EXPECT_THAT(page_about("usable", 40.0),
              AllOf(HasSubstr("Usable: in 95 of 100 runs it is at most 10% off"),
                    HasSubstr("Weak, it reaches further, up to as far as 0: none.")));
  EXPECT_THAT(page_about("weak", 200.0), HasSubstr("Weak: it may be up to 50% off"));
  EXPECT_THAT(page_about("not_usable", 500.0),
              AllOf(HasSubstr("lost in the noise"), HasSubstr("at most about 900"),
                    HasSubstr("About epsilon 6 would do")));
}

TEST(ReportPage, BeginsWithVerdicts) {
  EXPECT_THAT(verdict_of(page_about("usable", 40.0)),
              HasSubstr("class=\"good\">Worth asking: at most 10% off."));
  EXPECT_THAT(verdict_of(page_about("weak", 200.0)),
              HasSubstr("class=\"doubtful\">Worth asking only for the order of magnitude."));
  EXPECT_THAT(
      verdict_of(page_about("not_usable", 500.0)),
      AllOf(HasSubstr(
                "class=\"bad\">Do not ask at epsilon 1: what comes out is noise. About epsilon 6 would do"),
            HasSubstr("There a lot can be learned about a contact.")));
  record dear = some_result("usable", 40.0);
  dear["epsilon"] = 8.0;
  dear["relationship_dp"] = 8.02;
  EXPECT_THAT(verdict_of(page_of(dear)), HasSubstr("class=\"doubtful\">Not worth its price at epsilon 8"));
}

TEST(ReportPage, VerdictsDoNotKnowExactNumbers) {
  record r = some_result("usable", 40.0);
  const std::string right = page_of(r);
  r["exact"]["truth"] = 1e6;
  EXPECT_EQ(verdict_of(page_of(r)), verdict_of(right));
  EXPECT_EQ(verdict_of(page_of(r, "triangles", false)), verdict_of(right));
}

TEST(ReportPage, PricesAddUp) {
  const std::string page = page_about("usable", 40.0);
  EXPECT_THAT(page, HasSubstr("1 = 0.02 + 0.98, and 1.02 = 2 × 0.02 + 0.98."));
  EXPECT_THAT(
      page, HasSubstr("e^1.02 = 2.77. 1% likely is odds of 1 to 99; times 2.77 that is 2.77 to 99, or 2.7%"));
  EXPECT_THAT(page, HasSubstr("Price: epsilon 1 of each person; a relationship loses at most 1.02"));
}

TEST(ReportPage, WhatCannotBeIsCutAndMarked) {
  const std::string below = page_of(some_result("not_usable", 500.0));
  EXPECT_THAT(told_of(below), AllOf(HasSubstr("0* to 900"), HasSubstr("Cut here"), Not(HasSubstr("-100"))));
  EXPECT_THAT(below, HasSubstr("-100 to 900"));  // as it came out
  record share = some_result("usable", 0.1, 0.95);
  share["statistic"] = "clustering";
  EXPECT_THAT(told_of(page_of(share, "clustering")),
              AllOf(HasSubstr("0.85 to 1*"), HasSubstr("1 (cannot be above)"), Not(HasSubstr("1.05"))));
  record beyond = some_result("usable", 0.1, 1.02);
  beyond["statistic"] = "clustering";
  EXPECT_THAT(told_of(page_of(beyond, "clustering")),
              AllOf(HasSubstr("Estimate 1;"), Not(HasSubstr("1.02;"))));
  EXPECT_THAT(told_of(page_about("usable", 40.0)), Not(HasSubstr("Cut here")));
}

TEST(ReportPage, WhatIsLostIsNotQuoted) {
  record r = some_result("not_usable", 500.0, 432.0);
  EXPECT_THAT(told_of(page_of(r)), AllOf(Not(HasSubstr(">430<")), Not(HasSubstr("432")),
                                         HasSubstr("class=\"lost\""), Not(HasSubstr("class=\"dot\""))));
  EXPECT_THAT(page_of(r), HasSubstr(">430<"));
  // Below what is possible: lost, however narrow its interval.
  EXPECT_THAT(verdict_of(page_of(some_result("weak", 5.0, -20.0))), HasSubstr("Do not ask"));
}

TEST(ReportPage, MethodAndCommandComeLast) {
  const std::string page = page_about("usable", 40.0), told = told_of(page), rest = page.substr(told.size());
  for (const char* what : {"edgeldp report g.txt", "5eed", "abcd", "Edge local differential privacy"}) {
    EXPECT_THAT(told, Not(HasSubstr(what)));
    EXPECT_THAT(rest, HasSubstr(what));
  }
}

TEST(ReportPage, WithoutExactNumbersNothingFollowsFromTheGraphAlone) {
  const std::string exact = page_about("usable", 40.0), estimates = page_about("usable", 40.0, false);
  EXPECT_THAT(exact, AllOf(HasSubstr("390"), HasSubstr("5eed"), HasSubstr("What only this rehearsal knows")));
  EXPECT_THAT(estimates,
              AllOf(Not(HasSubstr("390")), Not(HasSubstr("What only this rehearsal knows")),
                    HasSubstr("adds up to epsilon 2.04"), HasSubstr("triangles: 1.02 + 1.02 = 2.04"),
                    HasSubstr("digest of the graph is not told")));
}

}  // namespace

}  // namespace edgeldp::test
