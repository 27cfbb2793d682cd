// SPDX-License-Identifier: MIT
#include "study/plot.hpp"

#include <gtest/gtest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <sstream>

#include "edgeldp/core/base/error.hpp"
#include "study/svg_text.hpp"

namespace edgeldp::cli {
namespace {

using element = boost::property_tree::ptree;

element parsed(const std::string& svg) {
  std::istringstream text(svg);
  element document;
  boost::property_tree::read_xml(text, document);  // throws unless well-formed
  return document.get_child("svg");
}

void visit(const element& e, const std::function<void(const element&)>& f) {
  f(e);
  for (const auto& [name, child] : e)
    if (name != "<xmlattr>") visit(child, f);
}

std::string attribute(const element& e, const char* name) {
  return e.get<std::string>(std::string("<xmlattr>.") + name, "");
}

std::vector<element> of_class(const element& e, const std::string& wanted) {
  std::vector<element> found;
  visit(e, [&](const element& child) {
    if (attribute(child, "class") == wanted) found.push_back(child);
  });
  return found;
}

struct place {
  double x, y;
};

/// Where a mark's middle is.
place middle_of(const element& mark) {
  place at{-1.0, -1.0};
  EXPECT_EQ(std::sscanf(attribute(mark, "transform").c_str(), "translate(%lf %lf)", &at.x, &at.y), 2);
  return at;
}

/// Every coordinate of points, texts and lines that are not about an origin of their own.
void expect_inside(const element& svg) {
  const double width = svg.get<double>("<xmlattr>.width"), height = svg.get<double>("<xmlattr>.height");
  const auto check = [&](double x, double y) {
    EXPECT_TRUE(x >= 0.0 && x <= width && y >= 0.0 && y <= height) << x << ", " << y;
  };
  visit(svg, [&](const element& e) {
    if (attribute(e, "class") == "point") {
      const place at = middle_of(e);
      check(at.x, at.y);
    } else if (const std::string path = attribute(e, "d"); attribute(e, "transform").empty()) {
      // M and L have both coordinates, H and V one.
      const char* rest = path.c_str();
      while (*rest != '\0') {
        const char command = *rest++;
        char* end = nullptr;
        const double first = std::strtod(rest, &end);
        const double second = *end == ',' ? std::strtod(end + 1, &end) : 0.0;
        if (command == 'M' || command == 'L') check(first, second);
        if (command == 'H') check(first, 0.0);
        if (command == 'V') check(0.0, first);
        ASSERT_TRUE(end != rest || command == 'Z') << path;
        rest = command == 'Z' ? rest : end;
      }
    }
    if (e.get_optional<double>("<xmlattr>.x"))
      check(e.get<double>("<xmlattr>.x"), e.get<double>("<xmlattr>.y"));
  });
}

element drawn(const figure& f) {
  const std::string svg = svg_of({&f, 1});
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf,"), std::string::npos);
  element root = parsed(svg);
  expect_inside(root);
  return root;
}

figure sweep() {
  figure f{"wiki-Vote: triangles", "epsilon", "estimate"};
  f.x.is_logarithmic = true;
  f.curves.push_back(
      {"band", {{0.5, 90, plot_interval{80, 100}}, {1, 100, plot_interval{95, 105}}, {2, 101}}});
  f.curves.push_back({"bars", {{0.5, 110, plot_interval{70, 150}}, {1, 90, plot_interval{60, 120}}}});
  f.curves[0].intervals_as = plot_curve::spread::band;
  f.levels = {{"exact", 99.0}};
  f.marks = {{"default", 1.0}, {"enough", 1.5}};
  return f;
}

TEST(PlotTest, EveryPointIntervalLevelAndMarkIsDrawn) {
  const element svg = drawn(sweep());
  EXPECT_EQ(attribute(svg, "style"), "max-width:100%;height:auto");  // a narrow window shows all of it
  EXPECT_EQ(of_class(svg, "panel").size(), 1U);
  EXPECT_EQ(of_class(svg, "curve").size(), 2U);
  EXPECT_EQ(of_class(svg, "line").size(), 2U);
  EXPECT_EQ(of_class(svg, "point").size(), 5U);
  EXPECT_EQ(of_class(svg, "band").size(), 1U);
  EXPECT_EQ(of_class(svg, "interval").size(), 2U);
  EXPECT_EQ(of_class(svg, "level").size(), 1U);
  EXPECT_EQ(of_class(svg, "mark").size(), 2U);
  EXPECT_EQ(of_class(svg, "legend-name").size(), 2U);
  EXPECT_EQ(svg.get<std::string>("title"), "wiki-Vote: triangles");
}

TEST(PlotTest, PlacesFollowTheAxes) {
  const auto points = of_class(drawn(sweep()), "point");
  const place a = middle_of(points[0]), b = middle_of(points[1]), c = middle_of(points[2]);
  EXPECT_NEAR(b.x - a.x, c.x - b.x, 0.03);  // 0.5, 1 and 2 on a logarithmic axis
  EXPECT_NEAR((a.y - b.y) / (b.y - c.y), 10.0, 0.2);
}

TEST(PlotTest, PanelsStandBelowEachOther) {
  const std::vector<figure> two = {sweep(), sweep()};
  const element svg = parsed(svg_of(two));
  expect_inside(svg);
  const auto points = of_class(svg, "point");
  ASSERT_EQ(points.size(), 10U);
  EXPECT_NEAR(middle_of(points[5]).y - middle_of(points[0]).y, svg.get<double>("<xmlattr>.height") / 2.0,
              1.0);
}

TEST(PlotTest, WhatAxesCannotShowIsLeftOut) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN(), endless = HUGE_VAL;
  figure f{"gaps", "x", "y"};
  f.curves.push_back(
      {"a", {{1, 1}, {2, none}, {3, endless}, {4, 2, plot_interval{-endless, endless}}, {5, 0}}});
  f.levels = {{"none", none}};
  EXPECT_EQ(of_class(drawn(f), "point").size(), 3U);
  EXPECT_EQ(of_class(drawn(f), "level").size(), 0U);
  f.logarithmic();
  EXPECT_EQ(of_class(drawn(f), "point").size(), 2U);
}

TEST(PlotTest, ExtremeDataStayInside) {
  for (const bool logarithmic : {false, true})
    for (const std::vector<plot_point>& points : {std::vector<plot_point>{},
                                                  {{1, 608389}},
                                                  {{0, 0}},
                                                  {{-3, -1e-9}, {-1, -2e-9}},
                                                  {{1, 608389}, {1.01, 608390}, {1.02, 608391.5}},
                                                  {{1e-6, 1e6}, {1e6, 1e-6}},
                                                  {{1e15, 1e15}, {1e15 + 1, 1e15 + 1}},
                                                  {{1e-300, 1e300}, {1e300, 1e-300}},
                                                  {{-1e308, 1e308}, {1e308, -1e308}},
                                                  {{5e-324, 5e-324}}}) {
      figure f{"extreme", "x", "y"};
      f.x.is_logarithmic = f.y.is_logarithmic = logarithmic;
      f.y.is_share = true;
      f.curves.push_back({"c", points});
      const element svg = drawn(f);
      const std::size_t shown = of_class(svg, "point").size();
      EXPECT_LE(shown, points.size());
      EXPECT_EQ(of_class(svg, "empty").size(), shown == 0 ? 1U : 0U);
      EXPECT_GE(of_class(svg, "tick y").size(), 2U);
    }
}

TEST(PlotTest, ManyLongNamesDoNotCoverData) {
  const std::string name(300, 'W');
  figure f{name, name, name};
  for (unsigned i = 0; i < 40; ++i) {
    f.curves.push_back({name, {{1.0, 1.0 + i}, {2.0, 2.0 + i}}, plot_curve::look::line, i});
    f.marks.push_back({name, 1.0 + 0.01 * i});
    f.levels.push_back({name, 1.0 + 0.01 * i});
  }
  const element svg = drawn(f);
  double rightmost = 0.0;
  for (const element& p : of_class(svg, "point")) rightmost = std::max(rightmost, middle_of(p).x);
  for (const char* texts : {"legend-name", "level-name"})
    for (const element& t : of_class(svg, texts)) {
      EXPECT_GT(t.get<double>("<xmlattr>.x"), rightmost);
      EXPECT_EQ(t.get<std::string>("title"), name);
    }
  EXPECT_EQ(of_class(svg, "legend-name").size(), 40U);
}

TEST(PlotTest, NamesAreEscaped) {
  const std::string hostile = "<g>&\"'\x01\x7f]]>\xff\xef\xbf\xbf\n</svg>";
  figure f{hostile, hostile, hostile};
  f.curves.push_back({hostile, {{1, 1}}});
  f.marks = f.levels = {{hostile, 1.0}};
  const element svg = drawn(f);
  EXPECT_EQ(of_class(svg, "point").size(), 1U);
  EXPECT_EQ(attribute(of_class(svg, "curve")[0], "data-name"), "<g>&\"'  ]]>\xef\xbf\xbd  </svg>");
  const std::string text = svg_of({&f, 1});
  EXPECT_EQ(text.find('\x01'), std::string::npos);
  EXPECT_EQ(text.find('\xff'), std::string::npos);
}

TEST(PlotTest, TicksAreRoundAndReadable) {
  const auto labels = [](plot_axis axis, std::vector<double> values, std::size_t room) {
    std::vector<std::string> all;
    for (const tick& t :
         plot_scale(axis, values).ticks([&](const auto& ticks) { return ticks.size() <= room; }))
      all.push_back(t.label.text + (t.label.exponent.empty() ? "" : "^" + t.label.exponent) + t.label.unit);
    return all;
  };
  using texts = std::vector<std::string>;
  EXPECT_EQ(labels({true}, {0.1, 8}, 10), (texts{"0.1", "0.2", "0.5", "1", "2", "5"}));
  EXPECT_EQ(labels({true}, {100, 200000}, 5), (texts{"100", "1,000", "10,000", "100,000"}));
  EXPECT_EQ(labels({true}, {100, 3e8}, 4), (texts{"10^2", "10^4", "10^6", "10^8"}));
  EXPECT_EQ(labels({false}, {608000, 612000}, 5),
            (texts{"608,000", "609,000", "610,000", "611,000", "612,000"}));
  EXPECT_EQ(labels({false, true}, {0.0, 0.2}, 5), (texts{"0%", "5%", "10%", "15%", "20%"}));
  EXPECT_EQ(labels({true, true}, {0.01, 1.0}, 3), (texts{"1%", "10%", "100%"}));
  EXPECT_EQ(labels({false}, {0, 4e9}, 5), (texts{"0", "1×10^9", "2×10^9", "3×10^9", "4×10^9"}));
  EXPECT_EQ(labels({true}, {608389, 608391}, 5).size(), 5U);
}

figure matrices(std::size_t groups) {
  figure f{"circles: groups", "edges, as a share", "group"};
  for (const char* title : {"estimated", "exact"}) {
    shaded_matrix m{
        title, std::vector<std::string>(groups, "7"), std::vector<std::uint64_t>(groups, 1200), {}};
    fill_shares(m, [](std::size_t a, std::size_t b, double pairs) {
      return matrix_cell{a == b ? 0.5 : 30.0 / pairs, b == a + 1};
    });
    f.matrices.push_back(std::move(m));
  }
  return f;
}

TEST(PlotTest, MatricesHaveACellForEachTwoGroups) {
  const element svg = drawn(matrices(3));
  EXPECT_EQ(of_class(svg, "matrix").size(), 2U);
  EXPECT_EQ(of_class(svg, "cell").size(), 10U);
  EXPECT_EQ(of_class(svg, "cell lost").size(), 8U);
  EXPECT_EQ(of_class(svg, "cross").size(), 9U);  // one in the legend
  const auto users = of_class(svg, "users");
  ASSERT_EQ(users.size(), 6U);
  EXPECT_EQ(users[0].data(), "1 200");
  const element first = of_class(svg, "cell")[1];
  EXPECT_EQ(attribute(first, "data-row") + attribute(first, "data-column"), "02");
  EXPECT_NEAR(first.get<double>("<xmlattr>.data-share"), 30.0 / (1200.0 * 1200.0), 1e-12);
}

TEST(PlotTest, MatricesOfManyGroupsStayInside) {
  for (const std::size_t groups : {std::size_t{1}, std::size_t{12}, std::size_t{64}})
    for (const plot_width width : {plot_width::page, plot_width::column}) {
      const figure f = matrices(groups);
      const element svg = parsed(svg_of({&f, 1}, width));
      expect_inside(svg);
      EXPECT_EQ(of_class(svg, "cell").size() + of_class(svg, "cell lost").size(), 2 * groups * groups);
    }
}

/// Red, green and blue as a printer without colours weighs them.
double lightness_of(const std::string& color) {
  unsigned red = 0, green = 0, blue = 0;
  EXPECT_EQ(std::sscanf(color.c_str(), "#%2x%2x%2x", &red, &green, &blue), 3) << color;
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

TEST(PlotTest, ShadesGetDarkerWithoutColoursToo) {
  double before = 255.0;
  const auto shades = of_class(drawn(matrices(3)), "shade");
  ASSERT_GT(shades.size(), 10U);
  for (const element& shade : shades) {
    const double lightness = lightness_of(attribute(shade, "fill"));
    EXPECT_LT(lightness, before - 4.0);
    before = lightness;
  }
}

TEST(PlotTest, OnlySvgAndPdfAreWritten) {
  for (const char* name : {"a.png", "svg", "pdf", "a.pdf.gz", "a.PDF"})
    EXPECT_THROW(require_drawable({name}), invalid_parameter) << name;
  EXPECT_THROW(require_drawable({"no such folder/a.svg"}), io_error);
  for (const char* name : {"", "a b.svg", "a.pdf"}) EXPECT_NO_THROW(require_drawable({name})) << name;
  EXPECT_NO_THROW(require_drawable({"a.svg", "column"}));
  EXPECT_THROW(require_drawable({"", "column"}), invalid_parameter);
}

TEST(PlotTest, AColumnHasAllOfAFigureInLettersOfSevenAndEightPoints) {
  figure f = sweep();
  f.title = "a name of a graph that is far too long for a single line of a column: triangles";
  f.y_label = "relative error, with its interval over very many runs";
  const std::string text = svg_of({&f, 1}, plot_width::column);
  const element svg = parsed(text);
  expect_inside(svg);
  EXPECT_NEAR(svg.get<double>("<xmlattr>.width") / 96.0, 3.33, 1e-3);
  for (const char* kind : {"curve", "line", "point", "band", "interval", "level", "mark", "legend-name"})
    EXPECT_EQ(of_class(svg, kind).size(), of_class(drawn(f), kind).size()) << kind;
  EXPECT_EQ(of_class(svg, "title").size(), 2U);
  EXPECT_EQ(of_class(svg, "label y").size(), 2U);
  EXPECT_EQ(text.find("…"), std::string::npos);
  double lowest = 0.0;
  for (const element& p : of_class(svg, "point")) lowest = std::max(lowest, middle_of(p).y);
  visit(svg, [&](const element& e) {
    if (const auto size = e.get_optional<double>("<xmlattr>.font-size")) {
      EXPECT_GE(*size, 7.0 / 0.75 - 1e-4);
      EXPECT_LE(*size, 8.0 / 0.75 + 1e-4);
    }
    if (attribute(e, "class") == "legend-name") {
      EXPECT_GT(e.get<double>("<xmlattr>.y"), lowest);
      EXPECT_LE(e.get<double>("<xmlattr>.x") + text_width(e.data(), 7.0 / 0.75), 3.33 * 96.0);
    }
  });
}

TEST(PlotTest, NumbersOfAnAxisAreOnThePage) {
  figure f{"download", "bytes", "error"};
  f.logarithmic();
  f.curves.push_back({"a", {{0.01, 1.0}, {1000.0, 0.1}}});
  const element svg = parsed(svg_of({&f, 1}, plot_width::column));
  for (const element& t : of_class(svg, "tick x"))
    EXPECT_LE(t.get<double>("<xmlattr>.x") + text_width(t.data(), 7.0 / 0.75) / 2.0, 3.33 * 96.0) << t.data();
}

TEST(PlotTest, PdfIsOnePageAndTheSameEachTime) {
  const std::vector<figure> two = {sweep(), sweep()};
  for (const plot_width width : {plot_width::page, plot_width::column}) {
    const std::string pdf = pdf_of(two, width);
    EXPECT_TRUE(pdf.starts_with("%PDF-"));
    EXPECT_NE(pdf.rfind("%%EOF"), std::string::npos);
    EXPECT_EQ(pdf, pdf_of(two, width));
  }
}

TEST(PlotTest, TextsAreCutBetweenCharacters) {
  EXPECT_EQ(fitted("short", 100, 12), "short");
  EXPECT_EQ(fitted("ääääääääää", 40, 12), "äää…");
  EXPECT_LE(text_width(fitted(std::string(100, 'm'), 200, 12), 12), 200.0);
}

TEST(PlotTest, TextsAreBrokenBetweenWords) {
  using texts = std::vector<std::string>;
  EXPECT_EQ(wrapped("one line", 100, 12, 2), (texts{"one line"}));
  EXPECT_EQ(wrapped("aaaa bbbb cccc", 80, 12, 2), (texts{"aaaa bbbb", "cccc"}));
  EXPECT_EQ(wrapped("aaaa bbbb cccc", 80, 12, 1), (texts{fitted("aaaa bbbb cccc", 80, 12)}));
  EXPECT_EQ(wrapped("aaaa bbbb cccc dddd eeee", 40, 12, 2),
            (texts{"aaaa", fitted("bbbb cccc dddd eeee", 40, 12)}));
  EXPECT_EQ(wrapped(std::string(100, 'm'), 40, 12, 2), (texts{fitted(std::string(100, 'm'), 40, 12)}));
}

TEST(PlotTest, BudgetsOfASweepHaveTheTicks) {
  figure f{"a sweep", "epsilon", "error"};
  f.logarithmic();
  plot_curve curve{"error", {}};
  for (const double epsilon : {4.0, 0.25, 1.5}) {
    curve.points.push_back({epsilon, 100.0 / epsilon});
    f.x.values.push_back(epsilon);
  }
  f.curves.push_back(curve);
  const std::string svg = svg_of({&f, 1});
  for (const char* label : {">0.25<", ">1.5<", ">4<"}) EXPECT_NE(svg.find(label), std::string::npos) << label;
  EXPECT_EQ(svg.find(">0.5<"), std::string::npos) << "no round numbers besides on this axis";
  for (int i = 0; i < 200; ++i) f.x.values.push_back(0.25 + i * 0.01);
  EXPECT_NE(svg_of({&f, 1}).find(">0.5<"), std::string::npos) << "no room for so many";
}

TEST(PlotTest, WhatItIsAboutIsBroadAndAboveWhatIsPredictedIsThin) {
  figure f{"methods", "epsilon", "error"};
  f.logarithmic();
  const std::vector<plot_point> points = {{1.0, 0.2, plot_interval{0.1, 0.4}},
                                          {2.0, 0.1, plot_interval{0.05, 0.2}}};
  plot_curve ours{"ours", points}, rival{"rival", points},
      predicted{"predicted", points, plot_curve::look::thin};
  ours.is_strong = true;
  ours.intervals_as = rival.intervals_as = plot_curve::spread::band;
  rival.is_dashed = rival.is_hollow = true;
  f.curves = {ours, rival, predicted};
  const std::vector<element> drawn_curves = of_class(drawn(f), "curve");
  ASSERT_EQ(drawn_curves.size(), 3U);
  std::vector<std::string> names;
  std::vector<double> widths;
  for (const element& c : drawn_curves) {
    names.push_back(attribute(c, "data-name"));
    widths.push_back(std::stod(attribute(of_class(c, "line").at(0), "stroke-width")));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"rival", "predicted", "ours"}));
  EXPECT_LT(widths[1], widths[0]);
  EXPECT_GT(widths[2], 2.0 * widths[0]);
  EXPECT_EQ(of_class(drawn_curves[1], "dot").size(), 2U);
  EXPECT_EQ(of_class(drawn_curves[0], "band").size(), 1U);
  const auto is_hollow = [](const element& c) {
    bool found = false;
    visit(c, [&](const element& e) { found = found || attribute(e, "fill") == "#ffffff"; });
    return found;
  };
  EXPECT_TRUE(is_hollow(drawn_curves[0]));
  EXPECT_FALSE(is_hollow(drawn_curves[2]));
}

}  // namespace
}  // namespace edgeldp::cli
