// SPDX-License-Identifier: MIT
#include "study/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "edgeldp/core/base/error.hpp"
#include "io/report.hpp"
#include "io/run_program.hpp"
#include "io/scratch_folder.hpp"
#include "io/text_file.hpp"

namespace edgeldp::cli {

namespace {

std::string extension_of(const std::string& path) {
  return std::filesystem::path(path).extension().string();
}

/// A text as gnuplot reads it back. Between single quotes only the quote itself is special, but a
/// line's end ends the command, whatever is open: control characters become blanks.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'')
      result += "''";
    else
      result += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  }
  return result + "'";
}

std::string terminal_of(const std::string& extension, std::size_t panels) {
  if (extension == ".svg") return fmt::format("svg size 1000,{} background 'white'", 640 * panels);
  if (extension == ".png") return fmt::format("pngcairo size 1500,{} fontscale 1.4", 960 * panels);
  return fmt::format("pdfcairo size 10,{} fontscale 0.8", 6.4 * static_cast<double>(panels));
}

constexpr std::array<const char*, 10> palette = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e",
                                                 "#17becf", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22"};

std::string color_of(const plot_curve& c) {
  return palette[c.color % palette.size()];
}

std::string style_of(const plot_curve& c) {
  constexpr auto colors = static_cast<unsigned>(palette.size());
  const unsigned shape = 4 + (c.color + c.color / colors * 3) % 10;  // another where colors repeat
  switch (c.drawn_as) {
    case plot_curve::look::front:
      return "with lines lw 5 lc rgb 'gray80'";
    case plot_curve::look::point:
      return fmt::format("with points pt {} ps 1.6 lw 2 lc rgb '{}'", shape, color_of(c));
    case plot_curve::look::dots:
      return fmt::format("with points pt 7 ps 0.5 lc rgb '{}'", color_of(c));
    case plot_curve::look::line:
      break;
  }
  return fmt::format("with linespoints pt {} ps 0.7 lw 1.5 dt {} lc rgb '{}'", shape, c.is_dashed ? 2 : 1,
                     color_of(c));
}

/// Data in a block a curve, then one plot command.
std::string gnuplot_panel(const figure& f) {
  std::string script = "reset\n", commands;
  for (std::size_t i = 0; i < f.curves.size(); ++i) {
    script += fmt::format("$curve{} << END_OF_CURVE\n", i);
    for (const plot_point& p : f.curves[i].points) script += fmt::format("{:.9g} {:.9g}\n", p.x, p.y);
    script += "END_OF_CURVE\n";
    commands += fmt::format("{}$curve{} using 1:2 title {} noenhanced {}", i == 0 ? "" : ", ", i,
                            quoted(f.curves[i].name), style_of(f.curves[i]));
  }
  script += fmt::format(
      "set title {} noenhanced\nset xlabel {} noenhanced\nset ylabel {} noenhanced\nset grid\n"
      "set key outside right Left reverse\n",
      quoted(f.title), quoted(f.x_label), quoted(f.y_label));
  if (f.axes == plot_axes::logarithmic) script += "set logscale xy\nset format '10^{%T}'\n";
  for (const plot_curve& m : f.marks)
    script += fmt::format(
        "set arrow from {0:.9g}, graph 0 to {0:.9g}, graph 1 nohead dt 3 lc rgb 'gray40'\n"
        "set label {1} at {0:.9g}, graph 0.02 rotate left offset -0.6,0 noenhanced textcolor rgb 'gray40'\n",
        m.points.front().x, quoted(m.name));
  for (const plot_curve& l : f.levels) {
    commands += fmt::format(", {:.9g} notitle with lines dt 3 lc rgb 'gray40'", l.points.front().y);
    script += fmt::format(
        "set label {1} at graph 0.02, first {0:.9g} left offset 0,0.6 noenhanced textcolor rgb 'gray40'\n",
        l.points.front().y, quoted(l.name));
  }
  return script + "plot " + commands + "\n";
}

std::string gnuplot_script(std::span<const figure> figures, const std::string& extension,
                           const std::string& output) {
  std::string script =
      fmt::format("set terminal {}\nset output {}\n", terminal_of(extension, figures.size()), quoted(output));
  if (figures.size() > 1) script += fmt::format("set multiplot layout {},1\n", figures.size());
  for (const figure& f : figures) script += gnuplot_panel(f);
  return script;
}

constexpr const char* matplotlib_script = R"(# arguments: figure.json, image
import json, sys
import matplotlib
matplotlib.use("Agg")
from matplotlib import pyplot
figures = json.load(open(sys.argv[1]))
_, panels = pyplot.subplots(len(figures), figsize=(9, 6 * len(figures)), squeeze=False, constrained_layout=True)
looks = {"line": {"marker": "o", "markersize": 4}, "point": {"marker": "*", "markersize": 12}, "front": {"linewidth": 5},
         "dots": {"marker": ".", "markersize": 2}}
