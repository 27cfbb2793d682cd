// SPDX-License-Identifier: MIT
#pragma once

#include <cairo-pdf.h>

namespace edgeldp::cli {

/// Functions of Cairo, which draws PDF. The library is no part of the program: it takes longer to
/// load than all else that the program needs, and most calls draw nothing.
struct cairo_library {
  decltype(&cairo_pdf_surface_create_for_stream) pdf_surface_create_for_stream;
  decltype(&cairo_pdf_surface_set_metadata) pdf_surface_set_metadata;
  decltype(&cairo_surface_finish) surface_finish;
  decltype(&cairo_surface_status) surface_status;
  decltype(&cairo_surface_destroy) surface_destroy;
  decltype(&cairo_create) create;
  decltype(&cairo_status) status;
  decltype(&cairo_status_to_string) status_to_string;
  decltype(&cairo_destroy) destroy;
  decltype(&cairo_save) save;
  decltype(&cairo_restore) restore;
  decltype(&cairo_translate) translate;
  decltype(&cairo_scale) scale;
  decltype(&cairo_rotate) rotate;
  decltype(&cairo_new_path) new_path;
  decltype(&cairo_move_to) move_to;
  decltype(&cairo_line_to) line_to;
  decltype(&cairo_arc) arc;
  decltype(&cairo_close_path) close_path;
  decltype(&cairo_set_source_rgba) set_source_rgba;
  decltype(&cairo_set_line_width) set_line_width;
  decltype(&cairo_set_line_join) set_line_join;
  decltype(&cairo_set_dash) set_dash;
  decltype(&cairo_fill_preserve) fill_preserve;
  decltype(&cairo_stroke_preserve) stroke_preserve;
  decltype(&cairo_select_font_face) select_font_face;
  decltype(&cairo_set_font_size) set_font_size;
  decltype(&cairo_text_extents) text_extents;
  decltype(&cairo_show_text) show_text;
};

/// Loads it once. The table lives as long as the program.
/// Errors: io_error where it cannot be loaded, which says what to do.
const cairo_library& cairo();

}  // namespace edgeldp::cli
