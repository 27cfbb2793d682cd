// SPDX-License-Identifier: MIT
#include "study/plot.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <variant>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "io/text_file.hpp"
#include "study/matrix_panel.hpp"
#include "study/panel.hpp"
#include "study/pdf_canvas.hpp"
#include "study/svg_canvas.hpp"
#include "study/svg_text.hpp"

namespace edgeldp::cli {

namespace {

using any_panel = std::variant<panel, matrix_panel>;

double bottom_of(const any_panel& p) {
  return std::visit([](const auto& one) { return one.bottom(); }, p);
}

void draw_panels(std::span<const any_panel> panels, canvas& to) {
  for (const any_panel& p : panels) std::visit([&](const auto& one) { one.draw_on(to); }, p);
}

std::vector<any_panel> panels_of(std::span<const figure> figures, plot_width width) {
  std::vector<any_panel> panels;
  panels.reserve(figures.size());
  for (const figure& f : figures) {
    const double top = panels.empty() ? 0.0 : bottom_of(panels.back());
    if (f.matrices.empty())
      panels.emplace_back(std::in_place_type<panel>, f, top, sheet_of(width));
    else
      panels.emplace_back(std::in_place_type<matrix_panel>, f, top, sheet_of(width));
  }
  return panels;
}

/// Upwards to whole pixels, so that the last letter has its descender.
double height_of(std::span<const any_panel> panels) {
  return panels.empty() ? 0.0 : std::ceil(bottom_of(panels.back()));
}

/// For who cannot see it.
std::string contents_of(const figure& f) {
  std::string contents = fmt::format("{} against {}:", escaped(f.y_label), escaped(f.x_label));
  for (const plot_curve& c : f.curves)
    contents += fmt::format(" {} ({} points)", escaped(c.name), c.points.size());
  for (const shaded_matrix& m : f.matrices)
    contents += fmt::format(" {} ({} groups)", escaped(m.title), m.names.size());
  return contents + "\n";
}

std::string title_of(std::span<const figure> figures) {
  std::string titles;
  for (const figure& f : figures) titles += (titles.empty() ? "" : "; ") + f.title;
  return titles;
}

plot_width width_called(const std::string& name) {
  return name == "column" ? plot_width::column : plot_width::page;
}

bool is_pdf(const std::string& path) {
  return std::filesystem::path(path).extension() == ".pdf";
}

}  // namespace

std::string svg_element(std::span<const figure> figures, std::string_view attributes, plot_width width) {
  const std::vector<any_panel> panels = panels_of(figures, width);
  svg_canvas page;
  draw_panels(panels, page);
  std::string contents;
  for (const figure& f : figures) contents += contents_of(f);
  return fmt::format(
      "<svg{5} width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\" role=\"img\" "
      "font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\">\n"
      "<title>{2}</title>\n<desc>{3}</desc>\n"
      "<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"#ffffff\"/>\n{4}</svg>\n",
      sheet_of(width).width, height_of(panels), escaped(title_of(figures)), contents, page.elements(),
      attributes);
}

std::string svg_of(std::span<const figure> figures, plot_width width) {
  // A window that is narrower than the figure shows all of it, smaller.
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
         svg_element(figures, " xmlns=\"http://www.w3.org/2000/svg\" style=\"max-width:100%;height:auto\"",
                     width);
}

std::string pdf_of(std::span<const figure> figures, plot_width width) {
  const std::vector<any_panel> panels = panels_of(figures, width);
  pdf_canvas page(sheet_of(width).width, height_of(panels), title_of(figures));
  draw_panels(panels, page);
  return page.document();
}

void require_drawable(const plot_argument& wanted) {
  if (!wanted.is_asked_for()) {
    if (width_called(wanted.width) != plot_width::page)
      throw invalid_parameter("--plot-width is of a figure: --plot FILE names its file");
    return;
  }
  const std::filesystem::path path = wanted.path;
  if (!is_pdf(wanted.path) && path.extension() != ".svg")
    throw invalid_parameter("--plot " + wanted.path +
                            ": figures are SVG or PDF, so the name must end in .svg or .pdf");
  if (!path.parent_path().empty() && !std::filesystem::is_directory(path.parent_path()))
    throw io_error("--plot " + wanted.path + ": there is no folder " + path.parent_path().string());
  if (is_pdf(wanted.path)) cairo();
}

void draw(std::span<const figure> figures, const plot_argument& wanted) {
  require_drawable(wanted);
  if (!wanted.is_asked_for()) return;
  const plot_width width = width_called(wanted.width);
  write_text(wanted.path, is_pdf(wanted.path) ? pdf_of(figures, width) : svg_of(figures, width));
}

}  // namespace edgeldp::cli
