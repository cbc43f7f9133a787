"""Configuration of Sphinx. ``python -m scripts.docs`` runs it after putting the pages together."""

from __future__ import annotations

from pathlib import Path

import knockroll

project = "Knock & Roll"
copyright = "The Knock & Roll developers"
release = version = knockroll.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 4  # links into pages work as on GitHub and other forges
nitpicky = True  # what docstrings refer to must exist
nitpick_ignore_regex = [
    (r"py:.*", r"(?!knockroll).*"),  # other packages, and short names of types in signatures
    (r"py:.*", r"knockroll\.engine\.rule\.Function"),  # stands for any function
    (r"py:.*", r"knockroll\.client\.requests\.(Http|Seat|Table)T"),  # type variables
    (r"py:.*", r"knockroll\.engine\.options\.Options?Schema"),  # JSON schema, which is described elsewhere
]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_class_signature = "mixed"
add_module_names = False
toc_object_entries_show_parents = "hide"
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Knock & Roll {release}"
_icon = str(Path(knockroll.__file__).parent / "web" / "icon.svg")
html_favicon = _icon
html_logo = _icon
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {
    "navigation_with_keys": True,
    "light_css_variables": {"color-brand-primary": "#14603f", "color-brand-content": "#14603f"},
    "dark_css_variables": {"color-brand-primary": "#7fd1a8", "color-brand-content": "#7fd1a8"},
}
