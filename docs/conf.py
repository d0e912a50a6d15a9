"""Sphinx configuration: pages in reStructuredText, decisions in Markdown, examples run at build."""

from __future__ import annotations

from pathlib import Path

from markdown_it import MarkdownIt
from sphinx.application import Sphinx

import conjunct

HERE = Path(__file__).parent

project = "Conjunct"
author = "The Conjunct developers"
copyright = author
version = release = conjunct.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.mathjax",
    "sphinx-mathjax-offline",
    "sphinx.ext.viewcode",
    "numpydoc",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_build"]
templates_path = ["_templates"]

html_theme = "pydata_sphinx_theme"
html_title = f"Conjunct {release}"
html_show_sourcelink = False
html_static_path = ["_static"]
html_css_files = ["wide.css"]

autosummary_generate = True
autosummary_filename_map = {  # else one page on file systems that ignore case
    "conjunct.evaluate.Laplace": "conjunct.evaluate.Laplace-heuristic",
}
autodoc_member_order = "bysource"
autodoc_typehints = "none"
numpydoc_show_class_members = False

sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "gallery",
    "abort_on_example_error": True,
    "download_all_examples": False,
    "show_memory": False,
}


def decision_pages() -> str:
    """Return every decision as a section: its heading for the contents, its text as HTML."""
    markdown = MarkdownIt("commonmark").enable("table")
    sections = []
    for path in sorted((HERE / "decisions").glob("[0-9]*.md")):
        heading, _, body = path.read_text(encoding="utf-8").partition("\n")
        title = heading.lstrip("# ").replace("\\", "\\\\").replace("*", r"\*").replace("`", "``")
        html = markdown.render(body).replace("\n", "\n   ")
        sections.append(f"{title}\n{'-' * len(title)}\n\n.. raw:: html\n\n   {html}\n")
    return "\n".join(sections)


def add_decisions(_app: Sphinx, docname: str, source: list[str]) -> None:
    """Append the Markdown decisions to the page that lists them."""
    if docname == "decisions":
        source[0] += "\n" + decision_pages()


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_decisions)
