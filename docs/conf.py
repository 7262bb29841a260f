"""How the pages are built: ``make docs``."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))
# The comparison with other systems judges its own results.
sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

project = "bayeshat"
author = "The bayeshat developers"
copyright = author
version = release = version_of("bayeshat")

extensions = [
    "mathml",
    "myst_parser",
    "numpydoc",
    "peers_tables",
    "result_classes",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_build", "_templates", "gallery"]

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4

autosummary_generate = True
# Some file systems do not tell Binder from binder.
autosummary_filename_map = {"bayeshat.binder": "bayeshat.binder-distance"}
autodoc_typehints = "none"
default_role = "py:obj"
templates_path = ["_templates"]
numpydoc_show_class_members = False

# Blocks without a language are commands and what is printed.
highlight_language = "none"

html_theme = "pydata_sphinx_theme"
html_title = "bayeshat"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_show_sourcelink = False
# A page without others below it has nothing to show there.
html_sidebars = {"choose": []}
html_theme_options = {
    "navigation_with_keys": True,
    "show_toc_level": 2,
    "footer_start": [],
    "footer_end": [],
}

sphinx_gallery_conf = {
    "examples_dirs": "gallery",
    "gallery_dirs": "gallery_built",
    "filename_pattern": r"\.py$",
    "image_scrapers": ("gallery_figures.scrape", "matplotlib"),
    "ignore_repr_types": r"matplotlib",
    "within_subsection_order": "gallery_figures.Order",
    "abort_on_example_error": True,
    "download_all_examples": False,
    "remove_config_comments": True,
    "show_memory": False,
    "min_reported_time": 10**9,
}