for figure, axes in zip(figures, panels[:, 0]):
    for curve in figure["curves"]:
        axes.plot(curve["x"], curve["y"], label=curve["name"], color=curve["color"],
                  linestyle=curve["stroke"], **looks[curve["look"]])
    for mark in figure["marks"]:
        axes.axvline(mark["x"][0], color="0.4", linestyle="--", linewidth=1)
        axes.text(mark["x"][0], 0.02, mark["name"], rotation=90, color="0.4", ha="right", va="bottom",
                  transform=axes.get_xaxis_transform())
    for level in figure["levels"]:
        axes.axhline(level["y"][0], color="0.4", linestyle="--", linewidth=1)
        axes.text(0.02, level["y"][0], level["name"], color="0.4", ha="left", va="bottom",
                  transform=axes.get_yaxis_transform())
    axes.set(xscale=figure["scale"], yscale=figure["scale"], title=figure["title"], xlabel=figure["x_label"],
             ylabel=figure["y_label"])
    axes.grid(True, which="major", linewidth=0.4)
    axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
pyplot.savefig(sys.argv[2], dpi=150)
)";

const char* name_of(plot_curve::look look) {
  switch (look) {
    case plot_curve::look::front:
      return "front";
    case plot_curve::look::point:
      return "point";
    case plot_curve::look::dots:
      return "dots";
    case plot_curve::look::line:
      break;
  }
  return "line";
}

record curve_record(const plot_curve& c) {
  using look = plot_curve::look;
  const bool is_joined = c.drawn_as == look::line || c.drawn_as == look::front;
  record r = {{"name", c.name},
              {"look", name_of(c.drawn_as)},
              {"color", c.drawn_as == look::front ? "0.8" : color_of(c)},
              {"stroke", !is_joined    ? ""
                         : c.is_dashed ? "--"
                                       : "-"},
              {"x", record::array()},
              {"y", record::array()}};
  for (const plot_point& p : c.points) {
    r["x"].push_back(p.x);
    r["y"].push_back(p.y);
  }
  return r;
}

record figure_record(const figure& f) {
  record r = {{"title", f.title},          {"x_label", f.x_label},
              {"y_label", f.y_label},      {"scale", f.axes == plot_axes::logarithmic ? "log" : "linear"},
              {"curves", record::array()}, {"marks", record::array()},
              {"levels", record::array()}};
  for (const plot_curve& c : f.curves) r["curves"].push_back(curve_record(c));
  for (const plot_curve& m : f.marks) r["marks"].push_back(curve_record(m));
  for (const plot_curve& l : f.levels) r["levels"].push_back(curve_record(l));
  return r;
}

std::string figures_json(std::span<const figure> figures) {
  record all = record::array();
  for (const figure& f : figures) all.push_back(figure_record(f));
  return all.dump();
}

bool has_matplotlib() {
  return run_program({"python3", "-I", "-c",
                      "import importlib.util, sys; "
                      "sys.exit(importlib.util.find_spec('matplotlib') is None)"}) == 0;
}

/// Draws to `image`, whichever program is there; its name and exit status.
std::pair<std::string, int> draw_with(std::span<const figure> figures, const scratch_folder& folder,
                                      const std::string& extension, const std::string& image) {
  write_text(folder.file("figure.gp"), gnuplot_script(figures, extension, image));
  if (const int status = run_program({"gnuplot", "-d", folder.file("figure.gp")}); status != -1)
    return {"gnuplot", status};
  if (!has_matplotlib())
    throw io_error(
        "cannot plot: neither gnuplot nor python3 with matplotlib is installed (Debian: apt-get "
        "install gnuplot-nox, or python3-matplotlib)");
  write_text(folder.file("figure.json"), figures_json(figures));
  write_text(folder.file("figure.py"), matplotlib_script);
  return {"python3",
          run_program({"python3", "-I", folder.file("figure.py"), folder.file("figure.json"), image})};
}

}  // namespace

void require_plot_name(const std::string& path) {
  constexpr std::array<const char*, 3> known = {".svg", ".png", ".pdf"};
  if (std::ranges::find(known, extension_of(path)) == known.end())
    throw invalid_parameter("--plot " + path + ": the name must end in .svg, .png or .pdf");
}

void draw(std::span<const figure> figures, const std::string& path) {
  require_plot_name(path);
  const scratch_folder folder;
  const std::string image = folder.file("figure" + extension_of(path));
  const auto [program, status] = draw_with(figures, folder, extension_of(path), image);
  const std::optional<std::string> drawn = status == 0 ? read_text(image) : std::nullopt;
  if (!drawn || drawn->empty())
    throw io_error(fmt::format("{} could not draw {} (exit status {})", program, path, status));
  write_text(path, *drawn);
}

}  // namespace edgeldp::cli
