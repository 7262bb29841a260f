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
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_build", "gallery"]

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4

autosummary_generate = True
autodoc_typehints = "none"
numpydoc_show_class_members = False

html_theme = "pydata_sphinx_theme"
html_title = "bayeshat"
html_static_path = []
html_show_sourcelink = False
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
    "abort_on_example_error": True,
    "download_all_examples": False,
    "remove_config_comments": True,
    "show_memory": False,
    "min_reported_time": 10**9,
}
