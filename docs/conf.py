# SPDX-License-Identifier: MIT
"""The site's settings. docs/build.sh lays out the sources that this builds; nothing here needs a network."""
import os
import re
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here / "site"))
sys.path.insert(0, str(here.parent / "apps/python"))

project = "edgeldp"
author = "The edgeldp authors"
copyright = author
version = release = re.search(r"project\(edgeldp\s+VERSION\s+([\d.]+)", (here.parent / "CMakeLists.txt").read_text())[1]

extensions = ["myst_parser", "mathml", "excerpts", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
nitpicky = True
suppress_warnings = ["myst.header"]  # a page may begin with a section of another level

myst_enable_extensions = ["dollarmath"]
myst_dmath_allow_labels = False
myst_dmath_allow_space = False
myst_dmath_allow_digits = True
myst_heading_anchors = 4

# Docstrings are read without the compiled part of the package. Names in them lead to where they are described, and are code elsewhere.
autodoc_mock_imports = ["edgeldp._edgeldp"]
autodoc_member_order = "bysource"
autodoc_typehints = "none"
python_use_unqualified_type_names = True
add_module_names = False
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
default_role = "py:obj"
nitpick_ignore_regex = [("py:.*", ".*")]

html_math_renderer = "mathml"
html_theme = "furo"
html_title = "edgeldp"
templates_path = [str(here / "site" / "templates")]
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
