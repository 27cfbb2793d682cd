# SPDX-License-Identifier: MIT
"""The site's settings. docs/build.sh lays out the sources that this builds; nothing here needs a network."""
import os
import re
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here / "site"))

project = "edgeldp"
author = "The edgeldp authors"
copyright = author
version = release = re.search(r"project\(edgeldp\s+VERSION\s+([\d.]+)", (here.parent / "CMakeLists.txt").read_text())[1]

extensions = ["myst_parser", "mathml"]
source_suffix = {".md": "markdown"}
nitpicky = True
suppress_warnings = ["myst.header"]  # a page may begin with a section of another level

myst_enable_extensions = ["dollarmath"]
myst_dmath_allow_labels = False
myst_dmath_allow_space = False
myst_dmath_allow_digits = True
myst_heading_anchors = 4

html_math_renderer = "mathml"
html_theme = "furo"
html_title = "edgeldp"
html_static_path = [str(here / "site" / "static")]
if "EDGELDP_DOCS_FONTS" in os.environ:  # a folder with a font for formulas, made by docs/build.sh
    html_static_path.append(os.environ["EDGELDP_DOCS_FONTS"])
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_last_updated_fmt = None
smartquotes = False
html_use_index = False
html_domain_indices = False
pygments_style = "friendly"
pygments_dark_style = "native"
highlight_language = "text"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b5d66", "color-brand-content": "#0b5d66"},
    "dark_css_variables": {"color-brand-primary": "#6fc3cc", "color-brand-content": "#6fc3cc"},
}
