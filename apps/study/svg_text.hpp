// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// Texts of figures. Their widths are estimates, on the wide side: whoever reads the figure chooses
/// the font.
namespace edgeldp::cli {

/// What XML can hold of a text: no control characters, no broken UTF-8. Not escaped.
std::string readable(const std::string& text);

/// A text as content or attribute of an element.
std::string escaped(const std::string& text);

/// In pixels, for a sans serif font of `size` pixels.
double text_width(const std::string& text, double size);

/// The text, or as much of its beginning as fits, and an ellipsis.
std::string fitted(const std::string& text, double width, double size);

/// The text in at most so many lines, broken between words; the last is cut where it does not fit.
std::vector<std::string> wrapped(const std::string& text, double width, double size, std::size_t most);

}  // namespace edgeldp::cli
