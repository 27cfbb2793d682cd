// SPDX-License-Identifier: MIT
#include "study/cairo_library.hpp"

#include <dlfcn.h>

#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::cli {

namespace {

// The name that the library has had since its first version.
constexpr char library_name[] = "libcairo.so.2";

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr)
    throw io_error(std::string("PDF is drawn by ") + library_name + ", which has no " + name +
                   " here; a name that ends in .svg needs no library");
}

cairo_library loaded() {
  void* const library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw io_error(std::string("PDF is drawn by Cairo, which cannot be loaded here (") + dlerror() +
                   "): apt-get install libcairo2 on Debian, or take a name that ends in .svg");
  cairo_library c{};
#define EDGELDP_FIND(function) find(library, "cairo_" #function, c.function)
  EDGELDP_FIND(pdf_surface_create_for_stream);
  EDGELDP_FIND(pdf_surface_set_metadata);
  EDGELDP_FIND(surface_finish);
  EDGELDP_FIND(surface_status);
  EDGELDP_FIND(surface_destroy);
  EDGELDP_FIND(create);
  EDGELDP_FIND(status);
  EDGELDP_FIND(status_to_string);
  EDGELDP_FIND(destroy);
  EDGELDP_FIND(save);
  EDGELDP_FIND(restore);
  EDGELDP_FIND(translate);
  EDGELDP_FIND(scale);
  EDGELDP_FIND(rotate);
  EDGELDP_FIND(new_path);
  EDGELDP_FIND(move_to);
  EDGELDP_FIND(line_to);
  EDGELDP_FIND(arc);
  EDGELDP_FIND(close_path);
  EDGELDP_FIND(set_source_rgba);
  EDGELDP_FIND(set_line_width);
  EDGELDP_FIND(set_line_join);
  EDGELDP_FIND(set_dash);
  EDGELDP_FIND(fill_preserve);
  EDGELDP_FIND(stroke_preserve);
  EDGELDP_FIND(select_font_face);
  EDGELDP_FIND(set_font_size);
  EDGELDP_FIND(text_extents);
  EDGELDP_FIND(show_text);
#undef EDGELDP_FIND
  return c;
}

}  // namespace

const cairo_library& cairo() {
  static const cairo_library library = loaded();
  return library;
}

}  // namespace edgeldp::cli
